#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "engine/evaluation/evaluator.hpp"
#include "engine/game/game.hpp"
#include "tools/openings/openings.hpp"

namespace isthmus {

// Black's expected score after each opening, 0 to 1: by the rules where the game has ended there,
// else by the evaluator, whose seeds count up from this one.
std::vector<double> black_scores(const Game& game, const Evaluator& evaluator,
                                 std::span<const Opening> openings, std::uint64_t seed);

// Keeps the openings after which both sides are about as likely to win.
class Balance {
 public:
  // Openings are balanced where an evaluator, which must outlive this, expects Black's score to be
  // 1/2, give or take `max_lead`.
  Balance(const Game& game, const Evaluator& evaluator, double max_lead, std::uint64_t seed)
      : game_(game), evaluator_(evaluator), max_lead_(max_lead), seed_(seed) {}

  // Removes all others. The evaluator is not asked where max_lead is 1/2 or more.
  void keep_balanced(std::vector<Opening>& openings);

 private:
  const Game& game_;
  const Evaluator& evaluator_;
  double max_lead_;
  std::uint64_t seed_;  // of the next opening
};

}  // namespace isthmus
