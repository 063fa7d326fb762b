#include "engine/search/root_views.hpp"

#include <algorithm>

namespace isthmus {

namespace {

// Adds what an evaluation of a turned position says of each cell where it lies.
void add_turned_back(std::vector<float>& sums, const std::vector<float>& turned,
                     const std::vector<Cell>& images) {
  for (std::size_t cell = 0; cell < sums.size() && !turned.empty(); ++cell) {
    const auto image = static_cast<std::size_t>(images[cell]);
    sums[cell] += turned[image];
  }
}

}  // namespace

RootViews::RootViews(const Game& game, const Position& position, std::size_t most,
                     const std::function<std::uint64_t()>& next_seed)
    : symmetries_(game.symmetries()) {
  std::erase_if(symmetries_, [](const Symmetry& symmetry) { return symmetry.exchanges_colours; });
  symmetries_.resize(std::min(symmetries_.size(), most));
  turned_.reserve(symmetries_.size());
  asked_.push_back({&position, next_seed()});
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
    const std::vector<Cell>& images = symmetries_[i].images;
    mean.black_wins += evaluations[i].black_wins;
    add_turned_back(mean.policy, evaluations[i].policy, images);
    add_turned_back(mean.ownership, evaluations[i].ownership, images);
    add_turned_back(mean.amaf, evaluations[i].amaf, images);
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
