#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "engine/game/game.hpp"
#include "protocols/formats/havannah_cells.hpp"
#include "protocols/formats/sgf_tree.hpp"

namespace isthmus {

// Whether a property is B or W, and the first one of a node that is, or null.
bool is_sgf_move(const SgfProperty& property);
const SgfProperty* find_sgf_move(const SgfNode& node);

// Whether a move, in lower case, is a swap under one of its names.
bool is_sgf_swap(std::string_view text);

// Whether a cell is named by two small letters, as in the SGF of Go.
bool is_two_letters(std::string_view text);

// The cell of a name, of those of Havannah or ours such as "c3", or else of two letters, column and
// row; nothing for other texts.
std::optional<Move> find_sgf_cell(const Game& game, std::string_view text,
                                  std::optional<HavannahCells> cells);

// Says that a text is none.
std::string sgf_cell_error(const Game& game, std::string_view text,
                           std::optional<HavannahCells> cells);

// Whether the values of a property name cells. What others call cells they are not translated from
// and to, but left out under this name.
bool names_sgf_cells(std::string_view property);
inline constexpr const char* kMarksOnCells = "marks on cells";

}  // namespace isthmus
