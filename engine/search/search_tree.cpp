#include "engine/search/search_tree.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include "engine/search/puct.hpp"

namespace isthmus {

namespace {

// The probability that the side to move wins, which may also change sides by a swap.
double mover_wins(const Game& game, const Position& position, const Evaluation& evaluation) {
  const double mover = win_probability(position.to_move, evaluation);
  return game.may_swap(position) ? std::max(mover, 1 - mover) : mover;
}

constexpr int kMovesAtOnce = 4;

// Copies the moves to these cells from where all are listed by cell, and returns how many they are:
// several of a row of cells at once, so that up to kMovesAtOnce behind them are written as well.
std::size_t copy_moves(const CellSet& cells, const RankedMove* by_cell, RankedMove* to) {
  const RankedMove* const begin = to;
  const auto words = cells.words();
  for (std::size_t k = 0; k < words.size(); ++k) {
    std::size_t cell = 64 * k;
    for (std::uint64_t word = words[k]; word != 0;) {
      const int others = std::countr_zero(word);
      const int row = std::countr_one(word >> others);
      cell += static_cast<std::size_t>(others);
      for (int i = 0; i < row; i += kMovesAtOnce) {
        std::copy_n(by_cell + cell + i, kMovesAtOnce, to + i);
      }
      cell += static_cast<std::size_t>(row);
      to += row;
      word = others + row < 64 ? word >> others >> row : 0;
    }
  }
  return static_cast<std::size_t>(to - begin);
}

// The legal moves with their priors. That of a swap comes before all others only where the swap
// wins more often than the position.
void rank_moves(const Game& game, const Position& position, const Evaluation& evaluation,
                std::vector<RankedMove>& ranked) {
  const double stay = win_probability(position.to_move, evaluation);
  const bool may_swap = game.may_swap(position);
  const double share = may_swap ? stay : 1;
  const auto units_of = [](double prior) { return static_cast<int>(prior * kPriorUnits + 0.5); };
  // All cells first, as vectors, and of them those that are legal. (Numbers of 32 bits fill vectors
  // as the moves do, those of 64 take half as long again.)
  const auto cells = static_cast<std::uint32_t>(evaluation.policy.size());
  thread_local std::vector<RankedMove> by_cell;  // kept for its memory
  by_cell.resize(cells + kMovesAtOnce);
  const auto policy = evaluation.policy.data();
  const auto to = by_cell.data();
  for (std::uint32_t i = 0; i < cells; ++i) {
    to[i] = {Move(static_cast<Cell>(i)), static_cast<std::uint16_t>(units_of(share * policy[i]))};
  }
  ranked.resize(cells + 1 + kMovesAtOnce);
  std::size_t count = copy_moves(game.legal_cells(position), by_cell.data(), ranked.data());
  if (may_swap) {
    const auto swap = static_cast<std::uint16_t>(units_of(1 - stay));
    const auto most =
        std::max_element(ranked.begin(), ranked.begin() + static_cast<std::ptrdiff_t>(count))
            ->prior_units();
    ranked[count++] = {game.swap_move(), stay >= 0.5 ? std::min(swap, most) : swap};
  }
  ranked.resize(count);
}

std::int64_t units_of(double result) { return std::llround(result * kUnitsPerWin); }

}  // namespace

SearchTree::SearchTree(const Game& game, const SearchSettings& settings, TreeMemory* shared)
    : game_(game), settings_(settings), shared_(shared), position_(game.start()) {
  set_root(position_, {}, {});
}

std::optional<std::size_t> SearchTree::turns_shared(const Position& first,
                                                    std::span<const Turn> turns,
                                                    const std::vector<MoveRule>& rules) const {
  if (rules != rules_ || (!rules.empty() && turns.size() != turns_.size()) || first != first_ ||
      turns.size() < turns_.size() || !std::equal(turns_.begin(), turns_.end(), turns.begin())) {
    return std::nullopt;
  }
  return turns_.size();
}

// Moves the root along the tree, if the turns go on from the old root by moves of the side to move.
bool SearchTree::follow(const Position& first, std::span<const Turn> turns,
                        const std::vector<MoveRule>& rules) {
  if (!settings_.reuse_tree || settings_.level > 0 || is_of_level_ || !tree_ ||
      limit_ != max_bytes() || !turns_shared(first, turns, rules)) {
    return false;
  }
  for (const Turn& turn : turns.subspan(turns_.size())) {
    if (turn.colour != position_.to_move || !root().is_expanded()) return false;
    const Edge* next = nullptr;
    for_each_child(*tree_, root(), [&](const Edge& child) {
      if (child.move == turn.move) next = &child;
    });
    if (!next) return false;
    tree_->keep(*next);
    game_.play(position_, turn.move);
  }
  // A root that is won by an unknown move is searched.
  if (position_.result == Result::ongoing && root().proof.load() != Proof::win) {
    root().proof = root().is_expanded() ? proof_from_answers(*tree_, root()) : Proof::unknown;
  }
  return true;
}

bool SearchTree::set_root(const Position& first, std::span<const Turn> turns,
                          const std::vector<MoveRule>& rules) {
  const bool followed = follow(first, turns, rules);
  if (!followed) {
    if (!tree_ || limit_ != max_bytes()) {
      tree_.reset();
      limit_ = max_bytes();
      tree_ = std::make_unique<Tree>(limit_, shared_);
    }
    tree_->clear();
    is_exhausted_ = false;
    position_ = first;
    for (const Turn& turn : turns) {
      position_.to_move = turn.colour;
      game_.play(position_, turn.move);
    }
  }
  first_ = first;
  turns_.assign(turns.begin(), turns.end());
  rules_ = rules;
  is_of_level_ = settings_.level > 0;
  is_memory_full_ = false;
  return followed;
}

void SearchTree::expand_root(const Evaluation& evaluation) {
  LeafBatch batch(1);
  root().visits = 1;
  batch.nodes_.push_back({&root(), 0, 1});
  batch.leaves_[batch.size_++].position = position_;
  back_up(batch, {&evaluation, 1});
}

bool SearchTree::gather(LeafBatch& batch, std::size_t count, std::int64_t max_visits) {
  auto visits = static_cast<std::uint32_t>(count);
  const std::uint32_t before = root().visits.fetch_add(visits, std::memory_order_relaxed);
  if (max_visits > 0) {
    const auto left =
        static_cast<std::uint32_t>(std::clamp<std::int64_t>(max_visits - before, 0, visits));
    root().visits.fetch_sub(visits - left, std::memory_order_relaxed);
    visits = left;
    if (visits == 0) return false;
  }
  batch.nodes_.assign(1, {&root(), 0, visits});
  batch.chosen_.clear();
  Position position = position_;
  follow(batch, 0, before, 0, position);
  const bool has_gone = batch.nodes_.front().visits > 0;
  if (batch.size() == 0) back_up_sums(batch);
  return has_gone;
}

// Goes on with all ways that lead to a node. `visits_before`: of its edge, before these. `position`
// is after its move, and is used up.
void SearchTree::follow(LeafBatch& batch, std::uint32_t node, std::uint32_t visits_before,
                        std::uint32_t depth, Position& position) {
  while (true) {
    Edge& edge = *batch.nodes_[node].edge;
    if (edge.proof.load() != Proof::unknown) return;
    if (!edge.is_expanded()) return take_leaf(batch, node, depth, position);
    const std::uint32_t count = batch.nodes_[node].visits;
    ChosenChild next;
    if (count == 1) {
      next = {&select_child(edge, *tree_, settings_), 1};
    } else {
      const std::size_t first = batch.chosen_.size();
      const std::uint32_t chosen =
          select_children(edge, visits_before, count, *tree_, settings_, batch.chosen_);
      take_back(batch, node, count - chosen);
      while (batch.chosen_.size() > first + 1) {
        const ChosenChild child = batch.chosen_.back();
        batch.chosen_.pop_back();
        Position copy = position;
        const std::uint32_t before = go_on(batch, node, child, copy);
        follow(batch, static_cast<std::uint32_t>(batch.nodes_.size() - 1), before, depth + 1, copy);
      }
      next = batch.chosen_.back();
      batch.chosen_.pop_back();
    }
    visits_before = go_on(batch, node, next, position);
    node = static_cast<std::uint32_t>(batch.nodes_.size() - 1);
    ++depth;
  }
}

// Adds a child to a batch, with its visits and its move. Returns how many it had before.
std::uint32_t SearchTree::go_on(LeafBatch& batch, std::uint32_t node, const ChosenChild& child,
                                Position& position) const {
  batch.nodes_.push_back({child.edge, node, child.visits});
  // A game that is over after the move has none from there.
  if (child.edge->is_expanded()) {
    game_.play_on(position, child.edge->move);
  } else {
    game_.play(position, child.edge->move);
  }
  return child.edge->visits.fetch_add(child.visits, std::memory_order_relaxed);
}

// One way ends at a leaf: the game is over there, or it is claimed. The others are taken back.
void SearchTree::take_leaf(LeafBatch& batch, std::uint32_t node, std::uint32_t depth,
                           const Position& position) {
  Edge& edge = *batch.nodes_[node].edge;
  take_back(batch, node, batch.nodes_[node].visits - 1);
  if (position.result != Result::ongoing) {
    edge.proof = proof_for(opponent(position.to_move), position.result);
    prove_ancestors(batch, node);
    return;
  }
  auto state = Edge::State::leaf;
  if (!edge.state.compare_exchange_strong(state, Edge::State::expanding)) {
    take_back(batch, node, 1);
    return;
  }
  LeafBatch::Leaf& leaf = batch.leaves_[batch.size_++];
  leaf.position = position;
  leaf.node = node;
  leaf.depth = depth;
}

// Takes back visits of a node and of all before it.
void SearchTree::take_back(LeafBatch& batch, std::uint32_t node, std::uint32_t visits) {
  if (visits == 0) return;
  while (true) {
    batch.nodes_[node].visits -= visits;
    batch.nodes_[node].edge->visits.fetch_sub(visits, std::memory_order_relaxed);
    if (node == 0) return;
    node = batch.nodes_[node].parent;
  }
}

void SearchTree::prove_ancestors(const LeafBatch& batch, std::uint32_t node) {
  std::vector<Edge*> path;
  for (; node != 0; node = batch.nodes_[node].parent) path.push_back(batch.nodes_[node].edge);
  path.push_back(&root());
  std::reverse(path.begin(), path.end());
  carry_proof_up(path);
}

void SearchTree::cancel(LeafBatch& batch) {
  for (std::size_t i = 0; i < batch.size_; ++i) {
    batch.nodes_[batch.leaves_[i].node].edge->state = Edge::State::leaf;
  }
  for (const LeafBatch::Node& node : batch.nodes_) {
    node.edge->visits.fetch_sub(node.visits, std::memory_order_relaxed);
  }
  batch.nodes_.clear();
  batch.size_ = 0;
}

void SearchTree::back_up(LeafBatch& batch, std::span<const Evaluation> evaluations) {
  for (std::size_t i = 0; i < batch.size_; ++i) {
    const auto& [position, index, depth] = batch.leaves_[i];
    LeafBatch::Node& node = batch.nodes_[index];
    const bool expanded = expand(*node.edge, position, depth, evaluations[i]);
    if (!expanded) is_memory_full_ = true;
    const double result = 1 - mover_wins(game_, position, evaluations[i]);
    node.units = units_of(result);
    node.units_of_other = units_of(1 - result);
    node.edge->state.store(expanded ? Edge::State::expanded : Edge::State::leaf,
                           std::memory_order_release);
  }
  batch.size_ = 0;
  back_up_sums(batch);
}

// Adds to each edge the results of all ways over it. Where an edge is proven, what is certain goes
// on from there in place of the results.
void SearchTree::back_up_sums(LeafBatch& batch) {
  for (std::size_t i = batch.nodes_.size(); i-- > 0;) {
    LeafBatch::Node& node = batch.nodes_[i];
    if (node.visits == 0) continue;
    const Proof proof = node.edge->proof.load();
    if (proof != Proof::unknown) {
      node.units = node.visits * units_of(expected_score(proof));
      node.units_of_other = node.visits * units_of(1 - expected_score(proof));
    }
    node.edge->units.fetch_add(node.units, std::memory_order_relaxed);
    if (i == 0) break;
    batch.nodes_[node.parent].units += node.units_of_other;
    batch.nodes_[node.parent].units_of_other += node.units;
  }
  batch.nodes_.clear();
}

bool SearchTree::has_rules_at(std::size_t depth) const {
  return std::any_of(rules_.begin(), rules_.end(), [&](const MoveRule& rule) {
    return depth < static_cast<std::size_t>(rule.until_depth);
  });
}

// Gives a claimed leaf its children. Returns false where the memory is full.
bool SearchTree::expand(Edge& edge, const Position& position, std::size_t depth,
                        const Evaluation& evaluation) {
  thread_local std::vector<RankedMove> moves;  // kept for its memory
  rank_moves(game_, position, evaluation, moves);
  if (has_rules_at(depth)) {
    const auto end = std::stable_partition(moves.begin(), moves.end(), [&](RankedMove ranked) {
      return permits(rules_, position.to_move, ranked.move(), static_cast<int>(depth));
    });
    if (end != moves.begin()) moves.erase(end, moves.end());
  }
  return tree_->expand(edge, moves);
}

void SearchTree::mark_moves(std::span<const ProvenMove> moves) {
  for (const auto& [move, proof] : moves) {
    Edge* edge = tree_->open(root(), move);  // null where rules leave it out
    if (edge && edge->proof.load() == Proof::unknown) edge->proof = proof;
  }
  if (root().proof.load() == Proof::unknown) carry_proof_to(root(), 0);
}

void SearchTree::carry_proof_up(const std::vector<Edge*>& path) {
  for (std::size_t i = path.size() - 1; i > 0; --i) {
    Edge& parent = *path[i - 1];
    if (parent.proof.load() != Proof::unknown || !carry_proof_to(parent, i - 1)) return;
  }
}

// Proves an expanded edge by the moves from there, if these suffice. Returns whether they do.
bool SearchTree::carry_proof_to(Edge& edge, std::size_t depth) {
  const Proof proof = proof_from_answers(*tree_, edge);
  if (proof == Proof::unknown) return false;
  // Where rules exclude some answers, what the others have in common proves nothing.
  if (proof != Proof::loss && has_rules_at(depth)) {
    if (depth == 0) is_exhausted_ = true;
    return false;
  }
  edge.proof = proof;
  return true;
}

}  // namespace isthmus
