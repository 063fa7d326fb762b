#include "engine/search/search.hpp"

#include <algorithm>
#include <chrono>
#include <exception>
#include <limits>
#include <new>
#include <thread>

#include "engine/base/meanwhile.hpp"
#include "engine/base/thread_group.hpp"
#include "engine/random/splitmix.hpp"
#include "engine/search/first_stones.hpp"
#include "engine/search/level.hpp"
#include "engine/search/root_views.hpp"

namespace isthmus {

struct Search::Run {
  using Clock = std::chrono::steady_clock;

  double seconds() const {
    return taken ? *taken : std::chrono::duration<double>(Clock::now() - begin).count();
  }

  SearchLimits limits;
  std::stop_token stop;
  std::size_t batch;  // leaves that a thread gathers at a time, at the most
  Progress progress;
  double progress_seconds;
  double next_progress;
  std::int64_t visits_before;  // of the root
  Clock::time_point begin = Clock::now();
  std::optional<double> taken = {};  // seconds, when it is over
  std::atomic<bool> done{false};
  std::atomic<std::int64_t> evaluations{0};
};

struct Search::Leaves {
  explicit Leaves(std::size_t most) : batch(most), requests(most) {}
  std::span<const EvaluationRequest> asked() const { return {requests.data(), count}; }

  LeafBatch batch;
  std::vector<EvaluationRequest> requests;
  std::size_t count = 0;
};

Search::Search(const Game& game, const Evaluator& evaluator, const SearchSettings& settings,
               TreeMemory* shared)
    : evaluator_(evaluator),
      settings_(settings),
      game_(game),
      tree_(game, settings, shared),
      prover_(game, settings, tree_) {}

Search::~Search() = default;

void Search::set_root(const Position& first, std::span<const Turn> turns,
                      const std::vector<MoveRule>& rules) {
  prover_.stop();
  const bool followed = tree_.set_root(first, turns, rules);
  prover_.set_root(followed);
  if (!followed) evaluations_ = 0;
  root_evaluation_ = {};
  run_.reset();
}

SearchReport Search::report() const {
  SearchReport report = report_of(tree_.tree(), game_, position(), settings_.exploration);
  if (run_) report.new_visits = report.visits - run_->visits_before;
  report.evaluation = root_evaluation_;
  report.memory_full = tree_.is_memory_full();
  if (report.proof != Proof::unknown) report.carrier = prover_.carrier();
  if (run_) {
    report.evaluations = run_->evaluations;
    report.seconds = run_->seconds();
  }
  return report;
}

// The seed of an evaluation, by its number.
std::uint64_t Search::seed_of(std::uint64_t evaluation) const {
  return SplitMix64::mix(static_cast<std::uint64_t>(settings_.seed) + SplitMix64::mix(evaluation));
}

std::uint64_t Search::next_seed() { return seed_of(evaluations_.fetch_add(1)); }

void Search::begin(const SearchLimits& limits, std::stop_token stop, int leaves,
                   const Progress& progress, double progress_seconds, double first_seconds) {
  prover_.stop();
  const auto batch = settings_.batch > 0 ? settings_.batch : std::max(1, leaves);
  run_.reset(
      new Run{settings_.level > 0 ? SearchLimits{.visits = visits_of_level(level())} : limits,
              std::move(stop), static_cast<std::size_t>(batch), progress, progress_seconds,
              first_seconds, std::int64_t{tree_.root().visits.load()}});
  leaves_ = std::make_unique<Leaves>(run_->batch);
  first_stones_.reset();
  root_views_.reset();
  if (is_root_judged()) begin_to_prove();
}

void Search::end() {
  run_->taken = run_->seconds();
  run_->progress = nullptr;
  leaves_.reset();
  prover_.stop();
}

SearchReport Search::run(const SearchLimits& limits, std::stop_token stop, const Progress& progress,
                         double progress_seconds, double first_seconds) {
  begin(limits, std::move(stop), evaluator_.preferred_batch(), progress, progress_seconds,
        first_seconds);
  if (position().result != Result::ongoing) return report();
  std::vector<Evaluation> evaluations;
  while (!is_root_judged()) {
    const auto asked = gather_root();
    evaluations.resize(asked.size());
    evaluator_.evaluate(asked, evaluations);
    back_up_root(evaluations);
  }
  try {
    work_together();
  } catch (...) {
    end();
    throw;
  }
  end();
  return report();
}

std::span<const EvaluationRequest> Search::gather() {
  if (position().result != Result::ongoing || !leaves_) return {};
  if (!is_root_judged()) return gather_root();
  if (!gather(*leaves_)) {
    end();
    prover_.clear();  // many searches take turns, and its memory is not that of their trees
    return {};
  }
  return leaves_->asked();
}

std::span<const EvaluationRequest> Search::gather_root() {
  if (game_.next_may_swap(position())) {
    if (!first_stones_) {
      first_stones_ = std::make_unique<FirstStones>(
          game_, settings_, position(), run_->limits, run_->stop,
          settings_.known_values ? evaluator_.known_values(position()) : std::vector<MoveValue>{});
    }
    return first_stones_->asked();
  }
  if (!root_views_) {
    const std::int64_t views = settings_.level > 0 ? 1 : settings_.root_views;
    root_views_ = std::make_unique<RootViews>(game_, position(), static_cast<std::size_t>(views),
                                              [this] { return next_seed(); });
  }
  return root_views_->asked();
}

void Search::back_up(std::span<const Evaluation> evaluations) {
  if (!is_root_judged()) {
    back_up_root(evaluations);
    return;
  }
  back_up(*leaves_, evaluations);
  prove();
  show_progress();
}

void Search::back_up_root(std::span<const Evaluation> evaluations) {
  run_->evaluations += static_cast<std::int64_t>(evaluations.size());
  if (first_stones_) {
    first_stones_->back_up(evaluations);
    if (!first_stones_->asked().empty()) return;
    root_evaluation_ = first_stones_->evaluation();
    first_stones_.reset();
  } else {
    root_evaluation_ = root_views_->mean(evaluations);
    root_views_.reset();
  }
  Edge& root = tree_.root();
  if (root.visits == 0) {
    if (is_policy_level(settings_.level)) {
      Evaluation weakened = root_evaluation_;
      weaken(level(), position(), next_seed(), weakened);
      tree_.expand_root(weakened);
    } else {
      tree_.expand_root(root_evaluation_);
    }
  }
  if (!root.is_expanded()) {
    root_evaluation_ = {};
    tree_.clear();
    throw std::bad_alloc();
  }
  if (settings_.level > 0) tree_.mark_moves(immediate_wins(game_, position()));
  if (settings_.known_proofs && !is_policy_level(settings_.level)) {
    tree_.mark_moves(evaluator_.known_proofs(position()));
  }
  begin_to_prove();
}

// Has the root, which is judged, and what lies below it proven, if settings want it. Under rules
// for moves a solver's answers do not hold.
void Search::begin_to_prove() {
  if (settings_.level > 0 || tree_.has_rules() || is_over()) return;
  prover_.begin(run_->limits, evaluator_.preferred_batch());
  prove();
}

// Has the solver look into positions until it has had its share of the run so far.
void Search::prove() {
  while (prover_.takes_turns() && prover_.is_due(run_->seconds(), run_->evaluations) &&
         !is_over()) {
    if (!prover_.take_turn(run_->seconds(), run_->stop)) return;
  }
}

void Search::show_progress() {
  if (!run_->progress || run_->seconds() < run_->next_progress) return;
  run_->progress(report());
  run_->next_progress = run_->progress_seconds > 0 ? run_->seconds() + run_->progress_seconds
                                                   : std::numeric_limits<double>::infinity();
}

bool Search::is_over() const {
  const Edge& root = tree_.root();
  return run_->stop.stop_requested() || prover_.has_failed() ||
         root.proof.load() != Proof::unknown || tree_.is_exhausted() ||
         (run_->limits.visits > 0 && root.visits.load() >= run_->limits.visits) ||
         (run_->limits.seconds > 0 && run_->seconds() >= run_->limits.seconds);
}

// How many leaves a thread may gather: as many as the evaluator likes, but all threads together no
// more than a 64th part of the root's visits, as leaves that are under way at the same time do not
// learn from each other. Beside others of its own that are under way, a whole batch or none: a
// device takes as long for a few.
std::size_t Search::max_leaves(std::size_t under_way) const {
  const auto threads = static_cast<std::size_t>(settings_.threads);
  const std::size_t most = tree_.root().visits.load() / (64 * threads);
  if (under_way > 0) return most >= under_way + run_->batch ? run_->batch : 0;
  return std::clamp<std::size_t>(most, 1, run_->batch);
}

// Searches with all threads until the run is over, or one of them fails.
void Search::work_together() {
  run_together("search", static_cast<int>(settings_.threads),
               [&](int i, const std::stop_token& ending) {
                 const std::stop_callback end_all(ending, [&] { run_->done = true; });
                 if (i == 0) return work(*leaves_, true);
                 Leaves leaves(run_->batch);
                 work(leaves, false);
               });
}

// Gathers leaves, has them judged together and backs them up, until the run is over. While a device
// judges some, the next are gathered.
void Search::work(Leaves& leaves, bool is_first) {
  Leaves others(run_->batch);
  Leaves *now = &leaves, *next = &others;
  std::vector<Evaluation> evaluations(run_->batch);
  try {
    while (now->count > 0 || gather(*now)) {
      std::exception_ptr failure;
      {
        const Meanwhile gather_next([&] {
          try {
            if (!is_done()) gather_once(*next, now->count);
          } catch (...) {
            failure = std::current_exception();
          }
        });
        evaluator_.evaluate(now->asked(), {evaluations.data(), now->count});
      }
      if (failure) std::rethrow_exception(failure);
      back_up(*now, evaluations);
      std::swap(now, next);
      if (!is_first) continue;
      prove();
      show_progress();
    }
  } catch (...) {
    SearchTree::cancel(leaves.batch);
    SearchTree::cancel(others.batch);
    throw;
  }
  run_->done = true;
}

bool Search::is_done() const { return run_->done || is_over(); }

// Returns false, without leaves, where the run is over.
bool Search::gather(Leaves& leaves) {
  while (!is_done()) {
    const bool has_gone = gather_once(leaves, 0);
    if (leaves.count > 0) return true;
    if (!has_gone) std::this_thread::yield();
  }
  return false;
}

// Gathers what may be gathered beside those that this thread has under way, maybe nothing. Returns
// false where no way led on.
bool Search::gather_once(Leaves& leaves, std::size_t under_way) {
  const std::size_t most = max_leaves(under_way);
  if (most == 0) return false;
  const bool has_gone = tree_.gather(leaves.batch, most, run_->limits.visits);
  leaves.count = leaves.batch.size();
  const auto first = evaluations_.fetch_add(leaves.count, std::memory_order_relaxed);
  for (std::size_t i = 0; i < leaves.count; ++i) {
    leaves.requests[i] = {&leaves.batch[i].position, seed_of(first + i), false};
  }
  return has_gone;
}

void Search::back_up(Leaves& leaves, std::span<const Evaluation> evaluations) {
  run_->evaluations.fetch_add(static_cast<std::int64_t>(leaves.count), std::memory_order_relaxed);
  tree_.back_up(leaves.batch, evaluations);
  leaves.count = 0;
}

}  // namespace isthmus
