#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <list>
#include <mutex>
#include <stop_token>

#include "engine/base/thread_group.hpp"

namespace isthmus {

// Runs actions on a few threads beside those that search: of one owner one at a time, and else in
// the order in which they came. May be used from several threads.
class ActionRunner {
 public:
  struct Options {
    int threads = 1;  // 0: add() runs what it is given itself
    // Actions of one owner that may wait, and of all.
    std::size_t max_waiting = 16;
    std::size_t max_waiting_in_all = 256;
  };
  struct Job {
    std::uint64_t owner = 0;
    std::stop_token stop = {};
    std::function<void(const std::stop_token& stop)> run = {};  // must not throw
    std::function<void()> cancel = {};  // called in its place where it was stopped before
  };

  // An action is stopped after this many seconds; 0: never.
  explicit ActionRunner(const Options& options, double seconds = 0);
  // Stops all that go on, and cancels those that wait.
  ~ActionRunner();
  ActionRunner(const ActionRunner&) = delete;
  ActionRunner& operator=(const ActionRunner&) = delete;

  // Whether the limits of the options allow one more of this owner to wait. Whoever adds is to ask,
  // as add() takes any number.
  bool has_room(std::uint64_t owner) const;
  // Has a job run once its turn comes; without threads it is run before this returns.
  void add(Job job);
  // Cancels jobs whose stop was requested while they wait. (Those that run see it themselves.)
  void cancel_stopped();

 private:
  using SteadyClock = std::chrono::steady_clock;

  struct UnderWay {
    std::uint64_t owner;
    SteadyClock::time_point end;
    std::stop_source stop;
  };

  void work(const std::stop_token& closing);
  void watch(const std::stop_token& closing);
  // The first job whose owner has none under way.
  std::list<Job>::iterator next();
  void run(const Job& job, std::stop_source stop);

  Options options_;
  double seconds_;
  mutable std::mutex mutex_;
  std::condition_variable_any changed_;
  std::list<Job> waiting_;
  std::list<UnderWay> under_way_;
  ThreadGroup threads_{"actions"};
};

}  // namespace isthmus
