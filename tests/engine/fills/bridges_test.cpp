#include "engine/fills/bridges.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include <doctest/doctest.h>

namespace isthmus {

namespace {

CellSet cells(const Board& board, const std::vector<std::string>& names) {
  CellSet set;
  for (const std::string& name : names) set.insert(*board.find(name));
  return set;
}

// The bridges as text, "b3-c2 d1-e1".
std::string bridges(const Board& board, const std::vector<std::string>& black,
                    const std::vector<std::string>& white) {
  std::string text;
  for (auto [a, b] : find_bridges(board, cells(board, black), cells(board, white))) {
    if (!text.empty()) text += ' ';
    text += board.name(std::min(a, b)) + '-' + board.name(std::max(a, b));
  }
  return text;
}

}  // namespace

TEST_CASE("bridges between two stones, in all three directions") {
  const Board board = Board::rhombus(7, 7);
  CHECK(bridges(board, {"d4", "e5"}, {}) == "e4-d5");
  CHECK(bridges(board, {"d4", "c6"}, {}) == "c5-d5 b7-c7");
  CHECK(bridges(board, {"d4", "b5"}, {}) == "c4-c5");
  CHECK(bridges(board, {}, {"d4", "e5"}) == "e4-d5");
  CHECK(bridges(board, {"d4"}, {"e5"}).empty());
  CHECK(bridges(board, {"d4", "f4"}, {}).empty());
}

TEST_CASE("a bridge needs both cells") {
  const Board board = Board::rhombus(7, 7);
  CHECK(bridges(board, {"d4", "e5"}, {"e4"}).empty());
  CHECK(bridges(board, {"d4", "e5", "d5"}, {}).empty());
}

TEST_CASE("stones on the second row have a bridge to the edge of their colour") {
  const Board board = Board::rhombus(7, 7);
  CHECK(bridges(board, {"d2"}, {}) == "d1-e1");
  CHECK(bridges(board, {"d6"}, {}) == "c7-d7");
  CHECK(bridges(board, {}, {"b4"}) == "a4-a5");
  CHECK(bridges(board, {}, {"f4"}) == "g3-g4");
  CHECK(bridges(board, {"b4"}, {"d2"}).empty());
  CHECK(bridges(board, {"g2"}, {}).empty());  // one cell above it
}

TEST_CASE("in a triangle all three edges are everybody's") {
  const Board board = Board::triangle(9);
  CHECK(bridges(board, {"d2"}, {}) == "d1-e1");
  CHECK(bridges(board, {}, {"b4"}) == "a4-a5");
  CHECK(bridges(board, {"d5"}, {}) == "e5-d6");
}

TEST_CASE("bridges do not overlap") {
  const Board board = Board::rhombus(7, 7);
  // Those from d4 to c6 and from e5 to c6 want d5 as well; then c6 has one to the edge.
  CHECK(bridges(board, {"d4", "e5", "c6"}, {}) == "e4-d5 b7-c7");
  CHECK(bridges(board, {"d3", "e4", "c5"}, {}) == "e3-d4");
}

TEST_CASE("what is joined already needs no bridge") {
  const Board board = Board::rhombus(7, 7);
  // d4 and e5 are one group, the long way round.
  CHECK(bridges(board, {"d4", "e5", "d3", "e3", "f3", "f4"}, {}).empty());
  CHECK(bridges(board, {"d2", "d1"}, {}).empty());
  // Both are bridged to the edge, and so to each other.
  CHECK(bridges(board, {"b2", "e2"}, {}) == "b1-c1 e1-f1");
  CHECK(bridges(board, {"c2", "d3"}, {"e1"}) == "d2-c3 c1-d1");
}

}  // namespace isthmus
