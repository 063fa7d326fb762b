#pragma once

#include <cstdint>

#include "engine/board/position.hpp"
#include "engine/evaluation/evaluator.hpp"

namespace isthmus {

// Levels of play: 1 to kMaxLevel, each some 100 Elo above the one before, as measured in Hex on
// 11 x 11 with the net that is shipped (NOTES.md). Up to kMaxPolicyLevel there is no search: the
// move is the first of the position's policy as weaken() leaves it. The others search as many
// visits as they always do, and know what is proven of the root's moves (known_proofs). At all of
// them a move that ends the game in a win is played.
inline constexpr int kMaxPolicyLevel = 15;
inline constexpr int kMaxLevel = 23;

// Whether there is no search at a level; false for 0, full strength.
inline bool is_policy_level(std::int64_t level) { return level > 0 && level <= kMaxPolicyLevel; }

// The visits of the root at a level from 1 to kMaxLevel, whatever limits are set; 1 up to
// kMaxPolicyLevel.
std::int64_t visits_of_level(int level);

// The moves by which the side to move wins an unfinished position at once.
std::vector<ProvenMove> immediate_wins(const Game& game, const Position& position);

// Weakens a policy to that of a level up to kMaxPolicyLevel, and leaves the rest of the judgement.
// The cells that stand in the lower part of the policy's order get 0, so that no level plays what
// looks silly to all; among the others each is the first as often as a draw from the policy at the
// level's temperature would take it, that is from its probabilities to the power of 1 /
// temperature, scaled to sum 1. As the board fills, policies grow sharper, and the temperature
// grows with it: so mistakes cost as much in the opening as in the end. Position and seed decide
// what is drawn.
void weaken(int level, const Position& position, std::uint64_t seed, Evaluation& evaluation);

}  // namespace isthmus
