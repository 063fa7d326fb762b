#include "tools/book/book.hpp"

#include <array>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include <boost/program_options/value_semantic.hpp>

#include "engine/record.hpp"
#include "protocols/move_text.hpp"
#include "tools/bad_input.hpp"
#include "tools/book/builder.hpp"
#include "tools/book/choice.hpp"
#include "tools/command.hpp"
#include "tools/commands/commands.hpp"
#include "tools/game_choice.hpp"
#include "tools/number_option.hpp"
#include "tools/options.hpp"
#include "tools/selfplay/shards.hpp"
#include "tools/text_table.hpp"
#include "tools/tournament/results_file.hpp"

namespace isthmus {

namespace po = boost::program_options;
namespace fs = std::filesystem;
using namespace book;

namespace {

constexpr auto kUsage =
    R"(Usage: isthmus book BOOK [GAMES...] [options]

Adds games to an opening book, which isthmus gtp --book plays from; makes the book where there is
none. GAMES are folders of isthmus selfplay or isthmus tournament, shards of games, and results of
tournaments. A game that is in the book already is not counted again, so that a folder to which
games were added may be given as a whole. Then it tells what the book holds.)";

constexpr int kDefaultPlies = 12;
constexpr int kMostPlies = 200;

struct Sources {
  std::vector<fs::path> shards;
  std::vector<fs::path> tournaments;
};

Sources find_sources(const std::vector<std::string>& paths) {
  Sources sources;
  for (const fs::path path : paths) {
    if (!fs::exists(path)) throw BadInput("there is no " + path.string());
    if (!fs::is_directory(path)) {
      (path.extension() == ".shard" ? sources.shards : sources.tournaments).push_back(path);
    } else if (fs::exists(path / tournament::kResultsFile)) {
      sources.tournaments.push_back(path);
    } else {
      const auto shards = selfplay::list_shards(path);
      if (shards.empty()) {
        throw BadInput(path.string() + " holds no games; give a folder of isthmus selfplay or " +
                       "isthmus tournament");
      }
      sources.shards.insert(sources.shards.end(), shards.begin(), shards.end());
    }
  }
  return sources;
}

// What a new book is to be about; where `existing` is given, what was asked for must fit it.
BookFacts read_facts(const po::variables_map& values, const BookFacts* existing) {
  BookFacts facts = existing != nullptr ? *existing : BookFacts{};
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

std::string describe(const BookFacts& facts) {
  return facts.game + " " + std::to_string(facts.columns) + "x" + std::to_string(facts.rows) +
         ", " + std::to_string(facts.plies) + " plies";
}

// Makes the book if there is none; else holds the options against it.
void prepare(const fs::path& path, const po::variables_map& values, bool has_sources) {
  if (!fs::exists(path)) {
    if (!has_sources) throw BadInput("there is no book " + path.string() + "; give games for one");
    const BookFacts facts = read_facts(values, nullptr);
    try {
      make_game(facts);
    } catch (const std::invalid_argument& error) {
      throw BadInput("options '--game', '--size': " + std::string(error.what()));
    }
    create_book(path, facts);
    return;
  }
  const BookFacts facts = Book(path).facts();
  if (read_facts(values, &facts) != facts) {
    throw BadInput(path.string() + " is a book of " + describe(facts) +
                   "; leave out --game, --size and --plies, or name another");
  }
}

void add_games(Builder& builder, const Sources& sources) {
  const auto game = make_game(builder.facts());
  std::int64_t others = 0;
  for (const fs::path& shard : sources.shards) {
    selfplay::read_shard(shard, [&](const selfplay::GameRecord& record) {
      const Board& board = game->board();
      if (game->name() != "hex" || board.rows() != record.rows ||
          board.columns() != record.columns) {
        ++others;
      } else {
        builder.add(*game, book_game(record));
      }
    });
  }
  for (const fs::path& path : sources.tournaments) {
    const tournament::StoredTournament stored = tournament::read_tournament(path);
    const Game& played = *stored.spec.game;
    const bool fits = played.name() == game->name() &&
                      played.board().rows() == game->board().rows() &&
                      played.board().columns() == game->board().columns();
    for (const tournament::GameRecord& record : stored.records) {
      if (fits) {
        builder.add(played, book_game(record, stored.spec));
      } else {
        ++others;
      }
    }
  }
  builder.finish();
  const BuildTotals& totals = builder.totals();
  std::printf("%lld games added, %lld known before, %lld without a result, %lld of other boards\n",
              static_cast<long long>(totals.taken), static_cast<long long>(totals.known),
              static_cast<long long>(totals.refused), static_cast<long long>(others));
}

std::string percent(double share) {
  std::array<char, 16> text;
  std::snprintf(text.data(), text.size(), "%.1f", 100 * share);
  return text.data();
}

// The moves of the position after these.
void show_moves(Book& book, const std::string& text) {
  Record record(make_game(book.facts()));
  std::istringstream words(text);
  try {
    for (std::string word; words >> word;) {
      play_or_explain(record, record.position().to_move, parse_move(record.game(), word));
    }
  } catch (const MoveError& error) {
    throw BadInput("option '--show': " + std::string(error.what()));
  }
  TextTable table({"move", "games", "won %", "at least %", "searches %", "visits"});
  for (const BookMove& move : book.moves(record.position())) {
    const Counts& counts = move.counts;
    const double visits = static_cast<double>(counts.visits);
    table.add({record.game().name(move.move), std::to_string(counts.games), percent(move.mean()),
               percent(wilson_interval(counts.points, counts.games).low),
               counts.visits > 0 ? percent(counts.value / visits) : "-",
               std::to_string(counts.visits)});
  }
  std::fputs(table.text().c_str(), stdout);
}

}  // namespace

int run_book(const std::vector<std::string>& arguments) {
  po::options_description options;
  options.add_options()("book", po::value<std::string>()->value_name("FILE")->required(),
                        "the book; may be given without --book")(
      "games", po::value<std::vector<std::string>>()->value_name("PATH"),
      "games to add; may be given without --games")(
      "game", po::value<std::string>()->value_name("NAME")->default_value("hex"),
      "the game of a new book")("size", po::value<std::string>()->value_name("N"),
                                "the board of a new book: a side, or columns x rows as in 13x9");
  add_number(options,
             {"plies",
              "N",
              {1, kMostPlies, true},
              kDefaultPlies,
              "stones that a position of a new book has at the most, its next move included"});
  add_number(options, {"trim",
                       "N",
                       {0, 1e12, true},
                       std::nullopt,
                       "in the end forget moves that were played in fewer than N games"});
  options.add_options()(
      "show", po::value<std::string>()->value_name("MOVES"),
      "list what was played after these moves, as in 'a1 b2'; '' for the empty board");
  const auto values =
      parse_options(arguments, kUsage, options,
                    po::positional_options_description().add("book", 1).add("games", -1));
  if (!values) return kGood;
  const fs::path path = (*values)["book"].as<std::string>();
  Sources sources;
  const bool has_sources = values->count("games") != 0;
  if (has_sources) sources = find_sources((*values)["games"].as<std::vector<std::string>>());
  prepare(path, *values, has_sources);
  if (has_sources || values->count("trim") != 0) {
    Builder builder(path);
    if (has_sources) add_games(builder, sources);
    if (values->count("trim") != 0) builder.trim(number_of<std::int64_t>(*values, "trim"));
  }
  Book book(path);
  if (values->count("show") != 0) {
    show_moves(book, (*values)["show"].as<std::string>());
    return kGood;
  }
  std::printf("%s: %s, %lld games, %lld moves\n", path.string().c_str(),
              describe(book.facts()).c_str(), static_cast<long long>(book.games()),
              static_cast<long long>(book.move_count()));
  return kGood;
}

}  // namespace isthmus
