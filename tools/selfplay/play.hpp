#pragma once

#include <cstdint>
#include <random>
#include <span>
#include <vector>

#include "engine/evaluation/evaluator.hpp"
#include "engine/game/game.hpp"
#include "engine/game/record.hpp"
#include "engine/search/search.hpp"
#include "engine/settings/settings.hpp"
#include "tools/selfplay/game_record.hpp"
#include "tools/selfplay/openings.hpp"
#include "tools/selfplay/parallel_games.hpp"
#include "tools/selfplay/root_noise.hpp"
#include "tools/selfplay/settings.hpp"

namespace isthmus::selfplay {

// What the games of one board size share.
struct GameContext {
  const Game& game;
  const Openings& openings;
  const SelfplaySettings& settings;
  const Settings& search_settings;
  std::uint32_t net;  // as GameRecord has it
};

// Watches for the moment at which both sides are sure of the winner.
class Resignation {
 public:
  // Where for `moves` moves in a row the side to lose has a probability to win below `below`.
  Resignation(double below, std::int64_t moves) : below_(below), moves_(moves) {}

  // Notes Black's probability as the search before a move saw it.
  void note(double black);
  // The winner at the first such moment, if there was one.
  Result winner() const { return winner_; }

 private:
  double below_;
  std::int64_t moves_;
  std::int64_t agreed_ = 0;  // moves in a row for the side that is ahead
  Result ahead_ = Result::ongoing;
  Result winner_ = Result::ongoing;
};

struct PlayedGame {
  GameRecord record;
  // In a game that was played out to count wrong resignations: the side that resigning would have
  // named the winner, where it would have come to that.
  Result would_have_won = Result::ongoing;
};

// A game that has not begun.
GameRecord new_record(const Game& game, std::uint64_t seed);

// What is drawn before the first search of a game: whether it is played out where one side would
// resign, and the moves that it begins with, a first stone or a random position, where it has no
// moves yet. These are drawn from `random`, the rest follows from the seed alone: it is the same
// when a game is gone on with.
struct GameStart {
  bool plays_on = false;
  std::vector<Cell> opening{};
};
GameStart draw_start(const GameContext& context, const GameRecord& record, std::mt19937_64& random);

// A game of the engine with itself. All that is given must outlive it.
class SelfplayGame : public ParallelGame {
 public:
  // A new game; all that is drawn follows from the seed.
  SelfplayGame(const GameContext& context, const Evaluator& evaluator, std::uint64_t seed);
  // Goes on with a game that was stopped.
  SelfplayGame(const GameContext& context, const Evaluator& evaluator, GameRecord stopped);

  bool play_on() override;
  void end() override {}
  const Evaluator& evaluator() const override { return evaluator_; }
  std::span<const EvaluationRequest> asked() const override { return asked_; }
  void answer(std::span<Evaluation> evaluations) override;

  // What was played so far; a game that has not ended counts as stopped.
  PlayedGame& played() { return played_; }

 private:
  void begin_move();
  bool finish_move();
  MoveRecord record_of(const SearchReport& report);
  Move draw(const SearchReport& report);
  void move(MoveRecord next);

  const GameContext& context_;
  const SelfplaySettings& settings_;
  const Evaluator& evaluator_;
  PlayedGame played_;
  GameRecord& record_ = played_.record;
  std::mt19937_64 random_;
  Settings search_settings_;
  Search search_;
  RootNoise noise_;
  Resignation resignation_;
  bool plays_on_ = false;  // where one side would resign
  bool has_begun_ = false;
  bool is_searching_ = false;
  bool is_full_ = false;  // the search under way
  Position position_;
  std::vector<Turn> turns_;
  std::span<const EvaluationRequest> asked_;
};

}  // namespace isthmus::selfplay
