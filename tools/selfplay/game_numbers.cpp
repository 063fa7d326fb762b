#include "tools/selfplay/game_numbers.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <limits>

#include "tools/selfplay/numbered_files.hpp"
#include "tools/selfplay/shards.hpp"

namespace isthmus::selfplay {

namespace {

constexpr std::int64_t kNumbersOfRun = std::int64_t{1} << 40;

std::string run_name(int run) {
  std::array<char, 32> name;
  std::snprintf(name.data(), name.size(), "run-%05d", run);
  return name.data();
}

}  // namespace

std::vector<std::int64_t> games_by_size(std::span<const WeightedSize> sizes, std::int64_t games) {
  double weights = 0, weight = 0;
  for (const WeightedSize& entry : sizes) weights += entry.weight;
  std::vector<std::int64_t> counts;
  std::int64_t before = 0;
  for (const WeightedSize& entry : sizes) {
    weight += entry.weight;
    const std::int64_t until = std::llround(weight / weights * static_cast<double>(games));
    counts.push_back(games > 0 ? until - before : std::numeric_limits<std::int64_t>::max());
    before = until;
  }
  return counts;
}

std::int64_t claim_numbers(const std::filesystem::path& folder) {
  std::filesystem::create_directories(folder);
  int from = 0;
  if (const auto runs = list_numbered(folder, run_name); !runs.empty()) {
    from = runs.back().number + 1;
  } else {
    // Games of a program that made no such files have the numbers of run 0.
    const auto shards = list_shards(folder);
    if (std::any_of(shards.begin(), shards.end(), has_games)) from = 1;
  }
  return make_numbered(folder, run_name, from).number * kNumbersOfRun;
}

}  // namespace isthmus::selfplay
