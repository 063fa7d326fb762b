#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <vector>

namespace isthmus::mpi {

// Which of the ranks from 1 on are still there: each is to send a message now and then.
class Heartbeats {
 public:
  using Clock = std::chrono::steady_clock;

  // A rank is lost that was silent for this many seconds.
  Heartbeats(int ranks, double timeout, Clock::time_point now)
      : timeout_(timeout), heard_(static_cast<std::size_t>(ranks), now), state_(heard_.size()) {
    state_[0] = State::gone;
  }

  // One that was lost is there again.
  void heard(int rank, Clock::time_point now) {
    heard_[static_cast<std::size_t>(rank)] = now;
    State& state = state_[static_cast<std::size_t>(rank)];
    if (state == State::lost) state = State::there;
  }
  // No rank could be heard until now.
  void excuse_all(Clock::time_point now) { heard_.assign(heard_.size(), now); }
  // The rank has nothing to do any more.
  void gone(int rank) { state_[static_cast<std::size_t>(rank)] = State::gone; }

  // How many are neither lost nor gone, and how many are lost.
  int count_there() const { return count(State::there); }
  int count_lost() const { return count(State::lost); }
  // Those that are lost since the last call.
  std::vector<int> find_lost(Clock::time_point now) {
    std::vector<int> lost;
    for (std::size_t rank = 1; rank < heard_.size(); ++rank) {
      const std::chrono::duration<double> silent = now - heard_[rank];
      if (state_[rank] != State::there || silent.count() <= timeout_) continue;
      state_[rank] = State::lost;
      lost.push_back(static_cast<int>(rank));
    }
    return lost;
  }

 private:
  enum class State : unsigned char { there, gone, lost };

  int count(State wanted) const {
    return static_cast<int>(std::count(state_.begin(), state_.end(), wanted));
  }

  double timeout_;
  std::vector<Clock::time_point> heard_;  // by rank, as the next
  std::vector<State> state_;
};

}  // namespace isthmus::mpi
