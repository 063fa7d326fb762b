#include "tools/tournament/scheduler.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include <doctest/doctest.h>

#include "games/list.hpp"

using namespace isthmus;
using namespace isthmus::tournament;

namespace {

Spec make_spec(int engines, int games, std::size_t openings) {
  Spec spec;
  spec.game = make_game("hex", 5, 5, SwapRule::none);
  spec.games = games;
  for (Cell cell = 0; cell < openings; ++cell) spec.openings.push_back({Move(cell)});
  for (int i = 0; i < engines; ++i) spec.engines.push_back({std::to_string(i), "true", {}});
  return spec;
}

// All games, where none has to wait for others.
std::vector<ScheduledGame> make_schedule(const Spec& spec) {
  Scheduler scheduler(spec);
  std::vector<ScheduledGame> games;
  while (const auto game = scheduler.next()) games.push_back(*game);
  return games;
}

}  // namespace

TEST_CASE("every two engines play the same openings, with each colour as often") {
  for (const auto& [engines, games, openings] :
       {std::tuple{2, 2, 1U}, {2, 20, 25U}, {3, 14, 4U}, {5, 6, 3U}}) {
    const Spec spec = make_spec(engines, games, openings);
    const auto schedule = make_schedule(spec);
    REQUIRE(schedule.size() == static_cast<std::size_t>(games * engines * (engines - 1) / 2));

    using Key = std::tuple<int, int, std::size_t>;  // black, white, opening
    std::map<Key, int> times;
    std::map<std::pair<int, int>, int> pairing;
    for (std::size_t i = 0; i < schedule.size(); ++i) {
      const ScheduledGame& game = schedule[i];
      CHECK(game.id == static_cast<int>(i));
      CHECK(game.black != game.white);
      ++times[{game.black, game.white, game.opening}];
      ++pairing[std::minmax(game.black, game.white)];
    }
    CHECK(pairing.size() == static_cast<std::size_t>(engines * (engines - 1) / 2));
    for (const auto& [who, count] : pairing) CHECK(count == games);
    for (const auto& [key, count] : times) {
      const auto [black, white, opening] = key;
      CHECK(times[{white, black, opening}] == count);
      // The openings are used equally often, as far as the number of games allows.
      const int least = games / 2 / static_cast<int>(openings);
      CHECK(count >= least);
      CHECK(count <= least + 1);
    }
  }
}

TEST_CASE("the two games of a pair have one opening and exchanged colours") {
  const auto schedule = make_schedule(make_spec(4, 10, 3));
  for (std::size_t i = 0; i < schedule.size(); i += 2) {
    CHECK(schedule[i].pair == schedule[i + 1].pair);
    CHECK(schedule[i].opening == schedule[i + 1].opening);
    CHECK(schedule[i].black == schedule[i + 1].white);
    CHECK(schedule[i].white == schedule[i + 1].black);
    if (i > 0) CHECK(schedule[i].pair != schedule[i - 1].pair);
  }
}
