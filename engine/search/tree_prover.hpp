#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <vector>

#include "engine/base/thread_group.hpp"
#include "engine/board/position.hpp"
#include "engine/game/game.hpp"
#include "engine/search/tree.hpp"
#include "engine/theory/solver.hpp"

namespace isthmus {

// Solves positions of a tree while it is searched: again and again the root, its most visited moves
// and, with threads of its own, the positions on the most visited line; each time with twice the
// work. What it finds is remembered from one start to the next.
class TreeProver {
 public:
  // What is proven of the position at the end of a path, which begins with the root. The last edge
  // of the path is not proven yet, or has just been by others.
  using Listener = std::function<void(const std::vector<Edge*>& path, const Solution& solution)>;

  // The game must outlive this. With `threads` threads, which solve each position together and get
  // little of a processor that others want; with none the caller has each step() made.
  TreeProver(const Game& game, int threads);
  TreeProver(const TreeProver&) = delete;
  TreeProver& operator=(const TreeProver&) = delete;

  // Proves positions from now on: until stop(), until the root is proven or nothing is left to
  // prove. Until stop() the tree may be searched, but not changed otherwise. The listener is called
  // from the threads.
  void start(Tree& tree, const Position& root, Listener listener);
  // Without threads: has the solver look into the next position, within limits, and returns how
  // many positions that took; 0 where none is open.
  std::int64_t step(double seconds, const std::stop_token& stop);
  // Waits for the threads to end, which takes as long as one position takes the solver to look
  // into. Throws what they have failed with; but where they ran out of memory, that only ends the
  // proving.
  void stop();
  // Whether stop() will throw.
  bool has_failed() const { return has_failed_; }

 private:
  // A position of the tree that is not proven.
  struct Target {
    std::vector<Edge*> path;
    Position position;
  };

  void run(const std::stop_token& stop);
  bool find_targets();
  void add(Target target);

  const Game& game_;
  const bool has_threads_;
  const std::unique_ptr<Solver> solver_;
  Tree* tree_ = nullptr;
  Position root_;
  Listener listener_;
  std::int64_t nodes_ = 0;       // for each target of this round
  std::vector<Target> targets_;  // of this round, those to come; the next is the last
  std::atomic<bool> has_failed_{false};
  std::optional<ThreadGroup> thread_;
};

}  // namespace isthmus
