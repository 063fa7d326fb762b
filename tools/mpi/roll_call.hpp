#pragma once

#include <chrono>
#include <cstddef>
#include <vector>

namespace isthmus::mpi {

// Which of the ranks from 1 on are still there: each is to be heard of now and then.
class RollCall {
 public:
  using Clock = std::chrono::steady_clock;

  // A rank is lost that was silent for so many seconds.
  RollCall(int ranks, double patience, Clock::time_point now)
      : patience_(patience), heard_(static_cast<std::size_t>(ranks), now), state_(heard_.size()) {
    state_[0] = State::gone;
  }

  void heard(int rank, Clock::time_point now) { heard_[static_cast<std::size_t>(rank)] = now; }
  // The rank has nothing to do any more.
  void gone(int rank) { state_[static_cast<std::size_t>(rank)] = State::gone; }

  // Whether it was not lost, nor is it gone.
  bool is_there(int rank) const { return state_[static_cast<std::size_t>(rank)] == State::there; }
  int count_there() const {
    int count = 0;
    for (State state : state_) count += state == State::there ? 1 : 0;
    return count;
  }
  // Those that are lost since the last call. They stay lost, even if they are heard of again.
  std::vector<int> find_lost(Clock::time_point now) {
    std::vector<int> lost;
    for (std::size_t rank = 1; rank < heard_.size(); ++rank) {
      const std::chrono::duration<double> silent = now - heard_[rank];
      if (state_[rank] != State::there || silent.count() <= patience_) continue;
      state_[rank] = State::lost;
      lost.push_back(static_cast<int>(rank));
    }
    return lost;
  }

 private:
  enum class State : unsigned char { there, gone, lost };

  double patience_;
  std::vector<Clock::time_point> heard_;  // by rank, as the next
  std::vector<State> state_;
};

}  // namespace isthmus::mpi
