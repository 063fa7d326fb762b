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
// Positions that the solver looks into for each target in the first round.
constexpr std::int64_t kFirstNodes = 8;
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
    : game_(game), solver_(make_solver(game, {.bytes = kTableBytes, .threads = threads})) {}

void TreeProver::start(Tree& tree, const Position& root, Listener listener) {
  stop();
  thread_.emplace(
      "prover", [this, &tree, root, listener = std::move(listener)](const std::stop_token& ending) {
        yield_to_other_threads();
        try {
          run(tree, root, listener, ending);
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

void TreeProver::run(Tree& tree, const Position& root, const Listener& listener,
                     const std::stop_token& stop) {
  for (std::int64_t nodes = kFirstNodes; !stop.stop_requested();) {
    const std::vector<Target> open = targets(tree, root);
    for (const Target& target : open) {
      if (stop.stop_requested() || tree.root().proof.load() != Proof::unknown) return;
      if (target.path.back()->proof.load() != Proof::unknown) continue;
      const Solution solution = solver_->solve(target.position, {.nodes = nodes}, stop);
      if (solution.proof != Proof::unknown) listener(target.path, solution);
    }
    if (open.empty()) {
      std::this_thread::sleep_for(kPause);
    } else {
      nodes = std::min(2 * nodes, kMostNodes);
    }
  }
}

// Adds a position that the solver can solve: it leaves swaps aside.
void TreeProver::add(std::vector<Target>& targets, Target target) const {
  if (target.position.result == Result::ongoing && !game_.may_swap(target.position) &&
      !game_.next_may_swap(target.position) && target.path.back()->proof.load() == Proof::unknown) {
    targets.push_back(std::move(target));
  }
}

std::vector<TreeProver::Target> TreeProver::targets(Tree& tree, const Position& root) const {
  std::vector<Target> found;
  Target line{{&tree.root()}, root};
  add(found, line);
  std::vector<Edge*> moves = visited_moves(tree, tree.root());
  for (std::size_t i = 1; i < std::min(kMoves, moves.size()); ++i) {
    Target target = line;
    target.path.push_back(moves[i]);
    game_.play(target.position, moves[i]->move);
    add(found, std::move(target));
  }
  for (std::size_t depth = 0; depth < kDepth && !moves.empty(); ++depth) {
    line.path.push_back(moves.front());
    game_.play(line.position, moves.front()->move);
    add(found, line);
    moves = visited_moves(tree, *moves.front());
  }
  std::reverse(found.begin(), found.end());
  return found;
}

}  // namespace isthmus
