#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <vector>

#include "engine/board/board.hpp"
#include "engine/board/position.hpp"
#include "engine/board/symmetry.hpp"
#include "engine/evaluation/evaluator.hpp"
#include "engine/game/game.hpp"

namespace isthmus {

// A position as it lies and as symmetries of its game turn it, to be judged from all these sides:
// an evaluator that learned differs from side to side, and the mean is nearer to the truth.
// (KataGo's rootNumSymmetriesToSample.)
class RootViews {
 public:
  // At most `most` views, the position itself first. Symmetries that exchange colours make no view:
  // evaluators see the position of the side to move, which is the same one. `next_seed` gives
  // each view a seed. Game and position must outlive this.
  RootViews(const Game& game, const Position& position, std::size_t most,
            const std::function<std::uint64_t()>& next_seed);
  RootViews(const RootViews&) = delete;
  RootViews& operator=(const RootViews&) = delete;

  // What is to be judged.
  std::span<const EvaluationRequest> asked() const { return asked_; }
  // The mean of the evaluations of what was asked, in its order, turned back. A move that has no
  // share in the first has none: a turned position lacks the history that may forbid it.
  Evaluation mean(std::span<const Evaluation> evaluations) const;

 private:
  const Board& board_;
  std::vector<Symmetry> symmetries_;  // by view, the first of which changes nothing; none for one
  std::vector<Position> turned_;      // of the other views
  std::vector<EvaluationRequest> asked_;
};

}  // namespace isthmus
