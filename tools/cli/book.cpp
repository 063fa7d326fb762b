#include "tools/book/book.hpp"

#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <optional>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include <boost/program_options/value_semantic.hpp>

#include "engine/base/number_range.hpp"
#include "engine/game/record.hpp"
#include "engine/solve/general_solver.hpp"
#include "games/list.hpp"
#include "protocols/drawing/opening_map_svg.hpp"
#include "protocols/text/move_text.hpp"
#include "tools/base/bad_input.hpp"
#include "tools/base/game_choice.hpp"
#include "tools/base/output_file.hpp"
#include "tools/base/standard_streams.hpp"
#include "tools/base/stop_on_signal.hpp"
#include "tools/base/terminal_line.hpp"
#include "tools/base/text_table.hpp"
#include "tools/book/builder.hpp"
#include "tools/book/choice.hpp"
#include "tools/book/prove.hpp"
#include "tools/book/recheck.hpp"
#include "tools/book/sources.hpp"
#include "tools/cli/commands.hpp"
#include "tools/options/command.hpp"
#include "tools/options/number_option.hpp"
#include "tools/options/options.hpp"

namespace isthmus {

namespace po = boost::program_options;
namespace fs = std::filesystem;

namespace {

constexpr auto kBookUsage =
    R"(Usage: isthmus book BOOK [GAMES...] [options]

Adds games to an opening book, which isthmus gtp --book plays from; makes the book where there is
none. GAMES are folders of isthmus selfplay or isthmus tournament, shards of games, results of
tournaments, and other books. A game that is in the book already is not counted again, so that a
folder to which games were added may be given as a whole. With --prove its positions are solved.
Then it prints what the book holds.)";

constexpr int kDefaultPlies = 12;
constexpr int kMaxPlies = 200;

// What a new book is to be about; where `existing` is given, what was asked for must fit it.
book::BookFacts read_facts(const po::variables_map& values, const book::BookFacts* existing) {
  book::BookFacts facts = existing != nullptr ? *existing : book::BookFacts{};
  const auto is_asked = [&](const char* name) {
    return existing == nullptr || (values.count(name) != 0 && !values[name].defaulted());
  };
  if (is_asked("game")) facts.game = values["game"].as<std::string>();
  if (values.count("size") != 0) {
    const std::string& text = values["size"].as<std::string>();
    const auto size = parse_size(text);
    if (!size) throw BadInput("option '--size' takes a side or COLUMNSxROWS, not '" + text + "'");
    facts.rows = size->rows;
    facts.columns = size->columns;
  } else if (existing == nullptr) {
    const BoardSize size = default_size(facts.game);
    facts.rows = size.rows;
    facts.columns = size.columns;
  }
  if (is_asked("plies")) {
    facts.plies = number_of<int>(values, "plies");
  }
  return facts;
}

std::string describe(const book::BookFacts& facts) {
  return facts.game + " " + std::to_string(facts.columns) + "x" + std::to_string(facts.rows) +
         ", " + std::to_string(facts.plies) + " plies";
}

// Where the work is done: in the book that is there, or in a new one that gets its name in the end.
class BookInWork {
 public:
  // Makes the new one; holds the options against one that is there.
  BookInWork(const fs::path& path, const po::variables_map& values, bool has_sources)
      : path_(path) {
    if (fs::exists(path)) {
      check(values);
    } else if (has_sources) {
      make(values);
    } else {
      throw BadInput("there is no book " + path.string() + "; give games for one");
    }
  }

  const fs::path& path() const { return new_ ? new_->path() : path_; }
  void finish() {
    if (!new_) return;
    if (fs::exists(path_)) {
      throw std::runtime_error(path_.string() + " was made by another meanwhile; give the same " +
                               "games again to add them");
    }
    new_->finish();
  }

 private:
  void check(const po::variables_map& values) const {
    const book::BookFacts facts = book::Book(path_).facts();
    if (read_facts(values, &facts) == facts) return;
    throw BadInput(path_.string() + " is a book of " + describe(facts) +
                   "; leave out --game, --size and --plies, or name another");
  }
  void make(const po::variables_map& values) {
    const book::BookFacts facts = read_facts(values, nullptr);
    try {
      make_game(facts);
    } catch (const std::invalid_argument& error) {
      throw BadInput("options '--game', '--size': " + std::string(error.what()));
    }
    check_output_file("book", path_);
    book::create_book(new_.emplace(path_).path(), facts);
  }

  fs::path path_;
  std::optional<UnfinishedFile> new_;
};

// Adds the games, and returns what became of them.
std::string add_games(book::Builder& builder, const book::Sources& sources) {
  const StopOnSignal signals;
  const std::int64_t others = add_sources(
      builder, sources, signals.token(),
      [](const std::string& message) { std::fprintf(stderr, "isthmus: %s\n", message.c_str()); });
  const book::BuildTotals& totals = builder.totals();
  std::ostringstream text;
  text << totals.taken << " games added, " << totals.known << " known before, " << totals.refused
       << " without a result, " << others << " of other boards\n";
  return text.str();
}

std::string percent(double share) { return fixed_text(100 * share, 1); }

// The position after the moves of --show.
Record read_moves(const book::BookFacts& facts, const std::string& text) {
  Record record(make_game(facts));
  std::istringstream words(text);
  try {
    for (std::string word; words >> word;) {
      play_or_explain(record, record.position().to_move, parse_move(record.game(), word));
    }
  } catch (const MoveError& error) {
    throw BadInput("option '--show': " + std::string(error.what()));
  }
  return record;
}

// What was played there, and what is proven.
std::string moves_text(book::Book& book, const Record& record) {
  TextTable table({"move", "games", "won %", "at least %", "searches %", "visits", "proven"});
  for (const book::BookMove& move : book.moves(record.position())) {
    const book::Counts& counts = move.counts;
    const double visits = static_cast<double>(counts.visits);
    const bool is_played = counts.games > 0, is_proven = move.proof != Proof::unknown;
    table.add({record.game().name(move.move), std::to_string(counts.games),
               is_played ? percent(move.mean()) : "-", percent(book::likely_mean(move).low),
               counts.visits > 0 ? percent(counts.value / visits) : "-",
               std::to_string(counts.visits), is_proven ? name(move.proof) : "-"});
  }
  return table.text();
}

// A picture of it, as isthmus openings has them.
std::string moves_svg(book::Book& book, const Record& record) {
  std::vector<CellValue> values;
  for (const book::BookMove& move : book.moves(record.position())) {
    const Interval likely = book::likely_mean(move);
    const bool is_proven = move.proof != Proof::unknown;
    values.push_back({.cell = move.move.cell(),
                      .win_rate = is_proven ? likely.low : move.mean(),
                      .is_fair = likely.low <= 0.5 && likely.high >= 0.5,
                      .is_proven = is_proven});
  }
  return opening_map_svg(record.game(), record.position(), values);
}

// Solves what is not proven, and returns what came of it.
std::string prove_positions(book::Book& book, const po::variables_map& values) {
  const SolveLimits limits{.seconds = number_of(values, "prove")};
  const auto solver = make_solver(book.game());
  const StopOnSignal signals;
  const TerminalLine line;
  const std::int64_t proven =
      book::prove(book, *solver, limits, signals.token(), [&](std::size_t done, std::size_t all) {
        line.show(std::to_string(done) + " positions of " + std::to_string(all));
      });
  line.clear();
  return std::to_string(proven) + " positions proven\n";
}

// Solves again what earlier versions took for proven, and returns what came of it.
std::string recheck_proofs(book::Book& book, const po::variables_map& values) {
  const SolveLimits limits{.seconds = number_of(values, "recheck")};
  const auto solver = make_solver(book.game());
  const StopOnSignal signals;
  const TerminalLine line;
  const book::Rechecked found =
      book::recheck(book, *solver, limits, signals.token(), [&](std::size_t done, std::size_t all) {
        line.show(std::to_string(done) + " proofs of " + std::to_string(all));
      });
  line.clear();
  return std::to_string(found.right) + " proofs are right, " + std::to_string(found.wrong) +
         " were wrong and are mended, " + std::to_string(found.undecided) +
         " could not be decided\n";
}

std::string summary(book::Book& book, const fs::path& path) {
  std::ostringstream text;
  text << path.string() << ": " << describe(book.facts()) << ", " << book.games() << " games, "
       << book.move_count() << " moves, " << book.proof_count() << " proven positions\n";
  return text.str();
}

void add_book_options(po::options_description& options) {
  options.add_options()("book", po::value<std::string>()->value_name("FILE")->required(),
                        "the book; may be given without --book")(
      "games", po::value<std::vector<std::string>>()->value_name("PATH"),
      "games to add; may be given without --games")(
      "game",
      po::value<std::string>()->value_name("NAME")->default_value(std::string(kDefaultGame)),
      "the game of a new book")("size", po::value<std::string>()->value_name("N"),
                                "the board of a new book: a side, or columns x rows as in 13x9");
  add_number(options,
             {"plies",
              "N",
              {1, kMaxPlies, true},
              kDefaultPlies,
              "stones that a position of a new book has at the most, its next move included"});
  add_number(options, {"trim",
                       "N",
                       {0, 1e12, true},
                       std::nullopt,
                       "in the end forget moves that were played in fewer than N games"});
  add_number(options, {"prove",
                       "S",
                       {0.001, 1e9},
                       std::nullopt,
                       "solve positions of the book, those with the most stones first, up to S "
                       "seconds each"});
  add_number(options, {"recheck",
                       "S",
                       {0.001, 1e9},
                       std::nullopt,
                       "solve again what a book of an earlier version took for proven, up to S "
                       "seconds each"});
  options.add_options()(
      "show", po::value<std::string>()->value_name("MOVES"),
      "list what was played after these moves, as in 'a1 b2'; '' for the empty board")(
      "format", po::value<std::string>()->value_name("FORM")->default_value("text"),
      "of what is shown: text or svg");
}

}  // namespace

int run_book(const std::vector<std::string>& arguments) {
  po::options_description options;
  add_book_options(options);
  const auto values =
      parse_options(arguments, kBookUsage, options,
                    po::positional_options_description().add("book", 1).add("games", -1));
  if (!values) return kGood;
  const fs::path path = (*values)["book"].as<std::string>();
  const std::string format = (*values)["format"].as<std::string>();
  if (format != "text" && format != "svg") {
    throw BadInput("option '--format' takes text or svg, not '" + format + "'");
  }
  book::Sources sources;
  const bool has_sources = values->count("games") != 0;
  if (has_sources) sources = book::find_sources((*values)["games"].as<std::vector<std::string>>());
  BookInWork work(path, *values, has_sources);
  std::optional<Record> shown;
  if (values->count("show") != 0) {
    shown = read_moves(book::Book(work.path()).facts(), (*values)["show"].as<std::string>());
  }
  std::string text;
  if (has_sources || values->count("trim") != 0) {
    book::Builder builder(work.path());
    if (has_sources) text = add_games(builder, sources);
    if (values->count("trim") != 0) builder.trim(number_of<std::int64_t>(*values, "trim"));
  }
  {
    book::Book book(work.path());
    if (values->count("recheck") != 0) text += recheck_proofs(book, *values);
    const std::string unchecked = book::unchecked_text(book);
    if (!unchecked.empty()) std::fprintf(stderr, "isthmus: %s\n", unchecked.c_str());
    if (values->count("prove") != 0) text += prove_positions(book, *values);
    if (!shown) {
      text += summary(book, path);
    } else if (format == "text") {
      text += moves_text(book, *shown);
      if (book.moves(shown->position()).empty()) {
        std::fprintf(stderr,
                     "isthmus: no game of the book came here; --show '' shows its first moves\n");
      }
    } else {
      text = moves_svg(book, *shown);
    }
  }
  // The last of all that can fail is to give a new book its name.
  print(text);
  work.finish();
  return kGood;
}

}  // namespace isthmus
