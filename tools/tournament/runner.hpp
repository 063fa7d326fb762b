#pragma once

#include <filesystem>
#include <functional>
#include <stop_token>

#include "tools/tournament/game_record.hpp"
#include "tools/tournament/scheduler.hpp"
#include "tools/tournament/spec.hpp"

namespace isthmus::tournament {

// Starts each engine once, has it set up the board and sends it the first moves of a game, so that
// a command that cannot work, or another view of who begins or of how cells are named, is found
// before it loses any game. Throws BadInput, naming the engine and what it did; Stopped.
void check_engines(const Spec& spec, const std::filesystem::path& log_folder, std::stop_token stop);

// Plays what the scheduler gives, `jobs` games at a time, and hands each to `finished` as it ends,
// one at a time. Each job has engines of its own, which it keeps from game to game. Returns when
// the scheduler is done or stop is requested: games not finished by then are dropped, no engine is
// left running. What `finished` throws ends the run and is thrown on.
void play_games(const Spec& spec, Scheduler& scheduler, int jobs,
                const std::filesystem::path& log_folder, const std::stop_token& stop,
                const std::function<void(GameRecord)>& finished);

}  // namespace isthmus::tournament
