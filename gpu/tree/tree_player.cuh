#pragma once

#include <cstdint>

#include "engine/search/confidence_bound.hpp"
#include "gpu/tree/tree_choice.hpp"
#include "gpu/tree/tree_search.cuh"

namespace isthmus {

// The game of one slot, played by a warp as CpuTreeGames does it.
template <class Lanes>
class TreePlayer : public TreeSearch<Lanes> {
  using Search = TreeSearch<Lanes>;

 public:
  using Search::Search;

  // Takes the game on to where the next position is to be judged. Returns whether there is one:
  // not where the game has ended, where too many descents in a row came to the end of a game, and
  // where the game waits for room; then another step goes on.
  __device__ bool step() {
    if (slot_.is_playing == 0) return false;
    if (slot_.is_asking != 0) this->expand();
    // Bounds the time of a kernel. Seldom do more than two in a row.
    constexpr int kMostDescents = 16;
    for (int i = 0; i < kMostDescents && slot_.is_playing != 0 && slot_.is_asking == 0; ++i) {
      if constexpr (Lanes::kRemembers) {
        if (slot_.is_searching == 0 && !root_.has_room(task_)) {
          if (lane_ == 0) atomicAdd(&task_.counts->waiting, 1U);
          break;
        }
      }
      if (slot_.is_searching == 0) {
        this->begin_search();
      } else if (is_over()) {
        finish_move();
      } else {
        this->descend();
      }
    }
    if (lane_ == 0) task_.slots[number_] = slot_;
    return slot_.is_asking != 0;
  }

 private:
  using Search::board_;
  using Search::edges_of;
  using Search::for_each_cell;
  using Search::kNone;
  using Search::lane_;
  using Search::nodes_;
  using Search::number_;
  using Search::ranked;
  using Search::ranked_cell;
  using Search::root_;
  using Search::scratch_;
  using Search::slot_;
  using Search::task_;

  // What moves are ordered by: the greater, the better. All zero for none.
  struct Merit {
    std::uint64_t bound;   // 0, or the lower confidence bound as a word
    std::uint64_t visits;  // and above them how the move is proven: 1 loses, 2 neither, 3 wins
    std::uint64_t mean;    // as a word
    std::uint32_t ranked;

    __device__ bool operator>(const Merit& other) const {
      if (bound != other.bound) return bound > other.bound;
      if (visits != other.visits) return visits > other.visits;
      if (mean != other.mean) return mean > other.mean;
      return ranked > other.ranked;
    }
  };
  static constexpr std::uint32_t kLoses = 1, kOpen = 2, kWins = 3;

  __device__ bool is_over() const {
    const TreeNode root = nodes_[0];
    return root.proof != Proof::unknown ||
           root.visits >=
               (slot_.is_full != 0 ? task_.settings.visits : task_.settings.cheap_visits);
  }

  __device__ static double mean_of(const TreeNode& node) {
    if (node.proof != Proof::unknown) return Search::score_of(node.proof);
    if (node.visits == 0) return 0;
    const double mean = static_cast<double>(node.units) / kUnitsPerWin / node.visits;
    return mean < 1 ? mean : 1;
  }

  // What is certain about a move at the root.
  __device__ Proof proof_of(std::uint32_t cell) const {
    const std::uint32_t child = edges_of(0)[cell] & 0xffff;
    return child != kNotVisited ? nodes_[child].proof : Proof::unknown;
  }

  // Plays by what the search has come to, and reports it.
  __device__ void finish_move() {
    slot_.is_searching = 0;
    const TreeNode root = nodes_[0];
    const std::uint32_t best = best_move();
    TreeMoveHeader header{};
    header.slot = number_;
    header.value = static_cast<std::uint16_t>(units_of_value(1 - mean_of(root)));
    const double mover = header.value / kValueUnits;
    slot_.agreement.note(slot_.mover == 0 ? mover : 1 - mover, task_.settings);
    if (slot_.agreement.winner != 0 && slot_.plays_on == 0) {
      header.end = static_cast<std::uint8_t>(TreeMove::End::resignation);
      header.result = slot_.agreement.winner;
      slot_.is_playing = 0;
      report(header, root, best);
      return;
    }
    const std::uint32_t cell = draw_move(root, best), spot = board_.spots[cell];
    const int colour = slot_.mover;
    header.cell = static_cast<std::uint16_t>(cell);
    header.is_full = slot_.is_full != 0 && root.proof != Proof::win;
    root_.place(colour, spot);
    const Result result = root_.result_after(colour, spot);
    if (result != Result::ongoing) {
      header.end = static_cast<std::uint8_t>(TreeMove::End::rules);
      header.result = static_cast<std::uint8_t>(result);
      if (slot_.plays_on != 0) header.would_have_won = slot_.agreement.winner;
      slot_.is_playing = 0;
    } else if (slot_.is_for_one_move != 0) {
      header.end = static_cast<std::uint8_t>(TreeMove::End::one_move);
      slot_.is_playing = 0;
    }
    report(header, root, best);
    root_.store(task_, number_);
    slot_.last = static_cast<std::uint16_t>(spot);
    slot_.mover = static_cast<std::uint8_t>(1 - colour);
    ++slot_.moves;
    __syncwarp();
  }

  // Writes what the search has come to.
  __device__ void report(TreeMoveHeader& header, const TreeNode& root, std::uint32_t best) const {
    std::uint32_t index = lane_ == 0 ? atomicAdd(&task_.counts->moves, 1U) : 0;
    index = from_lane(index, 0);
    TreeMove::Visits* visits = task_.outbox.visits + std::size_t{index} * task_.stride;
    if (header.is_full != 0 && root.proof == Proof::loss) {
      header.visits = 1;
      if (lane_ == 0) visits[0] = {static_cast<Cell>(best), 1};
    } else if (header.is_full != 0) {
      const TreeEdge* edges = edges_of(0);
      for_each_cell([&](std::uint32_t cell) {
        const TreeEdge edge = edges[cell];
        const bool is_visited = edge != kNoEdge && (edge & 0xffff) != kNotVisited;
        const unsigned all = __ballot_sync(kAllLanes, is_visited);
        if (is_visited) {
          const auto before = static_cast<std::uint32_t>(__popc(all & ((1U << lane_) - 1)));
          visits[header.visits + before] = {
              static_cast<Cell>(cell), static_cast<std::uint16_t>(nodes_[edge & 0xffff].visits)};
        }
        header.visits += static_cast<std::uint32_t>(__popc(all));
      });
    }
    if (lane_ == 0) task_.outbox.headers[index] = header;
  }

  // The move with the greatest merit of those that `see` wants, as it changes it.
  template <class See>
  __device__ Merit best_by(See&& see) const {
    const TreeEdge* edges = edges_of(0);
    Merit best{};
    for_each_cell([&](std::uint32_t cell) {
      const TreeEdge edge = edges[cell];
      if (edge == kNoEdge) return;
      const std::uint32_t child = edge & 0xffff;
      const TreeNode node = child != kNotVisited ? nodes_[child] : TreeNode{};
      const std::uint64_t proof = node.proof == Proof::win    ? kWins
                                  : node.proof == Proof::loss ? kLoses
                                                              : kOpen;
      const double mean = mean_of(node);
      Merit merit{0, proof << 32 | node.visits, ordered_bits(mean), ranked(edge, cell)};
      if (see(merit, mean, node) && merit > best) best = merit;
    });
    Merit all{};
    all.bound = greatest_of_lanes(best.bound);
    bool is_in = best.bound == all.bound;
    all.visits = greatest_of_lanes(is_in ? best.visits : 0);
    is_in = is_in && best.visits == all.visits;
    all.mean = greatest_of_lanes(is_in ? best.mean : 0);
    is_in = is_in && best.mean == all.mean;
    all.ranked = greatest_of_lanes(is_in ? best.ranked : 0U);
    return all;
  }

  // The cell of the move to play.
  __device__ std::uint32_t best_move() const {
    const Merit first = best_by([](Merit&, double, const TreeNode&) { return true; });
    const std::uint32_t cell = ranked_cell(first.ranked);
    const auto most = static_cast<std::uint32_t>(first.visits);
    const double least = least_visits_of_choice(most);
    if (proof_of(cell) != Proof::unknown || most < least) return cell;
    const Merit choice = best_by([&](Merit& merit, double mean, const TreeNode& node) {
      if (node.proof != Proof::unknown || node.visits < least) return false;
      merit.bound = ordered_bits(lower_confidence_bound(mean, node.visits));
      return true;
    });
    return ranked_cell(choice.ranked);
  }

  // The cell of the move that is played.
  __device__ std::uint32_t draw_move(const TreeNode& root, std::uint32_t best) const {
    const double temperature = move_temperature(task_.settings, slot_.moves, board_.cell_count);
    if (temperature < kMinMoveTemperature || proof_of(best) != Proof::unknown) return best;
    const TreeEdge* edges = edges_of(0);
    std::uint64_t sum = 0;
    for_each_cell([&](std::uint32_t cell) {
      const TreeEdge edge = edges[cell];
      std::uint64_t weight = 0;
      if (edge != kNoEdge && (edge & 0xffff) != kNotVisited) {
        const TreeNode node = nodes_[edge & 0xffff];
        if (node.proof != Proof::loss) {
          weight = move_weight(node.visits, root.visits, temperature);
        }
      }
      scratch_[cell] = weight;
      sum += weight;
    });
    sum = sum_of_lanes(sum);
    if (sum == 0) return best;
    SplitMix64 random = tree_draw(slot_.seed, slot_.moves, TreeDraw::move);
    std::uint64_t drawn = high_product(random(), sum);
    std::uint32_t found = kNone;
    for_each_cell([&](std::uint32_t cell) {
      if (found != kNone) return;
      const std::uint64_t up_to = sum_up_to_lane(scratch_[cell], lane_);
      const unsigned beyond = __ballot_sync(kAllLanes, up_to > drawn);
      if (beyond != 0)
        found = cell - static_cast<unsigned>(lane_) +
                static_cast<unsigned>(__ffs(static_cast<int>(beyond))) - 1;
      drawn -= from_lane(up_to, 31);
    });
    return found;
  }
};

}  // namespace isthmus
