#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <random>
#include <vector>

#include "engine/board/position.hpp"
#include "engine/game/game.hpp"

namespace isthmus {

class Balance;

// The moves that a game begins with, on the empty board and with colours in turn.
using Opening = std::vector<Move>;

// The position after an opening, whose moves must be legal.
Position play_opening(const Game& game, const Opening& opening);

// Each legal first move that does not end the game, as an opening, in the order of cells.
std::vector<Opening> first_moves(const Game& game);

// Brings them into a random order, which is the same with every library.
void shuffle(std::vector<Opening>& openings, std::mt19937_64& random);

// Draws the next opening of a source; nothing where the draw came to none.
using DrawOpening = std::function<std::optional<Opening>()>;

// Openings of `stones` stones on cells drawn at random. The game and the generator must outlive
// what is returned, as below.
DrawOpening random_stones(const Game& game, int stones, std::mt19937_64& random);

// All of first_moves() in a random order, and after them first moves with random answers.
DrawOpening first_moves_then_answers(const Game& game, std::mt19937_64& random);

// Draws until there are `wanted` openings that do not end the game and lead to different positions,
// or until about `max_draws`; what is missing then was not found. With a balance only those count
// that it keeps.
std::vector<Opening> draw_openings(const Game& game, const DrawOpening& draw, std::size_t wanted,
                                   std::size_t max_draws, Balance* balance);

}  // namespace isthmus
