#pragma once

#include <algorithm>
#include <cstdlib>
#include <numeric>
#include <optional>
#include <string_view>
#include <vector>

#include "engine/game/board.hpp"
#include "engine/game/position.hpp"

// Who has connected, by union-find and from nothing but coordinates: two cells are neighbours if
// their distance on the hexagonal grid is one. Shares no code with the rules that it checks.
class Referee {
 public:
  Referee(std::string_view game, int rows, int columns)
      : triangle_(game == "y"), reverse_(game == "rex"), rows_(rows), columns_(columns) {}

  // The colour that has joined its edges, if one has. CHECK separately that it is just one.
  bool has_connected(const isthmus::CellSet& stones, isthmus::Colour colour) const {
    std::vector<int> parent(static_cast<std::size_t>(rows_ * columns_ + 4));
    std::iota(parent.begin(), parent.end(), 0);
    const auto find = [&](int x) {
      while (parent[at(x)] != x) x = parent[at(x)] = parent[at(parent[at(x)])];
      return x;
    };
    const auto join = [&](int a, int b) { parent[at(find(a))] = find(b); };

    std::vector<int> cells;
    stones.for_each([&](isthmus::Cell cell) { cells.push_back(cell); });
    const int edge = rows_ * columns_;  // the first of four nodes that stand for edges
    std::vector<std::vector<int>> touching(4);
    for (std::size_t i = 0; i < cells.size(); ++i) {
      const int r = cells[i] / columns_, c = cells[i] % columns_;
      for (std::size_t j = 0; j < i; ++j) {
        const int dr = r - cells[j] / columns_, dc = c - cells[j] % columns_;
        if (std::max({std::abs(dr), std::abs(dc), std::abs(dr + dc)}) == 1)
          join(cells[i], cells[j]);
      }
      if (triangle_) {
        if (r == 0) touching[0].push_back(cells[i]);
        if (c == 0) touching[1].push_back(cells[i]);
        if (r + c == rows_ - 1) touching[2].push_back(cells[i]);
      } else if (colour == isthmus::Colour::black) {
        if (r == 0) join(cells[i], edge);
        if (r == rows_ - 1) join(cells[i], edge + 1);
      } else {
        if (c == 0) join(cells[i], edge);
        if (c == columns_ - 1) join(cells[i], edge + 1);
      }
    }
    if (!triangle_) return find(edge) == find(edge + 1);
    // One group must touch all three edges: edges are not joined, or two groups might share one.
    return std::any_of(cells.begin(), cells.end(), [&](int cell) {
      return std::all_of(touching.begin(), touching.begin() + 3, [&](const auto& side) {
        return std::any_of(side.begin(), side.end(),
                           [&](int other) { return find(other) == find(cell); });
      });
    });
  }

  // The result that the rules should give.
  isthmus::Result result(const isthmus::Position& position) const {
    for (isthmus::Colour colour : {isthmus::Colour::black, isthmus::Colour::white}) {
      if (has_connected(position.of(colour), colour)) {
        return isthmus::win_for(reverse_ ? opponent(colour) : colour);
      }
    }
    return isthmus::Result::ongoing;
  }

 private:
  static std::size_t at(int x) { return static_cast<std::size_t>(x); }

  bool triangle_;
  bool reverse_;
  int rows_;
  int columns_;
};
