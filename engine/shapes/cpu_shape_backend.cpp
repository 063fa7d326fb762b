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
#include <vector>

#include "engine/base/instruction_set.hpp"
#include "engine/base/simd_word.hpp"
#include "engine/shapes/shape_bisection.hpp"
#include "engine/shapes/shape_draw.hpp"
#include "engine/shapes/shape_end.hpp"
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

  static int count_all_bits(ShapeWord word) {
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
  void draw_pairs(ShapeWord fresh, Draw&& draw) {
    ShapeWord words[32];
    for (int first = 0; first < plan_.probes.pairs; first += 64) {
      for (int parity = 0; parity < 2; ++parity) {
        draw(coin_word(first + parity), words);
        for (int i = 0; i < 32; ++i) {
          const int pair = first + 2 * i + parity;
          if (pair >= plan_.probes.pairs) break;
          ShapeWord& coins = coins_[pair].word;
          coins = (coins & ~fresh) | (words[i] & fresh);
        }
      }
    }
    // An odd last cell is the mover's.
    if (plan_.empty_count % 2 != 0) coins_[plan_.probes.pairs - 1].word = ~ShapeWord{};
  }

  // Puts down the stones of one side on the boards that a search looks at.
  template <class Search>
  void put_stones(const Search& search, ShapeWord is_black) {
    const auto put = [&](const CellSet& stones, ShapeWord own) {
      stones.for_each([&](Cell cell) { shapes_.own(cell / columns_, cell % columns_) = own; });
    };
    put(plan_.black, is_black);
    put(plan_.white, ~is_black);
    const ShapeWord is_mover = plan_.black_moves ? is_black : ~is_black;
    for (int pair = 0; pair < plan_.probes.pairs; ++pair) {
      const ShapeWord played = search.has_played(pair);
      ShapeLanes first, second;
      first.word = played & ~(coins_[pair].word ^ is_mover);
      second.word = played & ~first.word;
      const int last = 2 * pair + 1 < plan_.empty_count ? 1 : 0;
      for (int lane = 0; lane < kShapeLanes; ++lane) {
        own(lane, 2 * pair) = first.lane[lane];
        if (last == 1) own(lane, 2 * pair + 1) = second.lane[lane];
      }
    }
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

  template <class Search>
  void count(const Search& search, const ShapeResults<ShapeWord>& over) {
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
      const ShapeWord played = all & search.has_played(pair);
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
  SlicedShapes<ShapeWord> shapes_;
  std::uint32_t next_unit_ = 0;
  // By lane: playouts of its unit to begin yet, and whether it has a unit.
  std::array<std::uint32_t, kShapeLanes> left_{};
  std::array<bool, kShapeLanes> is_counting_{};
  std::array<std::array<std::uint16_t, kMaxCells>, kShapeLanes> orders_;
  ShapeLanes next_;              // the next playout of the unit
  ShapeLanes low_, high_;        // the unit's keys
  ShapeLanes coins_[kMaxPairs];  // whether the first cell of a pair is the mover's
  PairSums sums_[kMaxPairs];
};

// Those to the board that decides, or to the exact end by the same looks.
class PlayoutsToBoard : ShapePlayouts {
 public:
  PlayoutsToBoard(const ShapePlan& plan, OutcomeCounts& counts)
      : ShapePlayouts(plan, counts), bisection_(plan.probes, plan.black_moves, plan.exact_end) {}

  void run() {
    for (;;) {
      for (int lane = 0; lane < kShapeLanes; ++lane) refill(lane);
      if (!any(active_.word)) return;
      if (any(fresh_.word)) draw_fresh();
      bisection_.choose();
      const ShapeWord black = find(true), white = find(false);
      const auto over = bisection_.narrow(active_.word, black, white);
      count(bisection_, over);
      active_.word = active_.word & ~over.all();
    }
  }

 private:
  // Gives the free bits of a lane the next playouts of its unit; once that has none and all are
  // over, those of the next unit.
  void refill(int lane) {
    const auto i = static_cast<std::size_t>(lane);
    if (left_[i] == 0 && active_.lane[lane] == 0) {
      if (is_counting_[i]) end_unit(lane);
      if (next_unit_ < plan_.units) start_unit(lane);
    }
    const std::uint32_t fresh = first_bits(~active_.lane[lane], left_[i]);
    fresh_.lane[lane] = fresh;
    active_.lane[lane] |= fresh;
    left_[i] -= static_cast<std::uint32_t>(std::popcount(fresh));
  }

  void draw_fresh() {
    draw_pairs(fresh_.word, [&](int coin_word, ShapeWord* words) {
      draw_coins(coin_word, fresh_.word, next_.word, low_.word, high_.word, words);
    });
    next_.word = next_.word + count_bits(fresh_.word);
    bisection_.start(fresh_.word);
  }

  // Where a side has a shape on the boards to look at.
  ShapeWord find(bool black) {
    put_stones(bisection_, uniform_word<ShapeWord>(black));
    return shapes_.find(active_.word);
  }

  ShapeBisection<ShapeWord, kPlanes> bisection_;
  ShapeLanes active_;  // playouts under way
  ShapeLanes fresh_;   // those of them that begin
};

// Those to the exact end, faster where most end with rings. A flood takes as long for a few
// playouts as for many, and most need few kinds of floods. So those of one kind are done together:
// playouts that begin look for their first ring until a few are left, which go on with the next;
// then a look for crossings at each side shows for most that this is the end; all others are put on
// lists until no more begin.
class PlayoutsToEnd : ShapePlayouts {
 public:
  PlayoutsToEnd(const ShapePlan& plan, OutcomeCounts& counts)
      : ShapePlayouts(plan, counts), search_(plan.probes, plan.black_moves) {}

  void run() {
    while (begin_units()) {
      while (begin()) {
        do look_for_rings();
        while (count_all_bits(ringing_.word) > late_);
        look_for_crossings();
      }
      while (take_up()) look_for_others();
      for (int lane = 0; lane < kShapeLanes; ++lane) {
        if (is_counting_[static_cast<std::size_t>(lane)]) end_unit(lane);
      }
    }
  }

 private:
  // How many may be late with their rings, and how many of those listed are worth the work of
  // taking them up.
  static constexpr int kLate = 8 * kShapeLanes, kEnough = kShapeLanes;

  // Of a playout on a list: its number in the unit, and ShapeEnd's high(), black() and one().
  struct Listed {
    std::uint16_t number, high;
    bool black, one;
  };

  bool begin_units() {
    bool has_begun = false;
    for (int lane = 0; lane < kShapeLanes && next_unit_ < plan_.units; ++lane) {
      start_unit(lane);
      has_begun = true;
    }
    return has_begun;
  }

  // Begins playouts where bits are free; returns whether any look for rings.
  bool begin() {
    ShapeLanes fresh;
    bool is_last = true;
    for (int lane = 0; lane < kShapeLanes; ++lane) {
      const auto i = static_cast<std::size_t>(lane);
      fresh.lane[lane] = first_bits(~ringing_.lane[lane], left_[i]);
      left_[i] -= static_cast<std::uint32_t>(std::popcount(fresh.lane[lane]));
      is_last = is_last && left_[i] == 0;
      for_each_bit(fresh.lane[lane],
                   [&](int bit) { numbers_[bit].lane[lane] = next_.lane[lane]++; });
    }
    ringing_.word = ringing_.word | fresh.word;
    if (!any(ringing_.word)) return false;
    if (any(fresh.word)) draw(fresh.word);
    search_.start(fresh.word);
    late_ = is_last ? 0 : kLate;
    return true;
  }

  void look_for_rings() {
    put_stones();
    search_.narrow(ringing_.word, shapes_.find_rings(ringing_.word));
    const ShapeWord over = ringing_.word & search_.is_over();
    ringing_.word = ringing_.word & ~over;
    checking_ = checking_ | over;
  }

  void look_for_crossings() {
    search_.start_others(checking_);
    ShapeWord over = checking_ & search_.is_over();
    for (ShapeWord asked; any(asked = checking_ & ~over);) {
      put_stones();
      const ShapeWord found = asked & shapes_.find_crossings(asked);
      list(found);
      checking_ = checking_ & ~found;
      search_.narrow(asked & ~found, ShapeWord{});
      over = checking_ & search_.is_over();
    }
    count(search_, search_.finish(over));
    checking_ = ShapeWord{};
  }

  void look_for_others() {
    put_stones();
    search_.narrow(active_.word, shapes_.find_others(active_.word));
    const ShapeWord over = active_.word & search_.is_over();
    count(search_, search_.finish(over));
    active_.word = active_.word & ~over;
  }

  void put_stones() {
    search_.choose();
    ShapePlayouts::put_stones(search_, search_.asks_black());
  }

  void list(ShapeWord which) {
    if (!any(which)) return;
    ShapeLanes bits, black, one, high[kPlanes];
    bits.word = which;
    black.word = search_.black();
    one.word = search_.one();
    for (int i = 0; i < kPlanes; ++i) high[i].word = search_.high(i);
    for (int lane = 0; lane < kShapeLanes; ++lane) {
      for_each_bit(bits.lane[lane], [&](int bit) {
        const auto get = [&](const ShapeLanes& word) { return word.lane[lane] >> bit & 1; };
        unsigned board = 0;
        for (int i = 0; i < kPlanes; ++i) board |= get(high[i]) << i;
        lists_[static_cast<std::size_t>(lane)].push_back(
            {static_cast<std::uint16_t>(numbers_[bit].lane[lane]),
             static_cast<std::uint16_t>(board), get(black) != 0, get(one) != 0});
      });
    }
  }

  // Takes up playouts from the lists where bits are free, if these are many or nothing else is
  // left; returns whether any are under way.
  bool take_up() {
    ShapeLanes fresh;
    int all = 0;
    for (int lane = 0; lane < kShapeLanes; ++lane) {
      fresh.lane[lane] =
          first_bits(~active_.lane[lane], lists_[static_cast<std::size_t>(lane)].size());
      all += std::popcount(fresh.lane[lane]);
    }
    if (all == 0 || (all < kEnough && any(active_.word))) return any(active_.word);
    ShapeLanes black, one, high[kPlanes];
    for (int lane = 0; lane < kShapeLanes; ++lane) {
      for_each_bit(fresh.lane[lane], [&](int bit) {
        auto& list = lists_[static_cast<std::size_t>(lane)];
        const Listed item = list.back();
        list.pop_back();
        const auto put = [&](ShapeLanes& word, unsigned set) { word.lane[lane] |= set << bit; };
        numbers_[bit].lane[lane] = item.number;
        for (int i = 0; i < kPlanes; ++i) put(high[i], item.high >> i & 1u);
        put(black, item.black ? 1 : 0);
        put(one, item.one ? 1 : 0);
      });
    }
    draw(fresh.word);
    ShapeWord boards[kPlanes];
    for (int i = 0; i < kPlanes; ++i) boards[i] = high[i].word;
    search_.resume(fresh.word, boards, black.word, one.word);
    active_.word = active_.word | fresh.word;
    return true;
  }

  // Draws the coins of those playouts, whose numbers are there.
  void draw(ShapeWord fresh) {
    draw_pairs(fresh, [&](int coin_word, ShapeWord* words) {
      const ShapeWord add(static_cast<std::uint32_t>(coin_word));
      for (int i = 0; i < 32; ++i) {
        words[i] =
            shape_random(numbers_[i].word * ShapeWord(kCoinWords) + add, low_.word, high_.word);
      }
      transpose_bits(words);
    });
  }

  template <class Visit>
  static void for_each_bit(std::uint32_t word, Visit&& visit) {
    for (; word != 0; word &= word - 1) visit(std::countr_zero(word));
  }

  ShapeEnd<ShapeWord, kPlanes> search_;
  int late_ = 0;
  std::array<std::vector<Listed>, kShapeLanes> lists_;
  ShapeLanes numbers_[32];  // of the playouts of each bit, in the unit
  ShapeLanes ringing_;      // playouts whose first ring is looked for
  ShapeWord checking_{};    // ... is known
  ShapeLanes active_;       // those taken from the lists
};

void count_shapes(const ShapeTask& task, OutcomeCounts& counts) {
  const ShapePlan plan(task);
  ShapePlan::require_undecided(plan.is_decided());
  const auto cells = static_cast<std::size_t>((2 * plan.side - 1) * (2 * plan.side - 1));
  const std::vector<std::uint32_t> none(cells);
  counts = {plan.playouts, 0, 0, none, none, none, none};
  // On smaller boards too few end with rings.
  constexpr int kMinSide = 7;
  if (plan.exact_end && plan.side >= kMinSide) {
    std::make_unique<PlayoutsToEnd>(plan, counts)->run();
  } else {
    std::make_unique<PlayoutsToBoard>(plan, counts)->run();
  }
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
