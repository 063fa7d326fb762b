#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <utility>
#include <vector>

#include "engine/evaluation/evaluator.hpp"
#include "engine/game/game.hpp"
#include "engine/game/record.hpp"
#include "engine/search/move_rule.hpp"
#include "engine/search/root_prover.hpp"
#include "engine/search/search_limits.hpp"
#include "engine/search/search_report.hpp"
#include "engine/search/search_tree.hpp"
#include "engine/search/tree_memory.hpp"
#include "engine/settings/settings.hpp"

namespace isthmus {

class FirstStones;
class RootViews;

// A tree search (PUCT) of one game. Not to be used from several threads at once; it makes its own.
// Where the opponent may swap the next stone, FirstStones judges the root.
class Search {
 public:
  // All must outlive the search. Settings are read whenever they are needed, at any time of a run
  // and by several threads at once: change them only between runs; the next one then has them. The
  // tree takes its memory from `shared` too, where that is given.
  Search(const Game& game, const Evaluator& evaluator, const SearchSettings& settings,
         TreeMemory* shared = nullptr);
  ~Search();
  Search(const Search&) = delete;
  Search& operator=(const Search&) = delete;

  // Makes the position after these turns the root. Where the old root lies on the way there, and
  // settings say so, the part of the tree below the new root is kept and the rest is freed.
  // The search makes only moves that the rules permit; where they leave a side none, it makes any.
  // Under rules it proves no loss, as the moves left out might win, and keeps no tree for another
  // root; it ends when all moves that it may make are proven.
  void set_root(const Position& first, std::span<const Turn> turns,
                const std::vector<MoveRule>& rules = {});
  void set_root(const Record& record, const std::vector<MoveRule>& rules = {}) {
    set_root(record.first_position(), record.turns(), rules);
  }
  const Position& position() const { return tree_.position(); }

  using Progress = std::function<void(const SearchReport&)>;

  // Searches until a limit is reached, the root is proven, or stop is requested (noticed within
  // 50 ms). With no limit at all, only stop or a proof ends it. `progress` is called from the
  // calling thread, if set: first after `first_seconds`, then about every `progress_seconds`, or
  // never again where that is 0. Throws std::bad_alloc where there is no memory even for the moves
  // at the root.
  SearchReport run(const SearchLimits& limits, std::stop_token stop, const Progress& progress,
                   double progress_seconds, double first_seconds);
  SearchReport run(const SearchLimits& limits, std::stop_token stop = {},
                   const Progress& progress = {}, double progress_seconds = 1.0) {
    return run(limits, std::move(stop), progress, progress_seconds, progress_seconds);
  }

  // run() in parts, for callers that have the requests of many searches judged in one call. Such a
  // search has one thread, which settings must say, and its evaluator is asked nothing:
  //
  //   search.begin(limits, stop);
  //   for (auto asked = search.gather(); !asked.empty(); asked = search.gather()) {
  //     judge(asked, evaluations);
  //     search.back_up(evaluations);
  //   }
  //   report = search.report();
  //
  // `leaves` is how many positions are gathered at a time at the most, where settings leave it
  // open; the others are as for run().
  void begin(const SearchLimits& limits, std::stop_token stop, int leaves,
             const Progress& progress = {}, double progress_seconds = 1.0,
             double first_seconds = 1.0);
  // The positions to be judged; none when the search is over. At first it is the root from as many
  // sides as settings say (RootViews), but where the opponent may swap the next stone, all that
  // FirstStones asks. They stay where they are until back_up(). A search that is not to go on in
  // between may only be destroyed.
  std::span<const EvaluationRequest> gather();
  // Takes the judgements of what was gathered, in its order. Throws as run() does.
  void back_up(std::span<const Evaluation> evaluations);

  // What is known now, without searching on.
  SearchReport report() const;
  // Whether a search of the position after these turns, under these rules, would go on with a part
  // of this one's tree, as far as the game and the settings permit: whether the root is the same or
  // lies on the way there, and under rules whether it is the same. If so, how many turns after
  // `first` it is.
  std::optional<std::size_t> turns_shared(const Position& first, std::span<const Turn> turns,
                                          const std::vector<MoveRule>& rules) const {
    return tree_.turns_shared(first, turns, rules);
  }

 private:
  struct Run;     // what the threads of one run share
  struct Leaves;  // what one thread has gathered and not backed up

  int level() const { return static_cast<int>(settings_.level); }
  std::uint64_t seed_of(std::uint64_t evaluation) const;
  std::uint64_t next_seed();
  bool is_root_judged() const { return !root_evaluation_.policy.empty(); }
  void end();
  std::span<const EvaluationRequest> gather_root();
  void back_up_root(std::span<const Evaluation> evaluations);
  void work_together();
  void work(Leaves& leaves, bool is_first);
  bool is_over() const;
  bool is_done() const;
  std::size_t max_leaves(std::size_t under_way) const;
  bool gather(Leaves& leaves);
  bool gather_once(Leaves& leaves, std::size_t under_way);
  void back_up(Leaves& leaves, std::span<const Evaluation> evaluations);
  void show_progress();
  void begin_to_prove();
  void prove();

  const Evaluator& evaluator_;
  const SearchSettings& settings_;
  const Game& game_;
  SearchTree tree_;
  RootProver prover_;
  std::atomic<std::uint64_t> evaluations_{0};  // that have been asked for
  Evaluation root_evaluation_;
  std::unique_ptr<Run> run_;        // the last one, if the root is still the same
  std::unique_ptr<Leaves> leaves_;  // of the thread that called, while it is under way
  // While the root is judged: what needs it first_stones_, all others root_views_.
  std::unique_ptr<FirstStones> first_stones_;
  std::unique_ptr<RootViews> root_views_;
};

}  // namespace isthmus
