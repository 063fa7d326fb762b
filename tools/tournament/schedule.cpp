#include "tools/tournament/schedule.hpp"

namespace isthmus::tournament {

std::vector<ScheduledGame> make_schedule(const Spec& spec) {
  std::vector<ScheduledGame> schedule;
  const int engines = static_cast<int>(spec.engines.size());
  const auto add = [&](int black, int white, std::size_t opening) {
    const int id = static_cast<int>(schedule.size());
    schedule.push_back(
        {.id = id, .pair = id / 2, .black = black, .white = white, .opening = opening});
  };
  for (int first = 0; first < engines; ++first) {
    for (int second = first + 1; second < engines; ++second) {
      for (int pair = 0; pair < spec.games / 2; ++pair) {
        const std::size_t opening = static_cast<std::size_t>(pair) % spec.openings.size();
        add(first, second, opening);
        add(second, first, opening);
      }
    }
  }
  return schedule;
}

}  // namespace isthmus::tournament
