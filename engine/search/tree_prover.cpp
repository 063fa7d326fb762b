#include "engine/search/tree_prover.hpp"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <new>
#include <thread>
#include <utility>

#include "engine/base/background_thread.hpp"
#include "engine/solve/general_solver.hpp"

namespace isthmus {

namespace {

constexpr std::size_t kTableBytes = std::size_t{4} << 20;
constexpr std::size_t kStepTableBytes = std::size_t{1} << 20;
// Positions that the solver looks into for each target in the first round.
constexpr std::int64_t kFirstNodes = 8;
constexpr std::int64_t kFirstStepNodes = 1;  // where the search waits for it
constexpr std::int64_t kMostNodes = std::int64_t{1} << 40;
// Moves of the root, and how far down the most visited line.
constexpr std::size_t kMoves = 4;
constexpr std::size_t kDepth = 16;
constexpr std::uint32_t kMinVisits = 4;
// How long to wait where no target is open; others may follow as the search goes on.
constexpr std::chrono::milliseconds kPause(1);

// The moves of an edge that have some visits and are not proven, the most visited first.
std::vector<Edge*> visited_moves(Tree& tree, const Edge& edge) {
  std::vector<std::pair<std::uint32_t, Edge*>> visited;
  if (!edge.is_expanded()) return {};
  for (Block* block = tree.first_block(edge); block; block = tree.next_block(*block)) {
    for (Edge& child : block->edges()) {
      const std::uint32_t visits = child.visits.load(std::memory_order_relaxed);
      if (visits < kMinVisits || child.proof.load() != Proof::unknown) continue;
      visited.emplace_back(visits, &child);
    }
  }
  std::stable_sort(visited.begin(), visited.end(),
                   [](const auto& a, const auto& b) { return a.first > b.first; });
  std::vector<Edge*> moves;
  for (const auto& [visits, child] : visited) moves.push_back(child);
  return moves;
}

}  // namespace

TreeProver::TreeProver(const Game& game, int threads)
    : game_(game),
      has_threads_(threads > 0),
      solver_(make_solver(game, {.bytes = has_threads_ ? kTableBytes : kStepTableBytes,
                                 .threads = std::max(1, threads)})) {}

void TreeProver::start(Tree& tree, const Position& root, Listener listener) {
  stop();
  tree_ = &tree;
  root_ = root;
  listener_ = std::move(listener);
  nodes_ = 0;
  targets_.clear();
  if (!has_threads_) return;
  thread_.emplace("prover", [this](const std::stop_token& ending) {
    yield_to_other_threads();
    try {
      run(ending);
    } catch (const std::bad_alloc&) {
      // There is no memory to prove more.
    } catch (...) {
      has_failed_ = true;
      throw;
    }
  });
}

void TreeProver::stop() {
  if (!thread_) return;
  thread_->request_stop();
  try {
    thread_->join();
  } catch (...) {
    thread_.reset();
    has_failed_ = false;
    throw;
  }
  thread_.reset();
}

void TreeProver::run(const std::stop_token& stop) {
  while (!stop.stop_requested() && tree_->root().proof.load() == Proof::unknown) {
    if (step(0, stop) == 0) std::this_thread::sleep_for(kPause);
  }
}

std::int64_t TreeProver::step(double seconds, const std::stop_token& stop) {
  if (targets_.empty() && !find_targets()) return 0;
  const Target target = std::move(targets_.back());
  targets_.pop_back();
  if (target.path.back()->proof.load() != Proof::unknown) return 1;
  const Solution solution =
      solver_->solve(target.position, {.nodes = nodes_, .seconds = seconds}, stop);
  if (solution.proof != Proof::unknown) listener_(target.path, solution);
  return std::max<std::int64_t>(1, solution.nodes);
}

// Adds a position that the solver can solve: it leaves swaps aside.
void TreeProver::add(Target target) {
  if (target.position.result == Result::ongoing && !game_.may_swap(target.position) &&
      !game_.next_may_swap(target.position) && target.path.back()->proof.load() == Proof::unknown) {
    targets_.push_back(std::move(target));
  }
}

// Begins the next round. Returns false where there is nothing to prove.
bool TreeProver::find_targets() {
  Target line{{&tree_->root()}, root_};
  add(line);
  std::vector<Edge*> moves = visited_moves(*tree_, tree_->root());
  for (std::size_t i = has_threads_ ? 1 : 0; i < std::min(kMoves, moves.size()); ++i) {
    Target target = line;
    target.path.push_back(moves[i]);
    game_.play(target.position, moves[i]->move);
    add(std::move(target));
  }
  if (!has_threads_) {
    std::reverse(targets_.begin(), targets_.end());  // the root is the first
  }
  for (std::size_t depth = 0; has_threads_ && depth < kDepth && !moves.empty(); ++depth) {
    line.path.push_back(moves.front());
    game_.play(line.position, moves.front()->move);
    add(line);
    moves = visited_moves(*tree_, *moves.front());
  }
  if (targets_.empty()) return false;
  const std::int64_t first = has_threads_ ? kFirstNodes : kFirstStepNodes;
  nodes_ = nodes_ == 0 ? first : std::min(2 * nodes_, kMostNodes);
  return true;
}

}  // namespace isthmus
