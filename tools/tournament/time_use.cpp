#include "tools/tournament/time_use.hpp"

#include <algorithm>
#include <numeric>

namespace isthmus::tournament {

std::vector<TimeUse> time_use(std::span<const GameRecord> records, const Spec& spec) {
  std::vector<std::vector<int>> moves(spec.engines.size());
  for (const GameRecord& record : records) {
    // The players take turns, also where they exchange colours.
    for (std::size_t i = spec.openings[record.game.opening].size(); i < record.milliseconds.size();
         ++i) {
      const int engine = i % 2 == 0 ? record.game.black : record.game.white;
      moves[static_cast<std::size_t>(engine)].push_back(record.milliseconds[i]);
    }
  }
  std::vector<TimeUse> uses;
  for (std::vector<int>& of_engine : moves) {
    TimeUse& use = uses.emplace_back();
    if (of_engine.empty()) continue;
    const auto middle = of_engine.begin() + static_cast<std::ptrdiff_t>(of_engine.size() / 2);
    std::nth_element(of_engine.begin(), middle, of_engine.end());
    use = {.moves = static_cast<std::int64_t>(of_engine.size()),
           .seconds = std::accumulate(of_engine.begin(), of_engine.end(), 0.0) / 1000,
           .median = *middle,
           .longest = *std::max_element(of_engine.begin(), of_engine.end())};
  }
  return uses;
}

}  // namespace isthmus::tournament
