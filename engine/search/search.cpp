#include "engine/search/search.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <new>
#include <thread>
#include <utility>
#include <vector>

#include "engine/random/splitmix.hpp"
#include "engine/search/puct.hpp"
#include "engine/search/tree.hpp"

namespace isthmus {

namespace {

using SteadyClock = std::chrono::steady_clock;

double seconds_since(SteadyClock::time_point begin) {
  return std::chrono::duration<double>(SteadyClock::now() - begin).count();
}

// The way from the root to a leaf, and the position there.
struct Descent {
  std::vector<Edge*> path;  // begins with the root
  Position position;
};

// The probability that the side to move wins, which may also take the opponent's seat by a swap.
double mover_wins(const Game& game, const Position& position, const Evaluation& evaluation) {
  const double mover = win_probability(position.to_move, evaluation);
  return game.may_swap(position) ? std::max(mover, 1 - mover) : mover;
}

// The legal moves with their priors.
void rank_moves(const Game& game, const Position& position, const Evaluation& evaluation,
                std::vector<RankedMove>& ranked) {
  const double stay = win_probability(position.to_move, evaluation);
  const double share = game.may_swap(position) ? stay : 1;
  ranked.clear();
  for (Move move : game.legal_moves(position)) {
    const double prior = move.is_swap() ? 1 - stay : share * evaluation.policy[move.cell()];
    const auto units = static_cast<std::uint16_t>(prior * Edge::kPriorUnits + 0.5);
    ranked.emplace_back(move, units);
  }
}

// Adds a result for the player of the last move of a path to all its edges, each for its player.
// Where an edge is proven, what is certain goes on from there in place of the result.
void back_up(const std::vector<Edge*>& path, double result) {
  for (auto edge = path.rbegin(); edge != path.rend(); ++edge) {
    const Proof proof = (*edge)->proof.load();
    if (proof != Proof::unknown) result = expected_score(proof);
    (*edge)->units.fetch_add(std::llround(result * Edge::kUnitsPerWin), std::memory_order_relaxed);
    result = 1 - result;
  }
}

}  // namespace

class Search::Implementation {
 public:
  Implementation(const Game& game, const Evaluator& evaluator, const SearchSettings& settings,
                 TreeMemory* shared)
      : game_(game),
        evaluator_(evaluator),
        settings_(settings),
        shared_(shared),
        root_(game.start()) {
    set_root(root_, {}, {});
  }

  void set_root(const Position& first, std::span<const Turn> turns,
                const std::vector<MoveRule>& rules);
  SearchReport run(const SearchLimits& limits, const std::stop_token& stop,
                   const Progress& progress, double progress_seconds, double first_seconds);
  SearchReport report() const;
  const Position& position() const { return root_; }

 private:
  // What the threads of one run share.
  struct Run {
    const SearchLimits& limits;
    const std::stop_token& stop;
    SteadyClock::time_point begin = SteadyClock::now();
    std::atomic<bool> done{false};
    std::atomic<std::int64_t> evaluations{0};
    std::mutex failure_mutex{};
    std::exception_ptr failure{};
  };

  std::size_t tree_bytes() const { return static_cast<std::size_t>(settings_.memory) << 20; }
  bool follow(const Position& first, std::span<const Turn> turns,
              const std::vector<MoveRule>& rules);
  bool has_rules_at(std::size_t depth) const;
  std::uint64_t next_seed() {
    return SplitMix64::mix(static_cast<std::uint64_t>(settings_.seed) +
                           SplitMix64::mix(evaluations_.fetch_add(1, std::memory_order_relaxed)));
  }

  void work(Run& run, const std::function<void()>& between);
  bool is_over(const Run& run) const;
  std::size_t preferred_batch() const;
  std::size_t max_leaves(std::size_t batch) const;
  bool descend(const SearchLimits& limits, Descent& descent);
  static void take_back(const Descent& descent);
  void finish_known(const Descent& descent);
  void finish_evaluated(const Descent& descent, const Evaluation& evaluation);
  bool expand(Edge& edge, const Position& position, std::size_t depth,
              const Evaluation& evaluation);
  void carry_proof_up(const std::vector<Edge*>& path);

  const Game& game_;
  const Evaluator& evaluator_;
  const SearchSettings& settings_;
  TreeMemory* const shared_;

  Position first_;
  std::vector<Turn> turns_;  // from first_ to root_
  std::vector<MoveRule> rules_;
  Position root_;
  std::unique_ptr<Tree> tree_;
  std::size_t tree_limit_ = 0;
  std::atomic<bool> memory_full_{false};
  std::atomic<bool> exhausted_{false};  // all moves that rules permit at the root are proven
  std::atomic<std::uint64_t> evaluations_{0};
  Evaluation root_evaluation_;
};

// Moves the root along the tree, if the turns go on from the old root by moves of the side to move.
bool Search::Implementation::follow(const Position& first, std::span<const Turn> turns,
                                    const std::vector<MoveRule>& rules) {
  if (rules != rules_ || (!rules.empty() && turns.size() != turns_.size())) return false;
  if (!settings_.reuse_tree || !tree_ || tree_limit_ != tree_bytes() || first != first_ ||
      turns.size() < turns_.size() || !std::equal(turns_.begin(), turns_.end(), turns.begin())) {
    return false;
  }
  for (const Turn& turn : turns.subspan(turns_.size())) {
    if (turn.colour != root_.to_move || !tree_->root().is_expanded()) return false;
    const Edge* next = nullptr;
    for_each_child(*tree_, tree_->root(), [&](const Edge& child) {
      if (child.move == turn.move) next = &child;
    });
    if (!next) return false;
    tree_->keep(*next);
    game_.play(root_, turn.move);
  }
  return true;
}

void Search::Implementation::set_root(const Position& first, std::span<const Turn> turns,
                                      const std::vector<MoveRule>& rules) {
  const bool followed = follow(first, turns, rules);
  if (!followed) {
    if (!tree_ || tree_limit_ != tree_bytes()) {
      tree_.reset();
      tree_limit_ = tree_bytes();
      tree_ = std::make_unique<Tree>(tree_limit_, shared_);
    }
    tree_->clear();
    exhausted_ = false;
    evaluations_ = 0;
    root_ = first;
    for (const Turn& turn : turns) {
      root_.to_move = turn.colour;
      game_.play(root_, turn.move);
    }
  }
  first_ = first;
  turns_.assign(turns.begin(), turns.end());
  rules_ = rules;
  memory_full_ = false;
  root_evaluation_ = {};
}

SearchReport Search::Implementation::report() const {
  SearchReport report = report_of(*tree_, game_, root_);
  report.evaluation = root_evaluation_;
  report.memory_full = memory_full_;
  return report;
}

SearchReport Search::Implementation::run(const SearchLimits& limits, const std::stop_token& stop,
                                         const Progress& progress, double progress_seconds,
                                         double first_seconds) {
  if (root_.result != Result::ongoing) return report();
  Run run{.limits = limits, .stop = stop};
  if (root_evaluation_.policy.empty()) {
    const EvaluationRequest request{&root_, next_seed()};
    evaluator_.evaluate({&request, 1}, {&root_evaluation_, 1});
    run.evaluations = 1;
    if (tree_->root().visits == 0) {
      tree_->root().visits = 1;
      finish_evaluated({{&tree_->root()}, root_}, root_evaluation_);
    }
    if (!tree_->root().is_expanded()) {
      root_evaluation_ = {};
      tree_->clear();
      throw std::bad_alloc();
    }
  }

  const auto full_report = [&] {
    SearchReport result = report();
    result.evaluations = run.evaluations;
    result.seconds = seconds_since(run.begin);
    return result;
  };
  double next_progress = first_seconds;
  const auto show_progress = [&] {
    if (!progress || seconds_since(run.begin) < next_progress) return;
    progress(full_report());
    next_progress = seconds_since(run.begin) + progress_seconds;
  };
  {
    std::vector<std::jthread> helpers;
    for (std::int64_t i = 1; i < settings_.threads; ++i) {
      helpers.emplace_back([&] { work(run, [] {}); });
    }
    work(run, show_progress);
  }
  if (run.failure) std::rethrow_exception(run.failure);
  return full_report();
}

bool Search::Implementation::is_over(const Run& run) const {
  const Edge& root = tree_->root();
  return run.stop.stop_requested() || root.proof.load() != Proof::unknown || exhausted_ ||
         (run.limits.visits > 0 && root.visits.load() >= run.limits.visits) ||
         (run.limits.seconds > 0 && seconds_since(run.begin) >= run.limits.seconds);
}

std::size_t Search::Implementation::preferred_batch() const {
  if (settings_.batch > 0) return static_cast<std::size_t>(settings_.batch);
  return static_cast<std::size_t>(std::max(1, evaluator_.preferred_batch()));
}

// How many leaves a thread may gather: as many as the evaluator likes, but all threads together no
// more than a 64th part of the root's visits, as leaves that are under way at the same time do not
// learn from each other.
std::size_t Search::Implementation::max_leaves(std::size_t batch) const {
  const auto threads = static_cast<std::size_t>(settings_.threads);
  return std::clamp<std::size_t>(tree_->root().visits.load() / (64 * threads), 1, batch);
}

// Gathers leaves, has them judged together and backs them up, until the run is over.
void Search::Implementation::work(Run& run, const std::function<void()>& between) {
  const std::size_t batch = preferred_batch();
  std::vector<Descent> leaves(batch);
  std::vector<EvaluationRequest> requests(batch);
  std::vector<Evaluation> evaluations(batch);
  std::size_t gathered = 0;
  try {
    while (!run.done) {
      if (is_over(run)) break;
      // A leaf that another descent has claimed ends the gathering: what is there is judged first.
      const std::size_t most = max_leaves(batch);
      while (gathered < most && descend(run.limits, leaves[gathered])) {
        Descent& leaf = leaves[gathered];
        if (leaf.path.back()->proof.load() != Proof::unknown) {
          finish_known(leaf);
          if (is_over(run)) break;
          continue;
        }
        requests[gathered++] = {&leaf.position, next_seed()};
      }
      if (gathered == 0) {
        std::this_thread::yield();
        continue;
      }
      evaluator_.evaluate({requests.data(), gathered}, {evaluations.data(), gathered});
      run.evaluations.fetch_add(static_cast<std::int64_t>(gathered), std::memory_order_relaxed);
      for (; gathered > 0; --gathered) {
        finish_evaluated(leaves[gathered - 1], evaluations[gathered - 1]);
      }
      between();
    }
  } catch (...) {
    for (; gathered > 0; --gathered) {
      leaves[gathered - 1].path.back()->state = Edge::State::leaf;
      take_back(leaves[gathered - 1]);
    }
    const std::lock_guard lock(run.failure_mutex);
    run.failure = std::current_exception();
  }
  run.done = true;
}

// Goes down to a leaf, counting a visit on the way. At its end the leaf is proven, or claimed for
// this descent. Returns false, with the visits taken back, where the limit of visits has been
// reached or the leaf is claimed by another descent.
bool Search::Implementation::descend(const SearchLimits& limits, Descent& descent) {
  Edge* edge = &tree_->root();
  descent.path.assign(1, edge);
  descent.position = root_;
  const std::uint32_t visits = edge->visits.fetch_add(1, std::memory_order_relaxed);
  if (limits.visits > 0 && visits >= limits.visits) {
    take_back(descent);
    return false;
  }
  while (edge->proof.load() == Proof::unknown && edge->is_expanded()) {
    edge = &select_child(*edge, *tree_, settings_);
    edge->visits.fetch_add(1, std::memory_order_relaxed);
    descent.path.push_back(edge);
    game_.play(descent.position, edge->move);
  }
  if (edge->proof.load() != Proof::unknown) return true;
  const Result result = descent.position.result;
  if (result != Result::ongoing) {
    const Colour player = opponent(descent.position.to_move);
    edge->proof = result == Result::draw      ? Proof::draw
                  : result == win_for(player) ? Proof::win
                                              : Proof::loss;
    return true;
  }
  auto state = Edge::State::leaf;
  if (edge->state.compare_exchange_strong(state, Edge::State::expanding)) return true;
  take_back(descent);
  return false;
}

void Search::Implementation::take_back(const Descent& descent) {
  for (Edge* edge : descent.path) edge->visits.fetch_sub(1, std::memory_order_relaxed);
}

void Search::Implementation::finish_known(const Descent& descent) {
  carry_proof_up(descent.path);
  back_up(descent.path, 0);
}

void Search::Implementation::finish_evaluated(const Descent& descent,
                                              const Evaluation& evaluation) {
  Edge& leaf = *descent.path.back();
  const bool expanded = expand(leaf, descent.position, descent.path.size() - 1, evaluation);
  if (!expanded) memory_full_ = true;
  back_up(descent.path, 1 - mover_wins(game_, descent.position, evaluation));
  leaf.state.store(expanded ? Edge::State::expanded : Edge::State::leaf, std::memory_order_release);
}

bool Search::Implementation::has_rules_at(std::size_t depth) const {
  return std::any_of(rules_.begin(), rules_.end(), [&](const MoveRule& rule) {
    return depth < static_cast<std::size_t>(rule.until_depth);
  });
}

// Gives a claimed leaf its children. Returns false where the memory is full.
bool Search::Implementation::expand(Edge& edge, const Position& position, std::size_t depth,
                                    const Evaluation& evaluation) {
  thread_local std::vector<RankedMove> moves;  // kept for its memory
  rank_moves(game_, position, evaluation, moves);
  if (has_rules_at(depth)) {
    const auto end = std::stable_partition(moves.begin(), moves.end(), [&](RankedMove ranked) {
      return permits(rules_, position.to_move, ranked.move(), static_cast<int>(depth));
    });
    if (end != moves.begin()) moves.erase(end, moves.end());
  }
  return tree_->expand(edge, moves);
}

void Search::Implementation::carry_proof_up(const std::vector<Edge*>& path) {
  for (std::size_t i = path.size() - 1; i > 0; --i) {
    Edge& parent = *path[i - 1];
    if (parent.proof.load() != Proof::unknown) return;
    const Proof proof = proof_from_answers(*tree_, parent);
    if (proof == Proof::unknown) return;
    // What all answers have in common tells nothing where rules leave some of them out.
    if (proof != Proof::loss && has_rules_at(i - 1)) {
      if (i == 1) exhausted_ = true;
      return;
    }
    parent.proof = proof;
  }
}

Search::Search(const Game& game, const Evaluator& evaluator, const SearchSettings& settings,
               TreeMemory* shared)
    : implementation_(std::make_unique<Implementation>(game, evaluator, settings, shared)) {}

Search::~Search() = default;

void Search::set_root(const Position& first, std::span<const Turn> turns,
                      const std::vector<MoveRule>& rules) {
  implementation_->set_root(first, turns, rules);
}

const Position& Search::position() const { return implementation_->position(); }

SearchReport Search::run(const SearchLimits& limits, std::stop_token stop, const Progress& progress,
                         double progress_seconds, double first_seconds) {
  return implementation_->run(limits, stop, progress, progress_seconds, first_seconds);
}

SearchReport Search::report() const { return implementation_->report(); }

}  // namespace isthmus
