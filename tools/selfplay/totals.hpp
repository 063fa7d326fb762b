#pragma once

#include <cstdint>
#include <string>

#include <nlohmann/json_fwd.hpp>

#include "tools/selfplay/parallel_games.hpp"
#include "tools/selfplay/play.hpp"

namespace isthmus::selfplay {

// What came of the games so far.
class Totals {
 public:
  void add(const PlayedGame& game);

  // Games with a result.
  std::int64_t games() const { return games_; }

  // `seconds` as they are given; of the games: games (with a result), stoppedGames, moves,
  // policyTargets, blackWins, draws, resignations, playedOn and wrongResignations; of `stats`:
  // evaluations, batches, evaluatingSeconds and playingSeconds.
  nlohmann::ordered_json json(double seconds, const EvaluationStats& stats) const;

 private:
  std::int64_t games_ = 0;
  std::int64_t stopped_ = 0;
  std::int64_t moves_ = 0;    // of games with a result, as all that follow
  std::int64_t targets_ = 0;  // moves by full searches
  std::int64_t black_wins_ = 0;
  std::int64_t draws_ = 0;
  std::int64_t resigned_ = 0;
  std::int64_t played_on_ = 0;  // though one side would have resigned
  std::int64_t wrong_ = 0;      // ... and won
};

// Totals as json() has them as a line: "1200 games, 60.1/s; 274000 evaluations/s in batches of 250;
// ..."
std::string totals_line(const nlohmann::ordered_json& totals);

// The totals of two processes that played side by side: sums, and the longer of the times. The
// first may be null: nothing yet.
nlohmann::ordered_json add_totals(const nlohmann::ordered_json& a, const nlohmann::ordered_json& b);

}  // namespace isthmus::selfplay
