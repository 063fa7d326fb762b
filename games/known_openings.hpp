#pragma once

#include <vector>

#include "engine/board/position.hpp"
#include "engine/evaluation/evaluator.hpp"
#include "engine/game/game.hpp"
#include "engine/theory/proof.hpp"

namespace isthmus {

// What is certain of the moves of a position that has no stone, or one and its opponent to move, as
// far as games/solved_openings.txt says it: by the rules of `game`, where a swap may be open. May
// be called from several threads at once.
std::vector<ProvenMove> solved_openings(const Game& game, const Position& position);

// How good the first stones are, as far as games/judged_openings.txt says it: on boards that are
// not solved, and of an empty one. May be called from several threads at once.
std::vector<MoveValue> judged_openings(const Game& game, const Position& position);

// Makes evaluators that know both besides.
EvaluatorFactory with_known_openings(EvaluatorFactory make_evaluator);

}  // namespace isthmus
