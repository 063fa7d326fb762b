// Prints for how many independent fills the fills of a unit count, in percent, for several ways in
// which its groups can share the random order in which cells are put right: effective_fills [UNITS]

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <numeric>
#include <vector>

#include "engine/fills/fill_plan.hpp"
#include "engine/fills/sliced.hpp"
#include "games/list.hpp"

namespace isthmus {

namespace {

constexpr std::uint32_t kGroups = kFillsPerUnit / 32;

enum class Sharing {
  all,            // one order for the unit
  quarters,       // one order, mixed by quarters of the unit (mixing_shift()), as it is where no
                  // more than kMixedCells are empty
  none,           // an order of its own for each group of 32 fills
  rotated_order,  // one order, which groups begin to read at places evenly apart
  rotated_cells,  // one order of numbers, which groups look up in a shuffled list of the cells,
                  // from places evenly apart
};
constexpr std::array kSharingNames{"one order a unit", "one order, mixed by quarters",
                                   "an order a group", "one order, begun elsewhere",
                                   "one order, counted from elsewhere"};

// The orders of the groups of a unit.
class SharedOrder {
 public:
  SharedOrder(const FillPlan& plan, Sharing sharing) : plan_(plan), sharing_(sharing) {
    std::iota(numbers_.begin(), numbers_.end(), std::uint16_t{0});
    list_ = plan.empty;
    if (sharing == Sharing::rotated_cells) {
      SplitMix64 next(plan.keys.order);
      for (auto left = static_cast<std::size_t>(plan.single_count); left > 1; --left) {
        std::swap(list_[left - 1], list_[next() % left]);
      }
    }
  }

  void start(std::uint32_t unit, std::uint32_t group) {
    const auto count = static_cast<std::uint32_t>(plan_.single_count);
    const std::uint32_t shift = group * count / kGroups;
    if (group == 0 || sharing_ == Sharing::none) {
      FillOrder order;
      order.start(numbers_.data(), plan_.single_count, plan_.keys.order,
                  sharing_ == Sharing::none ? unit * kGroups + group : unit);
      for (int place = 0; place < plan_.single_count; place += FillOrder::kBatch) {
        const std::uint16_t* batch = order.batch(place);
        std::copy(batch, batch + FillOrder::kBatch, order_.begin() + place);
      }
    }
    for (std::uint32_t i = 0; i < count + FillOrder::kBatch; ++i) {
      const bool turn_places = sharing_ == Sharing::rotated_order;
      const std::uint32_t turn_cells = sharing_ == Sharing::rotated_cells ? shift
                                       : sharing_ == Sharing::quarters    ? group / 4 * count / 4
                                                                          : 0;
      const std::uint32_t number = order_[(i + (turn_places ? shift : 0)) % count];
      cells_[i] = list_[(number + turn_cells) % count];
    }
  }

  const std::uint16_t* batch(int place) const { return cells_.data() + place; }

 private:
  const FillPlan& plan_;
  Sharing sharing_;
  std::array<std::uint16_t, kMaxCells> numbers_;
  std::array<std::uint16_t, kMaxCells> list_;
  std::array<std::uint16_t, kMaxCells + FillOrder::kBatch> order_;
  std::array<std::uint16_t, kMaxCells + FillOrder::kBatch> cells_;
};

// What was counted in many units.
class UnitCounts {
 public:
  void add(std::uint32_t count) {
    sum_ += count;
    squares_ += std::uint64_t{count} * count;
  }

  // Independent fills over fills: their variance over that seen.
  double effective(double units) const {
    const double mean = static_cast<double>(sum_) / units;
    const double variance =
        (static_cast<double>(squares_) - mean * static_cast<double>(sum_)) / (units - 1);
    return mean * (1 - mean / kFillsPerUnit) / variance;
  }

 private:
  std::uint64_t sum_ = 0;
  std::uint64_t squares_ = 0;
};

double mean_effective(const std::vector<UnitCounts>& cells, double units) {
  double sum = 0;
  for (const UnitCounts& cell : cells) sum += cell.effective(units);
  return 100 * sum / static_cast<double>(cells.size());
}

void measure(const FillTask& task, Sharing sharing, std::uint32_t units) {
  const FillPlan plan(task);
  const auto empty = static_cast<std::size_t>(plan.empty_count);
  UnitCounts connects;
  std::vector<UnitCounts> black(empty);
  std::vector<UnitCounts> both(empty);
  SharedOrder order(plan, sharing);
  std::array<std::uint32_t, kMaxCells> board;
  place_stones(task, board.data());
  for (std::uint32_t unit = 0; unit < units; ++unit) {
    std::uint32_t unit_connects = 0;
    std::vector<std::uint32_t> unit_black(empty);
    std::vector<std::uint32_t> unit_both(empty);
    for (std::uint32_t group = 0; group < kGroups; ++group) {
      order.start(unit, group);
      fill_exactly(
          board.data(), plan.empty.data(), plan.single_count, plan.blacks, plan.generators,
          [&](int number) {
            return Xorwow<std::uint32_t>(plan.keys, unit * kGroups + group, number);
          },
          [&](int place) { return order.batch(place); });
      auto reduced = board;
      const std::uint32_t winner =
          majority_reduction(reduced.data(), plan.rows, plan.columns, plan.side);
      unit_connects += static_cast<std::uint32_t>(std::popcount(winner));
      for (std::size_t i = 0; i < empty; ++i) {
        const std::uint32_t word = board[plan.empty[i]];
        unit_black[i] += static_cast<std::uint32_t>(std::popcount(word));
        unit_both[i] += static_cast<std::uint32_t>(std::popcount(word & winner));
      }
    }
    connects.add(unit_connects);
    for (std::size_t i = 0; i < empty; ++i) {
      black[i].add(unit_black[i]);
      both[i].add(unit_both[i]);
    }
  }
  std::printf("%5d of %-5d %-34s %7.1f %7.1f %7.1f\n", task.blacks, task.empty.size(),
              kSharingNames[static_cast<std::size_t>(sharing)], 100 * connects.effective(units),
              mean_effective(black, units), mean_effective(both, units));
}

// An 11 x 11 board with `stones` stones at random cells, and the rest to be filled.
FillTask task_of(int stones, int blacks) {
  const std::unique_ptr<const Game> game = make_game(kDefaultGame, 11, 11, SwapRule::none);
  Position position = game->start();
  SplitMix64 next(42);
  while (position.occupied().size() < stones) {
    const auto cell = static_cast<Cell>(next() % 121);
    if (position.occupied().contains(cell)) continue;
    position.of(position.occupied().size() % 2 == 0 ? Colour::black : Colour::white).insert(cell);
  }
  FillTask task = make_fill_task(*game, position, false, kFillsPerUnit, 7);
  task.blacks = blacks;
  return task;
}

}  // namespace

}  // namespace isthmus

int main(int argc, char** argv) {
  using namespace isthmus;
  const int units = argc > 1 ? std::atoi(argv[1]) : 10000;
  if (units < 2) {
    std::fputs("effective_fills: UNITS must be a number from 2\n", stderr);
    return 2;
  }
  std::printf(
      "Percent of the fills, of %d units on 11 x 11; standard error %.1f for wins, less for "
      "cells\n",
      units, 100 * std::sqrt(2.0 / units));
  std::printf("%14s %-34s %7s %7s %7s\n", "black cells", "orders", "wins", "black", "both");
  for (const auto& [stones, blacks] :
       {std::pair{0, 60}, {1, 60}, {40, 41}, {41, 40}, {80, 21}, {81, 20}, {0, 50}}) {
    for (Sharing sharing : {Sharing::all, Sharing::quarters, Sharing::none, Sharing::rotated_order,
                            Sharing::rotated_cells}) {
      measure(task_of(stones, blacks), sharing, static_cast<std::uint32_t>(units));
    }
  }
  if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0) {
    std::fputs("effective_fills: cannot write to standard output\n", stderr);
    return 1;
  }
}
