#include "engine/fills/cpu_fill_backend.hpp"

// Highway's newest 512-bit target: it counts bits in one instruction.
#define HWY_WANT_AVX3_DL
#include "engine/base/simd_targets.hpp"
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "engine/fills/cpu_fill_backend.cpp"
// clang-format off: the order matters to Highway.
#include <hwy/foreach_target.h>
#include <hwy/highway.h>
// clang-format on

#include <bit>

#include "engine/base/instruction_set.hpp"
#include "engine/base/lane_word.hpp"
#include "engine/fills/fill_plan.hpp"
#include "engine/fills/sliced.hpp"
#include "engine/fills/tiled_reduction.hpp"

ISTHMUS_BEFORE_WORDS();
namespace isthmus {
ISTHMUS_WORDS_NAMESPACE() {
#if HWY_TARGET == HWY_SCALAR
// The bits of some words: how many there are.
class BitSum {
 public:
  static constexpr int kMaxWords = 1 << 20;

  void clear() { sum_ = 0; }
  void add(std::uint32_t word) { sum_ += static_cast<std::uint32_t>(std::popcount(word)); }

  // Adds two sums to numbers.
  static void add_totals(BitSum a, BitSum b, std::uint32_t& a_total, std::uint32_t& b_total) {
    a_total += a.sum_;
    b_total += b.sum_;
  }

 private:
  std::uint32_t sum_;
};
#else
// The bits of some words: how many there are in each byte.
class BitSum {
  using Bytes = hn::Repartition<std::uint8_t, SimdWord::Tag>;
  using Sums = hn::Repartition<std::uint64_t, SimdWord::Tag>;

 public:
  // A byte takes up to 255.
  static constexpr int kMaxWords = 31;

  HWY_INLINE void clear() { sums_ = hn::Zero(Bytes()); }
  HWY_INLINE void add(SimdWord word) {
    sums_ = hn::Add(sums_, hn::PopulationCount(hn::BitCast(Bytes(), word.lanes)));
  }

  // Adds two sums to numbers. The two halves of 64-bit lanes are summed up together.
  static HWY_INLINE void add_totals(BitSum a, BitSum b, std::uint32_t& a_total,
                                    std::uint32_t& b_total) {
    const auto both = hn::Or(hn::SumsOf8(a.sums_), hn::ShiftLeft<32>(hn::SumsOf8(b.sums_)));
    const std::uint64_t total = hn::GetLane(hn::SumOfLanes(Sums(), both));
    a_total += static_cast<std::uint32_t>(total);
    b_total += static_cast<std::uint32_t>(total >> 32);
  }

 private:
  hn::VFromD<Bytes> sums_;
};
#endif

// The sums of one cell. They stand side by side, as far apart they would get into each other's
// way in the cache.
struct CellSums {
  BitSum black;
  BitSum both;  // black, and Black is connected
};

// The largest tile for which there are registers.
#if HWY_TARGET <= HWY_AVX3
inline constexpr int kTileRows = 4, kTileColumns = 6;
#else
inline constexpr int kTileRows = 3, kTileColumns = 4;
#endif

inline constexpr std::uint32_t kGroupsPerUnit = kFillsPerUnit / 32;
static_assert(kGroupsPerUnit % kWordLanes == 0);

void count_fills(const FillTask& task, FillCounts& counts) {
  const FillPlan plan(task);
  const auto cell_range = static_cast<std::size_t>(plan.rows * plan.columns);
  counts.fills = task.fills;
  counts.black_connects = 0;
  counts.black.assign(cell_range, 0);
  counts.black_and_connects.assign(cell_range, 0);

  LaneWord board[kMaxCells];
  place_stones(task, board);
  TiledReduction<LaneWord, kTileRows, kTileColumns> reduce(plan.rows, plan.columns, plan.side);
  FillOrder order;
  CellSums sums[kMaxCells];
  BitSum connects;
  const auto clear = [&]() HWY_ATTR {
    for (int i = 0; i < plan.empty_count; ++i) {
      sums[i].black.clear();
      sums[i].both.clear();
    }
    connects.clear();
  };
  const auto flush = [&]() HWY_ATTR {
    for (int i = 0; i < plan.empty_count; ++i) {
      const Cell cell = plan.empty[static_cast<std::size_t>(i)];
      BitSum::add_totals(sums[i].black, sums[i].both, counts.black[cell],
                         counts.black_and_connects[cell]);
    }
    std::uint32_t unused = 0;
    BitSum::add_totals(connects, connects, counts.black_connects, unused);
  };
  clear();
  int words = 0;
  for (std::uint32_t unit = 0; unit < plan.units; ++unit) {
    order.start(plan.ordered(), plan.single_count, plan.keys.order, unit);
    for (std::uint32_t group = 0; group < kGroupsPerUnit; group += kWordLanes) {
      if (words++ == BitSum::kMaxWords) {
        flush();
        clear();
        words = 1;
      }
      draw_fills(plan, lanes_counting_from(unit * kGroupsPerUnit + group), order, board);
      const LaneWord winner = reduce(board);
      connects.add(winner);
      for (int i = 0; i < plan.empty_count; ++i) {
        const LaneWord word = board[plan.empty[static_cast<std::size_t>(i)]];
        sums[i].black.add(word);
        sums[i].both.add(word & winner);
      }
    }
  }
  flush();
}

void draw_task(const FillTask& task, std::uint32_t* words) {
  const FillPlan plan(task);
  const auto cell_range = static_cast<std::size_t>(plan.rows * plan.columns);
  LaneWord board[kMaxCells];
  place_stones(task, board);
  FillOrder order;
  for (std::uint32_t group = 0; group < plan.units * kGroupsPerUnit; group += kWordLanes) {
    if (group % kGroupsPerUnit == 0) {
      order.start(plan.ordered(), plan.single_count, plan.keys.order, group / kGroupsPerUnit);
    }
    draw_fills(plan, lanes_counting_from(group), order, board);
    for (std::size_t cell = 0; cell < cell_range; ++cell) {
      std::uint32_t lanes[kWordLanes];
      store_lanes(board[cell], lanes);
      for (std::uint32_t lane = 0; lane < kWordLanes; ++lane) {
        words[(group + lane) * cell_range + cell] = lanes[lane];
      }
    }
  }
}

}  // ISTHMUS_WORDS_NAMESPACE()
}  // namespace isthmus
ISTHMUS_AFTER_WORDS();

#if HWY_ONCE

namespace isthmus {

namespace {

const auto& fill_implementations() {
  static const auto found = ISTHMUS_IMPLEMENTATIONS(count_fills);
  return found;
}

const auto& draw_implementations() {
  static const auto found = ISTHMUS_IMPLEMENTATIONS(draw_task);
  return found;
}

}  // namespace

std::vector<std::string> CpuFillBackend::instruction_sets() {
  return instruction_set_names(fill_implementations());
}

CpuFillBackend::CpuFillBackend(std::string_view instruction_set)
    : chosen_(find_instruction_set(instruction_sets(), instruction_set)) {}

void CpuFillBackend::run(std::span<const FillTask> tasks, std::span<FillCounts> counts) const {
  for (std::size_t i = 0; i < tasks.size(); ++i) {
    fill_implementations()[chosen_].function(tasks[i], counts[i]);
  }
}

std::vector<std::uint32_t> CpuFillBackend::draw(const FillTask& task) const {
  const auto cells = static_cast<std::size_t>(task.rows * task.columns);
  std::vector<std::uint32_t> words(task.fills / 32 * cells);
  draw_implementations()[chosen_].function(task, words.data());
  return words;
}

}  // namespace isthmus

#endif
