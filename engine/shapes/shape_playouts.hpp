// What the playouts of a task have in common, however their end is found: a unit of them in each
// lane of a SIMD register, 32 at a time. For source files that Highway compiles once a target.

#if defined(ISTHMUS_ENGINE_SHAPE_PLAYOUTS_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef ISTHMUS_ENGINE_SHAPE_PLAYOUTS_HPP
#undef ISTHMUS_ENGINE_SHAPE_PLAYOUTS_HPP
#else
#define ISTHMUS_ENGINE_SHAPE_PLAYOUTS_HPP
#endif

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>

#include <hwy/highway.h>

#include "engine/base/lane_word.hpp"
#include "engine/playout/outcome_counts.hpp"
#include "engine/shapes/shape_bisection.hpp"
#include "engine/shapes/shape_draw.hpp"
#include "engine/shapes/shape_plan.hpp"
#include "engine/shapes/sliced_shapes.hpp"

ISTHMUS_BEFORE_WORDS();
namespace isthmus {
ISTHMUS_WORDS_NAMESPACE() {
// A word as its lanes: a number for each.
union ShapeLanes {
  ShapeLanes() : word{} {}
  LaneWord word;
  std::uint32_t lane[kWordLanes];
};

// What plays the playouts of one task: its units, the boards of those under way, what is drawn of
// them, and what they come to.
class ShapePlayouts {
 protected:
  ShapePlayouts(const ShapePlan& plan, OutcomeCounts& counts)
      : plan_(plan), counts_(counts), columns_(2 * plan.side - 1), shapes_(plan.side) {
    // Lanes that get no unit write to the board as well.
    for (auto& order : orders_) put_in_order(order);
  }

  static constexpr int kPlanes = 9;
  static constexpr int kMaxPairs = (3 * ShapeTask::kMaxSide * (ShapeTask::kMaxSide - 1) + 2) / 2;

  // Of a pair, in the playouts of a unit: in how many it was played when they were decided, and
  // Black's points in these; then the same where its first cell was the mover's.
  struct PairSums {
    ShapeLanes played, points, first_played, first_points;
  };

  static int count_all_bits(LaneWord word) {
    ShapeLanes bits;
    bits.word = count_bits(word);
    int sum = 0;
    for (const std::uint32_t lane : bits.lane) sum += static_cast<int>(lane);
    return sum;
  }
  // The lowest bits of a word, at most `count`.
  static std::uint32_t first_bits(std::uint32_t word, std::size_t count) {
    while (static_cast<std::size_t>(std::popcount(word)) > count) word &= ~std::bit_floor(word);
    return word;
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

  // Draws the coins of those playouts that begin: draw(coin_word, words) draws 32 words.
  template <class Draw>
  void draw_pairs(LaneWord fresh, Draw&& draw) {
    LaneWord words[32];
    for (int first = 0; first < plan_.probes.pairs; first += 64) {
      for (int parity = 0; parity < 2; ++parity) {
        draw(coin_word(first + parity), words);
        for (int i = 0; i < 32; ++i) {
          const int pair = first + 2 * i + parity;
          if (pair >= plan_.probes.pairs) break;
          LaneWord& coins = coins_[pair].word;
          coins = (coins & ~fresh) | (words[i] & fresh);
        }
      }
    }
    // An odd last cell is the mover's.
    if (plan_.empty_count % 2 != 0) coins_[plan_.probes.pairs - 1].word = ~LaneWord{};
  }

  // Puts down the stones of one side on the boards that a search looks at.
  template <class Search>
  void put_stones(const Search& search, LaneWord is_black) {
    const auto put = [&](const CellSet& stones, LaneWord own) {
      stones.for_each([&](Cell cell) { shapes_.own(cell / columns_, cell % columns_) = own; });
    };
    put(plan_.black, is_black);
    put(plan_.white, ~is_black);
    const LaneWord is_mover = plan_.black_moves ? is_black : ~is_black;
    for (int pair = 0; pair < plan_.probes.pairs; ++pair) {
      const LaneWord played = search.has_played(pair);
      ShapeLanes first, second;
      first.word = played & ~(coins_[pair].word ^ is_mover);
      second.word = played & ~first.word;
      const int last = 2 * pair + 1 < plan_.empty_count ? 1 : 0;
      for (int lane = 0; lane < kWordLanes; ++lane) {
        own(lane, 2 * pair) = first.lane[lane];
        if (last == 1) own(lane, 2 * pair + 1) = second.lane[lane];
      }
    }
  }

  // The boards of a lane where the cell at that place of its order has a stone.
  std::uint32_t& own(int lane, int place) {
    const int cell = cell_at(lane, place);
    LaneWord& word = shapes_.own(cell / columns_, cell % columns_);
    return reinterpret_cast<ShapeLanes&>(word).lane[lane];
  }
  int cell_at(int lane, int place) const {
    return orders_[static_cast<std::size_t>(lane)][static_cast<std::size_t>(place)];
  }

  template <class Search>
  void count(const Search& search, const ShapeResults<LaneWord>& over) {
    const LaneWord all = over.all();
    if (!any(all)) return;
    const bool has_draws = any(over.draw);
    const auto points = [&](LaneWord of) {
      const LaneWord wins = count_bits(of & over.black);
      return has_draws ? wins + wins + count_bits(of & over.draw) : wins + wins;
    };
    ShapeLanes black, draw;
    black.word = count_bits(over.black);
    draw.word = count_bits(over.draw);
    for (int lane = 0; lane < kWordLanes; ++lane) {
      counts_.black_wins += black.lane[lane];
      counts_.draws += draw.lane[lane];
    }
    for (int pair = 0; pair < plan_.probes.pairs; ++pair) {
      const LaneWord played = all & search.has_played(pair);
      if (!any(played)) return;
      const LaneWord first = played & coins_[pair].word;
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
  SlicedShapes<LaneWord> shapes_;
  std::uint32_t next_unit_ = 0;
  // By lane: playouts of its unit to begin yet, and whether it has a unit.
  std::array<std::uint32_t, kWordLanes> left_{};
  std::array<bool, kWordLanes> is_counting_{};
  std::array<std::array<std::uint16_t, kMaxCells>, kWordLanes> orders_;
  ShapeLanes next_;              // the next playout of the unit
  ShapeLanes low_, high_;        // the unit's keys
  ShapeLanes coins_[kMaxPairs];  // whether the first cell of a pair is the mover's
  PairSums sums_[kMaxPairs];
};

}  // ISTHMUS_WORDS_NAMESPACE()
}  // namespace isthmus
ISTHMUS_AFTER_WORDS();

#endif
