#include "engine/playout/fills_evaluator.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>
#include <vector>

#include "engine/playout/fill_task.hpp"

namespace isthmus {

namespace {

// A share of few is drawn towards a half, so that no cell counts as certain.
double share(double part, double whole) { return (part + 1) / (whole + 2); }

}  // namespace

FillsEvaluator::FillsEvaluator(const Game& game, std::shared_ptr<const Tallier> tallier,
                               const Settings& settings)
    : game_(game), tallier_(std::move(tallier)), settings_(settings) {
  if (!game.fill_rule()) {
    throw std::invalid_argument("random fills do not decide the game '" + game.name() + "'");
  }
}

void FillsEvaluator::evaluate(std::span<const EvaluationRequest> requests,
                              std::span<Evaluation> evaluations) const {
  // Kept from call to call, so that their memory is taken once a thread.
  thread_local std::vector<FillTask> tasks;
  thread_local std::vector<Tally> tallies;
  tasks.clear();
  const auto fills = static_cast<std::uint32_t>(settings_.fills);
  const std::uint32_t whole_units = (fills + kFillsPerUnit - 1) / kFillsPerUnit * kFillsPerUnit;
  for (const EvaluationRequest& request : requests) {
    tasks.push_back(
        make_fill_task(game_, *request.position, settings_.bridges, whole_units, request.seed));
  }
  tallies.resize(std::max(tallies.size(), tasks.size()));
  tallier_->tally(tasks, {tallies.data(), tasks.size()});
  for (std::size_t i = 0; i < requests.size(); ++i) {
    read(*requests[i].position, tallies[i], evaluations[i]);
  }
}

void FillsEvaluator::read(const Position& position, const Tally& tally,
                          Evaluation& evaluation) const {
  const double sign = game_.fill_rule()->connection_wins ? 1 : -1;
  const double fills = tally.fills;
  const double connects = tally.black_connects;
  const double black = share(connects, fills);
  evaluation.black_wins = static_cast<float>(sign > 0 ? black : 1 - black);

  const auto cells = static_cast<std::size_t>(game_.board().cell_range());
  evaluation.policy.assign(cells, 0.0F);
  evaluation.ownership.assign(cells, 0.0F);
  evaluation.worth.assign(cells, 0.0F);
  position.of(Colour::black).for_each([&](Cell cell) { evaluation.ownership[cell] = 1; });
  const CellSet empty = game_.board().cells() - position.occupied();
  const auto worth_of = [&](Cell cell) {
    const double n = tally.black[cell];
    const double both = tally.black_and_connects[cell];
    // The same for both sides: what the cell is to Black, its lack is to White.
    return sign * (share(both, n) - share(connects - both, fills - n));
  };
  // Weights must be floats, the best one's too; no cell is worth more than 1.
  constexpr double kMostExponent = 80;
  const double temperature = settings_.prior_temperature;
  double shift = 0;
  if (1 / temperature > kMostExponent) {
    double best = -1;
    empty.for_each([&](Cell cell) { best = std::max(best, worth_of(cell)); });
    shift = best / temperature - std::clamp(best / temperature, -kMostExponent, kMostExponent);
  }
  double sum = 0;
  empty.for_each([&](Cell cell) {
    const double worth = worth_of(cell);
    const double weight = std::exp(worth / temperature - shift);
    evaluation.worth[cell] = static_cast<float>(worth);
    evaluation.policy[cell] = static_cast<float>(weight);
    evaluation.ownership[cell] = static_cast<float>(tally.black[cell] / fills);
    sum += weight;
  });
  for (float& policy : evaluation.policy) policy = static_cast<float>(policy / sum);
}

}  // namespace isthmus
