#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "engine/game/game.hpp"
#include "engine/game/position.hpp"
#include "engine/game/settings.hpp"

namespace isthmus {

// A position to judge. It must not be finished.
struct EvaluationRequest {
  const Position* position = nullptr;
  std::uint64_t seed = 0;  // for evaluators that draw random numbers
};

// What an evaluator thinks of a position.
struct Evaluation {
  float black_wins = 0.5F;       // the chance that Black wins, 0..1
  std::vector<float> policy;     // by cell: the chance that the side to move should play there;
                                 // zero where no stone may go, in sum 1
  std::vector<float> ownership;  // by cell: the chance that the cell ends as Black's
  std::vector<float> worth;      // by cell: how much better off, in chances to win, either side is
                                 // with the cell than without it; zero for stones, and for all
                                 // cells from evaluators that do not tell
};

// The chance that this colour wins.
inline double chance_of(Colour colour, const Evaluation& evaluation) {
  const double black = evaluation.black_wins;
  return colour == Colour::black ? black : 1 - black;
}

// Judges positions of one game, in batches. The search does not know how.
class Evaluator {
 public:
  virtual ~Evaluator() = default;

  // Writes the evaluation of requests[i] to evaluations[i]; the spans have one length. What the
  // evaluations held before is overwritten, their memory reused. May be called from several
  // threads at once.
  virtual void evaluate(std::span<const EvaluationRequest> requests,
                        std::span<Evaluation> evaluations) const = 0;

  // How many positions a call should bring for the evaluator to run at its best.
  virtual int preferred_batch() const { return 1; }
};

// Makes the evaluator of a game. Game and settings outlive it; it reads the settings as they are at
// each call. Throws std::invalid_argument, with a message for the user, where there is none.
using EvaluatorFactory =
    std::function<std::unique_ptr<Evaluator>(const Game& game, const Settings& settings)>;

}  // namespace isthmus
