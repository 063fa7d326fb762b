#pragma once

#include <string>

#include "engine/game/game.hpp"
#include "engine/net/net.hpp"
#include "gpu/tree/tree_layout.hpp"

namespace isthmus {

// Why a game cannot be played by trees on a GPU, in words to end a sentence; empty where it can.
// What will do are hexagons on which stones stay where they are, and who joins all his goals wins
// or loses (Game::fill_rule()) or who has a shape wins (PlayoutRule::shapes), and squares with
// captures (Game::capture_rule()); without a swap, on boards that look the same to both sides.
std::string tree_obstacle(const Game& game);

// The rules of a game without such an obstacle, and its input planes, those of a net of `planes`.
// Throws what NetInput does.
TreeBoard make_tree_board(const Game& game, NetPlanes planes = {});

}  // namespace isthmus
