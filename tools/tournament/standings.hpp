#pragma once

#include <array>
#include <span>
#include <string>
#include <vector>

#include "tools/tournament/elo.hpp"
#include "tools/tournament/game_record.hpp"

namespace isthmus::tournament {

// What one engine has scored, over all games or against one opponent.
struct Score {
  int games = 0;
  double points = 0;
  std::vector<double> pairs;         // its scores in pairs of which both games were played
  std::array<int, kReasons> wins{};  // by the reason for which the opponent lost
  std::array<int, kReasons> losses{};
};

struct Standings {
  std::vector<Score> total;                 // by engine
  std::vector<std::vector<Score>> against;  // by engine and opponent
};

Standings make_standings(std::span<const GameRecord> records, int engines);

// The cross table with scores and Elo, and the reasons for which games were lost.
std::string table_text(const Standings& standings, const Spec& spec);

// "+72 ± 45".
std::string elo_text(const EloEstimate& estimate);

}  // namespace isthmus::tournament
