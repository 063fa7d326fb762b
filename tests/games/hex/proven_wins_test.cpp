#include "games/hex/proven_wins.hpp"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <vector>

#include <doctest/doctest.h>

#include "engine/random/splitmix.hpp"
#include "games/hex/proof_search.hpp"
#include "tests/support/brute_force.hpp"
#include "tests/support/stones.hpp"

namespace isthmus {

namespace {

using test::BruteForce;
using test::random_stones;
using Cells = CellBits<1>;
using Mask = BruteForce::Mask;

Mask mask_of(const Cells& cells) { return static_cast<Mask>(cells.words()[0]); }

// Whether the colour wins with these stones and the carrier, the opponent having all else and
// moving.
bool wins(BruteForce& brute, Colour colour, Mask stones, Mask carrier) {
  const Mask rest = brute.all() & ~stones & ~carrier;
  const bool is_black = colour == Colour::black;
  return brute.wins(is_black ? stones : rest, is_black ? rest : stones, colour, opponent(colour));
}

struct Claim {
  Colour winner = Colour::black;
  Mask stones = 0, carrier = 0;
};

// Positions that are won with the opponent to move, each with its carrier made as small as can be.
std::vector<Claim> random_claims(const Board& board, BruteForce& brute, int count,
                                 SplitMix64& random) {
  std::vector<Claim> claims;
  while (static_cast<int>(claims.size()) < count) {
    const Position position = random_stones(board, 4 + static_cast<int>(random() % 6), random);
    const Colour winner = random() % 2 == 0 ? Colour::black : Colour::white;
    const Mask stones = BruteForce::mask(position.of(winner));
    Mask carrier = brute.all() & ~stones & ~BruteForce::mask(position.of(opponent(winner)));
    if (!wins(brute, winner, stones, carrier)) continue;
    for (int cell = 0; cell < brute.cells(); ++cell) {
      const Mask less = carrier & ~BruteForce::bit(cell);
      if (wins(brute, winner, stones, less)) carrier = less;
    }
    claims.push_back({winner, stones, carrier});
  }
  return claims;
}

Cells cells_of(Mask mask) { return Cells::of_words({mask}); }

}  // namespace

TEST_CASE("wins that are found hold, and all that hold are found") {
  SplitMix64 random(71);
  int found_at_once = 0, found_with_one_more = 0, found_beyond = 0;
  for (auto [rows, columns] : {std::pair{4, 4}, {3, 5}, {1, 4}}) {
    const Board board = Board::rhombus(rows, columns);
    const HexBoard<1> hex(board);
    BruteForce brute(rows, columns);
    ProvenWins<1> wins_of(hex, 1000);
    const auto claims = random_claims(board, brute, 150, random);
    for (const Claim& claim : claims) {
      wins_of.add(claim.winner, cells_of(claim.stones), cells_of(claim.carrier));
    }
    std::vector<ProvenWins<1>::Win> found;
    for (int i = 0; i < 300; ++i) {
      const Position position = random_stones(board, 3 + static_cast<int>(random() % 8), random);
      for (const Colour winner : {Colour::black, Colour::white}) {
        const Mask own = BruteForce::mask(position.of(winner));
        const Mask others = BruteForce::mask(position.of(opponent(winner)));
        wins_of.find(stones_of<1>(position), winner, found);
        for (const auto& win : found) {
          const Mask lacks = mask_of(win.lacks), carrier = mask_of(win.carrier);
          REQUIRE(((lacks | carrier) & (own | others)) == 0);
          REQUIRE((lacks & carrier) == 0);
          REQUIRE((lacks & (lacks - 1)) == 0);
          CHECK(wins(brute, winner, own | lacks, carrier));
          ++(lacks == 0 ? found_at_once : found_with_one_more);
        }
        // One by one, with all the stones that there were.
        const auto holds = std::count_if(claims.begin(), claims.end(), [&](const Claim& claim) {
          const Mask lacks = claim.stones & ~own;
          return claim.winner == winner && ((claim.stones | claim.carrier) & others) == 0 &&
                 (lacks & (lacks - 1)) == 0;
        });
        CHECK(static_cast<std::int64_t>(found.size()) >= holds);
        found_beyond += static_cast<int>(found.size()) - static_cast<int>(holds);
      }
    }
  }
  CHECK(found_at_once > 100);
  CHECK(found_with_one_more > 100);
  CHECK(found_beyond > 100);  // stones that are not needed need not be there
}

TEST_CASE("the newest wins are those that there is room for") {
  const Board board = Board::rhombus(3, 3);
  const HexBoard<1> hex(board);
  ProvenWins<1> wins_of(hex, 2);
  std::vector<ProvenWins<1>::Win> found;
  const auto column = [&](int number) {
    Cells cells;
    for (int row = 0; row < 3; ++row) cells.insert(board.at(row, number));
    return cells;
  };
  const auto holds = [&](int number) {
    HexStones<1> stones;
    stones[Colour::black] = column(number);
    wins_of.find(stones, Colour::black, found);
    return !found.empty();
  };
  for (int number = 0; number < 3; ++number) wins_of.add(Colour::black, column(number), {});
  CHECK_FALSE(holds(0));
  CHECK(holds(1));
  CHECK(holds(2));
  wins_of.find({}, Colour::white, found);
  CHECK(found.empty());
  // 9 cells a colour: two sets of 8 bytes and 18 bits, for each colour.
  CHECK(ProvenWins<1>::room_in(3800, hex) == 100);
  CHECK(ProvenWins<1>::room_in(0, hex) == 1);
}

TEST_CASE("what one thread has proven serves the others") {
  const Board board = Board::rhombus(4, 4);
  const auto shared = [&] {
    return std::make_unique<ProofSearch<1>::Shared>(board, SolverOptions{.threads = 2},
                                                    ConnectionLimits{.steps = 0}, HexPieces{});
  };
  std::int64_t nodes = 0;
  const auto solve = [&](ProofSearch<1>::Shared& of, ProofSearch<1>& search,
                         const HexStones<1>& stones) {
    const std::int64_t before = of.threads.nodes();
    const auto entry = search.solve(stones, Colour::white);
    nodes = of.threads.nodes() - before;
    REQUIRE(entry.loses());
    return entry.carrier;
  };
  const auto both = shared(), fresh = shared();
  ProofSearch<1> one(*both), other(*both), alone(*fresh);
  HexStones<1> stones;
  stones[Colour::black].insert(*board.find("b3"));
  const Cells carrier = solve(*both, one, stones);
  CHECK(nodes > 1);
  const Cells off = board.cells().resized<1>() - stones.all() - carrier;
  REQUIRE(!off.empty());
  stones[Colour::white].insert(off.first());
  solve(*fresh, alone, stones);
  CHECK(nodes > 1);
  solve(*both, other, stones);
  CHECK(nodes == 1);
}

}  // namespace isthmus
