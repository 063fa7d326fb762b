#pragma once

#include <array>
#include <functional>
#include <memory>
#include <stop_token>
#include <string>

#include "engine/net/net.hpp"
#include "engine/settings/settings.hpp"
#include "gpu/tree/tree_games.hpp"
#include "gpu/tree/tree_settings.hpp"
#include "tools/selfplay/parallel_games.hpp"
#include "tools/selfplay/play.hpp"
#include "tools/selfplay/settings.hpp"

namespace isthmus::selfplay {

// A game of the engine with itself that is played by TreeGames, as far as it has come.
class TreePlayedGame {
 public:
  // A new game, or one that was stopped. The context must outlive it.
  TreePlayedGame(const GameContext& context, GameRecord record);
  virtual ~TreePlayedGame() = default;
  // Called once and last: when the game has ended, or is not to go on.
  virtual void end() {}

  // What a slot is to begin with: where the game stood when this was made.
  TreeGame start() const {
    return {
        .seed = played_.record.seed, .position = position_, .plays_on = plays_on_, .taken = taken_};
  }
  // Notes a move. Returns whether the game goes on.
  bool add(const TreeMove& move);
  PlayedGame& played() { return played_; }

 private:
  void play(MoveRecord move);

  const Game& game_;
  PlayedGame played_;
  // Where the game began, and in games with captures goes on.
  Position position_;
  std::array<CellSet, 2> taken_{};  // as TreeGame::taken
  bool plays_on_ = false;
};

// How games are played by trees, by the settings of self-play and of the search.
TreeSettings tree_settings(const SelfplaySettings& settings, const Settings& search_settings);

// What of the settings trees on a GPU do not know, in words to end a sentence; empty where that is
// nothing.
std::string tree_obstacle(const Settings& search_settings);

// The next game for a slot; null where there are no more.
using NextTreeGame = std::function<std::unique_ptr<TreePlayedGame>()>;
// The net that is to judge from now on, which may be the same as before.
using CurrentNet = std::function<std::shared_ptr<const Net>()>;

// Plays game after game in this many slots until there are no more or stop is requested. Throws
// what the trees do.
void play_on_trees(TreeGames& trees, int slots, const std::stop_token& stop, EvaluationStats& stats,
                   const NextTreeGame& next, const CurrentNet& net);

}  // namespace isthmus::selfplay
