#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/board/board.hpp"
#include "engine/board/cell_set.hpp"
#include "engine/board/move.hpp"
#include "engine/board/position.hpp"

namespace isthmus {

// What proves who wins a position of Hex, Y or Rex: facts of which each follows from earlier ones,
// and from the last of which the winner follows. games/certificates/README.md has the form as text.
//
// A fact says of the winner of Hex or Y: with these stones he joins the ends, though the opponent
// moves first, if the cells of the carrier are empty, and plays on those alone. An end is one of
// the stones, or one of his edges. What else is on the board does not matter. In Rex it says of the
// loser that he is made to join the ends, where he moves first on the carrier.

// Two ends and kNoThirdEnd; in Y there may be three.
using Ends = std::array<Cell, 3>;

// The edges as ends, in the order of the board's goals.
inline constexpr Ends kEdgeEnds{kMaxCells, kMaxCells + 1, kMaxCells + 2};
inline constexpr Cell kNoThirdEnd = kMaxCells + 3;

inline bool is_edge(Cell end) { return end >= kMaxCells && end < kNoThirdEnd; }
// The two or three that there are.
inline std::span<const Cell> all_of(const Ends& ends) {
  return {ends.data(), ends.back() == kNoThirdEnd ? 2U : 3U};
}
std::span<const Cell> all_of(Ends&&) = delete;  // which would be gone
// All edges of a colour, which joins them to win: two in Hex, and three in Y.
Ends edges_of(const Board& board);
// The goal of the board, as a bit, that is this edge of the colour.
unsigned goal_of(const Board& board, Colour colour, Cell edge);
// Whether an edge joins the stones at it, as in Hex. In Y it does not.
inline bool edges_join(const Board& board) { return edges_of(board).back() == kNoThirdEnd; }

using CellPair = std::array<Cell, 2>;

struct ConnectionFact {
  // An answer: the colour plays there, and then another fact holds.
  struct Threat {
    Cell move;
    std::size_t fact;
  };

  Ends ends;
  // The fact follows from its parts:
  //   all   `facts`, whose carriers share no cell, and more stones, `links`: all stones and what
  //         the facts join make one chain of the ends
  //   any   `threats`, answers of which each needs its move and its fact's carrier: no cell is
  //         needed by all, so that one is left whatever cell the opponent takes
  //   each  `threats`, in Rex: one for each cell of the carrier, where the loser may move
  //   fill  one fact, and more stones, `links`: of the stones those of `pairs` are taken out, pair
  //         by pair, as each is captured by what is left
  enum class Rule : std::uint8_t { all, any, each, fill } rule = Rule::all;
  std::vector<std::size_t> facts = {};
  CellSet links = {};
  std::vector<Threat> threats = {};
  std::vector<CellPair> pairs = {};
  // What follows from these: see follow() in certificate_check.hpp.
  CellSet stones = {};
  CellSet carrier = {};
};

// What other facts need to know of one.
struct FactNeeds {
  Ends ends;
  CellSet stones;
  CellSet carrier;
};

// What the facts of a certificate are about.
struct FactRules {
  const Board& board;
  Colour colour;
  bool is_forced = false;  // whether he is the loser of Rex
};

struct Certificate {
  std::array<CellSet, 2> stones;  // of the position, by colour
  Colour to_move = Colour::black;
  Colour winner = Colour::black;
  std::optional<Cell> move = {};  // that wins, if the winner is to move
  // The last joins all edges, in Rex the loser's: after `move`, if there is one.
  std::vector<ConnectionFact> facts = {};
};

// The certificate as text up to its facts; `game` is the name of the game.
std::string heading_text(std::string_view game, const Board& board, const Certificate& certificate);
// A fact as a line of it.
std::string fact_text(const Board& board, const ConnectionFact& fact);

}  // namespace isthmus
