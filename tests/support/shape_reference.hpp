#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine/board/board.hpp"
#include "engine/board/cell_set.hpp"
#include "engine/playout/outcome_counts.hpp"
#include "engine/shapes/shape_draw.hpp"
#include "engine/shapes/shape_plan.hpp"
#include "engine/shapes/shape_task.hpp"

namespace isthmus::test {

// The cells that are joined to those `from`, which they include, by neighbours `through`.
inline CellSet joined(const Board& board, const CellSet& from, const CellSet& through) {
  CellSet reached;
  std::vector<Cell> queue;
  const auto reach = [&](Cell cell) {
    if (!through.contains(cell) || reached.contains(cell)) return;
    reached.insert(cell);
    queue.push_back(cell);
  };
  from.for_each(reach);
  while (!queue.empty()) {
    const Cell cell = queue.back();
    queue.pop_back();
    for (const Cell next : board.neighbours(cell)) reach(next);
  }
  return reached;
}

// Whether stones have a shape on a board of Havannah: by the definition of each, one group after
// the other. The board's goals are its six edges and, behind these, its six corners.
inline bool has_shape(const Board& board, const CellSet& stones) {
  CellSet rim;
  board.cells().for_each([&](Cell cell) {
    if (board.goals(cell) != 0) rim.insert(cell);
  });
  const CellSet others = board.cells() - stones;
  if (joined(board, rim, others) != others) return true;
  bool found = false;
  stones.for_each([&](Cell cell) {
    const auto neighbours = board.neighbours(cell);
    found |=
        neighbours.size() == 6 && std::all_of(neighbours.begin(), neighbours.end(),
                                              [&](Cell next) { return stones.contains(next); });
  });
  for (CellSet rest = stones; !rest.empty() && !found;) {
    CellSet one;
    one.insert(rest.first());
    const CellSet group = joined(board, one, stones);
    unsigned goals = 0;
    group.for_each([&](Cell next) { goals |= board.goals(next); });
    found |= std::popcount(goals & 0b111111u) >= 3 || std::popcount(goals >> 6) >= 2;
    rest = rest - group;
  }
  return found;
}

// One playout of a task, as shape_task.hpp describes it.
struct ShapePlayout {
  // Of the playout of a unit given by its number there.
  ShapePlayout(const ShapePlan& plan, std::uint32_t unit, std::uint32_t number)
      : moves(plan.empty.begin(), plan.empty.begin() + plan.empty_count) {
    const ShapeKeys keys(plan.seed, unit);
    const auto at = [&](int place) -> Cell& { return moves[static_cast<std::size_t>(place)]; };
    shuffle_cells(keys, plan.empty_count, at, [&](int place, Cell cell) { at(place) = cell; });
    for (int pair = 0; 2 * pair + 1 < plan.empty_count; ++pair) {
      const std::uint32_t counter =
          number * kCoinWords + static_cast<std::uint32_t>(coin_word(pair));
      const std::uint32_t coins = shape_random(counter, keys.low, keys.high);
      if (((coins >> (pair / 2 % 32)) & 1) == 0) std::swap(at(2 * pair), at(2 * pair + 1));
    }
  }

  // The stones of the side that moves, or of the other, after `pairs` pairs.
  CellSet stones(bool mover, int pairs, CellSet before) const {
    const auto end = std::min(2 * static_cast<std::size_t>(pairs), moves.size());
    for (std::size_t i = mover ? 0 : 1; i < end; i += 2) {
      before.insert(moves[i]);
    }
    return before;
  }

  std::vector<Cell> moves;  // in turns, the side to move first
};

struct ShapeDecision {
  enum { black, white, draw } result;
  int pairs;  // played on the board that decided
};

// Decides a playout by looking at one board after the other.
inline ShapeDecision decide(const Board& board, const ShapePlan& plan,
                            const ShapePlayout& playout) {
  const auto has = [&](bool black, int pairs) {
    const bool mover = black == plan.black_moves;
    return has_shape(board, playout.stones(mover, pairs, black ? plan.black : plan.white));
  };
  const ShapeProbes& probes = plan.probes;
  int low = 0, high = probes.pairs + 1;
  bool one = false, one_is_black = false;
  while (high - low > 1) {
    const int from = low < probes.first && probes.first < high ? probes.first : low;
    const int to = low < probes.last - 1 && probes.last < high ? probes.last : high;
    const int at = (from + to) / 2;
    const bool black = has(true, at), white = has(false, at);
    if (one) {
      ((one_is_black ? black : white) ? high : low) = at;
    } else if (black != white) {
      if (!plan.exact_end) return {black ? ShapeDecision::black : ShapeDecision::white, at};
      one = true;
      one_is_black = black;
      high = at;
    } else {
      (black ? high : low) = at;
    }
  }
  if (low == probes.pairs) return {ShapeDecision::draw, high};
  const bool black_wins = one ? one_is_black : plan.black_moves;
  return {black_wins ? ShapeDecision::black : ShapeDecision::white, high};
}

// What a backend should count.
inline OutcomeCounts count_one_by_one(const Board& board, const ShapeTask& task) {
  const ShapePlan plan(task);
  const std::vector<std::uint32_t> none(static_cast<std::size_t>(board.cell_range()));
  OutcomeCounts counts{plan.playouts, 0, 0, none, none, none, none};
  for (std::uint32_t unit = 0; unit < plan.units; ++unit) {
    for (std::uint32_t number = 0; number < plan.playouts_of(unit); ++number) {
      const ShapePlayout playout(plan, unit, number);
      const ShapeDecision decision = decide(board, plan, playout);
      counts.black_wins += decision.result == ShapeDecision::black;
      counts.draws += decision.result == ShapeDecision::draw;
      const std::uint32_t points = decision.result == ShapeDecision::black  ? 2
                                   : decision.result == ShapeDecision::draw ? 1
                                                                            : 0;
      for (const bool black : {true, false}) {
        const CellSet& before = black ? task.black : task.white;
        playout.stones(black == plan.black_moves, decision.pairs, before).for_each([&](Cell cell) {
          ++(black ? counts.black : counts.white)[cell];
          (black ? counts.black_points : counts.white_points)[cell] += points;
        });
      }
    }
  }
  return counts;
}

}  // namespace isthmus::test
