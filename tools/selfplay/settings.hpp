#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <variant>
#include <vector>

#include "tools/base/game_choice.hpp"

namespace isthmus::selfplay {

// How the games are played. The command line works on setting_rows() below. Here are the defaults
// and units; setting_rows() has the ranges and says what each does.
struct SelfplaySettings {
  std::int64_t games = 0;  // 0: no limit
  double seconds = 0;      // 0: no limit
  std::int64_t parallel = 2048;
  std::int64_t workers = 0;  // threads; 0: one for each core
  std::int64_t visits = 96;
  std::int64_t cheap_visits = 24;
  // Playout cap randomisation and its share of full searches, and the noise's sum in place of one
  // for each move, are of D. J. Wu, "Accelerating Self-Play Learning in Go", 2019; shares from 0
  // to 1.
  double full_share = 0.35;
  double noise = 0.25;
  double noise_total = 10.0;
  double temperature = 1.0;
  double temperature_half_life = 0.8;  // sides of the board
  double empty_openings = 0.1;
  double opening_spread = 0.12;
  double setup_share = 0;      // of the games
  double resign_below = 0.05;  // a probability
  std::int64_t resign_moves = 4;
  double play_on = 0.1;              // a share of the games
  std::int64_t shard_megabytes = 8;  // of 2^20 bytes
  double report_every = 10;          // seconds
};

// One setting: what a user needs to know of it, and where it lives.
struct SettingRow {
  std::string_view name;
  std::variant<std::int64_t SelfplaySettings::*, double SelfplaySettings::*> member;
  double least;  // the range, both ends included
  double most;
  std::string_view help;
};

// All settings, in the order in which they are shown.
std::span<const SettingRow> setting_rows();

// A board and its share of the games: its weight, over 0 and below 1e9, out of the sum of all.
struct WeightedSize {
  BoardSize size;
  double weight;

  friend bool operator==(const WeightedSize&, const WeightedSize&) = default;
};

// Reads "11:6,9:2,13x9:1", where a size without a weight has 1. Throws std::invalid_argument, with
// a message for the user.
std::vector<WeightedSize> parse_sizes(std::string_view text);

}  // namespace isthmus::selfplay
