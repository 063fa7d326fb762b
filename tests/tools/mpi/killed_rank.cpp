// Three ranks: 1 sends a long message and is killed in its middle, 2 sends one whole. Rank 0
// answers the one that is killed. It is to get the whole message alone, and to wait neither for the
// rest of the other nor for its answer to be taken. Ends with 0 where it is so.

#include <chrono>
#include <csignal>
#include <cstdio>
#include <string>
#include <thread>

#include "tools/mpi/ranks.hpp"

using namespace isthmus;

int main() {
  mpi::Ranks ranks;
  const std::string message(300'000, static_cast<char>('0' + ranks.rank()));
  if (ranks.rank() == 0) {
    // The other is dead by then.
    std::this_thread::sleep_for(std::chrono::seconds(2));
    ranks.send(1, message);
    int taken = 0;
    while (const auto come = ranks.receive(3)) {
      if (come->from != 2 || come->text != std::string(message.size(), '2')) return 1;
      ++taken;
    }
    std::printf("messages taken: %d\n", taken);
    return taken == 1 ? 0 : 1;
  }
  std::thread killer;
  if (ranks.rank() == 1) {
    killer = std::thread([] {
      std::this_thread::sleep_for(std::chrono::seconds(1));
      std::raise(SIGKILL);
    });
  }
  ranks.send(0, message);
  // A rank that sent all of it would end well, and not be missed.
  if (killer.joinable()) killer.join();
  return 0;
}
