#pragma once

#include <optional>
#include <string>

#include "engine/game/game.hpp"
#include "protocols/formats/havannah_cells.hpp"
#include "protocols/formats/sgf_tree.hpp"

namespace isthmus {

// How a file says what SGF leaves open, as its properties show; see sgf.hpp.
struct SgfDialect {
  std::string game;                    // by name, which need not be one of ours
  std::optional<HavannahCells> cells;  // whose names of cells, where they are not ours
  bool colours_exchanged = false;      // in moves alone: B is what we call White
  bool white_begins = false;           // White is the player whom we call Black
  bool is_ours = false;                // all of this is said in full
  std::optional<SwapRule> swap;        // by the first swap among the moves of any line
};

// The dialect of a file; `default_game` is what is played where it does not say that. GM names a
// game by a number that is in our list, or by the name there; throws FormatError for others, unless
// another game than the default one is given here.
SgfDialect sgf_dialect(std::string_view text, const SgfTree& tree, std::string_view default_game);

}  // namespace isthmus
