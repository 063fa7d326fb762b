#include "tools/mpi/coordinator.hpp"

#include <set>

#include "tools/mpi/heartbeats.hpp"

namespace isthmus::mpi {

namespace {

class Coordinator {
 public:
  Coordinator(Ranks& ranks, double timeout, const Work& work)
      : ranks_(ranks), work_(work), roll_(ranks.count(), timeout, Heartbeats::Clock::now()) {}

  void run() {
    constexpr double kTick = 0.1, kAsleep = 1.5;  // seconds
    auto ticked = Heartbeats::Clock::now();
    while (roll_.count_there() > 0) {
      const auto message = ranks_.receive(kTick);
      const auto now = Heartbeats::Clock::now();
      if (message) {
        roll_.heard(message->from, now);
        take(message->from, json::parse(message->text));
      }
      const std::chrono::duration<double> since_tick = now - ticked;
      if (since_tick.count() < kTick) continue;
      // This process has been stopped itself.
      if (since_tick.count() > kAsleep) roll_.excuse_all(now);
      ticked = now;
      for (int rank : roll_.find_lost(now)) {
        leaving_.erase(rank);
        lose(rank, "it is silent");
      }
      if (work_.tick) work_.tick();
    }
    if (roll_.count_lost() == 0) ranks_.end_together();
  }

 private:
  void take(int rank, const json& message) {
    if (message.contains("ask")) {
      reply(rank, work_.answer(rank, message["ask"]));
    } else if (message.contains("report")) {
      work_.report(rank, message["report"]);
    } else if (message.contains("failed")) {
      lose(rank, message["failed"].get<std::string>());
    } else if (message.contains("leave")) {
      leaving_.insert(rank);
      const bool may_leave = static_cast<int>(leaving_.size()) == roll_.count_there() + left_;
      reply(rank, {{"leave", may_leave}, {"lost", roll_.count_lost() > 0}});
      if (!may_leave) return;
      roll_.gone(rank);
      ++left_;
    }
  }

  void lose(int rank, const std::string& why) {
    work_.lost(rank);
    work_.note("rank " + std::to_string(rank) + " is lost: " + why);
  }

  void reply(int rank, const json& answer) {
    try {
      ranks_.send(rank, answer.dump());
    } catch (const LostRank&) {  // it will be found to be silent
    }
  }

  Ranks& ranks_;
  const Work& work_;
  Heartbeats roll_;
  std::set<int> leaving_;  // have asked to leave, or have left
  int left_ = 0;
};

}  // namespace

void lead(Ranks& ranks, double timeout, const Work& work) {
  Coordinator(ranks, timeout, work).run();
}

}  // namespace isthmus::mpi
