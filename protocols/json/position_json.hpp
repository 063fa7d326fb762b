#pragma once

#include <span>
#include <string>

#include <nlohmann/json.hpp>

#include "engine/game/game.hpp"
#include "engine/theory/solver.hpp"

// Parts that several answers are made of.

namespace isthmus {

// The number rounded to four decimals, which say all that a search knows.
double four_decimals(double number);

// "B" or "W".
std::string colour_json(Colour colour);
// "B", "W" or "draw"; null while the game is on.
nlohmann::ordered_json winner_json(Result result);
// "win", "loss" or "draw"; null where nothing is certain.
nlohmann::ordered_json proof_json(Proof proof);
// The names of moves, or of cells by their numbers.
nlohmann::ordered_json names_json(const Game& game, std::span<const Move> moves);
nlohmann::ordered_json names_json(const Board& board, const CellSet& cells);

// A character a cell of the board's rows x columns: B, W, and . where there is no stone.
std::string stones_json(const Board& board, const Position& position);

// What a solver has found about a position: winner, or null, nodes and seconds; where there is a
// winner or a draw also a line and a carrier.
void add_solution(nlohmann::ordered_json& answer, const Game& game, const Position& position,
                  const Solution& solution);

}  // namespace isthmus
