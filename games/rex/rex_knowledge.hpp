#pragma once

#include <memory>

#include "engine/game/game.hpp"
#include "engine/theory/knowledge.hpp"

namespace isthmus {

// Reasons for who wins. The tests leave out each of these, so that the others are seen at work.
struct RexReasons {
  bool mirrors = true;
  bool links = true;
  bool stone_more = true;  // links with a stone more
  bool replies = true;     // what is known after each move; certificates grow by such answers
};

// What is certain in Rex, for this game of it, which must outlive it.
//
// Played on to a full board, Rex is lost by the side that has joined its edges: stones do their
// owner no good. Below, S is any position, m the number of its empty cells, P and Q are the sides,
// and a cell is dead, or killed by a stone elsewhere, as in Hex (games/hex/inferior_cells.hpp).
// Strategies are stolen by imagining that one plays another position, whose cells end no better for
// the thief.
//
//   tempo      If m is even and P wins S with Q to move, then P also wins it to move itself; if m
//              is odd and P wins to move, then also with Q to move. (Neither side wants to play
//              last: Lagarias and Sleator 1999.)
//   exchange   If P wins with a stone of P on x, and z empty, then P also wins with a stone of Q on
//              z instead, and x empty.
//   mirror     Hence, of a mirror that exchanges the colours: if it puts all stones of the side to
//              move on stones of the other, and m is even, then that side wins; if it puts all of
//              the other's on its own, and m is odd, it loses. On the empty board this is the
//              parity of the board.
//   dead       To play on a dead cell is as good as anything. Two dead cells may be filled.
//   pairs      Two cells of which each is killed by a stone on the other, of whatever colours, may
//              each be filled with the colour that kills it: the side that wants this answers in
//              the pair.
//   dominated  If a stone on d, of either colour, kills c, then c is no worse a move than d, for
//              both.
//   linked     If a side's edges are joined by its chains and by pairs of cells, disjoint, of which
//              each joins two chains whichever of the two cells is filled, then the other side
//              answers in the pairs, and wins. So it does if that will be so once the side has a
//              stone more, off the pairs, and the side plays last: it has to place that stone.
//
// Some of these are in Young and Hayward, "A reverse Hex solver", 2016, others are worked out here;
// the tests hold all of them against playing everything.
std::unique_ptr<Knowledge> make_rex_knowledge(const Game& game, const RexReasons& reasons = {});

}  // namespace isthmus
