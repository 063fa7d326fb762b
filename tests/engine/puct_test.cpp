#include "engine/puct.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <random>
#include <vector>

#include <doctest/doctest.h>

using namespace isthmus;

TEST_CASE("the child with the largest score is selected, wherever it lies") {
  std::mt19937_64 random(11);
  const auto below = [&](std::size_t bound) { return random() % bound; };
  for (int round = 0; round < 2000; ++round) {
    const std::size_t count = 1 + below(60);
    // Different priors, the first kRanked in order.
    std::vector<std::uint16_t> priors(count);
    std::iota(priors.begin(), priors.end(), std::uint16_t{1});
    for (std::uint16_t& prior : priors) prior = static_cast<std::uint16_t>(prior * 40);
    std::shuffle(priors.begin(), priors.end(), random);
    const auto ranked = static_cast<std::ptrdiff_t>(std::min(kRanked, count));
    std::partial_sort(priors.begin(), priors.begin() + ranked, priors.end(), std::greater<>());
    // As a search leaves them: the likeliest have visits, and some are proven lost.
    const std::size_t visited = below(count + 1);
    std::vector<std::uint16_t> order = priors;
    std::sort(order.begin(), order.end(), std::greater<>());
    std::vector<Edge> children(count);
    std::uint32_t visits = 1;
    for (std::size_t i = 0; i < count; ++i) {
      Edge& child = children[i];
      child.move = Move(static_cast<Cell>(i));
      child.prior_units = priors[i];
      if (visited == 0 || priors[i] < order[visited - 1]) continue;
      child.visits = static_cast<std::uint32_t>(1 + below(20));
      child.units = static_cast<std::int64_t>(child.visits * below(std::size_t{1} << 24));
      if (below(5) == 0) child.proof = Proof::loss;
      visits += child.visits;
    }
    Edge parent;
    parent.visits = visits + 1;
    parent.units = static_cast<std::int64_t>(visits * below(std::size_t{1} << 24));
    Settings settings;
    settings.exploration = 0.1 + static_cast<double>(below(30)) / 10;
    settings.first_play_reduction = static_cast<double>(below(5)) / 10;

    // The formula, for each child.
    const double kWin = 1 << 24;
    double known_prior = 0;
    for (const Edge& child : children) {
      if (child.visits > 0 && child.proof != Proof::loss)
        known_prior += child.prior_units / 65535.0;
    }
    const double parent_mean = 1 - static_cast<double>(parent.units) / kWin / visits;
    const Edge* best = nullptr;
    double best_score = -1;
    for (const Edge& child : children) {
      if (child.proof == Proof::loss) continue;
      const double q = child.visits == 0
                           ? parent_mean - settings.first_play_reduction * std::sqrt(known_prior)
                           : static_cast<double>(child.units) / kWin / child.visits;
      const double score = q + settings.exploration * (child.prior_units / 65535.0) *
                                   std::sqrt(visits + 1.0) / (1.0 + child.visits);
      if (score > best_score) {
        best_score = score;
        best = &child;
      }
    }
    if (best == nullptr) continue;  // all lost
    REQUIRE(&select_child(parent, children, settings) == best);
  }
}

TEST_CASE("a move that wins is taken, and of equal priors beyond the ranked the lower move") {
  const Settings settings;
  std::vector<Edge> children(kRanked + 8);
  for (std::size_t i = 0; i < children.size(); ++i) {
    children[i].move = Move(static_cast<Cell>(children.size() - i));
    children[i].prior_units = i < kRanked ? 100 : 50;
    if (i < kRanked) children[i].proof = Proof::loss;
  }
  Edge parent;
  parent.visits = 2;
  CHECK(&select_child(parent, children, settings) == &children.back());
  children[kRanked + 3].proof = Proof::win;
  CHECK(&select_child(parent, children, settings) == &children[kRanked + 3]);
}
