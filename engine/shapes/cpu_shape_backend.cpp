#include "engine/shapes/cpu_shape_backend.hpp"

// As in cpu_fill_backend.cpp.
#define HWY_WANT_AVX3_DL
#include "engine/base/simd_targets.hpp"
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "engine/shapes/cpu_shape_backend.cpp"
// clang-format off: the order matters to Highway.
#include <hwy/foreach_target.h>
#include <hwy/highway.h>
// clang-format on

#include <algorithm>
#include <array>
#include <bit>
#include <memory>
#include <utility>

#include "engine/base/instruction_set.hpp"
#include "engine/base/simd_word.hpp"
#include "engine/shapes/shape_bisection.hpp"
#include "engine/shapes/shape_draw.hpp"
#include "engine/shapes/shape_plan.hpp"
#include "engine/shapes/sliced_shapes.hpp"

ISTHMUS_BEFORE_WORDS();
namespace isthmus {
ISTHMUS_WORDS_NAMESPACE() {
#if HWY_TARGET == HWY_SCALAR
using ShapeWord = std::uint32_t;
inline constexpr int kShapeLanes = 1;

inline ShapeWord count_bits(ShapeWord word) { return static_cast<ShapeWord>(std::popcount(word)); }
#else
using ShapeWord = SimdWord;
inline constexpr int kShapeLanes = SimdWord::kLanes;

HWY_INLINE ShapeWord count_bits(ShapeWord word) {
  return ShapeWord(hn::PopulationCount(word.lanes));
}
#endif

// A word as its lanes: a number for each.
union ShapeLanes {
  ShapeLanes() : word{} {}
  ShapeWord word;
  std::uint32_t lane[kShapeLanes];
};

// The playouts of one task.
class ShapePlayouts {
 public:
  ShapePlayouts(const ShapePlan& plan, OutcomeCounts& counts)
      : plan_(plan),
        counts_(counts),
        columns_(2 * plan.side - 1),
        bisection_(plan.probes, plan.black_moves, plan.exact_end),
        shapes_(plan.side) {
    // Lanes that get no unit write to the board as well.
    for (auto& order : orders_) put_in_order(order);
  }

  void run() {
    for (;;) {
      for (int lane = 0; lane < kShapeLanes; ++lane) refill(lane);
      if (!any(active_.word)) return;
      draw_fresh();
      bisection_.choose();
      const ShapeWord black = find(Colour::black), white = find(Colour::white);
      const auto over = bisection_.narrow(active_.word, black, white);
      count(over);
      active_.word = active_.word & ~over.all();
    }
  }

 private:
  static constexpr int kPlanes = 9;
  static constexpr int kMaxPairs = (3 * ShapeTask::kMaxSide * (ShapeTask::kMaxSide - 1) + 2) / 2;

  // Of a pair, in the playouts of a unit: in how many it was played when they were decided, and
  // Black's points in these; then the same where its first cell was the mover's.
  struct PairSums {
    ShapeLanes played, points, first_played, first_points;
  };

  // Gives the free bits of a lane the next playouts of its unit; once that has none and all are
  // over, those of the next unit.
  void refill(int lane) {
    const auto i = static_cast<std::size_t>(lane);
    if (left_[i] == 0 && active_.lane[lane] == 0) {
      if (is_counting_[i]) end_unit(lane);
      if (next_unit_ < plan_.units) start_unit(lane);
    }
    std::uint32_t fresh = ~active_.lane[lane];
    while (static_cast<std::uint32_t>(std::popcount(fresh)) > left_[i]) {
      fresh &= ~std::bit_floor(fresh);
    }
    fresh_.lane[lane] = fresh;
    active_.lane[lane] |= fresh;
    left_[i] -= static_cast<std::uint32_t>(std::popcount(fresh));
  }

  void start_unit(int lane) {
    const auto i = static_cast<std::size_t>(lane);
    const ShapeKeys keys(plan_.seed, next_unit_);
    left_[i] = plan_.playouts_of(next_unit_++);
    is_counting_[i] = true;
    next_.lane[lane] = 0;
    low_.lane[lane] = keys.low;
    high_.lane[lane] = keys.high;
    auto& order = orders_[i];
    put_in_order(order);
    const auto at = [&](int place) -> std::uint16_t& {
      return order[static_cast<std::size_t>(place)];
    };
    shuffle_cells(keys, plan_.empty_count, at,
                  [&](int place, std::uint16_t cell) { at(place) = cell; });
  }

  void put_in_order(std::array<std::uint16_t, kMaxCells>& order) const {
    std::copy_n(plan_.empty.begin(), plan_.empty_count, order.begin());
  }

  void draw_fresh() {
    if (!any(fresh_.word)) return;
    ShapeWord words[32];
    for (int first = 0; first < plan_.probes.pairs; first += 64) {
      for (int parity = 0; parity < 2; ++parity) {
        draw_coins(coin_word(first + parity), fresh_.word, next_.word, low_.word, high_.word,
                   words);
        for (int i = 0; i < 32; ++i) {
          const int pair = first + 2 * i + parity;
          if (pair >= plan_.probes.pairs) break;
          ShapeWord& coins = coins_[pair].word;
          coins = (coins & ~fresh_.word) | (words[i] & fresh_.word);
        }
      }
    }
    // An odd last cell is the mover's.
    if (plan_.empty_count % 2 != 0) coins_[plan_.probes.pairs - 1].word = ~ShapeWord{};
    next_.word = next_.word + count_bits(fresh_.word);
    bisection_.start(fresh_.word);
  }

  // Where a side has a shape on the boards to look at.
  ShapeWord find(Colour colour) {
    const bool is_mover = (colour == Colour::black) == plan_.black_moves;
    const auto put = [&](const CellSet& stones, bool own) {
      stones.for_each([&](Cell cell) {
        shapes_.own(cell / columns_, cell % columns_) = uniform_word<ShapeWord>(own);
      });
    };
    put(plan_.black, colour == Colour::black);
    put(plan_.white, colour == Colour::white);
    for (int pair = 0; pair < plan_.probes.pairs; ++pair) {
      const ShapeWord played = bisection_.has_played(pair);
      const ShapeWord coins = coins_[pair].word;
      ShapeLanes first, second;
      first.word = played & (is_mover ? coins : ~coins);
      second.word = played & ~first.word;
      const int last = 2 * pair + 1 < plan_.empty_count ? 1 : 0;
      for (int lane = 0; lane < kShapeLanes; ++lane) {
        own(lane, 2 * pair) = first.lane[lane];
        if (last == 1) own(lane, 2 * pair + 1) = second.lane[lane];
      }
    }
    return shapes_.find(active_.word);
  }

  // The boards of a lane where the cell at that place of its order has a stone.
  std::uint32_t& own(int lane, int place) {
    const int cell = cell_at(lane, place);
    ShapeWord& word = shapes_.own(cell / columns_, cell % columns_);
    return reinterpret_cast<ShapeLanes&>(word).lane[lane];
  }
  int cell_at(int lane, int place) const {
    return orders_[static_cast<std::size_t>(lane)][static_cast<std::size_t>(place)];
  }

  void count(const ShapeResults<ShapeWord>& over) {
    const ShapeWord all = over.all();
    if (!any(all)) return;
    const bool has_draws = any(over.draw);
    const auto points = [&](ShapeWord of) {
      const ShapeWord wins = count_bits(of & over.black);
      return has_draws ? wins + wins + count_bits(of & over.draw) : wins + wins;
    };
    ShapeLanes black, draw;
    black.word = count_bits(over.black);
    draw.word = count_bits(over.draw);
    for (int lane = 0; lane < kShapeLanes; ++lane) {
      counts_.black_wins += black.lane[lane];
      counts_.draws += draw.lane[lane];
    }
    for (int pair = 0; pair < plan_.probes.pairs; ++pair) {
      const ShapeWord played = all & bisection_.has_played(pair);
      if (!any(played)) return;
      const ShapeWord first = played & coins_[pair].word;
      PairSums& sums = sums_[pair];
      sums.played.word = sums.played.word + count_bits(played);
      sums.points.word = sums.points.word + points(played);
      sums.first_played.word = sums.first_played.word + count_bits(first);
      sums.first_points.word = sums.first_points.word + points(first);
    }
  }

  // Hands over what was counted in the unit of a lane.
  void end_unit(int lane) {
    is_counting_[static_cast<std::size_t>(lane)] = false;
    auto& mover = plan_.black_moves ? counts_.black : counts_.white;
    auto& mover_points = plan_.black_moves ? counts_.black_points : counts_.white_points;
    auto& other = plan_.black_moves ? counts_.white : counts_.black;
    auto& other_points = plan_.black_moves ? counts_.white_points : counts_.black_points;
    for (int pair = 0; pair < plan_.probes.pairs; ++pair) {
      const auto take = [&](ShapeLanes& sum) { return std::exchange(sum.lane[lane], 0u); };
      PairSums& sums = sums_[pair];
      const std::uint32_t first = take(sums.first_played), first_points = take(sums.first_points);
      const std::uint32_t second = take(sums.played) - first;
      const std::uint32_t second_points = take(sums.points) - first_points;
      const auto cell = static_cast<std::size_t>(cell_at(lane, 2 * pair));
      mover[cell] += first;
      mover_points[cell] += first_points;
      other[cell] += second;
      other_points[cell] += second_points;
      if (2 * pair + 1 == plan_.empty_count) continue;
      const auto next = static_cast<std::size_t>(cell_at(lane, 2 * pair + 1));
      mover[next] += second;
      mover_points[next] += second_points;
      other[next] += first;
      other_points[next] += first_points;
    }
  }

  const ShapePlan& plan_;
  OutcomeCounts& counts_;
  int columns_;
  ShapeBisection<ShapeWord, kPlanes> bisection_;
  SlicedShapes<ShapeWord> shapes_;
  std::uint32_t next_unit_ = 0;
  // By lane: playouts of its unit to begin yet, and whether it has a unit.
  std::array<std::uint32_t, kShapeLanes> left_{};
  std::array<bool, kShapeLanes> is_counting_{};
  std::array<std::array<std::uint16_t, kMaxCells>, kShapeLanes> orders_;
  ShapeLanes active_;            // playouts under way
  ShapeLanes fresh_;             // those of them that begin
  ShapeLanes next_;              // the next playout of the unit
  ShapeLanes low_, high_;        // the unit's keys
  ShapeLanes coins_[kMaxPairs];  // whether the first cell of a pair is the mover's
  PairSums sums_[kMaxPairs];
};

void count_shapes(const ShapeTask& task, OutcomeCounts& counts) {
  const ShapePlan plan(task);
  ShapePlan::require_undecided(plan.is_decided());
  const auto cells = static_cast<std::size_t>((2 * plan.side - 1) * (2 * plan.side - 1));
  const std::vector<std::uint32_t> none(cells);
  counts = {plan.playouts, 0, 0, none, none, none, none};
  std::make_unique<ShapePlayouts>(plan, counts)->run();
}

}  // ISTHMUS_WORDS_NAMESPACE()
}  // namespace isthmus
ISTHMUS_AFTER_WORDS();

#if HWY_ONCE

namespace isthmus {

namespace {

const auto& shape_implementations() {
  static const auto found = ISTHMUS_IMPLEMENTATIONS(count_shapes);
  return found;
}

}  // namespace

std::vector<std::string> CpuShapeBackend::instruction_sets() {
  return instruction_set_names(shape_implementations());
}

CpuShapeBackend::CpuShapeBackend(std::string_view instruction_set)
    : chosen_(find_instruction_set(instruction_sets(), instruction_set)) {}

void CpuShapeBackend::run(std::span<const ShapeTask> tasks, std::span<OutcomeCounts> counts) const {
  for (std::size_t i = 0; i < tasks.size(); ++i) {
    shape_implementations()[chosen_].function(tasks[i], counts[i]);
    count_stones(tasks[i], counts[i]);
  }
}

}  // namespace isthmus

#endif
