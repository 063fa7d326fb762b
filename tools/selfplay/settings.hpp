#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <variant>
#include <vector>

#include "tools/base/game_choice.hpp"

namespace isthmus::selfplay {

// How the games are played. The command line works on setting_rows() below.
struct SelfplaySettings {
  std::int64_t games = 0;
  double seconds = 0;
  std::int64_t parallel = 2048;
  std::int64_t workers = 0;
  std::int64_t visits = 96;
  std::int64_t cheap_visits = 24;
  double full_share = 0.35;
  double noise = 0.25;
  double noise_total = 10.0;
  double temperature = 1.0;
  double temperature_half_life = 0.8;
  double empty_openings = 0.1;
  double opening_spread = 0.12;
  double resign_below = 0.05;
  std::int64_t resign_moves = 4;
  double play_on = 0.1;
  std::int64_t shard_megabytes = 8;
  double report_every = 10;
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

// A board and its share of the games.
struct WeightedSize {
  BoardSize size;
  double weight;

  friend bool operator==(const WeightedSize&, const WeightedSize&) = default;
};

// Reads "11:6,9:2,13x9:1", where a size without a weight has 1. Throws std::invalid_argument, with
// a message for the user.
std::vector<WeightedSize> parse_sizes(std::string_view text);

}  // namespace isthmus::selfplay
