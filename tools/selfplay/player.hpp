#pragma once

#include <cstdint>
#include <memory>

#include "engine/evaluation/evaluator.hpp"
#include "engine/game/game.hpp"
#include "engine/net/net.hpp"
#include "engine/settings/settings.hpp"
#include "tools/selfplay/openings.hpp"
#include "tools/selfplay/play.hpp"
#include "tools/selfplay/settings.hpp"

namespace isthmus::selfplay {

// A player of games of self-play: what judges their positions.
struct Player {
  EvaluatorFactory make_evaluator;
  std::uint32_t net = 0;  // as GameRecord has it
  // What plays by trees on GPUs; null where no net judges.
  std::shared_ptr<const Net> weights{};
};

// A player on one board, with all that its games there share. What is given but for the player must
// outlive it.
class PlayerOnBoard {
 public:
  // Judges the first stones; see Openings, which has the seed. Throws what the player's factory
  // throws.
  PlayerOnBoard(const Player& player, const Game& game, const SelfplaySettings& settings,
                const Settings& search_settings, std::uint64_t opening_seed)
      : evaluator_(player.make_evaluator(game, search_settings)),
        openings_(game, *evaluator_, settings.opening_spread, opening_seed),
        context_{game, openings_, settings, search_settings, player.net},
        weights_(player.weights) {}
  PlayerOnBoard(const PlayerOnBoard&) = delete;
  PlayerOnBoard& operator=(const PlayerOnBoard&) = delete;

  const Evaluator& evaluator() const { return *evaluator_; }
  const GameContext& context() const { return context_; }
  const std::shared_ptr<const Net>& weights() const { return weights_; }

 private:
  std::unique_ptr<const Evaluator> evaluator_;
  Openings openings_;
  GameContext context_;
  std::shared_ptr<const Net> weights_;
};

}  // namespace isthmus::selfplay
