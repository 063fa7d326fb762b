#pragma once

#include <atomic>
#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <stop_token>

#include "engine/search/shared_batch.hpp"

namespace isthmus::selfplay {

// A game that is played beside others, so that they share batches. For one thread at a time.
class ParallelGame : public BatchMember {
 public:
  // Plays on until something is asked. Returns false when the game has ended.
  virtual bool play_on() = 0;
  // Called once and last: when the game has ended, or is not to go on.
  virtual void end() = 0;

  void fail(const std::exception_ptr& failure) final { failure_ = failure; }
  // Why it cannot go on; null where it can.
  const std::exception_ptr& failure() const { return failure_; }

 private:
  std::exception_ptr failure_;
};

// What the games have asked for so far, and where the time of their threads went.
struct EvaluationStats {
  std::atomic<std::int64_t> evaluations{0};
  std::atomic<std::int64_t> batches{0};
  std::atomic<std::int64_t> evaluating_ns{0};  // in the evaluators, over all threads
  std::atomic<std::int64_t> playing_ns{0};     // elsewhere
};

// The next game of a slot, one of the places in which games are played at the same time, counted
// from 0; null where there is none. Slots with neighbouring numbers share a thread, and so their
// batches.
using NextGame = std::function<std::unique_ptr<ParallelGame>(int slot)>;

// Plays game after game in many slots, spread over `threads` threads, until there are no more for
// any of them or stop is requested. What the games of one thread ask of an evaluator reaches it in
// one call; the calls of different threads overlap. The first exception of a game or an evaluator
// stops all games and is thrown. `next` is called from several threads.
void play_in_parallel(int slots, int threads, const std::stop_token& stop, EvaluationStats& stats,
                      const NextGame& next);

}  // namespace isthmus::selfplay
