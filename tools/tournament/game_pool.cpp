#include "tools/tournament/game_pool.hpp"

#include "engine/base/thread_group.hpp"
#include "tools/tournament/fault.hpp"
#include "tools/tournament/job.hpp"

namespace isthmus::tournament {

void GamePool::run(int jobs, const std::stop_token& stop) {
  run_together("games", jobs, stop,
               [this](int number, const std::stop_token& ending) { work(number, ending); });
}

void GamePool::work(int number, const std::stop_token& ending) {
  try {
    Job job(spec_, log_folder_, number, ending);
    while (const auto game = take(ending)) hand_in(job.play(*game));
    job.quit();
  } catch (const Stopped&) {
  }
}

}  // namespace isthmus::tournament
