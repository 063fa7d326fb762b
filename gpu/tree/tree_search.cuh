#pragma once

#include <cstdint>

#include "engine/random/splitmix.hpp"
#include "engine/search/puct_formula.hpp"
#include "gpu/tree/tree_draws.hpp"
#include "gpu/tree/tree_judgement.hpp"
#include "gpu/tree/tree_layout.hpp"
#include "gpu/tree/tree_rules.cuh"
#include "gpu/tree/tree_warp.cuh"

namespace isthmus {

// The tree of one slot, searched by a warp as CpuTreeGames does it. Cell c of a node is seen to by
// lane c % 32; what is the same for all lanes, all compute. One lane writes. `Lanes` is one of the
// classes of tree_rules.cuh, or CaptureLanes.
template <class Lanes>
class TreeSearch {
 public:
  // `scratch` has a word for each edge of a node.
  __device__ TreeSearch(const TreeTask& task, std::uint32_t slot, int lane, std::uint64_t* scratch)
      : task_(task),
        board_(*task.board),
        slot_(task.slots[slot]),
        root_(task, slot, lane),
        number_(slot),
        lane_(lane),
        nodes_(task.nodes + std::size_t{slot} * task.settings.nodes()),
        edges_(task.edges + std::size_t{slot} * task.settings.nodes() * task.stride),
        scratch_(scratch) {}

  // Makes the position at the root a leaf that is to be judged.
  __device__ void begin_search() {
    SplitMix64 random = tree_draw(slot_.seed, slot_.moves, TreeDraw::is_full);
    slot_.is_full = draw_uniform(random) < task_.settings.full_share;
    slot_.is_searching = 1;
    slot_.nodes = 0;
    root_.find_moves(slot_.mover);
    make_node(root_, slot_.mover, 0, slot_.last);
  }

  // Goes down from the root to a node that has not been visited, or is a proven draw. Returns false
  // where there is nothing to judge, as what is certain there is backed up.
  __device__ bool descend() {
    Lanes stones = root_;
    int colour = slot_.mover;
    for (std::uint32_t node = 0;; colour = 1 - colour) {
      TreeNode at = nodes_[node];
      ++at.visits;
      __syncwarp();
      if (lane_ == 0) nodes_[node].visits = at.visits;
      if (at.proof != Proof::unknown) {
        if (lane_ == 0) add_result(node, 0);
        __syncwarp();
        return false;
      }
      const std::uint32_t cell = select(node, at);
      TreeEdge& edge = edges_of(node)[cell];
      const TreeEdge seen = edge;
      const std::uint32_t spot = board_.spots[cell], child = seen & 0xffff;
      stones.place(colour, spot);
      if (child != kNotVisited) {
        node = child;
        continue;
      }
      __syncwarp();
      const std::uint32_t leaf = slot_.nodes;
      if (lane_ == 0) edge = seen | leaf;
      const Result result = stones.result_after(colour, spot);
      if (result == Result::ongoing) {
        make_node(stones, 1 - colour, node, spot);
        return true;
      }
      ++slot_.nodes;
      if (lane_ == 0) {
        const Proof proof = result == Result::draw     ? Proof::draw
                            : result == won_by(colour) ? Proof::win
                                                       : Proof::loss;
        nodes_[leaf] = {0, 1, static_cast<std::uint16_t>(node), 0, 0, 0, proof};
        carry_proof_up(leaf);
        add_result(leaf, 0);
      }
      __syncwarp();
      return false;
    }
  }

  // Gives the leaf that was judged its moves' priors, and backs up its value.
  __device__ void expand() {
    const std::uint32_t leaf = slot_.nodes - 1U;
    const int mover = slot_.leaf_mover;
    const float* outputs = task_.outputs + std::size_t{number_} * board_.output_count;
    const auto logit = [&](std::uint32_t cell) {
      return policy_logit(outputs[1 + board_.places[mover][cell]], task_.inverse_temperature);
    };
    TreeEdge* edges = edges_of(leaf);
    float highest = -INFINITY;
    for_each_cell([&](std::uint32_t cell) {
      if (edges[cell] != kNoEdge) highest = fmaxf(highest, logit(cell));
    });
    highest = greatest(highest);
    const bool is_noisy = leaf == 0 && slot_.is_full != 0 && task_.settings.noise > 0;
    const double shape = task_.settings.noise_total / nodes_[leaf].moves;
    std::uint64_t sum = 0, noise_sum = 0;
    for_each_cell([&](std::uint32_t cell) {
      if (edges[cell] == kNoEdge) return;
      const std::uint64_t weight = policy_weight(logit(cell), highest);
      sum += weight;
      scratch_[cell] = weight;
      if (!is_noisy) return;
      SplitMix64 random = tree_draw(slot_.seed, slot_.moves, TreeDraw::noise, cell);
      const std::uint64_t noise = noise_weight(draw_gamma(shape, random));
      noise_sum += noise;
      scratch_[cell] = noise;
    });
    sum = sum_of_lanes(sum);
    if (is_noisy) noise_sum = sum_of_lanes(noise_sum);
    for_each_cell([&](std::uint32_t cell) {
      if (edges[cell] == kNoEdge) return;
      const std::uint64_t kept = scratch_[cell];
      const std::uint64_t weight = is_noisy ? policy_weight(logit(cell), highest) : kept;
      edges[cell] =
          prior_of_weight(weight, sum, is_noisy ? kept : 0, noise_sum, task_.settings.noise) << 16;
    });
    if (lane_ == 0) {
      const float win = win_of_logit(outputs[0]);
      const bool is_black = mover == 0;
      add_result(leaf, 1 - win_of_colour(is_black ? win : 1 - win, is_black));
    }
    slot_.is_asking = 0;
    __syncwarp();
  }

 protected:
  static constexpr std::uint32_t kNone = 0xffffffff;

  // Calls see(cell) for the cells of this lane.
  template <class See>
  __device__ void for_each_cell(See&& see) const {
    for (auto cell = static_cast<std::uint32_t>(lane_); cell < task_.stride; cell += kWarpLanes) {
      see(cell);
    }
  }
  __device__ TreeEdge* edges_of(std::uint32_t node) const {
    return edges_ + std::size_t{node} * task_.stride;
  }
  // A move and its prior in one number, as RankedMove in engine/search/tree.hpp.
  __device__ static std::uint32_t ranked(TreeEdge edge, std::uint32_t cell) {
    return (edge & 0xffff0000U) | (0xffffU - cell);
  }
  __device__ static std::uint32_t ranked_cell(std::uint32_t ranked) {
    return 0xffffU - (ranked & 0xffffU);
  }

  // What a proven node is to the player of its move.
  __device__ static double score_of(Proof proof) {
    return proof == Proof::win ? 1 : proof == Proof::loss ? 0 : 0.5;
  }

  const TreeTask& task_;
  const TreeBoard& board_;
  TreeSlot slot_;
  Lanes root_;
  const std::uint32_t number_;
  const int lane_;
  TreeNode* const nodes_;
  TreeEdge* const edges_;
  std::uint64_t* const scratch_;

 private:
  __device__ static float greatest(float number) {
    return static_cast<float>(
        of_ordered_bits(greatest_of_lanes(ordered_bits(static_cast<double>(number)))));
  }

  // Makes the next node, for a position that is to be judged, in which this colour is to move.
  __device__ void make_node(const Lanes& stones, int mover, std::uint32_t parent,
                            std::uint32_t last) {
    const std::uint32_t node = slot_.nodes++;
    TreeEdge* edges = edges_of(node);
    std::uint32_t moves = 0;
    for_each_cell([&](std::uint32_t cell) {
      const bool is_move = stones.is_free(cell < board_.cells ? board_.spots[cell] : kNoSpot);
      edges[cell] = is_move ? 0 : kNoEdge;
      moves += is_move ? 1 : 0;
    });
    moves = sum_of_lanes(moves);
    if (lane_ == 0) {
      nodes_[node] = {0,
                      1,
                      static_cast<std::uint16_t>(parent),
                      static_cast<std::uint16_t>(moves),
                      0,
                      0,
                      Proof::unknown};
    }
    stones.write(mover, last, task_.points + std::size_t{number_} * board_.point_count);
    slot_.is_asking = 1;
    slot_.leaf_mover = static_cast<std::uint8_t>(mover);
    __syncwarp();
  }

  // The cell of the move that the search follows next.
  __device__ std::uint32_t select(std::uint32_t node, const TreeNode& at) const {
    const TreeSettings& settings = task_.settings;
    const PuctFormula formula(
        at.units, at.visits, settings.exploration,
        node == 0 ? settings.root_first_play_reduction : settings.first_play_reduction);
    const TreeEdge* edges = edges_of(node);
    // Scores are not negative, and as words in the same order.
    std::uint64_t best_score = 0;
    std::uint32_t best = 0, unvisited = 0, visited_prior = 0;  // 0: no move
    for_each_cell([&](std::uint32_t cell) {
      const TreeEdge edge = edges[cell];
      if (edge == kNoEdge) return;
      const std::uint32_t rank = ranked(edge, cell), child = edge & 0xffff;
      if (child == kNotVisited) {
        unvisited = rank > unvisited ? rank : unvisited;
        return;
      }
      const TreeNode visited = nodes_[child];
      if (visited.proof == Proof::loss) return;
      visited_prior += edge >> 16;
      const std::uint64_t score = bits_of(formula.score(visited.units, visited.visits, edge >> 16));
      if (best == 0 || score > best_score || (score == best_score && rank > best)) {
        best = rank;
        best_score = score;
      }
    });
    unvisited = greatest_of_lanes(unvisited);
    const std::uint64_t greatest_score = greatest_of_lanes(best_score);
    best = greatest_of_lanes(best_score == greatest_score ? best : 0U);
    if (unvisited == 0) return ranked_cell(best);
    if (best == 0) return ranked_cell(unvisited);
    const double first_play = formula.first_play(unvisited >> 16, sum_of_lanes(visited_prior));
    return ranked_cell(first_play > of_bits(greatest_score) ? unvisited : best);
  }

  // Of one lane, as the next. A node is proven: proves those above it as far as that suffices.
  __device__ void carry_proof_up(std::uint32_t node) {
    while (node != 0) {
      const std::uint32_t parent = nodes_[node].parent;
      TreeNode& above = nodes_[parent];
      const Proof proof = nodes_[node].proof;
      if (proof == Proof::win) {
        above.proof = Proof::loss;
      } else {
        if (proof == Proof::draw) above.may_draw = 1;
        above.settled = static_cast<std::uint16_t>(above.settled + 1);
        if (above.settled < above.moves) return;
        above.proof = above.may_draw != 0 ? Proof::draw : Proof::win;
      }
      node = parent;
    }
  }

  // Adds a result for the player of a node's move to it and all above, each for its player.
  __device__ void add_result(std::uint32_t node, double result) {
    for (;;) {
      TreeNode& at = nodes_[node];
      if (at.proof != Proof::unknown) result = score_of(at.proof);
      at.units += units_of_result(result);
      if (node == 0) return;
      result = 1 - result;
      node = at.parent;
    }
  }
};

}  // namespace isthmus
