// A game of one header and one row goes through everything: its rules against a slow reference, the
// suite that every game passes (conformance_test.cpp), and then search, playouts, formats,
// drawings, protocols, records of self-play, and tournaments of the program, none of which has
// heard of it.

#define DOCTEST_CONFIG_IMPLEMENT
#include "tests/games/trial.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <map>
#include <random>
#include <set>
#include <string>
#include <vector>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "engine/game/record.hpp"
#include "engine/playout/playout_evaluator.hpp"
#include "engine/search/search.hpp"
#include "protocols/drawing/analysis_text.hpp"
#include "protocols/drawing/board_svg.hpp"
#include "protocols/drawing/board_text.hpp"
#include "protocols/formats/game_formats.hpp"
#include "protocols/formats/sgf.hpp"
#include "tests/support/random_game.hpp"
#include "tests/tools/base/run_program.hpp"
#include "tests/tools/base/temporary_folder.hpp"
#include "tests/tools/selfplay/selfplay_games.hpp"
#include "tools/selfplay/openings.hpp"
#include "tools/selfplay/play.hpp"
#include "tools/selfplay/shards.hpp"

using namespace isthmus;
using nlohmann::json;

int main(int count, char** arguments) {
  add_game(Trial::entry());
  return doctest::Context(count, arguments).run();
}

namespace {

// The rules once more, on letters in rows: '.', 'b', 'w', and ' ' where there is no cell.
class Reference {
 public:
  explicit Reference(int side)
      : side_(side), rows_(static_cast<std::size_t>(side), std::string(std::size_t(side), '.')) {
    rows_.front().front() = ' ';
    rows_.back().back() = ' ';
    seen_.insert(rows_);
  }

  std::vector<std::string> legal_moves() const {
    std::vector<std::string> moves;
    for (int r = 0; r < side_; ++r) {
      for (int c = 0; c < side_; ++c) {
        if (at(rows_, r, c) == '.' && !after(r, c).empty() && seen_.count(after(r, c)) == 0) {
          moves.push_back(std::string(1, static_cast<char>('a' + c)) + std::to_string(r + 1));
        }
      }
    }
    return moves;
  }

  void play(const std::string& move) {
    rows_ = after(std::stoi(move.substr(1)) - 1, move[0] - 'a');
    seen_.insert(rows_);
    mover_ = other();
  }

  // 'b', 'w' or '-' for who has won, or for a draw; '.' otherwise.
  char result() const {
    for (const char colour : {'b', 'w'}) {
      if (joins(colour)) return colour;
    }
    return legal_moves().empty() ? '-' : '.';
  }

  const std::vector<std::string>& rows() const { return rows_; }

 private:
  using Rows = std::vector<std::string>;

  char other() const { return mover_ == 'b' ? 'w' : 'b'; }
  char at(const Rows& rows, int r, int c) const {
    if (r < 0 || c < 0 || r >= side_ || c >= side_) return ' ';
    return rows[static_cast<std::size_t>(r)][static_cast<std::size_t>(c)];
  }
  // Whether nothing beside a stone is empty or of its colour.
  bool is_alone(const Rows& rows, int r, int c) const {
    for (const auto& [dr, dc] : kBeside) {
      const char beside = at(rows, r + dr, c + dc);
      if (beside == '.' || beside == at(rows, r, c)) return false;
    }
    return true;
  }

  // The rows after a stone; none where it may not be placed for want of a neighbour.
  Rows after(int r, int c) const {
    Rows rows = rows_;
    rows[static_cast<std::size_t>(r)][static_cast<std::size_t>(c)] = mover_;
    Rows left = rows;
    for (const auto& [dr, dc] : kBeside) {
      if (at(rows, r + dr, c + dc) == other() && is_alone(rows, r + dr, c + dc)) {
        left[static_cast<std::size_t>(r + dr)][static_cast<std::size_t>(c + dc)] = '.';
      }
    }
    if (is_alone(left, r, c)) return {};
    return left;
  }

  // Spreads from one edge as long as there is anything new.
  bool joins(char colour) const {
    std::set<std::pair<int, int>> reached;
    for (int i = 0; i < side_; ++i) {
      const auto [r, c] = colour == 'b' ? std::pair(0, i) : std::pair(i, 0);
      if (at(rows_, r, c) == colour) reached.insert({r, c});
    }
    for (std::size_t before = 0; before != reached.size();) {
      before = reached.size();
      for (const auto& [r, c] : std::set(reached)) {
        for (const auto& [dr, dc] : kBeside) {
          if (at(rows_, r + dr, c + dc) == colour) reached.insert({r + dr, c + dc});
        }
      }
    }
    return std::any_of(reached.begin(), reached.end(), [&](const auto& cell) {
      return (colour == 'b' ? cell.first : cell.second) == side_ - 1;
    });
  }

  static constexpr std::array<std::pair<int, int>, 4> kBeside{{{-1, 0}, {1, 0}, {0, -1}, {0, 1}}};

  int side_;
  Rows rows_;
  char mover_ = 'b';
  std::set<Rows> seen_;
};

std::vector<std::string> rows_of(const Game& game, const Position& position) {
  const Board& board = game.board();
  std::vector<std::string> rows(static_cast<std::size_t>(board.rows()));
  for (int r = 0; r < board.rows(); ++r) {
    for (int c = 0; c < board.columns(); ++c) {
      const Cell cell = board.at(r, c);
      rows[static_cast<std::size_t>(r)] += !board.has(r, c)                            ? ' '
                                           : position.of(Colour::black).contains(cell) ? 'b'
                                           : position.of(Colour::white).contains(cell) ? 'w'
                                                                                       : '.';
    }
  }
  return rows;
}

char letter_of(Result result) {
  return result == Result::black   ? 'b'
         : result == Result::white ? 'w'
         : result == Result::draw  ? '-'
                                   : '.';
}

std::shared_ptr<const Game> trial(int side, SwapRule swap = SwapRule::none) {
  return make_game(Trial::kName, side - 1, side - 1, swap);
}

}  // namespace

TEST_CASE("rules and results are those of the reference, in random games of every size") {
  std::mt19937 random(1);
  std::map<char, int> ends;
  int captures = 0, repetitions = 0;
  for (int number = 0; number < 400; ++number) {
    const int side = 3 + number % 4;
    const auto game = trial(side);
    Reference reference(side);
    Position position = game->start();
    while (true) {
      REQUIRE(rows_of(*game, position) == reference.rows());
      REQUIRE(letter_of(position.result) == reference.result());
      if (position.result != Result::ongoing) break;
      std::vector<std::string> names;
      for (Move move : game->legal_moves(position)) names.push_back(game->name(move));
      REQUIRE(names == reference.legal_moves());
      game->board().cells().for_each([&](Cell cell) {
        const bool is_legal = game->is_legal(position, Move(cell));
        REQUIRE(is_legal == (std::count(names.begin(), names.end(), game->name(Move(cell))) > 0));
        repetitions += !is_legal && !position.occupied().contains(cell) ? 1 : 0;
      });
      const std::string move = names[random() % names.size()];
      const int before = position.occupied().size();
      game->play(position, *game->find_move(move));
      reference.play(move);
      captures += position.occupied().size() <= before ? 1 : 0;
    }
    ++ends[letter_of(position.result)];
  }
  CHECK(captures > 20);
  CHECK(repetitions > 20);  // or cells where a stone would be shut in
  CHECK(ends['b'] > 20);
  CHECK(ends['w'] > 20);
  CHECK(ends['-'] > 0);
}

TEST_CASE("a search by playouts takes a win, and prevents one") {
  const auto game = trial(5);
  Settings settings;
  settings.playouts = 64;
  const PlayoutEvaluator evaluator(*game, settings, 1);
  Search search(*game, evaluator, settings);
  Record record(game);
  for (const char* move : {"c1", "b2", "c2", "b3", "c3", "d4", "c4"}) {
    REQUIRE(record.play(*game->find_move(move)));
  }
  search.set_root(record);
  CHECK(game->name(search.run({.visits = 200}).moves.front().move) == "c5");
  REQUIRE(record.play(*game->find_move("e4")));
  search.set_root(record);
  const SearchReport report = search.run({.visits = 200});
  CHECK(game->name(report.moves.front().move) == "c5");
  CHECK(report.proof == Proof::win);
}

TEST_CASE("playouts have no policy where a stone may not go") {
  const auto game = trial(3);
  Position position = game->start();
  for (const char* name : {"b1", "c2"}) {
    position.of(Colour::white).insert(game->find_move(name)->cell());
  }
  Settings settings;
  settings.playouts = 64;
  const EvaluationRequest request{&position, 1};
  Evaluation evaluation;
  PlayoutEvaluator(*game, settings, 1).evaluate({&request, 1}, {&evaluation, 1});
  double sum = 0;
  for (Cell cell = 0; cell < 9; ++cell) {
    // At c1 a black stone would have no empty cell beside it.
    const std::string name = game->name(Move(cell));
    const bool is_legal = name == "a2" || name == "b2" || name == "a3" || name == "b3";
    CHECK((evaluation.policy[cell] > 0) == is_legal);
    sum += static_cast<double>(evaluation.policy[cell]);
  }
  CHECK(sum == doctest::Approx(1));
}

TEST_CASE("formats and drawings know its games") {
  std::mt19937 random(3);
  for (int number = 0; number < 20; ++number) {
    const int side = 4 + number % 3;
    const auto game = trial(side, SwapRule::none);
    GameFile file{.record = test::random_game(game, random)};
    const std::string sgf = write_sgf(file);
    CHECK(sgf.find("GAME[trial]") != std::string::npos);
    CHECK(sgf.find("SZ[" + std::to_string(side - 1) + "]") != std::string::npos);
    const GameFile read = read_sgf(sgf);
    CHECK(read.record.turns() == file.record.turns());
    CHECK(read.record.position() == file.record.position());
    if (file.record.position().result == Result::draw) CHECK(read.result == "0");
    const std::string svg = board_svg(*game, file.record.position(), {});
    const auto polygons = [&] {
      int count = 0;
      for (std::size_t at = 0; (at = svg.find("<polygon", at)) != svg.npos; ++at) ++count;
      return count;
    };
    CHECK(polygons() == game->board().cell_count());
    const Result result = file.record.position().result;
    const std::string end = result == Result::black   ? "Black has won\n"
                            : result == Result::white ? "White has won\n"
                                                      : "The game is drawn\n";
    CHECK(analysis_text(*game, file.record.position(), {}).ends_with("\n" + end));
  }
  const auto game = trial(3);
  Position position = game->start();
  game->play(position, *game->find_move("b1"));
  CHECK(board_text(*game, position) ==
        "   a b c\n"
        " 1  (B). 1\n"
        " 2 . . . 2\n"
        " 3 . . 3\n");
}

TEST_CASE("self-play records its games") {
  const auto game = trial(4);
  selfplay::SelfplaySettings settings;
  settings.visits = 16;
  settings.cheap_visits = 8;
  Settings search_settings;
  search_settings.playouts = 16;
  const PlayoutEvaluator evaluator(*game, search_settings, 1);
  const selfplay::Openings openings(*game, evaluator, 0.5, 1);
  const selfplay::GameContext context{*game, openings, settings, search_settings, 0};
  int taken_off = 0;
  for (std::uint64_t seed = 1; seed < 20; ++seed) {
    const selfplay::GameRecord record = play_alone(context, evaluator, seed);
    CHECK(selfplay::decode(selfplay::encode(record)) == record);
    CHECK(record.game == Trial::kName);
    Position position = game->start();
    std::set<Cell> stones;  // as the record has them
    auto removed = record.removed.begin();
    for (std::size_t i = 0; i < record.moves.size(); ++i) {
      const selfplay::MoveRecord& move = record.moves[i];
      REQUIRE(game->is_legal(position, Move(move.cell)));
      game->play(position, Move(move.cell));
      stones.insert(move.cell);
      for (; removed != record.removed.end() && removed->move == i; ++removed, ++taken_off) {
        CHECK(stones.erase(removed->cell) == 1);
      }
      std::set<Cell> there;
      position.occupied().for_each([&](Cell cell) { there.insert(cell); });
      CHECK(stones == there);
    }
    CHECK(removed == record.removed.end());
    if (record.ending == selfplay::Ending::rules) CHECK(position.result == record.result);
  }
  CHECK(taken_off > 0);
}

TEST_CASE("the program plays it with itself, makes a book of that, and matches of two settings") {
  const TemporaryFolder folder;
  const std::string games = (folder / "games").string(), book = (folder / "book").string();
  const Run selfplay = run(folder,
                           "selfplay --game trial --sizes 3 --games 12 --visits 8 --cheap-visits 4 "
                           "--playouts 16 --backend cpu --parallel 4 --resign-below 0 --out " +
                               games);
  REQUIRE_MESSAGE(selfplay.code == 0, selfplay.errors);
  const json totals = json::parse(selfplay.output);
  std::int64_t count = 0, draws = 0;
  for (const auto& shard : selfplay::list_shards(games)) {
    selfplay::read_shard(shard, [&](const selfplay::GameRecord& record) {
      CHECK(record.game == Trial::kName);
      CHECK(record.net == 0);
      ++count;
      draws += record.result == Result::draw ? 1 : 0;
    });
  }
  CHECK(count == 12);
  CHECK(totals.at("games") == count);
  CHECK(totals.at("draws") == draws);
  CHECK(draws > 0);
  const Run made = run(folder, "book " + book + " " + games + " --game trial --size 3");
  CHECK_MESSAGE(made.code == 0, made.errors);
  CHECK(made.output.starts_with("12 games added, 0 known before"));
  const Run match =
      run(folder,
          "match --game trial --size 3 --games 6 --visits 8 --playouts 16 --backend cpu "
          "--against-set exploration=2");
  REQUIRE_MESSAGE(match.code == 0, match.errors);
  CHECK(json::parse(match.output).at("games") == 6);
  // A net of another game is no opponent, and there are no fills.
  const std::string against =
      "match --game trial --size 3 --games 4 --visits 8 --playouts 16 --backend cpu "
      "--evaluator playouts --against ";
  const Run playouts = run(folder, against + "playouts");
  REQUIRE_MESSAGE(playouts.code == 0, playouts.errors);
  CHECK(json::parse(playouts.output).at("games") == 4);
  CHECK(run(folder, against + "fills").code == 2);
}

TEST_CASE("the program plays it through GTP, analyses it and runs tournaments of it") {
  const TemporaryFolder folder;
  write_text(folder / "gtp",
             "isthmus-game trial\nboardsize 4\nplay b c1\nplay w b2\nplay b c2\nplay w b3\n"
             "play b c3\nplay w d4\nplay b c4\nplay w e4\ngenmove b\nall_legal_moves\nfinal_score\n"
             "showboard\nprintsgf\n");
  const Run gtp = run(folder, "gtp --backend cpu --visits 100 < " + (folder / "gtp").string());
  CHECK(gtp.code == 0);
  CHECK(gtp.output.find("= c5\n") != std::string::npos);
  CHECK(gtp.output.find("= B+") != std::string::npos);
  CHECK(gtp.output.find("GAME[trial]") != std::string::npos);
  CHECK(gtp.output.find('?') == std::string::npos);

  write_text(folder / "query", R"({"id": "q", "game": "trial", "size": 4, "maxVisits": 50,
                                   "moves": [["B", "c1"], ["W", "b2"]]})");
  const Run analysis = run(folder, "analyze --backend cpu " + (folder / "query").string());
  CHECK(analysis.code == 0);
  const json answer = json::parse(analysis.output);
  CHECK(answer.at("moveInfos").size() > 4);
  CHECK(answer.at("rootInfo").at("winrate") > 0);

  const std::string engine =
      std::string(ISTHMUS_PROGRAM) + " gtp --backend cpu --game trial --size 3 --playouts 32";
  write_text(folder / "spec", json{{"game", "trial"},
                                   {"size", 3},
                                   {"games", 4},
                                   {"engines",
                                    {{{"name", "a"}, {"command", engine + " --visits 20"}},
                                     {{"name", "b"}, {"command", engine + " --visits 4"}}}}}
                                  .dump());
  const Run tournament = run(
      folder, "tournament " + (folder / "spec").string() + " --out " + (folder / "out").string());
  CHECK_MESSAGE(tournament.code == 0, tournament.errors);
  std::size_t games = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder / "out")) {
    if (entry.path().extension() != ".sgf") continue;
    ++games;
    CHECK(read_sgf(read_text(entry.path())).record.game().name() == Trial::kName);
    CHECK(read_text(entry.path()).find("SZ[3]") != std::string::npos);
  }
  CHECK(games == 4);
}
