// Self-play: the games of the command, and what they rest on.

#include <algorithm>
#include <atomic>
#include <cmath>
#include <csignal>
#include <map>
#include <numeric>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "engine/coroutine.hpp"
#include "engine/cpu_tallier.hpp"
#include "games/list.hpp"
#include "tests/tools/processes.hpp"
#include "tests/tools/run_program.hpp"
#include "tools/evaluators.hpp"
#include "tools/selfplay/match.hpp"
#include "tools/selfplay/openings.hpp"
#include "tools/selfplay/root_noise.hpp"
#include "tools/selfplay/seats.hpp"
#include "tools/selfplay/settings.hpp"
#include "tools/selfplay/shards.hpp"

using namespace isthmus;
using namespace isthmus::selfplay;

namespace {

// Answers with the number of the request's seed, notes the sizes of batches, and may fail.
class CountingEvaluator : public Evaluator {
 public:
  void evaluate(std::span<const EvaluationRequest> requests,
                std::span<Evaluation> evaluations) const override {
    if (fail_at > 0 && ++calls >= fail_at) throw std::runtime_error("out of order");
    std::size_t largest = largest_batch;
    while (requests.size() > largest &&
           !largest_batch.compare_exchange_weak(largest, requests.size())) {
    }
    for (std::size_t i = 0; i < requests.size(); ++i) {
      evaluations[i].black_wins = static_cast<float>(requests[i].seed);
    }
  }

  int fail_at = 0;
  mutable std::atomic<int> calls{0};
  mutable std::atomic<std::size_t> largest_batch{0};
};

// Judges first stones by a table, and has an even policy.
class TableEvaluator : public Evaluator {
 public:
  explicit TableEvaluator(std::vector<float> black_wins) : black_wins_(std::move(black_wins)) {}

  void evaluate(std::span<const EvaluationRequest> requests,
                std::span<Evaluation> evaluations) const override {
    for (std::size_t i = 0; i < requests.size(); ++i) {
      const Position& position = *requests[i].position;
      evaluations[i].policy.assign(black_wins_.size(), 1.0F / 8);
      evaluations[i].policy[4] = 0;
      if (position.last_move.is_cell()) {
        evaluations[i].black_wins = black_wins_[position.last_move.cell()];
      }
    }
  }

 private:
  std::vector<float> black_wins_;
};

std::vector<GameRecord> games_below(const std::filesystem::path& folder) {
  std::vector<GameRecord> games;
  for (const auto& shard : list_shards(folder)) {
    read_shard(shard, [&](const GameRecord& game) { games.push_back(game); });
  }
  return games;
}

std::vector<GameRecord> games_in(const std::filesystem::path& shard) {
  std::vector<GameRecord> games;
  read_shard(shard, [&](const GameRecord& game) { games.push_back(game); });
  return games;
}

// Plays a record through by the rules, and holds against it what it says of itself.
void check_game(const GameRecord& record, int most_visits) {
  const auto game = make_game("hex", record.rows, record.columns, SwapRule::none);
  Position position = game->start();
  for (const MoveRecord& move : record.moves) {
    REQUIRE(game->is_legal(position, Move(move.cell)));
    CHECK((move.choice == Choice::full) == !move.visits.empty());
    int visits = 0;
    for (const CellVisits& entry : move.visits) {
      CHECK(game->is_legal(position, Move(entry.cell)));
      CHECK(entry.visits > 0);
      visits += entry.visits;
    }
    CHECK(visits < most_visits);
    game->play(position, Move(move.cell));
  }
  if (record.ending == Ending::rules) {
    CHECK(position.result != Result::ongoing);
    CHECK(record.result == position.result);
  } else {
    CHECK(position.result == Result::ongoing);
    CHECK((record.result == Result::ongoing) == (record.ending == Ending::stopped));
  }
}

}  // namespace

TEST_CASE("a coroutine pauses, goes on, and hands over what it throws") {
  std::string said;
  Coroutine* self = nullptr;
  Coroutine counting([&] {
    for (char c : std::string("abc")) {
      said += c;
      self->pause();
    }
    throw std::runtime_error("d");
  });
  self = &counting;
  for (const char* expected : {"a", "ab", "abc"}) {
    counting.resume();
    CHECK(said == expected);
    CHECK(!counting.has_returned());
  }
  CHECK_THROWS_WITH(counting.resume(), "d");
  CHECK(counting.has_returned());
}

TEST_CASE("seats get their own answers, in batches of all that wait") {
  std::vector<std::unique_ptr<Evaluator>> evaluators;
  evaluators.push_back(std::make_unique<CountingEvaluator>());
  evaluators.push_back(std::make_unique<CountingEvaluator>());
  Traffic traffic;
  std::atomic<int> next{0};
  std::atomic<int> wrong{0};
  run_seats(evaluators, 100, 3, {}, traffic, [&](Seat& seat) {
    ++next;
    // Not the count: which seats of a thread had which parity would depend on how threads take
    // turns.
    const int number = seat.number();
    const std::size_t mine = static_cast<std::size_t>(number % 2);
    for (int i = 0; i < 50; ++i) {
      EvaluationRequest requests[2] = {{nullptr, static_cast<std::uint64_t>(1000 * number + i)},
                                       {nullptr, static_cast<std::uint64_t>(7000 * number + i)}};
      Evaluation evaluations[2];
      const std::size_t count = i % 3 == 0 ? 2 : 1;
      seat.evaluator(mine).evaluate({requests, count}, {evaluations, count});
      for (std::size_t k = 0; k < count; ++k) {
        if (evaluations[k].black_wins != static_cast<float>(requests[k].seed)) ++wrong;
      }
    }
  });
  CHECK(next == 100);
  CHECK(wrong == 0);
  CHECK(traffic.evaluations == 100 * (50 + 17));
  for (const auto& evaluator : evaluators) {
    const auto& counting = dynamic_cast<const CountingEvaluator&>(*evaluator);
    // Of the 33 or 34 seats of a thread 17 ask it at a time, at most twice.
    CHECK(counting.largest_batch == 34);
  }
}

TEST_CASE("a failing evaluator, a failing body and a stop end all seats") {
  std::vector<std::unique_ptr<Evaluator>> evaluators;
  evaluators.push_back(std::make_unique<CountingEvaluator>());
  auto& counting = dynamic_cast<CountingEvaluator&>(*evaluators[0]);
  Traffic traffic;
  std::atomic<int> stopped{0};
  const auto ask_for_ever = [&](Seat& seat) {
    try {
      for (;;) {
        const EvaluationRequest request{nullptr, 1};
        Evaluation evaluation;
        seat.evaluator(0).evaluate({&request, 1}, {&evaluation, 1});
      }
    } catch (const Stopped&) {
      ++stopped;
      throw;
    }
  };
  counting.fail_at = 50;
  CHECK_THROWS_WITH(run_seats(evaluators, 20, 2, {}, traffic, ask_for_ever), "out of order");
  CHECK(stopped == 20);

  counting.fail_at = 0;
  stopped = 0;
  std::atomic<int> number{0};
  CHECK_THROWS_WITH(run_seats(evaluators, 20, 2, {}, traffic,
                              [&](Seat& seat) {
                                if (number++ == 13) throw std::runtime_error("seat 13");
                                ask_for_ever(seat);
                              }),
                    "seat 13");
  CHECK(stopped <= 19);

  stopped = 0;
  std::stop_source source;
  const std::jthread stopper([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    source.request_stop();
  });
  run_seats(evaluators, 20, 2, source.get_token(), traffic, ask_for_ever);
  CHECK(stopped == 20);
}

TEST_CASE("games begin where both sides have about the same chances") {
  const auto game = make_game("hex", 3, 3, SwapRule::none);
  const TableEvaluator evaluator({0.5F, 0.6F, 0.4F, 0.9F, 1.0F, 0.5F, 0.5F, 0.0F, 0.5F});
  const Openings openings(*game, evaluator, 0.1, 1);
  const std::vector<double>& shares = openings.shares();
  CHECK(std::accumulate(shares.begin(), shares.end(), 0.0) == doctest::Approx(1));
  // By hand: exp(-1/2) at one standard deviation, and 0.02 for all.
  CHECK(shares[1] / shares[0] == doctest::Approx((0.60653 + 0.02) / 1.02).epsilon(1e-3));
  CHECK(shares[2] == doctest::Approx(shares[1]).epsilon(1e-3));
  CHECK(shares[4] / shares[0] == doctest::Approx(0.02 / 1.02).epsilon(1e-2));
  std::mt19937_64 random(1);
  std::vector<int> drawn(9);
  for (int i = 0; i < 10000; ++i) ++drawn[openings.draw(random)];
  for (std::size_t cell = 0; cell < 9; ++cell) {
    CHECK(std::abs(drawn[cell] - 10000 * shares[cell]) < 200);  // four standard deviations
  }
}

TEST_CASE("noise is mixed into the policy of the root alone") {
  const auto game = make_game("hex", 3, 3, SwapRule::none);
  const TableEvaluator evaluator(std::vector<float>(9, 0.5F));
  std::mt19937_64 random(2);
  RootNoise noise(evaluator, 2.0, random);
  const Position position = game->start();
  const EvaluationRequest request{&position, 1};
  Evaluation evaluation;
  std::vector<double> mean(9), square(9);
  constexpr int kDraws = 20000;
  for (int i = 0; i < kDraws; ++i) {
    noise.begin(0.25);
    noise.evaluate({&request, 1}, {&evaluation, 1});
    const std::vector<float>& policy = evaluation.policy;
    CHECK(std::accumulate(policy.begin(), policy.end(), 0.0) == doctest::Approx(1));
    for (std::size_t cell = 0; cell < 9; ++cell) {
      const double part = (policy[cell] - 0.75 * (cell == 4 ? 0 : 0.125)) / 0.25;
      mean[cell] += part / kDraws;
      square[cell] += part * part / kDraws;
    }
    noise.evaluate({&request, 1}, {&evaluation, 1});
    CHECK(evaluation.policy[0] == 0.125F);
  }
  CHECK(evaluation.policy[4] == 0);
  for (std::size_t cell = 0; cell < 9; ++cell) {
    // Dirichlet with 8 parameters of a = 1/4: mean 1/8, variance (1/8)(7/8) / (8a + 1).
    CHECK(mean[cell] == doctest::Approx(cell == 4 ? 0 : 0.125).epsilon(0.05));
    const double variance = square[cell] - mean[cell] * mean[cell];
    CHECK(variance == doctest::Approx(cell == 4 ? 0 : 0.109375 / 3).epsilon(0.05));
  }
}

TEST_CASE("sizes are read with their weights") {
  const std::vector<WeightedSize> expected{{{11, 11}, 6}, {{9, 13}, 1}, {{5, 5}, 0.5}};
  CHECK(parse_sizes("11:6,13x9,5:0.5") == expected);
  for (const char* text : {"", "11:", "11:0", "11,,9", "11:1x", "a", "11:-1"}) {
    CHECK_THROWS_AS(parse_sizes(text), std::invalid_argument);
  }
}

TEST_CASE("the games of selfplay are by the rules, and the same for any number of threads") {
  const TemporaryFolder folder;
  const std::string common =
      "selfplay --backend cpu --evaluator fills --fills 512 --sizes 5:2,4x6 --games 60 --visits 40 "
      "--cheap-visits 8 "
      "--seed 5 --out ";
  const auto first = folder / "a", second = folder / "b";
  const Run run_a = run(folder, common + first.string() + " --workers 3 --parallel 20");
  REQUIRE(run_a.code == 0);
  const auto totals = nlohmann::json::parse(run_a.output);
  const Run run_b = run(folder, common + second.string() + " --workers 1 --parallel 7");
  REQUIRE(run_b.code == 0);

  std::vector<GameRecord> games = games_below(first), again = games_below(second);
  REQUIRE(games.size() == 60);
  const auto by_seed = [](const GameRecord& a, const GameRecord& b) { return a.seed < b.seed; };
  std::sort(games.begin(), games.end(), by_seed);
  std::sort(again.begin(), again.end(), by_seed);
  CHECK(games == again);

  std::int64_t moves = 0, targets = 0, black = 0, resigned = 0;
  std::map<int, int> sizes;
  for (const GameRecord& game : games) {
    check_game(game, 40);
    CHECK(game.ending != Ending::stopped);
    ++sizes[game.rows * 100 + game.columns];
    moves += static_cast<std::int64_t>(game.moves.size());
    black += game.result == Result::black;
    resigned += game.ending == Ending::resignation;
    for (const MoveRecord& move : game.moves) targets += move.choice == Choice::full;
  }
  CHECK(sizes.size() == 2);
  CHECK(sizes[505] == 40);
  CHECK(totals["games"] == 60);
  CHECK(totals["moves"] == moves);
  CHECK(totals["policyTargets"] == targets);
  CHECK(totals["blackWins"] == black);
  CHECK(totals["resignations"] == resigned);
}

TEST_CASE("games in hand at the end of the time are gone on with by the next run") {
  const TemporaryFolder folder;
  const auto out = folder / "out";
  const std::string common =
      "selfplay --backend cpu --evaluator fills --fills 512 --sizes 9:3,5 --workers 2 --parallel "
      "30 --out " +
      out.string();
  const Run first = run(folder, common + " --seconds 1");
  REQUIRE(first.code == 0);
  for (const GameRecord& game : games_below(out)) {
    check_game(game, 96);
    CHECK(game.ending != Ending::stopped);
  }
  const std::vector<GameRecord> in_hand = games_in(out / "unfinished.shard");
  CHECK(in_hand.size() <= 30);
  CHECK(in_hand.size() >= 20);
  CHECK(nlohmann::json::parse(first.output)["stoppedGames"] >= in_hand.size());
  for (const GameRecord& game : in_hand) {
    check_game(game, 96);
    CHECK(game.ending == Ending::stopped);
  }

  const Run second = run(folder, common + " --games 400 --seed 2");
  REQUIRE(second.code == 0);
  CHECK(games_in(out / "unfinished.shard").empty());
  std::map<std::uint64_t, GameRecord> by_seed;
  for (const GameRecord& game : games_below(out)) {
    check_game(game, 96);
    CHECK(by_seed.emplace(game.seed, game).second);
  }
  for (const GameRecord& game : in_hand) {
    REQUIRE(by_seed.contains(game.seed));
    const std::vector<MoveRecord>& moves = by_seed[game.seed].moves;
    REQUIRE(moves.size() >= game.moves.size());
    CHECK(std::equal(game.moves.begin(), game.moves.end(), moves.begin()));
  }
}

TEST_CASE("SIGTERM ends selfplay well, and a kill costs no game that was written") {
  for (const char* signal : {"TERM", "KILL"}) {
    const TemporaryFolder folder;
    const auto out = folder / "out";
    // The shell's process becomes the program's; it is ended once it has written some games.
    const std::string script =
        "( exec " + std::string(ISTHMUS_PROGRAM) +
        " selfplay --backend cpu --evaluator fills --fills 512 --sizes 5 --workers 2 "
        "--parallel 8 --report-every 1000 --out " +
        out.string() + " > " + (folder / "totals").string() + " 2> /dev/null ) & p=$!; " +
        "for i in {1..3000}; do [ $(stat -c %s " + (out / "games-00000.shard").string() +
        " 2>/dev/null || echo 0) -ge 20000 ] && break; sleep 0.01; done; kill -" + signal +
        " $p; wait $p";
    const int status = std::system(("bash -c '" + script + "' 2> /dev/null").c_str());
    CHECK(WEXITSTATUS(status) == (signal == std::string("TERM") ? 0 : 128 + SIGKILL));
    const auto shard = list_shards(out).front();
    std::vector<GameRecord> games;
    const ShardContents contents =
        read_shard(shard, [&](const GameRecord& game) { games.push_back(game); });
    CHECK(games.size() > 20);
    CHECK(contents.good_bytes == std::filesystem::file_size(shard));
    for (const GameRecord& game : games) {
      check_game(game, 96);
      CHECK(game.ending != Ending::stopped);
    }
    CHECK(std::filesystem::exists(out / "unfinished.shard") == (signal == std::string("TERM")));
    if (signal == std::string("TERM")) {
      CHECK(nlohmann::json::parse(read_text(folder / "totals"))["games"] == games.size());
    }
  }
}

TEST_CASE("the openings of a match are all first stones, and then others that are legal") {
  const auto game = make_game("hex", 4, 4, SwapRule::none);
  const auto openings = match_openings(*game, 40, 3);
  REQUIRE(openings.size() == 40);
  std::map<int, int> firsts;
  for (std::size_t i = 0; i < openings.size(); ++i) {
    ++firsts[openings[i][0].cell()];
    REQUIRE(openings[i].size() == (i < 16 ? 1 : 2));
    if (i >= 16) CHECK(openings[i][0] != openings[i][1]);
    if (i == 15) CHECK(firsts.size() == 16);
  }
  CHECK(openings == match_openings(*game, 40, 3));
  CHECK(openings != match_openings(*game, 40, 4));
}

TEST_CASE("even openings are those of all that the evaluator calls even, each once") {
  const auto game = make_game("hex", 3, 3, SwapRule::none);
  // By the last stone, which it judges: a3 0.4, b2 0.9, all others 0.62.
  std::vector<float> table(9, 0.62F);
  table[game->find_move("a3")->cell()] = 0.4F;
  table[game->find_move("b2")->cell()] = 0.9F;
  const TableEvaluator evaluator(table);
  // First stones: all but b2, and with most_lead 0.11 only a3. After another first stone a3 is
  // even.
  const auto wide = even_openings(*game, evaluator, 0.2, 8, 5);
  CHECK(wide.size() == 8);
  for (const auto& opening : wide) CHECK(opening.back() != *game->find_move("b2"));
  const auto narrow = even_openings(*game, evaluator, 0.11, 1000, 5);
  CHECK(narrow.size() == 9);  // a3, and each of the 8 other stones answered by it
  CHECK(narrow.front().size() == 1);
  for (const auto& opening : narrow) CHECK(opening.back() == *game->find_move("a3"));
  CHECK(even_openings(*game, evaluator, 0.05, 10, 5).empty());
  CHECK(even_openings(*game, evaluator, 0.5, 9, 5) == match_openings(*game, 9, 5));
}

TEST_CASE("a match of fills against fewer visits of themselves comes out for them") {
  const auto game = make_game("hex", 5, 5, SwapRule::none);
  const auto tallier = std::make_shared<CpuTallier>();
  Settings strong, weak;
  strong.fills = weak.fills = 512;
  strong.memory = weak.memory = 1;
  strong.visits = 200;
  weak.visits = 2;
  MatchJob job{.game = *game,
               .make_evaluators = {fills_evaluators(tallier), fills_evaluators(tallier)},
               .settings = {strong, weak},
               .pairs = 40,
               .parallel = 20,
               .workers = 2};
  const auto mean = [&] {
    Traffic traffic;
    const std::vector<double> scores = play_match(job, {}, traffic);
    CHECK(traffic.evaluations > 40 * 2 * 10);
    REQUIRE(scores.size() == 40);
    return std::accumulate(scores.begin(), scores.end(), 0.0) / 40;
  };
  CHECK(mean() > 0.6);
  std::swap(job.settings[0], job.settings[1]);
  CHECK(mean() < 0.4);
  job.settings[0] = job.settings[1];
  CHECK(std::abs(mean() - 0.5) < 0.2);

  // One evaluator for both players, which only their settings tell apart.
  job.make_evaluators[1] = nullptr;
  job.settings = {weak, strong};
  CHECK(mean() < 0.4);
}

TEST_CASE("a match ends when it is decided") {
  const auto game = make_game("hex", 4, 4, SwapRule::none);
  Settings settings;
  settings.fills = 512;
  settings.memory = 1;
  settings.visits = 2;
  std::size_t calls = 0;
  MatchJob job{.game = *game,
               .make_evaluators = {fills_evaluators(std::make_shared<CpuTallier>()), {}},
               .settings = {settings, settings},
               .pairs = 100,
               .parallel = 6,
               .workers = 2,
               .is_decided = [&](std::span<const double> scores) {
                 CHECK(scores.size() == ++calls);
                 return scores.size() == 7;
               }};
  Traffic traffic;
  CHECK(play_match(job, {}, traffic).size() == 7);
}

TEST_CASE("the opponent has the setting that --against-set gives, and it alone") {
  // So much exploration leaves no more than the best move by the fills of the root.
  const TemporaryFolder folder;
  const std::string common =
      "match --backend cpu --evaluator fills --fills 512 --size 5 --games 80 --workers 2 ";
  const auto elo = [&](const std::string& options) {
    const Run result = run(folder, common + options);
    REQUIRE(result.code == 0);
    return nlohmann::json::parse(result.output)["elo"].get<double>();
  };
  CHECK(elo("--visits 300 --against-set exploration=100") > 0);
  CHECK(elo("--visits 300 --exploration 100 --against-set exploration=1") < 0);
}

TEST_CASE("a match of one evaluator against itself with other settings, as a line of JSON") {
  const TemporaryFolder folder;
  const Run result = run(folder,
                         "match --backend cpu --evaluator fills --fills 512 --size 4 --visits 400 "
                         "--against-set visits=2 --against-set batch=1 --games 200 --workers 2 "
                         "--parallel 16 --most-lead 0.4 --sprt 0,100");
  REQUIRE(result.code == 0);
  const auto json = nlohmann::json::parse(result.output);
  CHECK(json["elo"] > 0);
  CHECK(json["sprt"] == "elo1");
  CHECK(json["logLikelihoodRatio"] >= 2.944);
  CHECK(json["games"] < 200);
  CHECK(json["evaluations"] > 0);
  CHECK(json["seconds"] > 0);
}

TEST_CASE("bad usage of selfplay gets one line and exit code 2") {
  const TemporaryFolder folder;
  const std::string out =
      "selfplay --backend cpu --evaluator fills --out " + (folder / "out").string();
  const std::string match = "match --backend cpu --evaluator fills --visits 4";
  const std::pair<std::string, const char*> cases[] = {
      {"selfplay", "--out"},
      {out + " --sizes 11:x", "takes sides or COLUMNSxROWS with weights"},
      {out + " --sizes 40", "option '--sizes': a board's side is from 1 to 32"},
      {out + " --visits 1", "option '--visits' takes a whole number from 2 to 65535, not '1'"},
      {out + " --full-share 2", "takes a number from 0 to 1, not '2'"},
      {"match", "--against"},
      {match + " --against-set visits", "takes NAME=VALUE"},
      {match + " --against-set threads=2", "takes NAME=VALUE with one of the settings"},
      {match + " --exploration 2 --against-set visits=4 --against-set exploration=2",
       "option '--against-set' changes nothing"},
      {match + " --against-set fills=x", "option '--against-set': setting 'fills' takes"},
      {match + " --against-set visits=1", "option '--visits' must be given, from 2 on"},
      {match + " --against fills --sprt 5,5", "option '--sprt' takes ELO0,ELO1"},
      {match + " --against fills --sprt 0,5,x,0.05", "option '--sprt' takes ELO0,ELO1"},
      {"match --backend cpu --evaluator fills --against fills",
       "option '--visits' must be given, from 2 on"},
      {"match --backend cpu --evaluator fills --visits 4 --against /no/such", "option '--net'"},
      {"match --backend cpu --evaluator fills --visits 4 --against fills --games 1",
       "takes a whole number from 2"},
      {out + " --workers -1", "takes a whole number from 0 to 1024"},
  };
  for (const auto& [arguments, part] : cases) {
    const Run result = run(folder, arguments);
    CAPTURE(result.errors);
    CHECK(result.code == 2);
    CHECK(result.output.empty());
    CHECK(result.errors.find(part) != std::string::npos);
    CHECK(count_lines(result.errors) == 1);
  }
}
