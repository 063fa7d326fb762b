#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "engine/board/position.hpp"
#include "engine/game/game.hpp"
#include "engine/settings/settings.hpp"
#include "engine/theory/proof.hpp"

namespace isthmus {

// A position to judge. It must not be finished.
struct EvaluationRequest {
  const Position* position = nullptr;
  std::uint64_t seed = 0;   // for evaluators that draw random numbers
  bool cell_values = true;  // whether ownership and amaf are wanted: if not, they may be left empty
};

// What an evaluator thinks of a position.
struct Evaluation {
  float black_wins = 0.5F;    // the probability that Black wins, 0..1
  std::vector<float> policy;  // by cell: the probability that the side to move should play there;
                              // zero where no stone may go, in sum 1
  std::vector<float> ownership;  // by cell: the probability that the cell ends as Black's
  // By cell the AMAF value (all moves as first: Bruegmann, Monte Carlo Go, 1993): the share of
  // playouts that the mover wins where the cell ends as his, less that where it ends as the
  // opponent's. Zero for stones, and for all cells from evaluators without playouts.
  std::vector<float> amaf;
};

// The probability that this colour wins.
inline double win_probability(Colour colour, const Evaluation& evaluation) {
  const double black = evaluation.black_wins;
  return colour == Colour::black ? black : 1 - black;
}

// The win rate of the side to move if it makes this move, 0 to 1.
struct MoveValue {
  Move move;
  double win_rate;
};

// Judges positions of one game, in batches. The search does not know how.
class Evaluator {
 public:
  virtual ~Evaluator() = default;

  // Writes the evaluation of requests[i] to evaluations[i]; the spans have one length. What the
  // evaluations held before is overwritten, their memory reused. While a device computes, does what
  // the thread offers to do meanwhile (engine/base/meanwhile.hpp). May be called from several
  // threads at once.
  virtual void evaluate(std::span<const EvaluationRequest> requests,
                        std::span<Evaluation> evaluations) const = 0;

  // What is certain of the moves of an unfinished position, as far as it is known without
  // searching; each is legal. May be called from several threads at once.
  virtual std::vector<ProvenMove> known_proofs(const Position& /*position*/) const { return {}; }

  // How good moves of an unfinished position are if none of them may be swapped, as far as they
  // were judged before by long searches; each is legal. May be called from several threads at once.
  virtual std::vector<MoveValue> known_values(const Position& /*position*/) const { return {}; }

  // How many positions a call should bring for the evaluator to run at its best.
  virtual int preferred_batch() const { return 1; }
};

// Makes the evaluator of a game. Game and settings outlive it; it reads the settings as they are at
// each call. Throws std::invalid_argument, with a message for the user, where there is none.
using EvaluatorFactory =
    std::function<std::unique_ptr<Evaluator>(const Game& game, const EvaluatorSettings& settings)>;

}  // namespace isthmus
