// Havannah against its shapes as they are defined, looked for without the engine's board.

#include <array>
#include <cstdlib>
#include <memory>
#include <random>
#include <set>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "games/list.hpp"

using namespace isthmus;

namespace {

using Point = std::pair<int, int>;  // row and column, from the centre
using Points = std::set<Point>;

constexpr std::array<Point, 6> kSteps{{{-1, 1}, {0, 1}, {1, 0}, {1, -1}, {0, -1}, {-1, 0}}};

// A hexagon with so many cells from the centre to the edge.
class Hexagon {
 public:
  explicit Hexagon(int radius) : radius_(radius) {}

  bool has(Point p) const { return edges(p, 1).empty(); }
  // The edges, by axis and sign, that a point so many cells further out would lie on.
  std::vector<std::pair<int, int>> edges(Point p, int beyond) const {
    const std::array<int, 3> axes{p.first, p.second, -p.first - p.second};
    std::vector<std::pair<int, int>> found;
    for (int i = 0; i < 3; ++i) {
      const int at = axes[static_cast<std::size_t>(i)];
      if (std::abs(at) >= radius_ + beyond) found.emplace_back(i, at < 0 ? -1 : 1);
    }
    return found;
  }

  // All points that can be reached from one by points for which may_pass() holds, itself included.
  template <class MayPass>
  static Points reach(Point from, MayPass&& may_pass) {
    Points reached{from};
    std::vector<Point> open{from};
    while (!open.empty()) {
      const Point p = open.back();
      open.pop_back();
      for (auto [r, c] : kSteps) {
        const Point next{p.first + r, p.second + c};
        if (may_pass(next) && reached.insert(next).second) open.push_back(next);
      }
    }
    return reached;
  }

  bool has_ring(const Points& stones) const {
    for (int r = -radius_; r <= radius_; ++r) {
      for (int c = -radius_; c <= radius_; ++c) {
        if (has({r, c}) && is_enclosed({r, c}, stones)) return true;
      }
    }
    return false;
  }
  // Of the stones that are joined to one: how many corners, and how many edges they touch.
  std::pair<std::size_t, std::size_t> corners_and_edges(Point stone, const Points& stones) const {
    std::size_t corners = 0;
    std::set<std::pair<int, int>> touched;
    for (Point p : reach(stone, [&](Point q) { return stones.count(q) == 1; })) {
      const auto at = edges(p, 0);
      if (at.size() == 2) ++corners;
      if (at.size() == 1) touched.insert(at[0]);
    }
    return {corners, touched.size()};
  }

 private:
  // Whether every way from a cell, whatever is on it, to beyond the board meets a stone.
  bool is_enclosed(Point cell, const Points& stones) const {
    bool is_out = false;
    reach(cell, [&](Point p) {
      if (!has(p)) is_out = true;
      return !is_out && stones.count(p) == 0;
    });
    return !is_out;
  }

  int radius_;
};

}  // namespace

TEST_CASE("random games end with the first bridge, fork or ring, or with a full board") {
  std::mt19937_64 random(1);
  int bridges = 0, forks = 0, rings = 0;
  for (const auto& [side, count] : {std::pair{3, 600}, {4, 400}, {5, 150}, {6, 50}}) {
    const auto game = make_game("havannah", side, side, SwapRule::none);
    const Board& board = game->board();
    REQUIRE(board.rows() == 2 * side - 1);
    REQUIRE(board.cell_count() == 3 * side * (side - 1) + 1);
    const Hexagon hexagon(side - 1);
    for (int i = 0; i < count; ++i) {
      std::array<Points, 2> stones;
      Position position = game->start();
      while (position.result == Result::ongoing) {
        const std::vector<Move> moves = game->legal_moves(position);
        const Move move = moves[random() % moves.size()];
        const Colour mover = position.to_move;
        Points& own = stones[static_cast<std::size_t>(mover)];
        const Point point{board.row(move.cell()) - side + 1, board.column(move.cell()) - side + 1};
        REQUIRE(hexagon.has(point));
        own.insert(point);
        game->play(position, move);
        const auto [corners, edges] = hexagon.corners_and_edges(point, own);
        const bool has_ring = hexagon.has_ring(own);
        bridges += corners >= 2;
        forks += edges >= 3;
        rings += has_ring;
        const bool is_full =
            stones[0].size() + stones[1].size() == static_cast<std::size_t>(board.cell_count());
        const Result expected = corners >= 2 || edges >= 3 || has_ring ? win_for(mover)
                                : is_full                              ? Result::draw
                                                                       : Result::ongoing;
        REQUIRE(position.result == expected);
      }
    }
  }
  CHECK(bridges > 20);
  CHECK(forks > 20);
  CHECK(rings > 20);
}

TEST_CASE("rings hold any cell, and no gap") {
  const auto game = make_game("havannah", 5, 5, SwapRule::none);
  const auto played = [&](const std::vector<const char*>& black) {
    Position position = game->start();
    for (const char* name : black) {
      CHECK(position.result == Result::ongoing);
      position.to_move = Colour::black;
      game->play(position, *game->find_move(name));
    }
    return position.result;
  };
  // Around e5: five stones do not close it, the sixth does, also where e5 is Black's.
  CHECK(played({"e4", "f4", "f5", "e6", "d6"}) == Result::ongoing);
  CHECK(played({"e4", "f4", "f5", "e6", "d6", "d5"}) == Result::black);
  CHECK(played({"e5", "e4", "f4", "f5", "e6", "d6", "d5"}) == Result::black);
  // A stone that fills what lies between five others and itself.
  CHECK(played({"e4", "f4", "f5", "e6", "d6", "e5"}) == Result::ongoing);
  // The edge closes no ring.
  CHECK(played({"e2", "f2", "e1"}) == Result::ongoing);
}

TEST_CASE("a full board without any shape is a draw") {
  // Random games on side 3 come to one now and then.
  const auto game = make_game("havannah", 3, 3, SwapRule::none);
  const CellSet all = game->board().cells();
  std::mt19937_64 random(2);
  int draws = 0;
  for (int i = 0; i < 20000 && draws == 0; ++i) {
    Position position = game->start();
    while (position.result == Result::ongoing) {
      const std::vector<Move> moves = game->legal_moves(position);
      game->play(position, moves[random() % moves.size()]);
    }
    if (position.result != Result::draw) continue;
    ++draws;
    CHECK(position.occupied() == all);
  }
  CHECK(draws == 1);
}
