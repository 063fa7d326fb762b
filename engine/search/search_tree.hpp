#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "engine/evaluation/evaluator.hpp"
#include "engine/game/game.hpp"
#include "engine/game/record.hpp"
#include "engine/search/leaf_batch.hpp"
#include "engine/search/move_rule.hpp"
#include "engine/search/tree.hpp"
#include "engine/search/tree_memory.hpp"
#include "engine/settings/settings.hpp"

namespace isthmus {

// The tree of a search with the position at its root: selects leaves, expands them, and backs up
// what is judged or proven of them. Several threads may do so at once; one alone sets the root.
class SearchTree {
 public:
  // All must outlive the tree. Settings are read whenever they are needed. The tree takes its
  // memory from `shared` too, where that is given.
  SearchTree(const Game& game, const SearchSettings& settings, TreeMemory* shared);
  SearchTree(const SearchTree&) = delete;
  SearchTree& operator=(const SearchTree&) = delete;

  // As Search::set_root(). Returns whether the part of the tree below the new root was kept.
  bool set_root(const Position& first, std::span<const Turn> turns,
                const std::vector<MoveRule>& rules);
  // As Search::turns_shared().
  std::optional<std::size_t> turns_shared(const Position& first, std::span<const Turn> turns,
                                          const std::vector<MoveRule>& rules) const;
  // Forgets all but the root, which becomes a leaf.
  void clear() { tree_->clear(); }

  const Position& position() const { return position_; }
  Tree& tree() { return *tree_; }
  const Tree& tree() const { return *tree_; }
  Edge& root() { return tree_->root(); }
  const Edge& root() const { return tree_->root(); }
  bool has_rules() const { return !rules_.empty(); }
  // Whether a leaf could not be expanded since the root was set, as the memory is full.
  bool is_memory_full() const { return is_memory_full_; }
  // Whether all moves that rules permit at the root are proven.
  bool is_exhausted() const { return is_exhausted_; }

  // Expands the root, which has no visits, whatever is proven of it, and counts its evaluation as
  // the first.
  void expand_root(const Evaluation& evaluation);
  // Goes down `count` ways at once, or as many as the root lacks of `max_visits` (0: no limit),
  // counting their visits, and claims the leaves at their ends for the batch, which is empty
  // before. A way is taken back where it meets a leaf that is claimed already. What is proven at
  // the end of a way is backed up with the leaves, or at once where there are none. Returns false
  // where all ways were taken back.
  bool gather(LeafBatch& batch, std::size_t count, std::int64_t max_visits);
  // Takes back all visits of a batch, and its claims. It is empty then.
  static void cancel(LeafBatch& batch);
  // Expands the leaves of a batch, and backs up their evaluations, which are in their order. It is
  // empty then.
  void back_up(LeafBatch& batch, std::span<const Evaluation> evaluations);

  // Marks moves at the root that are proven, and the root where they prove it.
  void mark_moves(std::span<const ProvenMove> moves);
  // The last edge of a path is proven: proves those before it as far as that suffices.
  void carry_proof_up(const std::vector<Edge*>& path);

 private:
  std::size_t max_bytes() const { return static_cast<std::size_t>(settings_.memory) << 20; }
  bool follow(const Position& first, std::span<const Turn> turns,
              const std::vector<MoveRule>& rules);
  void follow(LeafBatch& batch, std::uint32_t node, std::uint32_t visits_before,
              std::uint32_t depth, Position& position);
  std::uint32_t go_on(LeafBatch& batch, std::uint32_t node, const ChosenChild& child,
                      Position& position) const;
  void take_leaf(LeafBatch& batch, std::uint32_t node, std::uint32_t depth,
                 const Position& position);
  static void take_back(LeafBatch& batch, std::uint32_t node, std::uint32_t visits);
  void prove_ancestors(const LeafBatch& batch, std::uint32_t node);
  static void back_up_sums(LeafBatch& batch);
  bool has_rules_at(std::size_t depth) const;
  bool expand(Edge& edge, const Position& position, std::size_t depth,
              const Evaluation& evaluation);
  bool carry_proof_to(Edge& edge, std::size_t depth);

  const Game& game_;
  const SearchSettings& settings_;
  TreeMemory* const shared_;

  Position first_;
  std::vector<Turn> turns_;  // from first_ to position_
  std::vector<MoveRule> rules_;
  Position position_;
  bool is_of_level_ = false;  // weakened, so of no use to a search of full strength
  std::size_t limit_ = 0;     // bytes of the tree
  std::unique_ptr<Tree> tree_;
  std::atomic<bool> is_memory_full_{false};
  std::atomic<bool> is_exhausted_{false};
};

}  // namespace isthmus
