#include "tools/tournament/game_pool.hpp"

#include <thread>
#include <utility>
#include <vector>

#include "tools/tournament/fault.hpp"
#include "tools/tournament/job.hpp"

namespace isthmus::tournament {

GamePool::GamePool(const Spec& spec, const std::filesystem::path& log_folder, std::stop_token stop)
    : spec_(spec),
      log_folder_(log_folder),
      forward_(std::move(stop), [this] { ending_.request_stop(); }) {}

void GamePool::run(int jobs) {
  {
    std::vector<std::jthread> threads;
    for (int number = 0; number < jobs; ++number) {
      threads.emplace_back([this, number] { work(number); });
    }
  }
  if (failure_) std::rethrow_exception(failure_);
}

void GamePool::work(int number) {
  try {
    Job job(spec_, log_folder_, number, ending());
    while (const auto game = take()) hand_in(job.play(*game));
    job.quit();
  } catch (const Stopped&) {
  } catch (...) {
    const std::lock_guard lock(mutex_);
    if (!failure_) failure_ = std::current_exception();
    ending_.request_stop();
  }
}

}  // namespace isthmus::tournament
