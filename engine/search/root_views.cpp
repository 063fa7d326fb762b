#include "engine/search/root_views.hpp"

#include <algorithm>

namespace isthmus {

RootViews::RootViews(const Game& game, const Position& position, std::size_t most,
                     const std::function<std::uint64_t()>& next_seed)
    : board_(game.board()) {
  asked_.push_back({&position, next_seed()});
  if (most == 1) return;
  symmetries_ = game.symmetries();
  std::erase_if(symmetries_, [](const Symmetry& symmetry) { return symmetry.exchanges_colours; });
  symmetries_.resize(std::min(symmetries_.size(), most));
  turned_.reserve(symmetries_.size());
  for (std::size_t i = 1; i < symmetries_.size(); ++i) {
    turned_.push_back(image(symmetries_[i], position));
    asked_.push_back({&turned_.back(), next_seed()});
  }
}

Evaluation RootViews::mean(std::span<const Evaluation> evaluations) const {
  const Evaluation& first = evaluations.front();
  if (evaluations.size() == 1) return first;
  Evaluation mean = first;
  for (std::size_t i = 1; i < evaluations.size(); ++i) {
    const auto add_turned_back = [&](std::vector<float>& sums, const std::vector<float>& turned) {
      if (turned.empty()) return;
      board_.cells().for_each(
          [&](Cell cell) { sums[cell] += turned[symmetries_[i].images[cell]]; });
    };
    mean.black_wins += evaluations[i].black_wins;
    add_turned_back(mean.policy, evaluations[i].policy);
    add_turned_back(mean.ownership, evaluations[i].ownership);
    add_turned_back(mean.amaf, evaluations[i].amaf);
  }
  const auto views = static_cast<float>(evaluations.size());
  mean.black_wins /= views;
  for (float& value : mean.ownership) value /= views;
  for (float& value : mean.amaf) value /= views;
  float sum = 0;
  for (std::size_t cell = 0; cell < mean.policy.size(); ++cell) {
    if (first.policy[cell] == 0) mean.policy[cell] = 0;
    sum += mean.policy[cell];
  }
  for (float& share : mean.policy) share /= sum;
  return mean;
}

}  // namespace isthmus
