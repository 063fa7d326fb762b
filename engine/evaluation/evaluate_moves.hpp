#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "engine/evaluation/evaluator.hpp"
#include "engine/game/game.hpp"

namespace isthmus {

// What an evaluator thinks of the positions after these legal moves, in one batch; an empty
// evaluation for a move that ends the game.
inline std::vector<Evaluation> evaluate_moves(const Game& game, const Evaluator& evaluator,
                                              const Position& position, std::span<const Move> moves,
                                              std::uint64_t seed) {
  std::vector<Position> positions(moves.size(), position);
  std::vector<EvaluationRequest> requests;
  std::vector<std::size_t> asked;
  for (std::size_t i = 0; i < moves.size(); ++i) {
    game.play(positions[i], moves[i]);
    if (positions[i].result != Result::ongoing) continue;
    requests.push_back({&positions[i], seed + i});
    asked.push_back(i);
  }
  std::vector<Evaluation> answers(requests.size());
  if (!requests.empty()) evaluator.evaluate(requests, answers);
  std::vector<Evaluation> evaluations(moves.size());
  for (std::size_t i = 0; i < asked.size(); ++i) evaluations[asked[i]] = std::move(answers[i]);
  return evaluations;
}

}  // namespace isthmus
