#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "gpu/tree/tree_games.hpp"
#include "gpu/tree/tree_settings.hpp"
#include "tools/tournament/game_record.hpp"
#include "tools/tournament/scheduler.hpp"
#include "tools/tournament/spec.hpp"

namespace isthmus::tournament {

// Makes trees on some device with this many slots, which play as an engine does
// (engine_tree_settings()).
using MakeEngineTrees = std::function<std::unique_ptr<TreeGames>(std::size_t engine, int slots)>;

// Why the games of a tournament cannot be played by trees on a GPU, in words to end a sentence;
// empty where they can: all engines are nets with visits, and games end by the rules, by proof or
// at a number of moves.
std::string tree_obstacle(const Spec& spec);

// How an engine of such a tournament searches: as a player of a match does.
TreeSettings engine_tree_settings(const Spec& spec, std::size_t engine);

// Plays what the scheduler gives by trees, on each device by a thread, and hands the games that
// have ended to `finished`, in the thread that calls: all that ended while it was busy with others.
// `parallel` games are played at a time, each device its part of them. Returns when the scheduler
// is done or stop is requested: games not finished by then are dropped. The milliseconds of a move
// are those from the turn to the move, in which the moves of other games are searched as well. What
// `finished` or the trees throw ends the run and is thrown on.
void play_games_on_trees(const Spec& spec, Scheduler& scheduler,
                         std::span<const MakeEngineTrees> devices, int parallel,
                         const std::stop_token& stop,
                         const std::function<void(std::vector<GameRecord>)>& finished);

}  // namespace isthmus::tournament
