#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <string>

struct IsthmusMpi;

namespace isthmus::mpi {

struct Message {
  int from;
  std::string text;
};

// A rank that does not take or answer messages.
class LostRank : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// This process among those that mpirun or srun has started together. Any thread may use it.
class Ranks {
 public:
  // Loads MPI and begins. Throws BadInput where the program came without it, or was started as the
  // only rank.
  Ranks();
  // Waits for the others where all end together; else leaves once what was sent has been taken, or
  // nothing of it for some seconds, by which MPI may end them.
  ~Ranks();
  Ranks(const Ranks&) = delete;
  Ranks& operator=(const Ranks&) = delete;

  int rank() const { return rank_; }    // from 0
  int count() const { return count_; }  // of ranks, at least 2
  // How many ranks but rank 0 are before this one on its machine.
  int place() const { return place_; }

  // Does not wait until the other takes the message: it may have been killed. Throws LostRank where
  // MPI knows that.
  void send(int to, const std::string& text);
  // The next message that has come from any rank; nothing where none does within `seconds`. One
  // whose sender was killed before its end never comes.
  std::optional<Message> receive(double seconds);
  // All have said that they are ready to end, and none is lost.
  void end_together() { together_ = true; }

 private:
  std::optional<Message> take();

  const IsthmusMpi* module_;
  std::mutex mutex_;                  // of all calls of the module, and of what follows
  std::map<int, std::string> begun_;  // messages of which parts are still to come, by their sender
  int rank_ = 0;
  int count_ = 1;
  int place_ = 0;
  bool together_ = false;
};

}  // namespace isthmus::mpi
