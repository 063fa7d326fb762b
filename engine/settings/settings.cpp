#include "engine/settings/settings.hpp"

#include <algorithm>
#include <array>
#include <type_traits>

#include "engine/base/number_range.hpp"

namespace isthmus {

namespace {

constexpr double kMaxVisits = 4e9;

constexpr bool kForOne = true;

constexpr std::array kSearchRows{
    SettingRow{"visits", &Settings::visits, 0, kMaxVisits,
               "visits of the root after which a search ends; 0: no limit", kForOne},
    SettingRow{"time", &Settings::time, 0, 1e9, "seconds a search may take; 0: no limit", kForOne},
    SettingRow{"threads", &Settings::threads, 1, 1024, "threads that search one tree", kForOne},
    SettingRow{
        "solver-threads", &Settings::solver_threads, 0, 1024,
        "threads that prove who wins while the others search, with little of a processor where "
        "all are busy",
        kForOne},
    SettingRow{"solver-share", &Settings::solver_share, 0, 0.5,
               "share of a search that goes to proving who wins where the end of the game is near, "
               "unless solver-threads do so; 0: none",
               kForOne},
    SettingRow{
        "known-proofs", &Settings::known_proofs, 0, 1,
        "know who wins after the first stones of small boards, and what a book has as proven",
        kForOne},
    SettingRow{"known-values", &Settings::known_values, 0, 1,
               "open where the stone may be swapped by what long searches have come to before",
               kForOne},
    SettingRow{"seed", &Settings::seed, 0, 9e15,
               "seed of the random numbers; with one thread a search repeats exactly"},
    SettingRow{"memory", &Settings::memory, 1, 1 << 20,
               "MB that the tree may take; once full it is searched on but does not grow", kForOne},
    SettingRow{
        "batch", &Settings::batch, 0, 1024,
        "most positions of the tree that are judged together; 0: as many as suit the evaluator"},
    SettingRow{"root-views", &Settings::root_views, 1, 12,
               "from how many sides the position itself is judged, turned as the game's symmetries "
               "allow",
               kForOne},
    SettingRow{"exploration", &Settings::exploration, 0, 100,
               "how much the search tries moves that it has visited little"},
    SettingRow{"first-play-reduction", &Settings::first_play_reduction, 0, 1,
               "by how much a move not yet visited is taken to be worse than its position"},
    SettingRow{"root-first-play-reduction", &Settings::root_first_play_reduction, 0, 1,
               "the same for the moves from the root"},
    SettingRow{"reuse-tree", &Settings::reuse_tree, 0, 1,
               "keep the part of the tree that a move leads to", kForOne},
    SettingRow{"ponder", &Settings::ponder, 0, 1,
               "in GTP: search on after a move of one's own, until more input comes", kForOne},
    SettingRow{"resign", &Settings::resign, 0, 0.5,
               "in GTP: resign where the win rate was below this in three searches in a row, and "
               "each side has a stone for each row of the board; 0: never",
               kForOne},
    SettingRow{"solve-time", &Settings::solve_time, 0, 1e9,
               "in GTP: seconds that the commands that solve may take; 0: no limit", kForOne},
    SettingRow{"solve-nodes", &Settings::solve_nodes, 0, 1e15,
               "in GTP: positions that they may look into; 0: no limit", kForOne},
    SettingRow{"level", &Settings::level, 0, 23,
               "how well to play: 1 for beginners to 23, each some 100 Elo above the one before, "
               "whatever time and visits say; 0: as well as these allow"},
};

constexpr std::array kEvaluatorRows{
    SettingRow{"fills", &Settings::fills, 512, 1 << 20,
               "random fills a judged position; rounded up to a multiple of 512"},
    SettingRow{"playouts", &Settings::playouts, 0, 1 << 20,
               "random playouts a judged position, in games that one fill does not decide; 0: as "
               "many as suit the game"},
    SettingRow{"bridges", &Settings::bridges, 0, 1,
               "fill the two cells of a bridge with one stone of each colour"},
    SettingRow{"prior-temperature", &Settings::prior_temperature, 0.001, 10,
               "spread of the priors over the moves; small trusts the fills more"},
    SettingRow{"playout-temperature", &Settings::playout_temperature, 0.001, 10,
               "the same where playouts judge"},
    SettingRow{"net-temperature", &Settings::net_temperature, 0.1, 10,
               "a net's priors are taken to the power of 1 / this; large spreads them"},
    SettingRow{"half-turn", &Settings::half_turn, 0, 1,
               "have a net judge each position twice, once turned by half a turn"},
    SettingRow{"cache", &Settings::cache, 0, 1 << 20,
               "MB that remembered evaluations by a net may take; 0: none", kForOne},
    SettingRow{"cache-symmetries", &Settings::cache_symmetries, 0, 1,
               "remember positions that symmetries turn into each other as one", kForOne},
};

constexpr auto kRows = [] {
  std::array<SettingRow, kSearchRows.size() + kEvaluatorRows.size()> rows{};
  std::copy(kSearchRows.begin(), kSearchRows.end(), rows.begin());
  std::copy(kEvaluatorRows.begin(), kEvaluatorRows.end(), rows.begin() + kSearchRows.size());
  return rows;
}();

// Of a setting that is a number.
NumberRange range_of(const SettingRow& row) {
  return {row.least, row.most, std::holds_alternative<std::int64_t Settings::*>(row.member)};
}

double parse_number(const SettingRow& row, std::string_view text) {
  const NumberRange range = range_of(row);
  if (const auto number = range.parse(text)) return *number;
  throw SettingError("setting '" + std::string(row.name) + "' takes " + range.text() + ", not '" +
                     std::string(text) + "'");
}

bool parse_bool(const SettingRow& row, std::string_view text) {
  if (text == "true" || text == "1") return true;
  if (text == "false" || text == "0") return false;
  throw SettingError("setting '" + std::string(row.name) + "' takes true or false, not '" +
                     std::string(text) + "'");
}

}  // namespace

std::span<const SettingRow> setting_rows() { return kRows; }

const SettingRow& find_setting(std::string_view name) {
  std::string known;
  for (const SettingRow& row : kRows) {
    if (row.name == name) return row;
    known += (known.empty() ? "" : ", ") + std::string(row.name);
  }
  throw SettingError("unknown setting '" + std::string(name) + "'; known: " + known);
}

std::string_view type_name(const SettingRow& row) {
  static constexpr std::array<std::string_view, 3> kNames{"whole number", "number",
                                                          "true or false"};
  return kNames[row.member.index()];
}

std::string range_text(const SettingRow& row) {
  if (std::holds_alternative<bool Settings::*>(row.member)) return "true or false";
  return range_of(row).ends();
}

void set(Settings& settings, const SettingRow& row, std::string_view text) {
  std::visit(
      [&](auto member) {
        using Value = std::remove_reference_t<decltype(settings.*member)>;
        if constexpr (std::is_same_v<Value, bool>) {
          settings.*member = parse_bool(row, text);
        } else {
          settings.*member = static_cast<Value>(parse_number(row, text));
        }
      },
      row.member);
}

std::string get(const Settings& settings, const SettingRow& row) {
  return std::visit(
      [&](auto member) -> std::string {
        using Value = std::remove_cvref_t<decltype(settings.*member)>;
        if constexpr (std::is_same_v<Value, bool>) return settings.*member ? "true" : "false";
        if constexpr (std::is_same_v<Value, double>) return number_text(settings.*member);
        return std::to_string(settings.*member);
      },
      row.member);
}

}  // namespace isthmus
