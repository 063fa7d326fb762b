#pragma once

#include <functional>
#include <mutex>

#include <nlohmann/json.hpp>

#include "engine/base/thread_group.hpp"
#include "tools/mpi/ranks.hpp"

namespace isthmus::mpi {

using json = nlohmann::ordered_json;

// A rank that plays, as it talks to rank 0, which leads. While it lives it sends rank 0 a heartbeat
// each second. Any thread may use it.
class Player {
 public:
  // Rank 0 is lost that does not answer for `timeout` seconds.
  Player(Ranks& ranks, double timeout);
  Player(const Player&) = delete;
  Player& operator=(const Player&) = delete;

  // Waits for the answer, and throws LostRank where rank 0 is lost.
  json ask(const json& question);
  // Does not wait: that rank 0 is lost is found by the next question, unless MPI knows already,
  // which throws LostRank.
  void report(const json& news);

  // Plays, waits until all ranks are ready to leave, and leaves. Where `play` throws, this rank
  // reports to rank 0 that it will not go on and why, so that others play its games, and the
  // exception is thrown on; as is LostRank, at once.
  void run(const std::function<void()>& play);

 private:
  void fail(const std::string& why);
  void leave();
  json exchange(const json& message);

  Ranks& ranks_;
  double timeout_;
  std::mutex mutex_;  // one question at a time
  ThreadGroup here_;
};

}  // namespace isthmus::mpi
