#include <algorithm>
#include <filesystem>
#include <map>
#include <memory>
#include <random>
#include <set>
#include <span>
#include <stdexcept>
#include <stop_token>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "engine/search/search.hpp"
#include "games/list.hpp"
#include "protocols/formats/sgf.hpp"
#include "protocols/json/analysis_query.hpp"
#include "tests/support/brute_force.hpp"
#include "tests/support/function_evaluator.hpp"
#include "tests/support/random_game.hpp"
#include "tests/support/winning_moves.hpp"
#include "tests/tools/base/temporary_folder.hpp"
#include "tools/base/bad_input.hpp"
#include "tools/puzzles/game_sources.hpp"
#include "tools/puzzles/puzzle_maker.hpp"
#include "tools/selfplay/shards.hpp"

using namespace isthmus;
using namespace isthmus::puzzles;

namespace {

constexpr int kSide = 4;
constexpr int kLeastStones = 4;  // from which on brute force is quick
const std::vector<std::int64_t> kVisits{1, 4, 30, 200};

// Some opinion, the same of a position each time: chances and moves from its stones by arithmetic.
void judge(const Game& game, const EvaluationRequest& request, Evaluation& evaluation) {
  evaluation = test::even_evaluation(game, *request.position);
  std::minstd_rand random(1);
  const auto stir = [&](Cell cell) { random.seed(static_cast<unsigned>(random()) + cell); };
  request.position->of(Colour::black).for_each(stir);
  random.discard(1);
  request.position->of(Colour::white).for_each(stir);
  evaluation.black_wins = static_cast<float>(random() % 1000) / 1000;
  float sum = 0;
  for (float& share : evaluation.policy) {
    share *= static_cast<float>(1 + random() % 1000);
    sum += share;
  }
  for (float& share : evaluation.policy) share /= sum;
}

EvaluatorFactory judges() {
  return [](const Game& game, const EvaluatorSettings&) {
    return std::make_unique<test::FunctionEvaluator>(
        [&game](const EvaluationRequest& request, Evaluation& evaluation) {
          judge(game, request, evaluation);
        });
  };
}

std::vector<Record> some_games(int count) {
  std::mt19937 random(8);
  const std::shared_ptr<const Game> game = make_game("hex", kSide, kSide, SwapRule::none);
  std::vector<Record> games;
  for (int i = 0; i < count; ++i) games.push_back(test::random_game(game, random));
  return games;
}

// The same game turned by half, and mirrored with the colours exchanged.
std::vector<Record> twins_of(const Record& record) {
  const std::shared_ptr<const Game>& game = record.shared_game();
  Record turned(game), mirrored(game, game->setup({}, {}, Colour::white));
  for (const Turn& turn : record.turns()) {
    const int cell = turn.move.cell();
    turned.play(Move(static_cast<Cell>(kSide * kSide - 1 - cell)));
    mirrored.play(Move(static_cast<Cell>(cell % kSide * kSide + cell / kSide)));
  }
  return {turned, mirrored};
}

PuzzleOptions options(int threads) {
  return {.make_evaluator = judges(), .visits = kVisits, .threads = threads};
}

// The problems of games.
std::vector<Puzzle> make(const std::vector<Record>& games, PuzzleOptions how) {
  std::vector<Puzzle> all;
  PuzzleMaker maker(std::move(how), {}, [&](std::span<const Puzzle> puzzles) {
    all.insert(all.end(), puzzles.begin(), puzzles.end());
  });
  for (std::size_t i = 0; i < games.size(); ++i) maker.add("game " + std::to_string(i), games[i]);
  maker.finish();
  return all;
}

std::string text_of(const std::vector<Puzzle>& puzzles) {
  std::string text;
  for (const Puzzle& puzzle : puzzles) text += puzzle.text;
  return text;
}

// A position of Hex as who moves, and each one's stones in numbers; the same for the four that
// half a turn, and the mirror by which the colours change places, turn into each other.
using Stones = std::tuple<int, std::vector<int>, std::vector<int>>;
Stones least_image(const Position& position) {
  std::vector<Stones> images;
  for (const bool turned : {false, true}) {
    for (const bool mirrored : {false, true}) {
      const auto stones_of = [&](Colour colour) {
        std::vector<int> cells;
        position.of(colour).for_each([&](Cell cell) {
          int row = cell / kSide, column = cell % kSide;
          if (turned) row = kSide - 1 - row, column = kSide - 1 - column;
          if (mirrored) std::swap(row, column);
          cells.push_back(row * kSide + column);
        });
        std::sort(cells.begin(), cells.end());
        return cells;
      };
      const bool black_moves = (position.to_move == Colour::black) != mirrored;
      auto black = stones_of(mirrored ? Colour::white : Colour::black);
      auto white = stones_of(mirrored ? Colour::black : Colour::white);
      images.emplace_back(black_moves, std::move(black), std::move(white));
    }
  }
  return *std::min_element(images.begin(), images.end());
}

// What each position of such games with one winning move has to be answered by.
std::map<Stones, std::size_t> expected_problems(const std::vector<Record>& games) {
  std::map<Stones, std::size_t> found;
  test::BruteForce brute(kSide, kSide);
  for (const Record& record : games) {
    for (const Position& position : record.positions()) {
      const bool is_small = position.occupied().size() >= kLeastStones;
      if (!is_small || position.result != Result::ongoing) continue;
      if (test::winning_moves(brute, record.game(), position).size() == 1) {
        ++found[least_image(position)];
      }
    }
  }
  return found;
}

}  // namespace

TEST_CASE("puzzles are the positions of games with one winning move, each once") {
  std::vector<Record> games = some_games(20);
  for (int i = 0; i < 5; ++i) {
    for (const Record& twin : twins_of(games[static_cast<std::size_t>(i)])) games.push_back(twin);
  }
  const std::map<Stones, std::size_t> expected = expected_problems(games);
  std::size_t with_twins = 0;
  for (const auto& [stones, count] : expected) with_twins += count;
  CHECK(with_twins > expected.size() + 5);

  test::BruteForce brute(kSide, kSide);
  std::set<Stones> found;
  for (const Puzzle& puzzle : make(games, options(2))) {
    const AnalysisQuery query = parse_query(puzzle.text, Settings{});
    CHECK(query.unknown_fields.empty());
    const Position& position = query.record.position();
    if (position.occupied().size() < kLeastStones) continue;
    const auto moves = test::winning_moves(brute, query.record.game(), position);
    REQUIRE(moves.size() == 1);
    const auto fields = nlohmann::json::parse(puzzle.text);
    CHECK(fields["answer"] == query.record.game().name(moves.front()));
    CHECK(fields["turn"] == query.record.turns().size() + 1);
    CHECK(found.insert(least_image(position)).second);
  }
  CHECK(found.size() == expected.size());
  CHECK(found.size() > 20);
}

TEST_CASE("the grade of a puzzle is the first of the visits by which it is found") {
  const std::vector<Record> games = some_games(12);
  const std::vector<Puzzle> puzzles = make(games, options(1));
  std::map<int, int> counts;
  for (const Puzzle& puzzle : puzzles) {
    const AnalysisQuery query = parse_query(puzzle.text, Settings{});
    const Game& game = query.record.game();
    const auto fields = nlohmann::json::parse(puzzle.text);
    const Move answer = *game.find_move(fields["answer"].get<std::string>());
    const auto evaluator = judges()(game, {});
    int grade = 1;
    for (const std::int64_t visits : kVisits) {
      Settings settings;
      settings.batch = 1;
      settings.solver_share = 0;  // as grades have both
      settings.root_views = 1;
      Search search(game, *evaluator, settings);
      search.set_root(query.record);
      if (search.run({.visits = visits}).moves.front().move == answer) break;
      ++grade;
    }
    REQUIRE(puzzle.grade);
    CHECK(puzzle.grade->number == grade);
    CHECK(fields["grade"] == grade);
    if (grade <= static_cast<int>(kVisits.size())) {
      CHECK(fields["foundVisits"] == kVisits[static_cast<std::size_t>(grade - 1)]);
    } else {
      CHECK(fields["foundVisits"].is_null());
    }
    // One visit is the policy alone.
    Evaluation evaluation;
    judge(game, {&query.record.position()}, evaluation);
    const auto best = std::max_element(evaluation.policy.begin(), evaluation.policy.end());
    CHECK((grade == 1) == (best - evaluation.policy.begin() == answer.cell()));
    ++counts[grade];
  }
  CHECK(counts[1] > 0);
  CHECK(counts.size() > 2);
  // By other threads, and in other company.
  CHECK(text_of(make(games, options(3))) == text_of(puzzles));
  PuzzleOptions limited = options(3);
  limited.limit = 5;
  const std::vector<Puzzle> first(puzzles.begin(), puzzles.begin() + 5);
  CHECK(text_of(make(games, limited)) == text_of(first));
}

TEST_CASE("puzzles are written as SGF with their grades") {
  const std::vector<Record> games = some_games(3);
  PuzzleOptions how = options(1);
  const std::vector<Puzzle> queries = make(games, how);
  how.as_sgf = true;
  const std::vector<Puzzle> written = make(games, how);
  REQUIRE(written.size() == queries.size());
  REQUIRE_FALSE(written.empty());
  for (std::size_t i = 0; i < written.size(); ++i) {
    const GameFile file = read_sgf(written[i].text);
    const AnalysisQuery query = parse_query(queries[i].text, Settings{});
    CHECK(file.record.first_position().stones == query.record.position().stones);
    const auto fields = nlohmann::json::parse(queries[i].text);
    CHECK(query.record.game().name(file.record.turns().at(0).move) ==
          fields["answer"].get<std::string>());
    const std::string grade = "; grade " + std::to_string(fields["grade"].get<int>()) + ", ";
    CHECK(file.comment.find(grade) != std::string::npos);
  }
}

TEST_CASE("what was found before a stop is kept, and an error ends the making") {
  const std::vector<Record> games = some_games(40);
  std::stop_source stop;
  std::size_t takes = 0, found = 0;
  {
    PuzzleMaker maker(options(1), stop.get_token(), [&](std::span<const Puzzle> puzzles) {
      ++takes;
      found += puzzles.size();
      if (found > 0) stop.request_stop();
    });
    for (const Record& game : games) maker.add("game", game);
    maker.finish();
    CHECK(maker.ending().stop_requested());
  }
  CHECK(found > 0);
  CHECK(takes < games.size());

  PuzzleOptions failing = options(2);
  failing.make_evaluator = [](const Game&, const EvaluatorSettings&) -> std::unique_ptr<Evaluator> {
    throw std::invalid_argument("none");
  };
  CHECK_THROWS_WITH(make(games, failing), "none");
}

TEST_CASE("games come from texts, queries, and records of self-play") {
  const TemporaryFolder folder;
  const std::shared_ptr<const Game> game = make_game("hex", 5, 5, SwapRule::none);
  const auto visited = [&](const std::string& argument) {
    std::vector<std::string> all;
    Omissions omissions;
    GameSource(argument, game)
        .visit(omissions, {}, [&](const std::string& name, const Record& record) {
          all.push_back(name + ":");
          for (const Turn& turn : record.turns()) all.back() += ' ' + record.game().name(turn.move);
        });
    return all;
  };
  using Names = std::vector<std::string>;
  CHECK(visited("https://hexworld.org/board/#5,c3d4") == Names{"game 1: c3 d4"});
  write_text(folder / "two.sgf", "(;SZ[5];B[a1];W[b2])(;SZ[5];B[c3])");
  CHECK(visited((folder / "two.sgf").string()) ==
        Names{"two.sgf, game 1: a1 b2", "two.sgf, game 2: c3"});
  write_text(folder / "queries", "{\"size\": 5, \"moves\": [[\"B\", \"e1\"]]}\n{\"size\": 3}\n");
  CHECK(visited((folder / "queries").string()) == Names{"queries, game 1: e1", "queries, game 2:"});

  selfplay::GameRecord played{.game = "hex", .rows = 2, .columns = 2};
  played.moves.resize(2);
  played.moves[0].cell = 1;
  played.moves[1].cell = 2;
  selfplay::GameRecord wrong = played;
  wrong.moves.push_back(played.moves[0]);
  const std::vector<selfplay::GameRecord> records{played, wrong, played};
  std::filesystem::create_directory(folder / "games");
  selfplay::write_shard(folder / "games" / "games-00000.shard", records);
  const Names expected{"games-00000.shard, game 1: b1 a2", "games-00000.shard, game 3: b1 a2"};
  CHECK(visited((folder / "games").string()) == expected);
  CHECK(visited((folder / "games" / "games-00000.shard").string()) == expected);

  write_text(folder / "bad", "{\"size\": 5}\n{\"size\": 0}\n");
  CHECK_THROWS_AS(visited((folder / "bad").string()), BadInput);
  CHECK_THROWS_AS(visited((folder / "none").string()), BadInput);
  write_text(folder / "empty", "");
  CHECK_THROWS_AS(visited((folder / "empty").string()), BadInput);
}
