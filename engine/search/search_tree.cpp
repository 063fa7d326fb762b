#include "engine/search/search_tree.hpp"

#include <algorithm>
#include <cmath>

#include "engine/search/puct.hpp"

namespace isthmus {

namespace {

// The probability that the side to move wins, which may also change sides by a swap.
double mover_wins(const Game& game, const Position& position, const Evaluation& evaluation) {
  const double mover = win_probability(position.to_move, evaluation);
  return game.may_swap(position) ? std::max(mover, 1 - mover) : mover;
}

// The legal moves with their priors. That of a swap comes before all others only where the swap
// wins more often than the position.
void rank_moves(const Game& game, const Position& position, const Evaluation& evaluation,
                std::vector<RankedMove>& ranked) {
  const double stay = win_probability(position.to_move, evaluation);
  const bool may_swap = game.may_swap(position);
  const double share = may_swap ? stay : 1;
  const auto units_of = [](double prior) { return static_cast<int>(prior * kPriorUnits + 0.5); };
  // All cells first, as vectors, and of them those that are legal.
  const std::size_t cells = evaluation.policy.size();
  thread_local std::vector<RankedMove> by_cell;  // kept for its memory
  by_cell.resize(cells);
  for (std::size_t i = 0; i < cells; ++i) {
    by_cell[i] = {Move(static_cast<Cell>(i)),
                  static_cast<std::uint16_t>(units_of(share * evaluation.policy[i]))};
  }
  std::size_t count = 0;
  ranked.resize(cells + 1);
  game.legal_cells(position).for_each(
      [&, from = by_cell.data(), to = ranked.data()](Cell cell) { to[count++] = from[cell]; });
  if (may_swap) {
    const auto swap = static_cast<std::uint16_t>(units_of(1 - stay));
    const auto most =
        std::max_element(ranked.begin(), ranked.begin() + static_cast<std::ptrdiff_t>(count))
            ->prior_units();
    ranked[count++] = {game.swap_move(), stay >= 0.5 ? std::min(swap, most) : swap};
  }
  ranked.resize(count);
}

void take_back(const Descent& descent) {
  for (Edge* edge : descent.path) edge->visits.fetch_sub(1, std::memory_order_relaxed);
}

// Adds a result for the player of the last move of a path to all its edges, each for its player.
// Where an edge is proven, what is certain goes on from there in place of the result.
void add_result(const std::vector<Edge*>& path, double result) {
  for (auto edge = path.rbegin(); edge != path.rend(); ++edge) {
    const Proof proof = (*edge)->proof.load();
    if (proof != Proof::unknown) result = expected_score(proof);
    (*edge)->units.fetch_add(std::llround(result * kUnitsPerWin), std::memory_order_relaxed);
    result = 1 - result;
  }
}

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

bool SearchTree::descend(Descent& descent, std::int64_t max_visits) {
  Edge* edge = &root();
  descent.path.assign(1, edge);
  descent.position = position_;
  const std::uint32_t visits = edge->visits.fetch_add(1, std::memory_order_relaxed);
  if (max_visits > 0 && visits >= max_visits) {
    take_back(descent);
    return false;
  }
  while (edge->proof.load() == Proof::unknown && edge->is_expanded()) {
    edge = &select_child(*edge, *tree_, settings_);
    edge->visits.fetch_add(1, std::memory_order_relaxed);
    descent.path.push_back(edge);
    // A game that is over after the move has none from there.
    if (edge->is_expanded()) {
      game_.play_on(descent.position, edge->move);
    } else {
      game_.play(descent.position, edge->move);
    }
  }
  if (edge->proof.load() != Proof::unknown) return true;
  const Result result = descent.position.result;
  if (result != Result::ongoing) {
    const Colour player = opponent(descent.position.to_move);
    edge->proof = proof_for(player, result);
    return true;
  }
  auto state = Edge::State::leaf;
  if (edge->state.compare_exchange_strong(state, Edge::State::expanding)) return true;
  take_back(descent);
  return false;
}

void SearchTree::cancel(const Descent& descent) {
  descent.path.back()->state = Edge::State::leaf;
  take_back(descent);
}

void SearchTree::back_up_proof(const Descent& descent) {
  carry_proof_up(descent.path);
  add_result(descent.path, 0);
}

void SearchTree::back_up(const Descent& descent, const Evaluation& evaluation) {
  Edge& leaf = *descent.path.back();
  const bool expanded = expand(leaf, descent.position, descent.path.size() - 1, evaluation);
  if (!expanded) is_memory_full_ = true;
  add_result(descent.path, 1 - mover_wins(game_, descent.position, evaluation));
  leaf.state.store(expanded ? Edge::State::expanded : Edge::State::leaf, std::memory_order_release);
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
