#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "engine/game/game.hpp"
#include "protocols/drawing/board_geometry.hpp"

// What pictures of boards have in common.

namespace isthmus {

// One colour, one meaning: these are the players, warm shades are what a picture is about, and blue
// is the best of it.
inline constexpr std::string_view kBlackColour = "#1d1d1f", kWhiteColour = "#ffffff";
inline constexpr std::string_view kLabelColour = "#6b665c";

// Beside a board: the height of a line of text, and the least width for it.
inline constexpr double kTextLine = 22;
inline constexpr double kMinPictureWidth = 400;

// From nearly white to a warm red for 0 to 1. By the root, so that small shares are
// distinguishable.
std::string heat_colour(double share);

// A blue ring, as is drawn around the best.
std::string ring(Point at);

// A number on a cell, which may be of any colour.
std::string cell_number(Point at, std::string_view text, bool is_bold);

// A board as elements of SVG, and the room that it takes.
struct BoardDrawing {
  std::string svg;
  double width;
  double height;
};

// Cells in the colours that `fill` gives them, the edges in the colours of those who want to join
// them, stones, the last one marked, above them `marks`, and coordinates on all sides.
BoardDrawing draw_board(const Game& game, const Position& position,
                        const std::function<std::string(Cell)>& fill, const std::string& marks);

// A picture of this size, its background and what is in it.
std::string svg_picture(double width, double height, const std::string& elements);

}  // namespace isthmus
