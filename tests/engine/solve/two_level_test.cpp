// Searches of two levels, whose leaves others search: workers that are made up, and solvers in
// threads.

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <thread>
#include <tuple>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "engine/random/splitmix.hpp"
#include "engine/solve/general_solver.hpp"
#include "engine/solve/proof_numbers.hpp"
#include "engine/solve/proof_tree.hpp"
#include "engine/solve/two_level_solver.hpp"
#include "games/list.hpp"
#include "tests/games/trial.hpp"
#include "tests/support/brute_force.hpp"
#include "tests/support/one_thread.hpp"
#include "tests/support/position_after.hpp"
#include "tests/support/random_position.hpp"
#include "tests/support/solver_table.hpp"
#include "tests/support/stones.hpp"

namespace isthmus {

namespace {

using test::BruteForce;
using test::random_position;
using test::random_stones;
using test::table_of;

constexpr std::size_t kBytes = std::size_t{1} << 24;

// A worker that knows who wins at Hex by trying everything, and reports it now and then; else
// numbers by chance, of moves in an order by chance, without some that lose.
class MadeUpWorker {
 public:
  MadeUpWorker(const Game& game, SplitMix64& random)
      : game_(game), brute_(game.board().rows(), game.board().columns()), random_(random) {}

  bool mover_wins(const Position& position) {
    return brute_.wins(BruteForce::mask(position.stones[0]), BruteForce::mask(position.stones[1]),
                       position.to_move, position.to_move);
  }

  // As few cells as the winner needs, by leaving out one after the other.
  CellSet carrier(const Position& position) {
    const bool wins = mover_wins(position);
    Position worse = position;
    CellSet carrier = game_.board().cells() - position.occupied();
    carrier.for_each([&](Cell cell) {
      Position next = worse;
      next.of(wins ? opponent(position.to_move) : position.to_move).insert(cell);
      if (mover_wins(next) != wins) return;
      worse = next;
      carrier.erase(cell);
    });
    return carrier;
  }

  ProofJobResult search(const Position& position) {
    ProofJobResult result;
    if (random_() % 3 == 0) {
      result.solution.proof = mover_wins(position) ? Proof::win : Proof::loss;
      result.solution.carrier = carrier(position);
      return result;
    }
    std::vector<Cell> cells;
    game_.legal_cells(position).for_each([&](Cell cell) { cells.push_back(cell); });
    for (std::size_t i = cells.size(); i > 1; --i) std::swap(cells[i - 1], cells[random_() % i]);
    for (const Cell cell : cells) {
      Position next = position;
      game_.play(next, Move(cell));
      if (next.result == Result::ongoing && random_() % 4 == 0 && mover_wins(next)) {
        result.expansion.carrier = result.expansion.carrier | carrier(next);
      } else {
        const auto number = [&] { return static_cast<std::uint32_t>(1 + random_() % 9); };
        result.expansion.moves.push_back({Move(cell), number(), number()});
      }
    }
    result.expansion.is_ordered = random_() % 2 == 0;
    return result;
  }

 private:
  const Game& game_;
  BruteForce brute_;
  SplitMix64& random_;
};

// Workers that search by solvers of their own, a few positions at a time, until it is destroyed.
class LocalWorkers {
 public:
  LocalWorkers(TwoLevelSolver& of, const Game& game, int count, std::int64_t nodes) {
    for (int i = 0; i < count; ++i) {
      threads_.emplace_back([&of, &game, i, nodes](const std::stop_token& stop) {
        const auto solver = make_solver(game, {.bytes = 1 << 20});
        while (!stop.stop_requested()) {
          auto job = of.take(i);
          if (!job) {
            std::this_thread::yield();
            continue;
          }
          job->nodes = std::min(job->nodes, nodes);
          of.hand_in(i, job->id, search_job(*solver, *job, 1, stop));
        }
      });
    }
  }

 private:
  std::vector<std::jthread> threads_;
};

Position position_of(const Game& game, const ProofJob& job) {
  Position position = job.first;
  for (const Move move : job.moves) game.play(position, move);
  return position;
}

}  // namespace

TEST_CASE("whatever workers report of what is not proven, the first level finds who wins") {
  SplitMix64 random(7);
  int with_jobs = 0;
  for (int round = 0; round < 400; ++round) {
    const int side = round % 2 == 0 ? 3 : 4;
    const auto game = make_game("hex", side, side, SwapRule::none);
    MadeUpWorker worker(*game, random);
    const Position root = game->setup({}, {}, Colour::black);
    Position position = random_stones(game->board(), side == 3 ? 9 : 9 + round % 2, random);
    position = side == 3 && round % 4 == 0
                   ? root
                   : game->setup(position.stones[0], position.stones[1], position.to_move);
    if (position.result != Result::ongoing) continue;
    // Little room now and then, so that leaves are searched again and again.
    ProofTree tree(*game, round % 5 == 0 ? 4000 : kBytes);
    tree.ask(position, {}, opponent(position.to_move));
    constexpr int kWorkers = 3;
    std::vector<std::optional<ProofJob>> taken(kWorkers);
    std::set<std::uint32_t> ids;
    int jobs = 0;
    while (!tree.is_decided()) {
      const auto i = random() % kWorkers;
      const int name = static_cast<int>(i);
      if (!taken[i]) {
        taken[i] = tree.take(name);
        if (taken[i]) {
          ++jobs;
          REQUIRE(position_of(*game, *taken[i]).result == Result::ongoing);
          REQUIRE(ids.insert(taken[i]->id).second);  // no other worker has it
        }
      } else {
        ids.erase(taken[i]->id);
        if (random() % 8 == 0) {
          tree.give_back(name);
          REQUIRE(!tree.hand_in(name, taken[i]->id, {}));
        } else {
          REQUIRE(tree.hand_in(name, taken[i]->id, worker.search(position_of(*game, *taken[i]))));
        }
        taken[i].reset();
      }
      REQUIRE(jobs < 100000);
    }
    const bool wins = worker.mover_wins(position);
    REQUIRE((tree.to_win() == 0) == wins);
    REQUIRE((tree.to_lose() == 0) == !wins);
    REQUIRE(!tree.take(kWorkers));
    with_jobs += jobs > 4;
    // The loser may have all but the carrier.
    Position worse = position;
    CellSet& given = worse.of(wins ? opponent(position.to_move) : position.to_move);
    given = given | (game->board().cells() - position.occupied() - tree.carrier());
    REQUIRE(worker.mover_wins(worse) == wins);
  }
  CHECK(with_jobs > 150);
}

TEST_CASE("a job is wanted while it may help with what is asked") {
  const auto game = make_game("hex", 3, 3, SwapRule::none);
  ProofTree tree(*game, kBytes);
  const Position root = game->start();
  CHECK(!tree.take(1));
  tree.ask(root, {}, Colour::white);
  const auto job = tree.take(1);
  REQUIRE(job);
  CHECK(job->first == root);
  CHECK(job->moves.empty());
  CHECK(!tree.take(2));
  CHECK(tree.is_wanted(1, job->id));
  CHECK(!tree.is_wanted(2, job->id));
  const Move corner(*game->board().find("a1")), centre(*game->board().find("b2"));
  ProofJobResult moves;
  moves.expansion.moves = {{corner, 3, 2}, {centre, 2, 5}};
  CHECK(tree.hand_in(1, job->id, moves));
  // As many as must be proven.
  CHECK(tree.to_win() == 2);
  CHECK(tree.to_lose() == 5);
  CHECK(tree.open_moves() == 2);
  const auto first = tree.take(1), second = tree.take(2);
  REQUIRE(first);
  REQUIRE(second);
  CHECK(first->moves == std::vector{corner});
  CHECK(second->moves == std::vector{centre});
  CHECK(!tree.take(3));
  // A lost worker's job goes to another, and what it hands in after all is dropped.
  tree.give_back(1);
  CHECK(!tree.is_wanted(1, first->id));
  const auto again = tree.take(3);
  REQUIRE(again);
  CHECK(again->id == first->id);
  ProofJobResult proof;
  proof.solution.proof = Proof::loss;
  proof.solution.line = {Move(*game->board().find("c3"))};
  CHECK(!tree.hand_in(1, first->id, proof));
  CHECK(!tree.is_decided());
  // Once the root is decided, others need not go on; nor where nothing is asked.
  CHECK(tree.hand_in(2, second->id, proof));
  CHECK(tree.to_win() == 0);
  CHECK(tree.line() == std::vector<Move>{centre, Move(*game->board().find("c3"))});
  CHECK(!tree.is_wanted(3, again->id));
  Position next = root;
  game->play(next, corner);
  tree.ask(next, {}, Colour::black);
  CHECK(!tree.is_wanted(3, again->id));  // it is of what was asked before
  CHECK(!tree.take(2));
  CHECK(tree.hand_in(3, again->id, proof));
  CHECK(tree.to_lose() == 0);
  tree.ask_nothing();
  CHECK(!tree.take(1));
}

TEST_CASE("positions that come by several orders of moves are searched once") {
  const auto game = make_game("hex", 4, 4, SwapRule::none);
  ProofTree tree(*game, kBytes);
  tree.ask(game->start(), {}, Colour::white);
  const auto all_moves = [&](const Position& position) {
    ProofJobResult result;
    game->legal_cells(position).for_each(
        [&](Cell cell) { result.expansion.moves.push_back({Move(cell)}); });
    result.expansion.carrier = game->board().cells();
    return result;
  };
  std::set<std::pair<std::vector<std::uint64_t>, Colour>> seen;
  for (int i = 0; i < 2000; ++i) {
    const auto job = tree.take(0);
    REQUIRE(job);
    const Position position = position_of(*game, *job);
    std::vector<std::uint64_t> stones;
    for (const CellSet& cells : position.stones) stones.push_back(cells.words()[0]);
    REQUIRE(seen.emplace(stones, position.to_move).second);
    REQUIRE(tree.hand_in(0, job->id, all_moves(position)));
  }
}

TEST_CASE("the first level solves small games by itself, where jobs yield nothing but moves" *
          test::one_thread()) {
  std::vector<std::unique_ptr<const Game>> games;
  games.push_back(std::make_unique<Trial>(3, SwapRule::none));
  for (const auto& [name, side] : {std::pair{"hex", 3}, std::pair{"rex", 3}, std::pair{"y", 4},
                                   std::pair{"havannah", 3}, std::pair{"gonnect", 3}}) {
    games.push_back(make_game(name, side, side, SwapRule::none));
  }
  for (const auto& game : games) {
    CAPTURE(game->name());
    const auto alone = make_general_solver(*game, {});
    const int cells = game->board().cells().size();
    int jobs = 0;
    for (int i = 0; i < 60; ++i) {
      const int moves = std::max(0, cells - 9) + i % 6;
      const Position position = random_position(*game, moves, static_cast<std::uint64_t>(i));
      const Proof expected = alone->solve(position).proof;
      ProofTree tree(*game, kBytes);
      for (const Colour drawn_for : {Colour::white, Colour::black}) {
        tree.ask(position, {}, drawn_for);
        while (const auto job = tree.take(0)) {
          ProofJobResult result;
          game->legal_cells(position_of(*game, *job)).for_each([&](Cell cell) {
            result.expansion.moves.push_back({Move(cell)});
          });
          REQUIRE(tree.hand_in(0, job->id, result));
          ++jobs;
        }
        const bool draw_wins = drawn_for == position.to_move;
        const bool wins = expected == Proof::win || (expected == Proof::draw && draw_wins);
        REQUIRE((tree.to_win() == 0) == wins);
        REQUIRE((tree.to_lose() == 0) == !wins);
      }
    }
    CHECK(jobs > 200);
  }
}

TEST_CASE("games are solved alike by any number of workers") {
  struct Case {
    const char* game;
    int side;
    std::int64_t nodes;  // of a job
  };
  for (const auto& [name, side, nodes] :
       {Case{"hex", 5, 1}, Case{"hex", 5, 20}, Case{"rex", 4, 20}, Case{"y", 6, 1},
        Case{"havannah", 3, 20}, Case{"gonnect", 3, 1}, Case{"gonnect", 3, 5}}) {
    const auto game = make_game(name, side, side, SwapRule::none);
    CAPTURE(game->name());
    const MoveProofs expected = make_solver(*game, {})->solve_moves(game->start());
    REQUIRE(expected.unknown.empty());
    for (const int workers : {1, 3}) {
      CAPTURE(workers);
      TwoLevelSolver solver(*game, kBytes);
      const LocalWorkers local(solver, *game, workers, nodes);
      const MoveProofs proofs = solver.solve_moves(game->start(), {}, {});
      CHECK(proofs.wins == expected.wins);
      CHECK(proofs.draws == expected.draws);
      CHECK(proofs.losses == expected.losses);
      // What is known is not searched again.
      const std::int64_t before = solver.status().nodes;
      const Solution solution = solver.solve(game->start(), {}, {});
      CHECK(solution.proof == (expected.wins.empty() ? Proof::loss : Proof::win));
      if (solution.proof == Proof::win) {
        REQUIRE(!solution.line.empty());
        CHECK(expected.wins.contains(solution.line.front().cell()));
      }
      CHECK(solver.status().nodes >= before);
    }
  }
}

TEST_CASE("two levels distinguish a draw from a win and a loss, also where positions come again") {
  const Trial game(3, SwapRule::none);
  const auto alone = make_solver(game, {});
  int draws = 0;
  const auto solve_positions = [&](TwoLevelSolver& solver, int begin, int end) {
    const LocalWorkers local(solver, game, 2, 1);
    for (int i = begin; i < end; ++i) {
      Position position = random_position(game, i % 16, static_cast<std::uint64_t>(i));
      const Solution solution = solver.solve(position, {}, {});
      REQUIRE(solution.proof == alone->solve(position).proof);
      draws += solution.proof == Proof::draw;
      for (const Move move : solution.line) {
        REQUIRE(game.is_legal(position, move));
        game.play(position, move);
      }
    }
  };
  TwoLevelSolver first(game, kBytes), second(game, kBytes);
  solve_positions(first, 0, 150);
  for (const auto& piece : table_of(first)) second.read_table(piece);
  solve_positions(second, 0, 300);  // from what is known of a half of them
  CHECK(draws > 75);
}

TEST_CASE("two levels keep to limits and stops, and report how far they are") {
  const auto game = make_game("hex", 9, 9, SwapRule::none);
  TwoLevelSolver solver(*game, kBytes);
  {
    const LocalWorkers local(solver, *game, 2, 5);
    const Solution few = solver.solve(game->start(), {.nodes = 60}, {});
    CHECK(few.proof == Proof::unknown);
    CHECK(few.nodes >= 60);
    CHECK(few.nodes < 70);
    const SolverStatus status = solver.status();
    CHECK(status.nodes >= few.nodes);
    CHECK(status.to_win > 0);
    CHECK(status.to_lose > 0);
    CHECK(status.open_moves > 0);
    std::stop_source stop;
    std::jthread stopping([&] {
      while (solver.status().nodes < few.nodes + 30) std::this_thread::yield();
      stop.request_stop();
    });
    CHECK(solver.solve(game->start(), {}, stop.get_token()).proof == Proof::unknown);
  }
  CHECK(solver.solve(game->start(), {.seconds = 0.05}, {}).proof == Proof::unknown);
  // What a worker reports counts at once; once it is lost its job is another's. These two have
  // searched nothing yet, and so prefer no positions to others.
  constexpr int kLost = 11, kOther = 12;
  std::jthread asking([&](const std::stop_token& stop) {
    CHECK(solver.solve(game->start(), {}, stop).proof == Proof::unknown);
  });
  std::optional<ProofJob> job;
  while (!(job = solver.take(kLost))) std::this_thread::yield();
  const std::int64_t nodes = solver.status().nodes;
  CHECK(solver.report(kLost, job->id, 1000));
  CHECK(solver.status().nodes == nodes + 1000);
  solver.lose(kLost);
  CHECK(!solver.report(kLost, job->id, 1200));
  CHECK(solver.status().nodes == nodes);
  CHECK(solver.take(kOther).value().id == job->id);
  asking = {};
  std::jthread waiting(
      [&] { CHECK_THROWS_AS(solver.solve(game->start(), {}, {}), std::runtime_error); });
  solver.end();
}

TEST_CASE("two levels go on from what others have written") {
  for (const auto& [name, side, moves] :
       {std::tuple{"hex", 6, std::vector<std::string>{"a2"}},
        std::tuple{"gonnect", 4, std::vector<std::string>{"a2", "c3"}}}) {
    const auto game = make_game(name, side, side, SwapRule::none);
    CAPTURE(game->name());
    const Position position = test::position_after(*game, moves);
    const Proof expected = make_solver(*game, {})->solve(position).proof;
    auto first = std::make_unique<TwoLevelSolver>(*game, kBytes);
    {
      const LocalWorkers local(*first, *game, 2, 10);
      CHECK(first->solve(position, {.nodes = 60}, {}).proof == Proof::unknown);
    }
    const auto pieces = table_of(*first);
    TwoLevelSolver second(*game, kBytes);
    for (const auto& piece : pieces) second.read_table(piece);
    CHECK(second.expand(position, {}).moves.size() == first->expand(position, {}).moves.size());
    const LocalWorkers local(second, *game, 2, 10);
    const Solution solution = second.solve(position, {}, {});
    CHECK(solution.proof == expected);
    // All is known by now, the line too, and no worker need search.
    TwoLevelSolver third(*game, kBytes);
    for (const auto& piece : table_of(second)) third.read_table(piece);
    const Solution again = third.solve(position, {}, {});
    CHECK(again.proof == expected);
    CHECK(again.line == solution.line);
    CHECK(again.carrier == solution.carrier);

    auto piece = pieces.front();
    piece.pop_back();
    CHECK_THROWS_AS(second.read_table(piece), std::invalid_argument);
    piece = pieces.front();
    piece.front() |= 1U << 9;
    CHECK_THROWS_AS(second.read_table(piece), std::invalid_argument);
  }
}

}  // namespace isthmus
