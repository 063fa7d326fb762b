// Several threads that solve one position over one table, for all solvers.

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <thread>
#include <tuple>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "engine/random/splitmix.hpp"
#include "engine/solve/general_solver.hpp"
#include "engine/solve/next_move.hpp"
#include "engine/solve/proof_numbers.hpp"
#include "engine/solve/proof_table.hpp"
#include "engine/solve/search_threads.hpp"
#include "engine/solve/work.hpp"
#include "games/hex/hex_board.hpp"
#include "games/hex/hex_solver.hpp"
#include "games/hex/proven_wins.hpp"
#include "games/list.hpp"
#include "tests/support/brute_force.hpp"
#include "tests/support/fewer_if_sanitized.hpp"
#include "tests/support/position_after.hpp"
#include "tests/support/solver_table.hpp"
#include "tests/support/stones.hpp"

namespace isthmus {

namespace {

using test::BruteForce;
using test::random_stones;
using test::table_of;

constexpr int kThreads[] = {1, 2, 4};
// So few connections that there is much to search.
constexpr ConnectionLimits kFew{.steps = 0};

bool mover_wins(BruteForce& brute, const Position& position) {
  return brute.wins(BruteForce::mask(position.stones[0]), BruteForce::mask(position.stones[1]),
                    position.to_move, position.to_move);
}

// An entry whose fields all follow from its key.
struct NumberedEntry {
  struct Key {
    std::uint64_t number = 0;

    std::uint64_t hash() const { return SplitMix64::mix(number); }
    friend bool operator==(const Key&, const Key&) = default;
  };

  Key key;
  std::uint64_t copies[6] = {};
  Work work = {};
  bool is_proof = false;

  bool is_solved() const { return is_proof; }
};

NumberedEntry numbered(std::uint64_t number, bool is_proof) {
  NumberedEntry entry;
  entry.key.number = number;
  for (std::uint64_t& copy : entry.copies) copy = number;
  entry.work = Work(1);
  entry.is_proof = is_proof;
  return entry;
}

}  // namespace

TEST_CASE("all positions of small boards of Hex are solved alike by any number of threads") {
  for (const int rows : {2, 3}) {
    const Board board = Board::rhombus(rows, 3);
    BruteForce brute(rows, 3);
    std::vector<std::unique_ptr<Solver>> solvers;
    for (const int threads : kThreads) {
      solvers.push_back(make_hex_solver(board, {.bytes = 1 << 14, .threads = threads}, kFew));
    }
    int count = 0, powers = 1;
    for (int i = 0; i < brute.cells(); ++i) powers *= 3;
    const int tried = test::fewer_if_sanitized(powers, 4);
    for (int i = 0; i < tried; ++i) {
      const int code = i * (powers / tried);
      // Each cell empty, Black's or White's, with as many stones of both, or one more of Black's.
      Position position;
      for (int cell = 0, rest = code; cell < brute.cells(); ++cell, rest /= 3) {
        if (rest % 3 > 0) {
          position.stones[static_cast<std::size_t>(rest % 3 - 1)].insert(static_cast<Cell>(cell));
        }
      }
      const int more = position.stones[0].size() - position.stones[1].size();
      if (more < 0 || more > 1) continue;
      position.to_move = more == 0 ? Colour::black : Colour::white;
      if (brute.has_won(BruteForce::mask(position.stones[0]), Colour::black) ||
          brute.has_won(BruteForce::mask(position.stones[1]), Colour::white)) {
        continue;
      }
      const Proof expected = mover_wins(brute, position) ? Proof::win : Proof::loss;
      for (const auto& solver : solvers) REQUIRE(solver->solve(position).proof == expected);
      ++count;
    }
    CHECK(count > test::fewer_if_sanitized(rows == 2 ? 100 : 1500, 5));
  }
}

TEST_CASE("random positions of Hex are solved alike by any number of threads") {
  SplitMix64 random(41);
  const Board board = Board::rhombus(5, 5);
  BruteForce brute(5, 5);
  for (const ConnectionLimits& limits : {kFew, ConnectionLimits{1, 2}}) {
    // Large enough for all, and so small that much is forgotten.
    for (const int bytes : {1 << 20, 1 << 13}) {
      std::vector<std::unique_ptr<Solver>> solvers;
      for (const int threads : kThreads) {
        solvers.push_back(
            make_hex_solver(board, {static_cast<std::size_t>(bytes), threads}, limits));
      }
      std::int64_t nodes = 0;
      for (int i = 0; i < 40; ++i) {
        const Position position = random_stones(board, 9 + static_cast<int>(random() % 5), random);
        const bool wins = mover_wins(brute, position);
        for (const auto& solver : solvers) {
          const Solution solution = solver->solve(position);
          REQUIRE(solution.proof == (wins ? Proof::win : Proof::loss));
          nodes += solution.nodes;
          // The loser may have all but the carrier.
          Position worse = position;
          const Colour loser = wins ? opponent(position.to_move) : position.to_move;
          worse.of(loser) =
              worse.of(loser) | (board.cells() - position.occupied() - solution.carrier);
          REQUIRE(mover_wins(brute, worse) == wins);
        }
      }
      // With more connections nearly all are solved by one look.
      if (limits.steps == 0) CHECK(nodes > 150);
    }
  }
}

TEST_CASE("openings of Hex are solved alike by any number of threads") {
  // Where a search is deep, and in a table that forgets.
  const Board board = Board::rhombus(5, 5);
  const MoveProofs expected = make_hex_solver(board, {})->solve_moves(Position{});
  REQUIRE(expected.unknown.empty());
  for (const std::size_t bytes : {std::size_t{1} << 24, std::size_t{1} << 17}) {
    for (const int threads : kThreads) {
      const auto solver = make_hex_solver(board, {bytes, threads}, {1, 2});
      const MoveProofs proofs = solver->solve_moves(Position{});
      CHECK(proofs.nodes > 500);
      CHECK(proofs.wins == expected.wins);
      CHECK(proofs.losses == expected.losses);
    }
  }
}

TEST_CASE("games by their rules alone are solved alike by any number of threads") {
  struct Case {
    const char* game;
    int side;
    std::size_t bytes;  // a table that forgets
  };
  for (const auto& [name, side, bytes] :
       {Case{"hex", 3, 1 << 12}, Case{"rex", 3, 1 << 14}, Case{"y", 4, 1 << 14},
        Case{"havannah", 3, 1 << 16}, Case{"gonnect", 3, 1 << 14}}) {
    const auto game = make_game(name, side, side, SwapRule::none);
    CAPTURE(game->name());
    const MoveProofs expected = make_general_solver(*game, {})->solve_moves(game->start());
    REQUIRE(expected.unknown.empty());
    for (const std::size_t of_table : {SolverOptions::kBytes, bytes}) {
      for (const int threads : {2, 4}) {
        const auto solver = make_general_solver(*game, {of_table, threads});
        const MoveProofs proofs = solver->solve_moves(game->start());
        CHECK(proofs.wins == expected.wins);
        CHECK(proofs.draws == expected.draws);
        CHECK(proofs.losses == expected.losses);
      }
    }
  }
}

TEST_CASE("several threads keep to limits and stops, and report how far they are") {
  const Board board = Board::rhombus(9, 9);
  const auto solver = make_hex_solver(board, {.threads = 4});
  const Solution few = solver->solve(Position{}, {.nodes = 40});
  CHECK(few.proof == Proof::unknown);
  CHECK(few.nodes >= 40);
  CHECK(few.nodes < 44);  // each may be looking into one
  const SolverStatus status = solver->status();
  CHECK(status.nodes == few.nodes);
  CHECK(status.to_win > 0);
  CHECK(status.to_lose > 0);
  CHECK(status.open_moves > 0);
  std::stop_source stop;
  std::jthread stopping([&] {
    while (solver->status().nodes < few.nodes + 20) std::this_thread::yield();
    stop.request_stop();
  });
  CHECK(solver->solve(Position{}, {}, stop.get_token()).proof == Proof::unknown);
}

TEST_CASE("a position looks further from being solved, the more threads are in it") {
  SearchThreads threads(2);
  SearchLine one(threads), other(threads);
  CHECK(threads.others_in(5) == 0);
  const SearchLine::Visit root(one, 4), first(one, 5);
  CHECK(threads.others_in(5) == 1);
  CHECK(threads.others_in(6) == 0);
  const SearchLine::Visit root_too(other, 4);
  {
    const SearchLine::Visit second(other, 5);
    CHECK(threads.others_in(5) == 2);
  }
  CHECK(threads.others_in(5) == 1);
  CHECK(virtual_number(8, 0) == 8);
  CHECK(virtual_number(8, 1) == 11);
  CHECK(virtual_number(1, 1) == 2);
  CHECK(virtual_number(8, 2) == 14);
  CHECK(virtual_number(8, 2, true) == 10);
  CHECK(virtual_number(kInfiniteNumber - 2, 1) == kInfiniteNumber - 1);
  CHECK(virtual_number(kInfiniteNumber - 2, 5, true) == kInfiniteNumber - 1);
}

TEST_CASE("a thread takes another move than others") {
  struct Numbers {
    std::uint32_t to_win, to_lose;
  };
  struct Child {
    std::uint32_t to_win, to_lose;
    std::uint64_t hash;
    Work work = {};
  };
  SearchThreads threads(3);
  SearchLine one(threads), other(threads);
  const SearchLine::Visit root(one, 1), root_too(other, 1);
  const auto next = [&](std::vector<Child> moves) {
    Numbers known{};
    const auto found = next_move(known, std::span(moves), moves.size(), ProofBounds{}, other);
    return found.child->hash;
  };
  // Likely lost, where all moves are to be refuted, and likely won.
  const std::vector<Child> lost = {{3, 8, 2, Work(5)}, {4, 10, 3, Work(5)}};
  const std::vector<Child> won = {{9, 8, 2, Work(5)}, {9, 10, 3, Work(5)}};
  // As little is known of both, and another looks into the first.
  const std::vector<Child> fresh = {{9, 1, 2}, {9, 5, 3, Work(5)}};
  CHECK(next(lost) == 2);
  CHECK(next(won) == 2);
  CHECK(next(fresh) == 2);
  {
    const SearchLine::Visit first(one, 2);
    CHECK(next(lost) == 3);
    CHECK(next(won) == 2);
    CHECK(next(fresh) == 3);
    CHECK(next({fresh[0]}) == 2);
  }
  CHECK(next(lost) == 2);
}

TEST_CASE("threads leave positions that another has solved") {
  using Order = SearchLine::Order;
  SearchThreads threads(2);
  SearchLine one(threads), other(threads);
  const SearchLine::Visit root(one, 1), root_too(other, 1), first(one, 2), first_too(other, 2);
  {
    const SearchLine::Visit second(one, 3);
    CHECK(one.order() == Order::go_on);
    other.notify_solved();
    CHECK(one.order() == Order::leave);
  }
  CHECK(one.order() == Order::look_again);
  CHECK(one.order() == Order::go_on);
  threads.stop();
  CHECK(one.order() == Order::leave);
}

TEST_CASE("what one of the threads throws comes out, and ends the others") {
  SearchThreads threads(3);
  const auto search = [&](int i) {
    if (i == 1) throw std::runtime_error("full");
    while (!threads.is_stopped()) std::this_thread::yield();
    return false;
  };
  CHECK_THROWS_WITH(threads.run(search), "full");
  // And it may be begun again.
  threads.run([](int i) { return i == 2; });
  CHECK(threads.is_stopped());
}

TEST_CASE("a run is over with the position that its limit says, and its limit ends with it") {
  SearchThreads threads(1);
  threads.count_node();
  const auto search_ten = [&](int) {
    for (int i = 0; i < 10 && !threads.is_stopped(); ++i) threads.count_node();
    return false;
  };
  for (const std::int64_t limit : {1, 7, 10}) {
    threads.run(search_ten, [&](std::int64_t nodes) { return nodes >= limit; });
    CHECK(threads.nodes() == limit);
    CHECK(threads.is_stopped());
  }
  threads.run(search_ten);
  CHECK(threads.nodes() == 10);
  CHECK_FALSE(threads.is_stopped());
}

TEST_CASE("each solver looks into just as many positions as it may") {
  const std::pair<std::string, int> games[] = {
      {"hex", 7}, {"y", 9}, {"rex", 6}, {"gonnect", 5}, {"havannah", 4}};
  for (const auto& of : games) {
    CAPTURE(of.first);
    const auto game = make_game(of.first, of.second, of.second, SwapRule::none);
    for (const std::int64_t limit : {1, 2, 3, 5, 8, 40}) {
      const auto solver = make_solver(*game, {.bytes = 1 << 20});
      const Solution solution = solver->solve(game->start(), {.nodes = limit});
      CHECK(solution.proof == Proof::unknown);
      CHECK(solution.nodes == limit);
    }
  }
}

TEST_CASE("entries of a table are never torn, and proofs stay") {
  // One place, so that most reads meet a write.
  ProofTable<NumberedEntry> table(1);
  constexpr std::uint64_t kNumbers = 8;
  std::vector<std::jthread> threads;
  std::atomic<int> torn = 0, found = 0;
  for (std::uint64_t thread = 0; thread < 4; ++thread) {
    threads.emplace_back([&, thread] {
      SplitMix64 random(thread);
      for (int i = 0; i < 400000; ++i) {
        const std::uint64_t number = random() % kNumbers;
        if (i % 2 == 0) table.store(numbered(number, number % 3 == 0));
        const auto entry = table.find(NumberedEntry::Key{random() % kNumbers});
        if (!entry) continue;
        ++found;
        torn +=
            std::count(std::begin(entry->copies), std::end(entry->copies), entry->key.number) != 6;
      }
    });
  }
  threads.clear();
  CHECK(torn == 0);
  CHECK(found > 1000);
  ProofTable<NumberedEntry> small(1);
  small.store(numbered(1, true));
  small.store(numbered(1, false));
  CHECK(small.find(NumberedEntry::Key{1})->is_proof);
}

TEST_CASE("a table says what is new in a place") {
  ProofTable<NumberedEntry> table(1);
  const NumberedEntry::Key one{1}, two{2};
  ProofTable<NumberedEntry>::Version seen = 0;
  CHECK_FALSE(table.find_since(seen, one, one.hash()));
  table.store(numbered(1, false));
  REQUIRE(table.find_since(seen, one, one.hash()));
  CHECK_FALSE(table.find_since(seen, one, one.hash()));
  CHECK(table.find(one));
  table.store(numbered(1, true));
  CHECK(table.find_since(seen, one, one.hash())->is_proof);
  seen = 0;
  CHECK_FALSE(table.find_since(seen, two, two.hash()));
  table.store(numbered(2, false));
  CHECK(table.find_since(seen, two, two.hash()));
}

TEST_CASE("wins are found whole while others are added") {
  const Board board = Board::rhombus(8, 8);
  const HexBoard<1> hex(board);
  // So little room that wins take the place of others.
  ProvenWins<1> wins(hex, 100);
  // A column but for one cell, which is its carrier.
  const auto cell = [&](std::uint64_t column, std::uint64_t row) {
    return board.at(static_cast<int>(row), static_cast<int>(column));
  };
  const auto stones_without = [&](std::uint64_t column, std::uint64_t row) {
    CellBits<1> stones;
    for (std::uint64_t other = 0; other < 8; ++other) {
      if (other != row) stones.insert(cell(column, other));
    }
    return stones;
  };
  std::atomic<int> torn = 0, found = 0;
  std::vector<std::jthread> threads;
  for (std::uint64_t thread = 0; thread < 4; ++thread) {
    threads.emplace_back([&, thread] {
      SplitMix64 random(thread);
      std::vector<ProvenWins<1>::Win> holding;
      for (int i = 0; i < 5000; ++i) {
        const std::uint64_t column = random() % 8, row = random() % 8;
        CellBits<1> carrier;
        carrier.insert(cell(column, row));
        if (i % 2 == 0) wins.add(Colour::black, stones_without(column, row), carrier);
        HexStones<1> stones;
        stones[Colour::black] = stones_without(column, row);
        stones[Colour::white].insert(cell((column + 1) % 8, row));
        wins.find(stones, Colour::black, holding);
        for (const auto& win : holding) {
          ++found;
          torn += !((win.lacks | win.carrier) == carrier && win.lacks.size() <= 1);
        }
      }
    });
  }
  threads.clear();
  CHECK(torn == 0);
  CHECK(found > 1000);
}

TEST_CASE("of five entries for one place the one with the least work goes") {
  ProofTable<NumberedEntry> table(1);
  const std::uint32_t works[] = {5, 3, 9, 7, 6};
  for (std::uint64_t i = 0; i < 5; ++i) {
    NumberedEntry entry = numbered(i, false);
    entry.work = Work(works[i]);
    table.store(entry);
  }
  for (std::uint64_t i = 0; i < 300; ++i) {
    CAPTURE(i);
    const auto entry = table.find(NumberedEntry::Key{i});
    REQUIRE(entry.has_value() == (i < 5 && i != 1));
    if (entry) CHECK((entry->copies[5] == i && entry->work == Work(works[i])));
  }
}

TEST_CASE("a table with room for all has all, and nothing else") {
  ProofTable<NumberedEntry> table(std::size_t{1} << 24);
  for (std::uint64_t i = 0; i < 10'000; i += 2) table.store(numbered(i, false));
  for (std::uint64_t i = 0; i < 10'000; ++i) {
    CAPTURE(i);
    REQUIRE(table.find(NumberedEntry::Key{i}).has_value() == (i % 2 == 0));
  }
}

TEST_CASE("a solver goes on from what another has written") {
  for (const auto& [name, side, moves] :
       {std::tuple{"hex", 5, std::vector<std::string>{}},
        std::tuple{"gonnect", 4, std::vector<std::string>{"a2", "c3"}}}) {
    const auto game = make_game(name, side, side, SwapRule::none);
    CAPTURE(game->name());
    const Position position = test::position_after(*game, moves);
    const MoveProofs expected = make_solver(*game, {})->solve_moves(position);
    const auto first = make_solver(*game, {.threads = 2});
    const MoveProofs proofs = first->solve_moves(position);
    CHECK(proofs.wins == expected.wins);
    CHECK(proofs.losses == expected.losses);
    const auto pieces = table_of(*first);
    const auto second = make_solver(*game, {});
    for (const auto& piece : pieces) second->read_table(piece);
    CHECK(table_of(*second).size() == pieces.size());
    const MoveProofs again = second->solve_moves(position);
    CHECK(again.nodes == 0);
    CHECK(again.wins == expected.wins);
    CHECK(again.losses == expected.losses);

    // What is cut off, and stones where there are no cells.
    auto piece = pieces.front();
    piece.pop_back();
    CHECK_THROWS_AS(second->read_table(piece), std::invalid_argument);
    piece = pieces.front();
    piece.front() |= std::uint64_t{1} << 63;
    CHECK_THROWS_AS(second->read_table(piece), std::invalid_argument);
  }
}

}  // namespace isthmus
