#include "engine/search/level.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <functional>
#include <iterator>
#include <limits>
#include <vector>

#include "engine/random/splitmix.hpp"

namespace isthmus {

namespace {

// Of the policy, from level 1 on. Measured level against level; see NOTES.md.
constexpr std::array kTemperatures{16.0,  5.1,   3.16,  2.22,  1.717, 1.43, 1.22, 1.058,
                                   0.934, 0.824, 0.735, 0.656, 0.568, 0.47, 0.31};
static_assert(kTemperatures.size() == kMaxPolicyLevel);

// From the level after these on; likewise.
constexpr std::array<std::int64_t, kMaxLevel - kMaxPolicyLevel> kLevelVisits{3,   9,   24,  57,
                                                                             124, 270, 600, 1250};

// The share of the empty cells that a level considers, the first ones of the policy.
constexpr double kConsidered = 0.6;
// How the temperature has grown on a full board: by kGrowth times itself, at most by kMaxGrowth.
constexpr double kGrowth = 3.5;
constexpr double kMaxGrowth = 2.8;

// Draws from the standard Gumbel distribution: of log p + such numbers the largest is at each place
// as often as p says (Gumbel, 1954).
double draw_gumbel(SplitMix64& random) {
  const double uniform = (static_cast<double>(random() >> 11U) + 0.5) * 0x1p-53;
  return -std::log(-std::log(uniform));
}

// Of the stones too, so that games that go differently have other mistakes.
std::uint64_t seed_for(const Position& position, std::uint64_t seed) {
  for (const CellSet& stones : position.stones) {
    for (const std::uint64_t word : stones.words()) seed = SplitMix64::mix(seed ^ word) + 1;
  }
  return seed;
}

// The least probability of a cell that is considered.
float least_considered(const std::vector<float>& policy) {
  std::vector<float> sorted;
  std::copy_if(policy.begin(), policy.end(), std::back_inserter(sorted),
               [](float probability) { return probability > 0; });
  const auto last = static_cast<std::size_t>(kConsidered * static_cast<double>(sorted.size() - 1));
  std::nth_element(sorted.begin(), sorted.begin() + static_cast<std::ptrdiff_t>(last), sorted.end(),
                   std::greater<>());
  return sorted[last];
}

}  // namespace

std::int64_t visits_of_level(int level) {
  if (level <= kMaxPolicyLevel) return 1;
  return kLevelVisits[static_cast<std::size_t>(level - kMaxPolicyLevel - 1)];
}

std::vector<ProvenMove> immediate_wins(const Game& game, const Position& position) {
  std::vector<ProvenMove> wins;
  for (const Move move : game.legal_moves(position)) {
    Position next = position;
    game.play(next, move);
    if (next.result == win_for(position.to_move)) wins.push_back({move, Proof::win});
  }
  return wins;
}

void weaken(int level, const Position& position, std::uint64_t seed, Evaluation& evaluation) {
  std::vector<float>& policy = evaluation.policy;
  const double filled = position.occupied().size() / static_cast<double>(policy.size());
  double temperature = kTemperatures[static_cast<std::size_t>(level - 1)];
  temperature += std::min(kGrowth * temperature, kMaxGrowth) * filled * filled;
  const float least = least_considered(policy);
  SplitMix64 random(seed_for(position, seed));
  // Weights are taken relative to the largest, as they may be beyond a float's range.
  std::vector<double> logs(policy.size());
  double largest = -std::numeric_limits<double>::infinity();
  for (std::size_t cell = 0; cell < policy.size(); ++cell) {
    if (policy[cell] <= 0) continue;
    logs[cell] = std::log(policy[cell]) / temperature + draw_gumbel(random);
    if (policy[cell] >= least) largest = std::max(largest, logs[cell]);
  }
  double sum = 0;
  for (std::size_t cell = 0; cell < policy.size(); ++cell) {
    const bool considered = policy[cell] > 0 && policy[cell] >= least;
    logs[cell] = considered ? std::exp(logs[cell] - largest) : 0;
    sum += logs[cell];
  }
  for (std::size_t cell = 0; cell < policy.size(); ++cell) {
    policy[cell] = static_cast<float>(logs[cell] / sum);
  }
}

}  // namespace isthmus
