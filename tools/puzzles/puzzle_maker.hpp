#pragma once

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <mutex>
#include <optional>
#include <set>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "engine/base/linked_stop_source.hpp"
#include "engine/base/thread_group.hpp"
#include "engine/evaluation/evaluator.hpp"
#include "engine/game/record.hpp"
#include "engine/search/search_pool.hpp"
#include "engine/settings/settings.hpp"
#include "engine/theory/solver.hpp"
#include "protocols/review/problems.hpp"
#include "tools/base/in_order.hpp"

namespace isthmus::puzzles {

struct PuzzleOptions {
  EvaluatorFactory make_evaluator;
  Settings settings = {};                 // of the searches that grade
  std::vector<std::int64_t> visits = {};  // of the grades, rising
  SolveLimits limits = {};                // of each position, as find_problems() has them
  int threads = 1;                        // each with a game of its own
  std::size_t limit = 0;                  // of problems; 0: none
  bool as_sgf = false;                    // and not as queries
};

// A problem as it is written.
struct Puzzle {
  std::string text;
  std::string position;               // the same for all that symmetries turn into each other
  std::optional<ProblemGrade> grade;  // nothing where a stop came before it
};

// Makes problems from games, several games at a time, on threads of its own. The problems come in
// the order of the games; of those that symmetries turn into each other the first alone. How many
// threads there are changes none of this.
class PuzzleMaker {
 public:
  // Takes the problems of a game that has been looked at, if any.
  using TakePuzzles = std::function<void(std::span<const Puzzle>)>;

  // `take` is called by one thread at a time. Where stop is requested, what was found by then still
  // comes, and games that are not begun do not.
  PuzzleMaker(PuzzleOptions options, const std::stop_token& stop, TakePuzzles take);
  ~PuzzleMaker();
  PuzzleMaker(const PuzzleMaker&) = delete;
  PuzzleMaker& operator=(const PuzzleMaker&) = delete;

  // Takes a game; waits while many are under way. Problems are named by it: "NAME, turn 6". Where
  // something has failed no game is taken any more.
  void add(std::string name, Record record);
  // Stopped where no more games are wanted.
  std::stop_token ending() const { return ending_.token(); }
  // Waits for all games. Throws what an evaluator or `take` threw. To be called once, after which
  // no game may be added.
  void finish();

 private:
  struct Task {
    std::int64_t place;  // of its problems
    std::string name;
    Record record;
  };

  void work(const std::stop_token& stop);
  std::vector<Puzzle> puzzles_of(const Task& task, SearchPool& pool) const;
  void take_new(std::vector<Puzzle> puzzles);

  PuzzleOptions options_;
  TakePuzzles take_;
  LinkedStopSource ending_;
  std::set<std::string> positions_{};  // of the problems that were handed on
  InOrder<std::vector<Puzzle>> found_;
  std::mutex mutex_{};  // of what follows
  std::condition_variable_any changed_{};
  std::deque<Task> tasks_{};  // not begun
  bool has_all_ = false;
  ThreadGroup threads_{"puzzles"};
  std::stop_callback<std::function<void()>> end_;  // from a failure to `ending_`
};

}  // namespace isthmus::puzzles
