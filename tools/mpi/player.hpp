#pragma once

#include <mutex>
#include <thread>

#include <nlohmann/json.hpp>

#include "tools/mpi/ranks.hpp"

namespace isthmus::mpi {

using json = nlohmann::ordered_json;

// A rank that plays, as it talks to rank 0, which leads. While it lives rank 0 hears of it each
// second. Any thread may use it.
class Player {
 public:
  // Rank 0 is lost that does not answer for `timeout` seconds.
  Player(Ranks& ranks, double timeout);
  Player(const Player&) = delete;
  Player& operator=(const Player&) = delete;

  // Waits for the answer, and throws LostRank where rank 0 is lost.
  json ask(const json& question);
  // Waits for nobody: that rank 0 is lost is found by the next question, unless MPI knows already,
  // which throws LostRank.
  void tell(const json& news);

  // Says that this rank will not go on, and why. Its games are played by others.
  void fail(const std::string& why);
  // Waits until all are ready to leave. To be called in the end, also after a failure.
  void leave();

 private:
  json exchange(const json& message);

  Ranks& ranks_;
  double timeout_;
  std::mutex mutex_;  // one question at a time
  std::jthread here_;
};

}  // namespace isthmus::mpi
