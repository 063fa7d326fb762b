#include "tools/selfplay/root_noise.hpp"

#include <algorithm>
#include <utility>

namespace isthmus::selfplay {

void RootNoise::apply(std::span<Evaluation> evaluations) {
  const double share = std::exchange(share_, 0);
  if (share > 0) mix(evaluations.front().policy, share);
}

void RootNoise::mix(std::vector<float>& policy, double share) {
  const auto moves = std::count_if(policy.begin(), policy.end(), [](float p) { return p > 0; });
  // Independent gamma variables, divided by their sum, are distributed so.
  std::gamma_distribution<double> gamma(total_ / static_cast<double>(moves));
  std::vector<double> noise(policy.size());
  double sum = 0;
  for (std::size_t cell = 0; cell < policy.size(); ++cell) {
    if (policy[cell] > 0) sum += noise[cell] = gamma(random_);
  }
  if (sum <= 0) return;
  for (std::size_t cell = 0; cell < policy.size(); ++cell) {
    policy[cell] = static_cast<float>((1 - share) * policy[cell] + share * noise[cell] / sum);
  }
}

}  // namespace isthmus::selfplay
