// Pairs of captured cells in certificates: which they are, and facts without them.

#include "games/certificates/filled_place.hpp"

#include <initializer_list>

#include <doctest/doctest.h>

#include "games/certificates/captured_pair.hpp"
#include "games/hex/hex.hpp"
#include "games/y/y.hpp"

namespace isthmus {

namespace {

CellSet named(const Board& board, std::initializer_list<const char*> names) {
  CellSet cells;
  for (const char* name : names) cells.insert(*board.find(name));
  return cells;
}

CellPair pair_of(const Board& board, const char* one, const char* other) {
  return {*board.find(one), *board.find(other)};
}

}  // namespace

// Black's b2 on 3 x 3 is at the top by b1 or c1, unless White gets behind these by a cell that
// Black needs as well.
TEST_CASE("a pair is captured where one cell is as good as both") {
  const Hex game(3, 3, SwapRule::none);
  const Board& board = game.board();
  const FactRules rules{board, Colour::black};
  const CellSet b2 = named(board, {"b2"}), none;
  const CellPair top = pair_of(board, "b1", "c1");
  CHECK(is_captured(rules, b2, none, top));
  CHECK(is_captured(rules, b2, named(board, {"a1", "a2", "c2", "a3", "b3", "c3"}), top));
  CHECK(is_captured(rules, b2 | named(board, {"c1"}), none, top));
  CHECK(is_captured(rules, none, b2, top));
  CHECK_FALSE(is_captured(rules, none, named(board, {"a2", "b2"}), top));
  CHECK_FALSE(is_captured({board, Colour::white}, b2, none, top));
  CHECK_FALSE(is_captured(rules, b2, none, pair_of(board, "b1", "c2")));
  // With a1 as well a2 leads past b1 to the top, but not without.
  const CellPair left = pair_of(board, "b1", "a1");
  CHECK(is_captured(rules, named(board, {"a2", "b2"}), none, left));
  CHECK_FALSE(is_captured(rules, b2, named(board, {"a2"}), left));
}

TEST_CASE("what a cell touches in Y is not joined by an edge") {
  const Y game(4, SwapRule::none);
  const Board& board = game.board();
  const FactRules rules{board, Colour::black};
  // The same to the first edge as in Hex; but a1 and c1 would not be joined without b1.
  const CellSet b2 = named(board, {"b2"});
  CHECK(is_captured(rules, b2, {}, pair_of(board, "b1", "c1")));
  CHECK_FALSE(is_captured(rules, b2, named(board, {"a1"}), pair_of(board, "b1", "c1")));
  const Hex hex(4, 4, SwapRule::none);
  const CellSet a1 = named(hex.board(), {"a1"});
  CHECK(is_captured({hex.board(), Colour::black}, named(hex.board(), {"b2"}), a1,
                    pair_of(hex.board(), "b1", "c1")));
}

TEST_CASE("a place is filled in, and a fact holds without the pairs") {
  const Hex game(3, 3, SwapRule::none);
  const Board& board = game.board();
  const CellSet b2 = named(board, {"b2"});
  FactStore facts({board, Colour::black});
  const FilledPlace filled =
      fill_in_pairs(facts.rules(), b2, board.cells() - b2, board.cells() - b2);
  CHECK(filled.pairs.size() >= 2);
  CHECK((filled.stones & filled.empty).empty());
  const std::size_t chain =
      facts.add({.ends = edges_of(board), .links = named(board, {"b1", "b2", "b3"})});
  REQUIRE((facts.needs(chain).stones - filled.stones).empty());
  const FactNeeds needs = facts.needs(without_pairs(facts, filled, chain));
  CHECK(needs.ends == edges_of(board));
  CHECK(needs.stones == b2);
  CHECK(needs.carrier == named(board, {"b1", "c1", "a3", "b3"}));
  // One that needs no pair is as it was.
  const std::size_t other =
      facts.add({.ends = {*board.find("b2"), *board.find("b2"), kNoThirdEnd}, .links = b2});
  CHECK(without_pairs(facts, filled, other) == other);
}

}  // namespace isthmus
