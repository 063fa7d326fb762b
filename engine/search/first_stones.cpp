#include "engine/search/first_stones.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace isthmus {

namespace {

// How many orbits are searched at a time, and in all, and the visits of each. NOTES.md has
// the figures.
constexpr std::size_t kSearches = 6;
constexpr std::size_t kMaxSearches = 18;
constexpr std::int64_t kVisits = 32;
// A stone whose value is this much below the best has 1/e of its policy: about the error of such a
// search.
constexpr double kSpread = 0.02;
constexpr double kShareOfTime = 0.125;

// Of searches in parts, whose positions others judge.
class NoEvaluator final : public Evaluator {
 public:
  void evaluate(std::span<const EvaluationRequest>, std::span<Evaluation>) const override {}
};
const NoEvaluator kNoEvaluator;

// The value of a stone after which a side wins with this probability, if there is no swap.
double to_player(double wins) { return std::min(wins, 1 - wins); }

}  // namespace

FirstStones::FirstStones(const Game& game, const SearchSettings& settings, const Position& position,
                         const SearchLimits& limits, std::stop_token stop,
                         std::span<const MoveValue> known)
    : game_(game), settings_(settings), position_(position), stop_(std::move(stop)) {
  settings_.threads = settings_.batch = 1;
  settings_.solver_threads = 0;
  settings_.root_views = 1;
  settings_.solver_share = 0;
  settings_.memory = 1;
  if (limits.seconds > 0) {
    const std::chrono::duration<double> share(kShareOfTime * limits.seconds);
    deadline_ = Clock::now() + std::chrono::duration_cast<Clock::duration>(share);
  }
  add_orbits(known);
  auto seed = static_cast<std::uint64_t>(settings.seed);
  asked_.push_back({&position_, seed});
  for (Orbit& orbit : orbits_) {
    if (orbit.is_known) continue;
    asked_.push_back({&orbit.after, ++seed, false});
    asking_.push_back(&orbit);
  }
}

void FirstStones::add_orbits(std::span<const MoveValue> known) {
  const std::vector<Symmetry> symmetries = game_.symmetries();
  CellSet added;
  game_.legal_cells(position_).for_each([&](Cell cell) {
    if (added.contains(cell)) return;
    Orbit& orbit = orbits_.emplace_back();
    for (const Symmetry& symmetry : symmetries) {
      const Cell image = symmetry.images[cell];
      if (symmetry.exchanges_colours || added.contains(image)) continue;
      added.insert(image);
      orbit.cells.push_back(image);
    }
    Position next = position_;
    game_.play(next, Move(cell));
    orbit.is_known = next.result != Result::ongoing;
    orbit.value = score(position_.to_move, next.result);
    const auto value = std::find_if(known.begin(), known.end(),
                                    [&](const MoveValue& of) { return of.move == Move(cell); });
    if (!orbit.is_known && value != known.end()) {
      orbit.value = to_player(value->win_rate);
      orbit.is_known = true;
    }
    // Set-up stones are none that could be swapped.
    orbit.after = game_.setup(next.of(Colour::black), next.of(Colour::white), next.to_move);
    orbit.after.last_move = next.last_move;
  });
}

void FirstStones::back_up(std::span<const Evaluation> evaluations) {
  if (evaluation_.policy.empty()) {
    evaluation_ = evaluations.front();
    for (std::size_t i = 0; i < asking_.size(); ++i) {
      Orbit& orbit = *asking_[i];
      orbit.evaluation = evaluations[i + 1];
      orbit.value = to_player(win_probability(orbit.after.to_move, orbit.evaluation));
    }
  } else {
    for (std::size_t i = 0; i < asking_.size(); ++i) {
      asking_[i]->search->back_up(evaluations.subspan(i, 1));
    }
  }
  do {
    ask();
  } while (asked_.empty() && begin_searches());
  if (asked_.empty()) weigh();
}

// Collects what the searches under way ask, and takes the results of those that have ended.
void FirstStones::ask() {
  asked_.clear();
  asking_.clear();
  for (Orbit& orbit : orbits_) {
    if (!orbit.search) continue;
    const auto asked = orbit.search->gather();
    if (!asked.empty()) {
      asked_.push_back(asked.front());
      asking_.push_back(&orbit);
      continue;
    }
    orbit.value = to_player(orbit.search->report().mean);
    orbit.is_known = true;
    orbit.search.reset();
  }
}

// Begins to search what seems best, where that is not known yet. Returns false where it is, or
// where no more may be searched.
bool FirstStones::begin_searches() {
  if (stop_.stop_requested() || searches_ == kMaxSearches) return false;
  SearchLimits limits{.visits = kVisits};
  if (deadline_) {
    limits.seconds = std::chrono::duration<double>(*deadline_ - Clock::now()).count();
    if (limits.seconds <= 0) return false;
  }
  std::vector<Orbit*> best;
  for (Orbit& orbit : orbits_) best.push_back(&orbit);
  std::stable_sort(best.begin(), best.end(),
                   [](const Orbit* a, const Orbit* b) { return a->value > b->value; });
  if (best.front()->is_known) return false;
  std::erase_if(best, [](const Orbit* orbit) { return orbit->is_known; });
  best.resize(std::min(best.size(), kSearches));
  for (Orbit* orbit : best) {
    orbit->search = std::make_unique<Search>(game_, kNoEvaluator, settings_);
    orbit->search->set_root(orbit->after, {});
    orbit->search->begin(limits, stop_, 1);
    orbit->search->gather();  // the position itself, which has been judged
    orbit->search->back_up({&orbit->evaluation, 1});
  }
  searches_ += kSearches;
  return true;
}

void FirstStones::weigh() {
  double best = 0;
  for (const Orbit& orbit : orbits_) best = std::max(best, orbit.value);
  double sum = 0;
  for (const Orbit& orbit : orbits_) {
    const double share = std::exp((orbit.value - best) / kSpread);
    for (Cell cell : orbit.cells) evaluation_.policy[cell] = static_cast<float>(share);
    sum += share * static_cast<double>(orbit.cells.size());
  }
  for (float& share : evaluation_.policy) share /= static_cast<float>(sum);
  evaluation_.black_wins = static_cast<float>(position_.to_move == Colour::black ? best : 1 - best);
}

}  // namespace isthmus
