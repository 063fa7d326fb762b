// Havannah against its shapes as they are defined, looked for without the engine's board.

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <random>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "games/list.hpp"
#include "tests/support/fewer_if_sanitized.hpp"

using namespace isthmus;

namespace {

using Point = std::pair<int, int>;  // row and column, from the centre

constexpr std::array<Point, 6> kSteps{{{-1, 1}, {0, 1}, {1, 0}, {1, -1}, {0, -1}, {-1, 0}}};

// The stones of one colour on a hexagon, by its number of cells from the centre to the edge, and
// what a search of paths says of them.
class Hexagon {
 public:
  explicit Hexagon(int radius)
      : radius_(radius),
        width_(2 * radius + 3),
        is_own_(static_cast<std::size_t>(width_ * width_)) {}

  bool has(Point p) const { return edges(p, 1) == 0; }
  void add(Point p) { is_own_[index(p)] = 1; }

  // Whether there is a cell, whatever is on it, from which no path around the stones leads off the
  // board.
  bool has_ring() const {
    std::vector<char> is_outside(is_own_.size());
    const Point corner{-radius_ - 1, -radius_ - 1};
    follow(corner, is_outside, [&](Point p) { return is_own_[index(p)] == 0; });
    for (int r = -radius_; r <= radius_; ++r) {
      for (int c = -radius_; c <= radius_; ++c) {
        if (!has({r, c}) || is_outside[index({r, c})] != 0) continue;
        bool is_enclosed = true;
        for (auto [down, right] : kSteps) {
          if (is_outside[index({r + down, c + right})] != 0) is_enclosed = false;
        }
        // A cell without a stone that was not reached has no such neighbour.
        if (is_enclosed) return true;
      }
    }
    return false;
  }
  // Of the stones that are joined to one: how many corners, and how many edges they touch.
  std::pair<int, int> corners_and_edges(Point stone) const {
    int corners = 0;
    unsigned touched = 0;
    std::vector<char> is_joined(is_own_.size());
    follow(stone, is_joined, [&](Point p) {
      if (is_own_[index(p)] == 0) return false;
      const unsigned at = edges(p, 0);
      if (std::popcount(at) == 2) ++corners;
      if (std::popcount(at) == 1) touched |= at;
      return true;
    });
    return {corners, std::popcount(touched)};
  }

 private:
  // The edges that a point `beyond` cells further out would lie on, a bit each.
  unsigned edges(Point p, int beyond) const {
    const std::array<int, 3> axes{p.first, p.second, -p.first - p.second};
    unsigned found = 0;
    for (unsigned i = 0; i < 3; ++i) {
      if (axes[i] >= radius_ + beyond) found |= 1U << i;
      if (-axes[i] >= radius_ + beyond) found |= 8U << i;
    }
    return found;
  }
  std::size_t index(Point p) const {
    return static_cast<std::size_t>((p.first + radius_ + 1) * width_ + p.second + radius_ + 1);
  }
  // Marks all that can be reached from a point by points for which may_pass(), which is asked once
  // for each that is passed, itself included. Points one row beyond the board are there, too.
  template <class MayPass>
  void follow(Point from, std::vector<char>& is_reached, MayPass&& may_pass) const {
    if (!may_pass(from)) return;
    is_reached[index(from)] = 1;
    std::vector<Point> open{from};
    while (!open.empty()) {
      const auto [row, column] = open.back();
      open.pop_back();
      for (auto [down, right] : kSteps) {
        const Point next{row + down, column + right};
        if (std::max(std::abs(next.first), std::abs(next.second)) > radius_ + 1) continue;
        if (is_reached[index(next)] != 0 || !may_pass(next)) continue;
        is_reached[index(next)] = 1;
        open.push_back(next);
      }
    }
  }

  int radius_;
  int width_;
  std::vector<char> is_own_;
};

}  // namespace

TEST_CASE("random games end with the first bridge, fork or ring, or with a full board") {
  std::mt19937_64 random(1);
  int bridges = 0, forks = 0, rings = 0;
  std::int64_t positions = 0;
  for (const auto& [side, count] :
       {std::pair{3, 4000}, {4, 3000}, {5, 2000}, {6, 1000}, {8, 400}, {11, 100}, {16, 20}}) {
    const auto game = make_game("havannah", side, side, SwapRule::none);
    const Board& board = game->board();
    REQUIRE(board.rows() == 2 * side - 1);
    REQUIRE(board.cell_count() == 3 * side * (side - 1) + 1);
    for (int i = 0; i < test::fewer_if_sanitized(count, 5); ++i) {
      std::array<Hexagon, 2> stones{Hexagon(side - 1), Hexagon(side - 1)};
      int moves_made = 0;
      Position position = game->start();
      while (position.result == Result::ongoing) {
        const std::vector<Move> moves = game->legal_moves(position);
        const Move move = moves[random() % moves.size()];
        const Colour mover = position.to_move;
        Hexagon& own = stones[static_cast<std::size_t>(mover)];
        const Point point{board.row(move.cell()) - side + 1, board.column(move.cell()) - side + 1};
        REQUIRE(own.has(point));
        own.add(point);
        game->play(position, move);
        const auto [corners, edges] = own.corners_and_edges(point);
        const bool has_ring = own.has_ring();
        bridges += corners >= 2;
        forks += edges >= 3;
        rings += has_ring;
        const bool is_full = ++moves_made == board.cell_count();
        ++positions;
        const Result expected = corners >= 2 || edges >= 3 || has_ring ? win_for(mover)
                                : is_full                              ? Result::draw
                                                                       : Result::ongoing;
        REQUIRE(position.result == expected);
      }
    }
  }
  CHECK(positions > test::fewer_if_sanitized(300'000, 5));
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
