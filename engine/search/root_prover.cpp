#include "engine/search/root_prover.hpp"

#include <algorithm>
#include <chrono>
#include <new>
#include <utility>

namespace isthmus {

void RootProver::begin(const SearchLimits& limits, int batch) {
  if (settings_.solver_threads > 0) {
    start();
  } else if (settings_.solver_share > 0 && SolverShare::may_be_near(empty_cells())) {
    share_.emplace(settings_.solver_share, batch, limits);
  }
}

void RootProver::start() {
  if (!prover_ || threads_ != settings_.solver_threads) {
    threads_ = settings_.solver_threads;
    prover_ = std::make_unique<TreeProver>(game_, static_cast<int>(threads_));
  }
  prover_->start(
      tree_.tree(), tree_.position(),
      [this](const std::vector<Edge*>& path, const Solution& solution) { take(path, solution); });
}

void RootProver::stop() {
  share_.reset();
  has_begun_ = false;
  if (prover_) prover_->stop();
}

bool RootProver::has_failed() const {
  return settings_.solver_threads > 0 && prover_ && prover_->has_failed();
}

void RootProver::set_root(bool followed) {
  carrier_ = {};
  if (!followed && threads_ == 0) prover_.reset();  // so that a search repeats exactly
}

bool RootProver::is_due(double seconds, std::int64_t evaluations) const {
  return share_ && share_->is_due(seconds, evaluations) &&
         SolverShare::is_end_near(empty_cells(), tree_.root().mean());
}

bool RootProver::take_turn(double seconds, const std::stop_token& stop) {
  using Clock = std::chrono::steady_clock;
  try {
    const auto begin = Clock::now();
    if (!std::exchange(has_begun_, true)) start();
    const std::int64_t nodes = prover_->step(share_->max_seconds(seconds), stop);
    const std::chrono::duration<double> taken = Clock::now() - begin;
    share_->add(std::max<std::int64_t>(1, nodes), taken.count());
    return nodes > 0;
  } catch (const std::bad_alloc&) {
    share_.reset();
    prover_.reset();
    return false;
  }
}

// Marks what a solver has proven of the position at the end of a path, by a move where there is one
// that wins or draws: without it a root is not proven, as there would be no move to play.
void RootProver::take(const std::vector<Edge*>& path, const Solution& solution) {
  Edge& edge = *path.back();
  const bool has_move =
      solution.proof != Proof::loss && edge.is_expanded() && !solution.line.empty();
  Edge* best = has_move ? tree_.tree().open(edge, solution.line.front()) : nullptr;
  if (best) best->proof = solution.proof;
  if (path.size() == 1 && solution.proof != Proof::loss && !best) return;
  if (path.size() == 1) keep_carrier(solution.carrier);
  if (path.size() == 2 && solution.proof == Proof::loss && edge.move.is_cell()) {
    CellSet carrier = solution.carrier;
    carrier.insert(edge.move.cell());
    keep_carrier(carrier);
  }
  edge.proof = reversed(solution.proof);
  tree_.carry_proof_up(path);
}

void RootProver::keep_carrier(const CellSet& carrier) {
  const std::lock_guard lock(carrier_mutex_);
  carrier_ = carrier;
}

CellSet RootProver::carrier() const {
  const std::lock_guard lock(carrier_mutex_);
  return carrier_;
}

}  // namespace isthmus
