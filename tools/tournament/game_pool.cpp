#include "tools/tournament/game_pool.hpp"

#include <utility>

#include "engine/base/thread_group.hpp"
#include "tools/tournament/fault.hpp"
#include "tools/tournament/job.hpp"

namespace isthmus::tournament {

GamePool::GamePool(const Spec& spec, const std::filesystem::path& log_folder, std::stop_token stop)
    : spec_(spec),
      log_folder_(log_folder),
      forward_(std::move(stop), [this] { ending_.request_stop(); }) {}

void GamePool::run(int jobs) {
  run_together("games", jobs, [this](int number, const std::stop_token& stop) {
    const std::stop_callback end(stop, [this] { ending_.request_stop(); });
    work(number);
  });
}

void GamePool::work(int number) {
  try {
    Job job(spec_, log_folder_, number, ending());
    while (const auto game = take()) hand_in(job.play(*game));
    job.quit();
  } catch (const Stopped&) {
  }
}

}  // namespace isthmus::tournament
