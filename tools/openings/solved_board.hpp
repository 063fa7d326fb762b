#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>

#include "engine/game/game.hpp"
#include "engine/theory/solver.hpp"

namespace isthmus {

// Solves each first stone on a board, one of those that symmetries turn into each other, however
// long it takes, and writes the board as games/solved_openings.txt has it. Nothing where stop was
// requested. `report` is called before each stone with how many are done and how many there are.
std::optional<std::string> solved_board(
    const Game& game, const SolverOptions& options, const std::stop_token& stop,
    const std::function<void(std::size_t done, std::size_t all)>& report);

}  // namespace isthmus
