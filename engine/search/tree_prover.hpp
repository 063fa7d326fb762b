#pragma once

#include <atomic>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <vector>

#include "engine/base/thread_group.hpp"
#include "engine/game/game.hpp"
#include "engine/game/position.hpp"
#include "engine/game/solver.hpp"
#include "engine/search/tree.hpp"

namespace isthmus {

// Solves positions of a tree while others search it: again and again the root, its most visited
// moves and the positions on the most visited line, the last one first, each time with twice the
// work. What it finds is remembered from one start to the next. It has a thread of its own, which
// gets little of a processor that others want.
class TreeProver {
 public:
  // The game must outlive this. So many threads, one at least, solve each position together.
  TreeProver(const Game& game, int threads);
  TreeProver(const TreeProver&) = delete;
  TreeProver& operator=(const TreeProver&) = delete;

  // What is proven of the position at the end of a path, which begins with the root; called from
  // the thread. The last edge of the path is not proven yet, or has just been by others.
  using Listener = std::function<void(const std::vector<Edge*>& path, const Solution& solution)>;

  // Proves positions until stop(), the root is proven or nothing is left to prove. Until stop() the
  // tree may but be searched.
  void start(Tree& tree, const Position& root, Listener listener);
  // Waits for the thread to end, which takes as long as one position takes the solver to look into.
  // Throws what it has failed with, unless that was want of memory, which ends the proving alone.
  void stop();
  // Whether stop() will throw.
  bool has_failed() const { return has_failed_; }

 private:
  // A position of the tree that is not proven.
  struct Target {
    std::vector<Edge*> path;
    Position position;
  };

  void run(Tree& tree, const Position& root, const Listener& listener, const std::stop_token& stop);
  std::vector<Target> targets(Tree& tree, const Position& root) const;
  void add(std::vector<Target>& targets, Target target) const;

  const Game& game_;
  const std::unique_ptr<Solver> solver_;
  std::atomic<bool> has_failed_{false};
  std::optional<ThreadGroup> thread_;
};

}  // namespace isthmus
