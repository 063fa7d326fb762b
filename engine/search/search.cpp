#include "engine/search/search.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <functional>
#include <limits>
#include <memory>
#include <mutex>
#include <new>
#include <optional>
#include <span>
#include <stop_token>
#include <thread>
#include <utility>
#include <vector>

#include "engine/base/thread_group.hpp"
#include "engine/random/splitmix.hpp"
#include "engine/search/first_stones.hpp"
#include "engine/search/level.hpp"
#include "engine/search/puct.hpp"
#include "engine/search/solver_share.hpp"
#include "engine/search/tree.hpp"
#include "engine/search/tree_prover.hpp"

namespace isthmus {

namespace {

using SteadyClock = std::chrono::steady_clock;

double seconds_since(SteadyClock::time_point begin) {
  return std::chrono::duration<double>(SteadyClock::now() - begin).count();
}

// The probability that the side to move wins, which may also take the opponent's seat by a swap.
double mover_wins(const Game& game, const Position& position, const Evaluation& evaluation) {
  const double mover = win_probability(position.to_move, evaluation);
  return game.may_swap(position) ? std::max(mover, 1 - mover) : mover;
}

// The legal moves with their priors. That of a swap comes before all others only where the swap
// wins more often than the position.
void rank_moves(const Game& game, const Position& position, const Evaluation& evaluation,
                std::vector<RankedMove>& ranked) {
  const double stay = win_probability(position.to_move, evaluation);
  const double share = game.may_swap(position) ? stay : 1;
  std::uint16_t most = 0;  // of a cell
  ranked.clear();
  for (Move move : game.legal_moves(position)) {
    const double prior = move.is_swap() ? 1 - stay : share * evaluation.policy[move.cell()];
    auto units = static_cast<std::uint16_t>(prior * Edge::kPriorUnits + 0.5);
    if (move.is_swap() && stay >= 0.5) units = std::min(units, most);
    most = std::max(most, units);
    ranked.emplace_back(move, units);
  }
}

// Adds a result for the player of the last move of a path to all its edges, each for its player.
// Where an edge is proven, what is certain goes on from there in place of the result.
void add_result(const std::vector<Edge*>& path, double result) {
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
  std::optional<std::size_t> turns_shared(const Position& first, std::span<const Turn> turns,
                                          const std::vector<MoveRule>& rules) const;
  SearchReport run(const SearchLimits& limits, std::stop_token stop, const Progress& progress,
                   double progress_seconds, double first_seconds);
  void begin(const SearchLimits& limits, std::stop_token stop, int leaves, const Progress& progress,
             double progress_seconds, double first_seconds);
  std::span<const EvaluationRequest> gather();
  void back_up(std::span<const Evaluation> evaluations);
  SearchReport report() const;
  const Position& position() const { return root_; }

 private:
  // The way from the root to a leaf, and the position there.
  struct Descent {
    std::vector<Edge*> path;  // begins with the root
    Position position;
  };
  // What the threads of one run share.
  struct Run {
    Run(const SearchLimits& of_limits, std::stop_token of_stop, std::size_t max_batch,
        const Progress& listener, double every_seconds, double first_seconds)
        : limits(of_limits),
          stop(std::move(of_stop)),
          batch(max_batch),
          progress(listener),
          progress_seconds(every_seconds),
          next_progress(first_seconds) {}
    double seconds() const { return taken ? *taken : seconds_since(begin); }

    SearchLimits limits;
    std::stop_token stop;
    std::size_t batch;  // leaves that a thread gathers at a time, at the most
    Progress progress;
    double progress_seconds;
    double next_progress;
    SteadyClock::time_point begin = SteadyClock::now();
    std::optional<double> taken;       // seconds, when it is over
    std::optional<SolverShare> share;  // where the solver takes turns with the search
    bool has_solver = false;           // whether it has begun to
    std::atomic<bool> done{false};
    std::atomic<std::int64_t> evaluations{0};
  };
  // What one thread has gathered and not backed up.
  struct Leaves {
    explicit Leaves(std::size_t batch) : descents(batch), requests(batch) {}
    std::span<const EvaluationRequest> asked() const { return {requests.data(), count}; }

    std::vector<Descent> descents;
    std::vector<EvaluationRequest> requests;
    std::size_t count = 0;
  };

  std::size_t tree_bytes() const { return static_cast<std::size_t>(settings_.memory) << 20; }
  bool follow(const Position& first, std::span<const Turn> turns,
              const std::vector<MoveRule>& rules);
  bool has_rules_at(std::size_t depth) const;
  std::uint64_t next_seed() {
    return SplitMix64::mix(static_cast<std::uint64_t>(settings_.seed) +
                           SplitMix64::mix(evaluations_.fetch_add(1, std::memory_order_relaxed)));
  }

  bool is_root_judged() const { return !root_evaluation_.policy.empty(); }
  void end();
  std::span<const EvaluationRequest> gather_root();
  void back_up_root(std::span<const Evaluation> evaluations);
  void work_together();
  void work(Leaves& leaves, bool is_first);
  bool is_over() const;
  std::size_t max_leaves() const;
  bool gather(Leaves& leaves);
  void back_up(Leaves& leaves, std::span<const Evaluation> evaluations);
  void show_progress();
  bool descend(Descent& descent);
  static void take_back(const Descent& descent);
  void finish_known(const Descent& descent);
  void finish_evaluated(const Descent& descent, const Evaluation& evaluation);
  bool expand(Edge& edge, const Position& position, std::size_t depth,
              const Evaluation& evaluation);
  void mark_known_moves();
  void begin_to_prove();
  void start_prover();
  int empty_cells() const { return (game_.board().cells() - root_.occupied()).size(); }
  bool is_solver_due() const;
  void prove();
  void take(const std::vector<Edge*>& path, const Solution& solution);
  void keep_carrier(const CellSet& carrier);
  bool carry_proof_to(Edge& edge, std::size_t depth);
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
  std::optional<Run> run_;                   // the last one, if the root is still the same
  std::optional<Leaves> leaves_;             // of the thread that called, while it is under way
  std::optional<FirstStones> first_stones_;  // while a root is judged that needs it
  mutable std::mutex carrier_mutex_;
  CellSet carrier_;                     // of the root's proof, where a solver has told it
  std::int64_t provers_ = 0;            // threads of it
  std::unique_ptr<TreeProver> prover_;  // made for the first run that wants it
};

std::optional<std::size_t> Search::Implementation::turns_shared(
    const Position& first, std::span<const Turn> turns, const std::vector<MoveRule>& rules) const {
  if (rules != rules_ || (!rules.empty() && turns.size() != turns_.size()) || first != first_ ||
      turns.size() < turns_.size() || !std::equal(turns_.begin(), turns_.end(), turns.begin())) {
    return std::nullopt;
  }
  return turns_.size();
}

// Moves the root along the tree, if the turns go on from the old root by moves of the side to move.
bool Search::Implementation::follow(const Position& first, std::span<const Turn> turns,
                                    const std::vector<MoveRule>& rules) {
  if (!settings_.reuse_tree || settings_.level > 0 || !tree_ || tree_limit_ != tree_bytes() ||
      !turns_shared(first, turns, rules)) {
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
  // A root that is won, but nobody knows how, is searched.
  Edge& root = tree_->root();
  if (root_.result == Result::ongoing && root.proof.load() != Proof::win) {
    root.proof = root.is_expanded() ? proof_from_answers(*tree_, root) : Proof::unknown;
  }
  return true;
}

void Search::Implementation::set_root(const Position& first, std::span<const Turn> turns,
                                      const std::vector<MoveRule>& rules) {
  if (prover_) prover_->stop();
  carrier_ = {};
  const bool followed = follow(first, turns, rules);
  if (!followed) {
    if (provers_ == 0) prover_.reset();  // so that a search repeats exactly
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
  run_.reset();
}

SearchReport Search::Implementation::report() const {
  SearchReport report = report_of(*tree_, game_, root_);
  report.evaluation = root_evaluation_;
  report.memory_full = memory_full_;
  if (report.proof != Proof::unknown) {
    const std::lock_guard lock(carrier_mutex_);
    report.carrier = carrier_;
  }
  if (run_) {
    report.evaluations = run_->evaluations;
    report.seconds = run_->seconds();
  }
  return report;
}

void Search::Implementation::begin(const SearchLimits& limits, std::stop_token stop, int leaves,
                                   const Progress& progress, double progress_seconds,
                                   double first_seconds) {
  if (prover_) prover_->stop();
  const auto batch = settings_.batch > 0 ? settings_.batch : std::max(1, leaves);
  run_.emplace(settings_.level > 0 ? SearchLimits{.visits = 1} : limits, std::move(stop),
               static_cast<std::size_t>(batch), progress, progress_seconds, first_seconds);
  leaves_.emplace(run_->batch);
  first_stones_.reset();
  if (is_root_judged()) begin_to_prove();
}

void Search::Implementation::end() {
  run_->taken = run_->seconds();
  run_->progress = nullptr;
  leaves_.reset();
  if (prover_) prover_->stop();
}

SearchReport Search::Implementation::run(const SearchLimits& limits, std::stop_token stop,
                                         const Progress& progress, double progress_seconds,
                                         double first_seconds) {
  begin(limits, std::move(stop), evaluator_.preferred_batch(), progress, progress_seconds,
        first_seconds);
  if (root_.result != Result::ongoing) return report();
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

std::span<const EvaluationRequest> Search::Implementation::gather() {
  if (root_.result != Result::ongoing || !leaves_) return {};
  if (!is_root_judged()) return gather_root();
  if (!gather(*leaves_)) {
    end();
    prover_.reset();  // many searches take turns, and its memory is not that of their trees
    return {};
  }
  return leaves_->asked();
}

std::span<const EvaluationRequest> Search::Implementation::gather_root() {
  if (game_.next_may_swap(root_)) {
    if (!first_stones_) {
      first_stones_.emplace(game_, evaluator_, settings_, root_, run_->limits, run_->stop);
    }
    return first_stones_->asked();
  }
  leaves_->requests[0] = {&root_, next_seed()};
  leaves_->count = 1;
  return leaves_->asked();
}

void Search::Implementation::back_up(std::span<const Evaluation> evaluations) {
  if (!is_root_judged()) {
    back_up_root(evaluations);
    return;
  }
  back_up(*leaves_, evaluations);
  prove();
  show_progress();
}

void Search::Implementation::back_up_root(std::span<const Evaluation> evaluations) {
  leaves_->count = 0;
  run_->evaluations += static_cast<std::int64_t>(evaluations.size());
  if (first_stones_) {
    first_stones_->back_up(evaluations);
    if (!first_stones_->asked().empty()) return;
    root_evaluation_ = first_stones_->evaluation();
    first_stones_.reset();
  } else {
    root_evaluation_ = evaluations.front();
  }
  if (tree_->root().visits == 0) {
    tree_->root().visits = 1;
    const Descent root{{&tree_->root()}, root_};
    if (settings_.level > 0) {
      Evaluation weakened = root_evaluation_;
      weaken(static_cast<int>(settings_.level), root_, next_seed(), weakened);
      finish_evaluated(root, weakened);
    } else {
      finish_evaluated(root, root_evaluation_);
    }
  }
  if (!tree_->root().is_expanded()) {
    root_evaluation_ = {};
    tree_->clear();
    throw std::bad_alloc();
  }
  if (settings_.level == 0) mark_known_moves();
  begin_to_prove();
}

// Has the root, which is judged, and what lies below it proven beside the search or in turns with
// it, if settings want it. Under rules a solver's answers tell nothing.
void Search::Implementation::begin_to_prove() {
  if (settings_.level > 0 || !rules_.empty() || is_over()) return;
  if (settings_.solver_threads > 0) {
    start_prover();
  } else if (settings_.solver_share > 0 && SolverShare::may_be_near(empty_cells())) {
    run_->share.emplace(settings_.solver_share, evaluator_.preferred_batch(), run_->limits);
    prove();
  }
}

void Search::Implementation::start_prover() {
  if (!prover_ || provers_ != settings_.solver_threads) {
    provers_ = settings_.solver_threads;
    prover_ = std::make_unique<TreeProver>(game_, static_cast<int>(provers_));
  }
  prover_->start(*tree_, root_, [this](const std::vector<Edge*>& path, const Solution& solution) {
    take(path, solution);
  });
}

bool Search::Implementation::is_solver_due() const {
  return run_->share && run_->share->is_due(run_->seconds(), run_->evaluations) &&
         SolverShare::is_end_near(empty_cells(), tree_->root().mean()) && !is_over();
}

// Has the solver look into positions until it has had its share of the run so far.
void Search::Implementation::prove() {
  try {
    while (is_solver_due()) {
      const double begin = run_->seconds();
      if (!std::exchange(run_->has_solver, true)) start_prover();
      const std::int64_t nodes = prover_->step(run_->share->max_seconds(begin), run_->stop);
      run_->share->add(std::max<std::int64_t>(1, nodes), run_->seconds() - begin);
      if (nodes == 0) return;  // until more moves have visits
    }
  } catch (const std::bad_alloc&) {
    run_->share.reset();
    prover_.reset();
  }
}

// Marks what a solver has proven of the position at the end of a path, by a move where there is one
// that wins or draws: without it a root is not proven, as nobody would know what to play.
void Search::Implementation::take(const std::vector<Edge*>& path, const Solution& solution) {
  Edge& edge = *path.back();
  const bool has_move =
      solution.proof != Proof::loss && edge.is_expanded() && !solution.line.empty();
  Edge* best = has_move ? tree_->open(edge, solution.line.front()) : nullptr;
  if (best) best->proof = solution.proof;
  if (path.size() == 1 && solution.proof != Proof::loss && !best) return;
  if (path.size() == 1) keep_carrier(solution.carrier);
  if (path.size() == 2 && solution.proof == Proof::loss && edge.move.is_cell()) {
    CellSet carrier = solution.carrier;
    carrier.insert(edge.move.cell());
    keep_carrier(carrier);
  }
  edge.proof = reversed(solution.proof);
  carry_proof_up(path);
}

void Search::Implementation::keep_carrier(const CellSet& carrier) {
  const std::lock_guard lock(carrier_mutex_);
  carrier_ = carrier;
}

void Search::Implementation::mark_known_moves() {
  Edge& root = tree_->root();
  for (const auto& [move, proof] : evaluator_.known_proofs(root_)) {
    Edge* edge = tree_->open(root, move);  // null where rules leave it out
    if (edge && edge->proof.load() == Proof::unknown) edge->proof = proof;
  }
  if (root.proof.load() == Proof::unknown) carry_proof_to(root, 0);
}

void Search::Implementation::show_progress() {
  if (!run_->progress || run_->seconds() < run_->next_progress) return;
  run_->progress(report());
  run_->next_progress = run_->progress_seconds > 0 ? run_->seconds() + run_->progress_seconds
                                                   : std::numeric_limits<double>::infinity();
}

bool Search::Implementation::is_over() const {
  const Edge& root = tree_->root();
  return run_->stop.stop_requested() ||
         (settings_.solver_threads > 0 && prover_ && prover_->has_failed()) ||
         root.proof.load() != Proof::unknown || exhausted_ ||
         (run_->limits.visits > 0 && root.visits.load() >= run_->limits.visits) ||
         (run_->limits.seconds > 0 && run_->seconds() >= run_->limits.seconds);
}

// How many leaves a thread may gather: as many as the evaluator likes, but all threads together no
// more than a 64th part of the root's visits, as leaves that are under way at the same time do not
// learn from each other.
std::size_t Search::Implementation::max_leaves() const {
  const auto threads = static_cast<std::size_t>(settings_.threads);
  return std::clamp<std::size_t>(tree_->root().visits.load() / (64 * threads), 1, run_->batch);
}

// Searches with all threads until the run is over, or one of them fails.
void Search::Implementation::work_together() {
  run_together("search", static_cast<int>(settings_.threads),
               [&](int i, const std::stop_token& ending) {
                 const std::stop_callback end_all(ending, [&] { run_->done = true; });
                 if (i == 0) return work(*leaves_, true);
                 Leaves leaves(run_->batch);
                 work(leaves, false);
               });
}

// Gathers leaves, has them judged together and backs them up, until the run is over.
void Search::Implementation::work(Leaves& leaves, bool is_first) {
  std::vector<Evaluation> evaluations(run_->batch);
  try {
    while (gather(leaves)) {
      evaluator_.evaluate(leaves.asked(), {evaluations.data(), leaves.count});
      back_up(leaves, evaluations);
      if (!is_first) continue;
      prove();
      show_progress();
    }
  } catch (...) {
    for (; leaves.count > 0; --leaves.count) {
      const Descent& descent = leaves.descents[leaves.count - 1];
      descent.path.back()->state = Edge::State::leaf;
      take_back(descent);
    }
    throw;
  }
  run_->done = true;
}

// Returns false, without leaves, where the run is over.
bool Search::Implementation::gather(Leaves& leaves) {
  while (!run_->done) {
    if (is_over()) break;
    // A leaf that another descent has claimed ends the gathering: what is there is judged first.
    const std::size_t most = max_leaves();
    while (leaves.count < most && descend(leaves.descents[leaves.count])) {
      Descent& leaf = leaves.descents[leaves.count];
      if (leaf.path.back()->proof.load() != Proof::unknown) {
        finish_known(leaf);
        if (is_over()) break;
        continue;
      }
      leaves.requests[leaves.count++] = {&leaf.position, next_seed()};
    }
    if (leaves.count > 0) return true;
    std::this_thread::yield();
  }
  return false;
}

void Search::Implementation::back_up(Leaves& leaves, std::span<const Evaluation> evaluations) {
  run_->evaluations.fetch_add(static_cast<std::int64_t>(leaves.count), std::memory_order_relaxed);
  for (; leaves.count > 0; --leaves.count) {
    finish_evaluated(leaves.descents[leaves.count - 1], evaluations[leaves.count - 1]);
  }
}

// Goes down to a leaf, counting a visit on the way. At its end the leaf is proven, or claimed for
// this descent. Returns false, with the visits taken back, where the limit of visits has been
// reached or the leaf is claimed by another descent.
bool Search::Implementation::descend(Descent& descent) {
  Edge* edge = &tree_->root();
  descent.path.assign(1, edge);
  descent.position = root_;
  const std::uint32_t visits = edge->visits.fetch_add(1, std::memory_order_relaxed);
  if (run_->limits.visits > 0 && visits >= run_->limits.visits) {
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
    edge->proof = proof_for(player, result);
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
  add_result(descent.path, 0);
}

void Search::Implementation::finish_evaluated(const Descent& descent,
                                              const Evaluation& evaluation) {
  Edge& leaf = *descent.path.back();
  const bool expanded = expand(leaf, descent.position, descent.path.size() - 1, evaluation);
  if (!expanded) memory_full_ = true;
  add_result(descent.path, 1 - mover_wins(game_, descent.position, evaluation));
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

// Proves an expanded edge by the moves from there, if these suffice. Returns whether they do.
bool Search::Implementation::carry_proof_to(Edge& edge, std::size_t depth) {
  const Proof proof = proof_from_answers(*tree_, edge);
  if (proof == Proof::unknown) return false;
  // What all answers have in common tells nothing where rules leave some of them out.
  if (proof != Proof::loss && has_rules_at(depth)) {
    if (depth == 0) exhausted_ = true;
    return false;
  }
  edge.proof = proof;
  return true;
}

void Search::Implementation::carry_proof_up(const std::vector<Edge*>& path) {
  for (std::size_t i = path.size() - 1; i > 0; --i) {
    Edge& parent = *path[i - 1];
    if (parent.proof.load() != Proof::unknown || !carry_proof_to(parent, i - 1)) return;
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
  return implementation_->run(limits, std::move(stop), progress, progress_seconds, first_seconds);
}

void Search::begin(const SearchLimits& limits, std::stop_token stop, int leaves,
                   const Progress& progress, double progress_seconds, double first_seconds) {
  implementation_->begin(limits, std::move(stop), leaves, progress, progress_seconds,
                         first_seconds);
}

std::span<const EvaluationRequest> Search::gather() { return implementation_->gather(); }

void Search::back_up(std::span<const Evaluation> evaluations) {
  implementation_->back_up(evaluations);
}

SearchReport Search::report() const { return implementation_->report(); }

std::optional<std::size_t> Search::turns_shared(const Position& first, std::span<const Turn> turns,
                                                const std::vector<MoveRule>& rules) const {
  return implementation_->turns_shared(first, turns, rules);
}

}  // namespace isthmus
