#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <map>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include <boost/program_options/value_semantic.hpp>
#include <nlohmann/json.hpp>

#include "engine/base/number_range.hpp"
#include "games/known_openings.hpp"
#include "games/list.hpp"
#include "protocols/drawing/board_text.hpp"
#include "protocols/drawing/opening_map_svg.hpp"
#include "protocols/review/opening_map.hpp"
#include "protocols/text/move_text.hpp"
#include "tools/base/bad_input.hpp"
#include "tools/base/standard_streams.hpp"
#include "tools/base/stop_on_signal.hpp"
#include "tools/base/terminal_line.hpp"
#include "tools/cli/commands.hpp"
#include "tools/openings/opening_board.hpp"
#include "tools/openings/solved_board.hpp"
#include "tools/options/command.hpp"
#include "tools/options/evaluator_options.hpp"
#include "tools/options/number_option.hpp"
#include "tools/options/options.hpp"

namespace isthmus {

namespace po = boost::program_options;
using nlohmann::ordered_json;

namespace {

constexpr auto kOpeningsUsage =
    R"(Usage: isthmus openings [options]

Judges every first stone, or with --after every answer to the moves given: how often its player wins
if there is no swap, with the standard error of that, and which stones are fair to offer where the
opponent may swap (45 to 55 %). For example:

  isthmus openings --size 11 --threads 2
  isthmus openings --size 6 --format json
  isthmus openings --size 11 --after a2

Who wins after the first stone is known on small boards (games/solved_openings.txt). On others of up
to 64 cells stones are proven won or lost first, as far as --solve allows. The rest is searched,
twice each, with 300 visits where neither --visits nor --time says otherwise.

With --exact each first stone is proven, however long it takes, by --threads and a table of --memory,
and the board printed as that file has it: + wins, = draws, and otherwise the answer that wins. With
--format table a judged board is printed as games/judged_openings.txt has it, in percent; these are
what the program opens with where the stone may be swapped:

  isthmus openings --exact --size 5
  isthmus openings --format table --size 9 --visits 5000)";

constexpr double kFairFrom = 0.45, kFairTo = 0.55;
constexpr std::size_t kListed = 15;  // in the table of the text

bool is_fair(const JudgedStone& stone) {
  return stone.win_rate >= kFairFrom && stone.win_rate <= kFairTo;
}

// How near a stone is to being as good for either.
double unfairness(const JudgedStone& stone) { return std::abs(stone.win_rate - 0.5); }

// A position that stones are judged in.
struct Map {
  const Record& record;
  const std::vector<JudgedStone>& stones;
  double seconds;
};

// What stands on a cell of the board: "W", "62", "+", "-" or "=" for what is proven.
std::string cell_text(const Map& map, const std::map<Cell, const JudgedStone*>& by_cell,
                      Cell cell) {
  const Position& position = map.record.position();
  if (position.of(Colour::black).contains(cell)) return "  B ";
  if (position.of(Colour::white).contains(cell)) return "  W ";
  const auto found = by_cell.find(cell);
  if (found == by_cell.end()) return "  . ";
  const JudgedStone& stone = *found->second;
  if (stone.proof == Proof::win) return "  + ";
  if (stone.proof == Proof::loss) return "  - ";
  if (stone.proof == Proof::draw) return "  = ";
  const auto whole = std::min(99L, std::lround(100 * stone.win_rate));
  const std::string number = (whole < 10 ? " " : "") + std::to_string(whole);
  return is_fair(stone) ? "[" + number + "]" : " " + number + " ";
}

std::string text_of(const Map& map) {
  const Board& board = map.record.game().board();
  std::map<Cell, const JudgedStone*> by_cell;
  for (const JudgedStone& stone : map.stones) by_cell[stone.cell] = &stone;
  std::string text = slanted_text(board, 4, [&](int row) {
    std::string line;
    for (int column = board.row_cells(row).first; board.has(row, column); ++column) {
      line += cell_text(map, by_cell, board.at(row, column));
    }
    return line;
  });
  const bool is_black = map.record.position().to_move == Colour::black;
  text += std::string("\nHow often ") + (is_black ? "Black" : "White") +
          " wins who places a stone there, in %; [ ] fair where the other may swap; proven: + won, "
          "- lost, = drawn\n";
  std::vector<JudgedStone> open;
  for (const JudgedStone& stone : map.stones) {
    if (!stone.is_symmetrical && stone.proof == Proof::unknown) open.push_back(stone);
  }
  std::stable_sort(open.begin(), open.end(), [](const JudgedStone& a, const JudgedStone& b) {
    return unfairness(a) < unfairness(b);
  });
  if (!open.empty()) text += "\nThe fairest\n";
  for (std::size_t i = 0; i < std::min(kListed, open.size()); ++i) {
    std::array<char, 96> line{};
    std::snprintf(line.data(), line.size(), "%5s %5.1f %% +- %5.1f  %7lld visits\n",
                  board.name(open[i].cell).c_str(), 100 * open[i].win_rate, 100 * open[i].error,
                  static_cast<long long>(open[i].visits));
    text += line.data();
  }
  return text;
}

std::string json_of(const Map& map) {
  const Game& game = map.record.game();
  ordered_json json;
  json["game"] = game.name();
  json["rows"] = game.size().rows;
  json["columns"] = game.size().columns;
  json["after"] = ordered_json::array();
  for (const Turn& turn : map.record.turns()) json["after"].push_back(game.name(turn.move));
  json["toMove"] = std::string(1, letter(map.record.position().to_move));
  json["seconds"] = map.seconds;
  json["stones"] = ordered_json::array();
  for (const JudgedStone& stone : map.stones) {
    ordered_json entry;
    entry["move"] = game.board().name(stone.cell);
    entry["winRate"] = stone.win_rate;
    entry["error"] = stone.error;
    entry["visits"] = stone.visits;
    entry["proof"] = nullptr;
    if (stone.proof != Proof::unknown) entry["proof"] = name(stone.proof);
    entry["fair"] = is_fair(stone);
    json["stones"].push_back(entry);
  }
  return json.dump() + '\n';
}

// The board for games/judged_openings.txt.
std::string table_of(const Map& map) {
  std::map<Cell, double> win_rates;
  for (const JudgedStone& stone : map.stones) win_rates[stone.cell] = stone.win_rate;
  return opening_board(map.record.game(),
                       [&](Cell cell) { return fixed_text(100 * win_rates.at(cell), 1); });
}

std::string svg_of(const Map& map) {
  std::vector<CellValue> values;
  for (const JudgedStone& stone : map.stones) {
    values.push_back({.cell = stone.cell,
                      .win_rate = stone.win_rate,
                      .is_fair = is_fair(stone),
                      .is_proven = stone.proof != Proof::unknown});
  }
  return opening_map_svg(map.record.game(), map.record.position(), values);
}

// Prints the board with all first stones proven.
int print_solved(const Game& game, const Settings& settings) {
  const StopOnSignal signals;
  const TerminalLine line;
  const auto board =
      solved_board(game,
                   {.bytes = static_cast<std::size_t>(settings.memory) << 20,
                    .threads = static_cast<int>(settings.threads)},
                   signals.token(), [&](std::size_t done, std::size_t all) {
                     line.show(std::to_string(done) + " stones of " + std::to_string(all));
                   });
  line.clear();
  if (!board) return kJobFailed;
  print(*board);
  return kGood;
}

// The moves of a list as in "a2,f6".
Record play_moves(const std::shared_ptr<const Game>& game, const std::string& list) {
  Record record(game);
  std::istringstream names(list);
  for (std::string name; std::getline(names, name, ',');) {
    const auto move = game->find_move(name);
    if (!move || !record.play(*move)) {
      throw BadInput("option '--after': '" + name + "' is no move that can be played there");
    }
  }
  if (record.position().result != Result::ongoing) {
    throw BadInput("option '--after': the game is over then");
  }
  return record;
}

}  // namespace

int run_openings(const std::vector<std::string>& arguments) {
  po::options_description options;
  options.add_options()("after",
                        po::value<std::string>()->value_name("MOVES")->default_value("", "none"),
                        "moves before the stones that are judged, as in a2 or a2,f6")(
      "format", po::value<std::string>()->value_name("FORM")->default_value("text"),
      "text, json, svg or table")("exact", po::bool_switch(),
                                  "prove all first stones and print the board for "
                                  "games/solved_openings.txt");
  add_number(options,
             {"solve",
              "S",
              {0, 1e9},
              std::nullopt,
              "seconds in which all stones together are to be proven first; 0: none; if not "
              "given: one for each stone on boards of up to 64 cells"});
  add_number(options, {"searches",
                       "N",
                       {1, 1024, true},
                       16,
                       "how many searches run at once in each of --threads threads"});
  add_game(options);
  add_settings(options);
  add_evaluator(options);
  const auto values = parse_options(arguments, kOpeningsUsage, options);
  if (!values) return kGood;
  const std::string format = (*values)["format"].as<std::string>();
  const std::map<std::string, std::string (*)(const Map&)> writers{
      {"text", text_of}, {"json", json_of}, {"svg", svg_of}, {"table", table_of}};
  const auto writer = writers.find(format);
  if (writer == writers.end()) {
    throw BadInput("option '--format' takes text, json, svg or table, not '" + format + "'");
  }
  const std::shared_ptr<const Game> asked = read_game(*values);
  // Stones are judged as if there were no swap.
  const std::shared_ptr<const Game> game =
      make_game(asked->name(), asked->size().rows, asked->size().columns, SwapRule::none);
  if ((*values)["exact"].as<bool>()) {
    for (const char* other : {"after", "format", "solve", "visits", "time"}) {
      if (values->count(other) == 0 || (*values)[other].defaulted()) continue;
      throw BadInput(std::string("option '--exact' does not go with '--") + other + "'");
    }
    return print_solved(*game, read_settings(*values));
  }
  const Record record = play_moves(game, (*values)["after"].as<std::string>());
  if (format == "table" && !record.turns().empty()) {
    throw BadInput("option '--format table' does not go with '--after'");
  }

  OpeningMapOptions map;
  map.settings = read_settings(*values);
  map.limits = {map.settings.visits, map.settings.time};
  if (map.limits.visits == 0 && map.limits.seconds == 0) map.limits.visits = kOpeningVisits;
  if (values->count("solve") != 0) {
    map.solve.seconds = number_of(*values, "solve");
  } else {
    map.solve = proof_limits(record);
  }
  map.pool = {.make_evaluator = with_known_openings(read_evaluators(*values)),
              .threads = static_cast<int>(map.settings.threads),
              .searches = number_of<int>(*values, "searches"),
              .tree_megabytes = static_cast<std::size_t>(map.settings.memory)};
  const StopOnSignal signals;
  const auto begin = std::chrono::steady_clock::now();
  const TerminalLine line;
  const std::vector<JudgedStone> stones =
      map_openings(record, std::move(map), signals.token(), [&](std::size_t done, std::size_t all) {
        line.show(std::to_string(done) + " searches of " + std::to_string(all));
      });
  line.clear();
  const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begin;
  const bool is_stopped = signals.token().stop_requested();
  if (is_stopped && format == "table") return kJobFailed;  // it has no place for what is not judged
  print(writer->second({record, stones, taken.count()}));
  return is_stopped ? kJobFailed : kGood;
}

}  // namespace isthmus
