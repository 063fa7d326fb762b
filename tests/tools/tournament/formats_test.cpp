#include "tools/tournament/formats.hpp"

#include <algorithm>
#include <map>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "games/list.hpp"
#include "tools/base/bad_input.hpp"
#include "tools/tournament/scheduler.hpp"

using namespace isthmus;
using namespace isthmus::tournament;

namespace {

Spec make_spec(Format format, int engines, int games) {
  Spec spec;
  spec.game = make_game("hex", 5, 5, SwapRule::none);
  spec.format = format;
  spec.games = games;
  for (Cell cell = 0; cell < 25; ++cell) spec.openings.push_back({Move(cell)});
  for (int i = 0; i < engines; ++i) {
    spec.engines.push_back({.name = "e" + std::to_string(i), .command = "true"});
  }
  return spec;
}

GameRecord make_record(const ScheduledGame& game, int winner) {
  GameRecord record;
  record.game = game;
  record.winner = winner;
  return record;
}

// The better engine, of the lower number, wins always; or Black, where the numbers add up so.
GameRecord result_of(const ScheduledGame& game, int ties = 0) {
  const bool is_tied = ties > 0 && (game.black + game.white) % ties == 0;
  return make_record(game, is_tied ? game.black : std::min(game.black, game.white));
}

// Plays a tournament, ending games in a random order, up to eight at a time.
std::vector<GameRecord> simulate(Scheduler& scheduler, unsigned seed, int ties = 0,
                                 std::size_t most = 1'000'000) {
  std::mt19937 random(seed);
  std::vector<ScheduledGame> playing;
  std::vector<GameRecord> records;
  while (records.size() < most) {
    while (playing.size() < 8) {
      const auto game = scheduler.next();
      if (!game) break;
      playing.push_back(*game);
    }
    if (playing.empty()) break;
    const std::size_t i = random() % playing.size();
    records.push_back(result_of(playing[i], ties));
    playing.erase(playing.begin() + static_cast<std::ptrdiff_t>(i));
    scheduler.finished(records.back());
  }
  return records;
}

}  // namespace

TEST_CASE("in a gauntlet challengers meet all others, and no others meet") {
  Spec spec = make_spec(Format::gauntlet, 6, 4);
  for (int challengers : {1, 2, 5}) {
    spec.challengers = challengers;
    Scheduler scheduler(spec);
    std::map<std::pair<int, int>, int> games;
    while (const auto game = scheduler.next()) ++games[std::minmax(game->black, game->white)];
    std::map<std::pair<int, int>, int> expected;
    for (int i = 0; i < challengers; ++i) {
      for (int j = challengers; j < 6; ++j) expected[{i, j}] = 4;
    }
    CHECK(games == expected);
  }
}

TEST_CASE("a later run goes on with the opening after the last one") {
  Spec spec = make_spec(Format::round_robin, 2, 10);
  const auto openings = [&](int start) {
    spec.start = start;
    Scheduler scheduler(spec);
    std::vector<std::size_t> numbers;
    while (const auto game = scheduler.next()) numbers.push_back(game->opening);
    return numbers;
  };
  CHECK(openings(0) == std::vector<std::size_t>{0, 0, 1, 1, 2, 2, 3, 3, 4, 4});
  CHECK(openings(5) == std::vector<std::size_t>{5, 5, 6, 6, 7, 7, 8, 8, 9, 9});
  CHECK(openings(23) == std::vector<std::size_t>{23, 23, 24, 24, 0, 0, 1, 1, 2, 2});
}

TEST_CASE("a Swiss tournament: all play each round, no two meet twice, byes go round") {
  for (int engines : {4, 7, 8, 13, 20}) {
    for (int rounds : {1, 2, 3}) {
      Spec spec = make_spec(Format::swiss, engines, 2);
      spec.rounds = rounds;
      CAPTURE(engines);
      CAPTURE(rounds);
      Scheduler scheduler(spec);
      const auto records = simulate(scheduler, 1, 3);
      CHECK(scheduler.is_done());
      CHECK(records.size() == static_cast<std::size_t>(rounds * (engines / 2) * 2));
      std::set<std::pair<int, int>> met;
      std::map<int, std::set<int>> in_round;
      for (const Pairing& pairing : scheduler.pairings()) {
        CHECK(met.insert(std::minmax(pairing.first, pairing.second)).second);
        CHECK(in_round[pairing.round].insert(pairing.first).second);
        CHECK(in_round[pairing.round].insert(pairing.second).second);
        CHECK(pairing.points[0] + pairing.points[1] == 2);
      }
      CHECK(in_round.size() == static_cast<std::size_t>(rounds));
      for (const SwissScore& score : swiss_standings(spec, scheduler.pairings())) {
        CHECK(score.byes >= 0);
        CHECK(score.byes <= 1);
      }
    }
  }
}

TEST_CASE("a Swiss tournament by hand: four engines, the better one wins") {
  Spec spec = make_spec(Format::swiss, 4, 2);
  spec.rounds = 3;
  Scheduler scheduler(spec);
  simulate(scheduler, 1);
  // Two points a match. 0 beats 1 and 2 beats 3; 0 beats 2 and 1 beats 3; 0 beats 3, 1 beats 2.
  const std::vector<std::pair<int, int>> expected{{0, 1}, {2, 3}, {0, 2}, {1, 3}, {0, 3}, {1, 2}};
  std::vector<std::pair<int, int>> pairs;
  for (const Pairing& pairing : scheduler.pairings())
    pairs.emplace_back(pairing.first, pairing.second);
  CHECK(pairs == expected);
  const auto standings = swiss_standings(spec, scheduler.pairings());
  const std::vector<double> points{6, 4, 2, 0}, buchholz{6, 8, 10, 12};
  for (std::size_t i = 0; i < 4; ++i) {
    CHECK(standings[i].engine == static_cast<int>(i));
    CHECK(standings[i].points == points[i]);
    CHECK(standings[i].buchholz == buchholz[i]);
  }
}

TEST_CASE("more rounds of a Swiss tournament than opponents let engines meet again") {
  Spec spec = make_spec(Format::swiss, 3, 2);
  spec.rounds = 3;
  Scheduler scheduler(spec);
  simulate(scheduler, 1);
  CHECK(scheduler.pairings().size() == 3);  // a bye for each
  spec.rounds = 5;
  Scheduler longer(spec);
  simulate(longer, 1);
  CHECK(longer.is_done());
  CHECK(longer.pairings().size() == 5);
}

TEST_CASE("a knockout is won by the best, and the first seeds meet last") {
  for (int engines : {2, 3, 5, 8, 11, 16}) {
    const Spec spec = make_spec(Format::knockout, engines, 4);
    Scheduler scheduler(spec);
    const auto records = simulate(scheduler, 3);
    CAPTURE(engines);
    // Each match has a loser, and each engine but one loses once.
    std::map<int, int> lost;
    for (const Pairing& pairing : scheduler.pairings()) {
      ++lost[pairing.points[0] > pairing.points[1] ? pairing.second : pairing.first];
    }
    CHECK(scheduler.pairings().size() == static_cast<std::size_t>(engines - 1));
    CHECK(lost.size() == static_cast<std::size_t>(engines - 1));
    CHECK(!lost.contains(0));
    const Pairing& last = scheduler.pairings().back();
    CHECK(std::pair<int, int>(std::minmax(last.first, last.second)) == std::pair{0, 1});
    CHECK(records.size() == static_cast<std::size_t>(4 * (engines - 1)));
  }
}

TEST_CASE("a tied knockout match goes on by pairs, with openings of their own, to the limit") {
  const Spec spec = make_spec(Format::knockout, 2, 4);
  Scheduler scheduler(spec);
  std::set<std::size_t> openings;
  int games = 0;
  while (const auto game = scheduler.next()) {
    openings.insert(game->opening);
    ++games;
    // Black wins all, but in the pair after the third tie.
    scheduler.finished(make_record(*game, game->pair == 4 ? 1 : game->black));
  }
  CHECK(games == 2 * 2 + 3 * 2);
  CHECK(openings == std::set<std::size_t>{0, 1, 2, 3, 4});
  CHECK(format_text(spec, scheduler.pairings()).find("4-6") != std::string::npos);

  const Spec four = make_spec(Format::knockout, 4, 2);
  Scheduler endless(four);
  games = 0;
  while (const auto game = endless.next()) {
    ++games;
    endless.finished(make_record(*game, game->black));
  }
  CHECK(games == 3 * (2 + 2 * kMaxTieBreaks));
  // The better seeds went on.
  CHECK(endless.pairings().back().first + endless.pairings().back().second == 1);
}

TEST_CASE("what is played next does not depend on the order in which games end") {
  for (Format format : {Format::swiss, Format::knockout}) {
    Spec spec = make_spec(format, 9, 2);
    spec.rounds = 4;
    Scheduler first(spec);
    simulate(first, 1, 3);
    for (unsigned seed : {2U, 3U, 4U}) {
      Scheduler other(spec);
      simulate(other, seed, 3);
      CHECK(other.pairings() == first.pairings());
    }
    // Nor on stops.
    std::vector<GameRecord> records;
    for (unsigned run = 0; run < 100; ++run) {
      Scheduler resumed(spec);
      resumed.resume(records);
      if (resumed.is_done()) {
        CHECK(resumed.pairings() == first.pairings());
        break;
      }
      for (GameRecord& record : simulate(resumed, run, 3, 5)) records.push_back(record);
    }
    // A game that is not in the tournament is refused.
    records.back().game.black = records.back().game.white;
    Scheduler refusing(spec);
    CHECK_THROWS_AS(refusing.resume(records), BadInput);
  }
}

TEST_CASE("a lost game is given again") {
  const Spec spec = make_spec(Format::round_robin, 2, 4);
  Scheduler scheduler(spec);
  const auto first = *scheduler.next();
  const auto second = *scheduler.next();
  scheduler.lost(first);
  CHECK(scheduler.next() == first);
  scheduler.finished(result_of(first));
  scheduler.finished(result_of(second));
  CHECK(scheduler.remaining() == 2);
  scheduler.finished(result_of(second));  // reported twice
  CHECK(scheduler.remaining() == 2);
}

TEST_CASE("a sequential test ends a match by the pairs in their order") {
  Spec spec = make_spec(Format::round_robin, 2, 1000);
  spec.sprt = Sprt{.elo0 = 0, .elo1 = 100};
  const auto first_id_after = [&](unsigned seed) {
    Scheduler scheduler(spec);
    const auto records = simulate(scheduler, seed, 0);
    CHECK(scheduler.is_done());
    CHECK(scheduler.is_decided());
    CHECK(!scheduler.next());
    return records.size();
  };
  // One at a time: the number of pairs after which the same outcomes decide.
  Scheduler one(spec);
  Outcomes outcomes;
  while (const auto game = one.next()) {
    const GameRecord record = result_of(*game);
    one.finished(record);
    if (game->id % 2 == 0) {
      CHECK(verdict(log_likelihood_ratio(outcomes, *spec.sprt), *spec.sprt) == Verdict::undecided);
      outcomes.add_single(1);
    } else {
      outcomes.add_second(1, 1);
    }
  }
  CHECK(one.is_decided());
  CHECK(verdict(log_likelihood_ratio(outcomes, *spec.sprt), *spec.sprt) == Verdict::elo1);
  const auto needed = static_cast<std::size_t>(outcomes.game_count());
  for (unsigned seed : {1U, 2U, 3U}) {
    const std::size_t played = first_id_after(seed);
    CHECK(played >= needed);
    CHECK(played < needed + 64);
  }
}
