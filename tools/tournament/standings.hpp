#pragma once

#include <array>
#include <cstdint>
#include <set>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "tools/ratings/bradley_terry.hpp"
#include "tools/ratings/outcomes.hpp"
#include "tools/tournament/game_record.hpp"

namespace isthmus::tournament {

// What one engine has scored, over all games or against one opponent.
struct Score {
  Outcomes outcomes;
  std::array<int, kReasons> wins{};  // by the reason for which the opponent lost
  std::array<int, kReasons> losses{};
};

// The score of each engine after some games.
class Standings {
 public:
  explicit Standings(std::size_t engines);

  void add(const GameRecord& record);

  std::size_t engines() const { return total_.size(); }
  std::int64_t games() const { return games_; }
  const Score& total(std::size_t engine) const { return total_[engine]; }
  const Score& against(std::size_t engine, std::size_t opponent) const {
    return against_[engine][opponent];
  }
  // The games for fit_ratings().
  const GameTable& begun() const { return begun_; }
  // The mean over the games of what the clock counts though no engine thinks, in milliseconds; see
  // GameRecord.
  double overhead() const;
  // The games that went move by move as another of the same engines in the same colours: they add
  // no information, but outcomes count them. Engines without chance in them repeat themselves.
  std::int64_t repeated() const { return games_ - static_cast<std::int64_t>(different_.size()); }
  // How the games ended for the first player: lost, drawn, won.
  std::array<std::int64_t, 3> first_player() const;

 private:
  // The first game of a pair, until the other has ended.
  struct First {
    int black;
    double points;  // of who began
  };

  std::int64_t games_ = 0;
  double overheads_ = 0;       // the sum of those that were measured ...
  std::int64_t measured_ = 0;  // ... and their number
  std::vector<Score> total_;
  std::vector<std::vector<Score>> against_;
  GameTable begun_;
  std::unordered_map<int, First> firsts_;  // by pair
  std::set<std::vector<int>> different_;   // both engines and the moves
};

// Those after all of these games of so many engines.
Standings make_standings(std::span<const GameRecord> records, int engines);

// The reasons for which any game was lost, and the two that are always shown: rules and
// resignation.
std::vector<Reason> reasons_of(const Standings& standings);

// The engines from the best rating down.
std::vector<std::size_t> ranking(const Ratings& ratings);

}  // namespace isthmus::tournament
