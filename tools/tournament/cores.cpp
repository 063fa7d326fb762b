#include "tools/tournament/cores.hpp"

#include <algorithm>
#include <functional>

#include <sched.h>

namespace isthmus::tournament {

std::vector<int> available_cores() {
  cpu_set_t set;
  CPU_ZERO(&set);
  ::sched_getaffinity(0, sizeof set, &set);
  std::vector<int> cores;
  for (int core = 0; core < CPU_SETSIZE; ++core) {
    if (CPU_ISSET(static_cast<std::size_t>(core), &set)) cores.push_back(core);
  }
  return cores;
}

int cores_for_game(const Spec& spec) {
  std::vector<int> threads;
  for (const EngineSpec& engine : spec.engines) threads.push_back(engine.threads);
  std::sort(threads.begin(), threads.end(), std::greater<>());
  return spec.ponder ? threads[0] + threads[1] : threads[0];
}

int max_jobs(const Spec& spec, int cores) {
  const int each = cores_for_game(spec);
  return each == 0 ? kMaxJobs : std::clamp(cores / each, 1, kMaxJobs);
}

std::vector<int> cores_of_job(const Spec& spec, int job) {
  if (!spec.pin) return {};
  const std::vector<int> all = available_cores();
  const auto each = static_cast<std::size_t>(cores_for_game(spec));
  const std::size_t begin = std::min(static_cast<std::size_t>(job) * each, all.size());
  const std::size_t end = std::min(begin + each, all.size());
  return {all.begin() + static_cast<std::ptrdiff_t>(begin),
          all.begin() + static_cast<std::ptrdiff_t>(end)};
}

}  // namespace isthmus::tournament
