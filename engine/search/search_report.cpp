#include "engine/search/search_report.hpp"

#include <algorithm>
#include <cmath>
#include <tuple>

#include "engine/base/wilson_interval.hpp"
#include "engine/search/confidence_bound.hpp"

namespace isthmus {

namespace {

int rank(Proof proof) { return proof == Proof::win ? 2 : proof == Proof::loss ? 0 : 1; }

// A move as read at one moment, so that sorting sees no change.
struct Snapshot {
  const Edge* edge = nullptr;  // null where the move has none yet
  RankedMove move;
  Proof proof = Proof::unknown;
  std::uint32_t visits = 0;
  double visits_mean = 0;  // of the visits' results
  double mean = 0;         // what is proven in place of that

  explicit Snapshot(const Edge& e)
      : edge(&e),
        move(e.move, e.prior_units),
        proof(e.proof.load(std::memory_order_relaxed)),
        visits(e.visits.load(std::memory_order_relaxed)),
        visits_mean(visits > 0 ? std::min(1.0, e.mean()) : 0),
        mean(proof != Proof::unknown ? expected_score(proof) : visits_mean) {}
  explicit Snapshot(const RankedMove& unopened) : move(unopened) {}

  auto merit() const { return std::tuple(rank(proof), visits, mean, move); }
};

double lower_confidence_bound(const Snapshot& snapshot) {
  return isthmus::lower_confidence_bound(snapshot.mean, snapshot.visits);
}

// The mean result of the side to move without the visits that were made to explore: of each move
// those beyond what the formula gives to a move of its mean beside the most visited one.
double unexplored_mean(const Snapshot& root, const std::vector<Snapshot>& moves,
                       double exploration) {
  const double scale = exploration * std::sqrt(root.visits);
  const Snapshot* most = nullptr;
  for (const Snapshot& move : moves) {
    if (move.proof == Proof::unknown && (!most || move.visits > most->visits)) most = &move;
  }
  double visits = root.visits, results = visits * (1 - root.visits_mean);
  if (!most || most->visits == 0) return results / visits;
  const double score = most->mean + scale * most->move.prior() / (1.0 + most->visits);
  for (const Snapshot& move : moves) {
    if (move.visits == 0 || move.mean >= score) continue;
    const double kept = move.proof == Proof::loss
                            ? 0
                            : std::max(0.0, scale * move.move.prior() / (score - move.mean) - 1);
    const double explored = std::max(0.0, move.visits - kept);
    visits -= explored;
    results -= explored * move.visits_mean;
  }
  // Other threads search: the root was read before its moves.
  return visits < 1 ? 1 - root.visits_mean : std::clamp(results / visits, 0.0, 1.0);
}

// Of moves in the order of their merit, puts the one to play first: where none is proven to win,
// that with the highest lower confidence bound of those with a tenth of the most visits.
void put_choice_first(std::vector<Snapshot>& snapshots) {
  if (snapshots.empty() || snapshots.front().proof != Proof::unknown) return;
  const double least = least_visits_of_choice(snapshots.front().visits);
  auto choice = snapshots.begin();
  for (auto move = choice; move != snapshots.end() && move->visits >= least; ++move) {
    if (move->proof == Proof::unknown &&
        lower_confidence_bound(*move) > lower_confidence_bound(*choice))
      choice = move;
  }
  std::rotate(snapshots.begin(), choice, choice + 1);
}

const Edge* best_child(const Tree& tree, const Edge& edge) {
  const Edge* best = nullptr;
  for_each_child(tree, edge, [&](const Edge& child) {
    if (child.visits.load(std::memory_order_relaxed) == 0) return;
    if (!best || Snapshot(child).merit() > Snapshot(*best).merit()) best = &child;
  });
  return best;
}

MoveReport report_of(const Tree& tree, const Snapshot& snapshot) {
  MoveReport report;
  report.move = snapshot.move.move();
  report.visits = snapshot.visits;
  report.win_rate = snapshot.mean;
  report.lower_bound = snapshot.proof != Proof::unknown
                           ? expected_score(snapshot.proof)
                           : wilson_interval(snapshot.mean, snapshot.visits, 2).low;
  report.prior = snapshot.move.prior();
  report.proof = snapshot.proof;
  report.variation.push_back(report.move);
  report.variation_visits.push_back(report.visits);
  for (const Edge* edge = snapshot.edge; edge && edge->is_expanded();) {
    edge = best_child(tree, *edge);
    if (!edge) break;
    report.variation.push_back(edge->move);
    report.variation_visits.push_back(edge->visits.load(std::memory_order_relaxed));
  }
  return report;
}

}  // namespace

SearchReport report_of(const Tree& tree, const Game& game, const Position& root,
                       double exploration) {
  SearchReport report;
  const Snapshot root_edge(tree.root());
  report.to_move = root.to_move;
  report.visits = root_edge.visits;
  report.proof = reversed(root_edge.proof);
  if (root_edge.visits > 0 || root_edge.proof != Proof::unknown) {
    report.win_rate = report.mean = 1 - root_edge.mean;
  }
  report.tree_bytes = static_cast<std::int64_t>(tree.bytes());
  if (!tree.root().is_expanded()) {
    for (Move move : game.legal_moves(root)) {
      report.moves.emplace_back();
      report.moves.back().move = move;
    }
    return report;
  }
  std::vector<Snapshot> snapshots;
  const Block* last = nullptr;
  for (const Block* block = tree.first_block(tree.root()); block; block = tree.next_block(*block)) {
    for (const Edge& child : block->edges()) snapshots.emplace_back(child);
    last = block;
  }
  for (const RankedMove& move : last->unopened()) snapshots.emplace_back(move);
  std::sort(snapshots.begin(), snapshots.end(),
            [](const Snapshot& a, const Snapshot& b) { return a.merit() > b.merit(); });
  put_choice_first(snapshots);
  if (root_edge.proof == Proof::unknown && root_edge.visits > 0) {
    report.win_rate = unexplored_mean(root_edge, snapshots, exploration);
  }
  for (const Snapshot& snapshot : snapshots) {
    report.moves.push_back(report_of(tree, snapshot));
    const bool is_open = snapshot.visits == 0 && snapshot.proof == Proof::unknown;
    if (is_open) report.moves.back().win_rate = report.win_rate;
  }
  return report;
}

}  // namespace isthmus
