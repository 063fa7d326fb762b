#include "protocols/drawing/opening_map_svg.hpp"

#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "games/list.hpp"
#include "tests/support/count_of.hpp"

namespace isthmus {

namespace {

using test::count_of;

// The colour of the n-th cell that is drawn.
std::string fill_of(const std::string& svg, std::size_t n) {
  std::size_t at = 0;
  for (std::size_t i = 0; i <= n; ++i) at = svg.find("<polygon", at + 1);
  return svg.substr(svg.find("fill=", at) + 6, 7);
}

}  // namespace

TEST_CASE(
    "a map has each stone's number, rings around what is fair, and signs for what is proven") {
  const auto game = make_game("hex", 3, 3, SwapRule::none);
  const std::vector<CellValue> values{{0, 0.473, true, false}, {1, 0.9, false, false},
                                      {2, 0.6, false, false},  {3, 1, false, true},
                                      {4, 0, false, true},     {5, 0.5, true, true}};
  const std::string svg = opening_map_svg(*game, game->start(), values);
  for (const char* label : {"47", "90", "60", "+", "-", "="}) {
    CAPTURE(label);
    CHECK(count_of(svg, ">" + std::string(label) + "</text>") == 1);
  }
  CHECK(count_of(svg, "<circle") == 3);  // two on the board, one that says what they mean
  CHECK(count_of(svg, "<polygon") == 9);
  CHECK(count_of(svg, "How often Black wins") == 1);
  // What is nearest to one half is darkest, that is has the least green; the proven are not shaded.
  const auto green = [&](std::size_t cell) { return fill_of(svg, cell).substr(3, 2); };
  CHECK(green(0) < green(2));
  CHECK(green(2) < green(1));
  CHECK(green(1) < green(3));
  CHECK(green(3) == green(5));
  CHECK(green(3) == green(8));
}

TEST_CASE("a map of answers has the stones before them") {
  const auto game = make_game("havannah", 3, 3, SwapRule::none);
  Position position = game->start();
  game->play(position, *game->find_move("c3"));
  const std::string svg = opening_map_svg(*game, position, {});
  CHECK(count_of(svg, "How often White wins") == 1);
  CHECK(count_of(svg, "<polygon") == 19);
  CHECK(count_of(svg, "<circle") == 3);  // the stone, its mark, and the legend's
}

}  // namespace isthmus
