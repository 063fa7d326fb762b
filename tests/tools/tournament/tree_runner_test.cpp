#include "tools/tournament/tree_runner.hpp"

#include <algorithm>
#include <cstddef>
#include <memory>
#include <optional>
#include <stdexcept>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "engine/game/record.hpp"
#include "engine/net/net.hpp"
#include "engine/search/search.hpp"
#include "gpu/tree/cpu_tree_games.hpp"
#include "tests/support/hash_net.hpp"
#include "tests/support/net_bytes.hpp"
#include "tests/tools/base/run_program.hpp"
#include "tests/tools/base/temporary_folder.hpp"
#include "tests/tools/selfplay/tree_evaluator.hpp"
#include "tests/tools/tournament/tournaments.hpp"
#include "tools/tournament/proven.hpp"
#include "tools/tournament/results_file.hpp"

using namespace isthmus;
using namespace isthmus::tournament;

namespace {

// A spec of nets that make this many visits: of these files, or all of one.
std::string net_spec(const std::string& fields, const std::vector<int>& visits,
                     const std::vector<std::string>& files = {}) {
  std::string spec = "{" + fields + ", \"engines\": [";
  for (std::size_t i = 0; i < visits.size(); ++i) {
    const nlohmann::json engine = {{"name", std::to_string(visits[i])},
                                   {"net", files.empty() ? "small" : files[i]},
                                   {"threads", 0},
                                   {"time", {{"visits", visits[i]}}}};
    spec += (i == 0 ? "" : ", ") + engine.dump();
  }
  return spec + "]}";
}

// The games by trees of these nets, by their ids; `devices` stands for as many GPUs.
std::vector<GameRecord> play_by(const std::vector<const NetRunner*>& nets, const Spec& spec,
                                int devices, int parallel) {
  Scheduler scheduler(spec);
  std::vector<GameRecord> records;
  const MakeEngineTrees make = [&](std::size_t engine, int slots) {
    return std::make_unique<CpuTreeGames>(*spec.game, *nets[engine],
                                          engine_tree_settings(spec, engine), slots);
  };
  const std::vector<MakeEngineTrees> of_devices(static_cast<std::size_t>(devices), make);
  play_games_on_trees(spec, scheduler, of_devices, parallel, {},
                      [&](const std::vector<GameRecord>& ended) {
                        CHECK(!ended.empty());
                        records.insert(records.end(), ended.begin(), ended.end());
                      });
  CHECK(scheduler.is_done());
  std::sort(records.begin(), records.end(),
            [](const GameRecord& a, const GameRecord& b) { return a.game < b.game; });
  return records;
}

// What does not depend on how long anything took.
struct Outcome {
  ScheduledGame game;
  std::optional<int> winner;
  Reason reason;
  std::vector<Move> moves;

  friend bool operator==(const Outcome&, const Outcome&) = default;
};

std::vector<Outcome> outcomes(const std::vector<GameRecord>& records) {
  std::vector<Outcome> made;
  for (const GameRecord& record : records) {
    made.push_back({record.game, record.winner, record.reason, record.moves});
  }
  return made;
}

// Games of made-up nets, in which little is alike.
std::vector<GameRecord> play_made_up(const Spec& spec, int devices, int parallel) {
  const test::HashNet net;
  return play_by(std::vector<const NetRunner*>(spec.engines.size(), &net), spec, devices, parallel);
}

// The moves of a game whose players' searches are on the host.
std::vector<Move> moves_on_host(const std::vector<const NetRunner*>& nets, const Spec& spec,
                                const ScheduledGame& scheduled) {
  const Game& game = *spec.game;
  const int players[] = {scheduled.black, scheduled.white};
  std::vector<std::unique_ptr<test::TreeEvaluator>> evaluators;
  std::vector<std::unique_ptr<Search>> searches;
  std::vector<Settings> settings(2);
  for (std::size_t i = 0; i < 2; ++i) {
    const auto player = static_cast<std::size_t>(players[i]);
    settings[i].visits = spec.time_of(player).visits;
    settings[i].memory = 1;
    settings[i].reuse_tree = false;
    settings[i].root_views = 1;
    settings[i].solver_share = 0;
    evaluators.push_back(
        std::make_unique<test::TreeEvaluator>(game, *nets[player], settings[i].net_temperature));
    searches.push_back(std::make_unique<Search>(game, *evaluators[i], settings[i]));
  }
  Position position = game.start();
  std::vector<Turn> turns;
  std::vector<Move> moves;
  const auto play = [&](Move move) {
    turns.push_back({position.to_move, move});
    moves.push_back(move);
    game.play(position, move);
  };
  for (const Move move : spec.openings[scheduled.opening]) play(move);
  const Adjudication& rules = spec.adjudication;
  while (position.result == Result::ongoing) {
    const auto mover = static_cast<std::size_t>(index(position.to_move));
    searches[mover]->set_root(game.start(), turns);
    searches[mover]->begin({.visits = settings[mover].visits}, {}, 1);
    for (auto asked = searches[mover]->gather(); !asked.empty();
         asked = searches[mover]->gather()) {
      std::vector<Evaluation> answers(asked.size());
      evaluators[mover]->evaluate(asked, answers);
      searches[mover]->back_up(answers);
    }
    play(searches[mover]->report().moves.front().move);
    if (rules.proven && proven_winner(game, position)) break;
    if (rules.max_moves > 0 && static_cast<int>(moves.size()) == rules.max_moves) break;
  }
  return moves;
}

}  // namespace

TEST_CASE("a tournament by trees has the games that searches on the host play, move by move") {
  for (
      const std::string rules :
      {R"("size": 5, "games": 6, "openings": "all-1ply")",
       R"("size": 6, "games": 2, "adjudicate": {"proven": true, "mostMoves": 14})",
       R"("game": "gonnect", "size": 4, "games": 6, "openings": [["a1"], ["b2"], ["c1", "d2"]])"}) {
    CAPTURE(rules);
    const Spec spec = parse_spec(net_spec(rules, {9, 30, 17}));
    const test::HashNet net;
    const test::OppositeNet opposite;
    const std::vector<const NetRunner*> nets{&net, &opposite, &net};
    const auto records = play_by(nets, spec, 1, 8);
    CHECK(records.size() == 3 * static_cast<std::size_t>(spec.games));
    for (const GameRecord& record : records) {
      CHECK(record.moves == moves_on_host(nets, spec, record.game));
    }
  }
}

TEST_CASE("every game of a format is played by trees, on however many devices") {
  for (const std::string format : {"round-robin", "gauntlet", "swiss", "knockout"}) {
    CAPTURE(format);
    const Spec spec = parse_spec(
        net_spec(R"("size": 4, "games": 6, "openings": "all-1ply", "format": ")" + format + "\"",
                 {3, 5, 8, 13, 21}));
    const auto expected = play_made_up(spec, 1, 1);
    // Ten pairs of engines, four, two of each of three rounds, and four matches or more.
    const std::size_t matches = format == "round-robin" ? 10 : format == "swiss" ? 6 : 4;
    if (format == "knockout") CHECK(expected.size() >= 6 * matches);
    if (format != "knockout") CHECK(expected.size() == 6 * matches);
    for (const GameRecord& record : expected) {
      CHECK(record.milliseconds.size() == record.moves.size());
      Position position = spec.game->start();
      for (const Move move : record.moves) {
        REQUIRE(spec.game->is_legal(position, move));
        spec.game->play(position, move);
      }
      const bool black_won = position.result == Result::black;
      CHECK((black_won || position.result == Result::white));
      CHECK(record.winner == (black_won ? record.game.black : record.game.white));
    }
    for (const int devices : {1, 3}) {
      CHECK(outcomes(play_made_up(spec, devices, 12)) == outcomes(expected));
    }
  }
}

TEST_CASE("games by trees are adjudicated") {
  const Spec spec = parse_spec(net_spec(
      R"("size": 7, "games": 20, "openings": {"from": "all-1ply"},
         "adjudicate": {"proven": true, "mostMoves": 29})",
      {4, 6}));
  std::size_t proven = 0, drawn = 0;
  for (const GameRecord& record : play_made_up(spec, 1, 20)) {
    CHECK(record.moves.size() <= 29);
    if (record.reason == Reason::proven) ++proven;
    if (record.reason == Reason::move_limit) {
      ++drawn;
      CHECK(!record.winner);
      CHECK(record.moves.size() == 29);
    } else {
      CHECK(record.winner);
    }
  }
  CHECK(proven > 0);
  CHECK(drawn > 0);
}

TEST_CASE("a test that is decided ends games by trees, and what cannot be written the run") {
  Spec spec = parse_spec(net_spec(
      R"("size": 4, "games": 400, "openings": "all-1ply", "sprt": {"elo0": 0, "elo1": 300})",
      {2, 60}));
  CHECK(play_made_up(spec, 2, 8).size() < 400);

  const test::HashNet net;
  Scheduler scheduler(spec);
  const std::vector<MakeEngineTrees> devices(2, [&](std::size_t engine, int slots) {
    return std::make_unique<CpuTreeGames>(*spec.game, net, engine_tree_settings(spec, engine),
                                          slots);
  });
  int written = 0;
  const auto write = [&](const std::vector<GameRecord>&) {
    ++written;
    throw std::runtime_error("no space");
  };
  CHECK_THROWS_WITH(play_games_on_trees(spec, scheduler, devices, 8, {}, write), "no space");
  CHECK(written == 1);

  std::stop_source stopped;
  stopped.request_stop();
  Scheduler another(spec);
  play_games_on_trees(spec, another, devices, 8, stopped.get_token(), write);
  CHECK(written == 1);
}

TEST_CASE("what trees cannot play of a tournament is named") {
  const auto why = [](const std::string& fields, const std::string& engines) {
    return tree_obstacle(
        parse_spec("{\"games\": 2, " + fields + "\"engines\": [" + engines + "]}"));
  };
  const std::string visits = R"("time": {"visits": 20}, )";
  const std::string nets =
      R"({"name": "a", "net": "a.net"}, {"name": "b", "net": "b.net", "time": {"visits": 40}})";
  CHECK(why(visits, nets) == "");
  CHECK(why("", nets) == "engine 'a' has no number of visits");
  CHECK(why(R"("time": {"visits": 65536}, )", nets) == "they make no more than 65535 visits");
  CHECK(why(R"("time": {"visits": 1}, )", nets) == "they make two visits or more");
  CHECK(why(visits + "\"ponder\": true, ", nets) == "engines are to ponder");
  CHECK(why(visits + R"("adjudicate": {"resignBelow": 0.1}, )", nets) ==
        "they say nothing of chances (resignBelow)");
  CHECK(why(visits + R"("swap": "swap-sides", )", nets) != "");
  CHECK(why(visits + R"("size": "4x5", )", nets) != "");
  CHECK(why(visits, R"({"name": "a", "net": "a.net"}, {"name": "b", "command": "x"})") ==
        "engine 'b' is no net");
  CHECK(why(visits, R"({"name": "a", "net": "a.net", "initial": ["x"]}, )" + nets.substr(31)) ==
        "engine 'a' is sent GTP commands");
}

TEST_CASE("a net is an engine on the host too") {
  const TemporaryFolder folder;
  const std::string a = (folder / "a.net").string(), b = (folder / "b's.net").string();
  write_text(a, test::net_bytes(random_net("hex", 2, 32, 1)));
  write_text(b, test::net_bytes(random_net("hex", 2, 32, 2)));
  std::vector<std::vector<Move>> games[3];
  const std::vector<std::string> files[] = {{a, b}, {b, a}, {a, a}};
  for (std::size_t i = 0; i < 3; ++i) {
    const auto spec = folder / "spec.json", out = folder / std::to_string(i);
    // Two engines with the same visits have two names.
    std::string text = net_spec(R"("size": 5, "games": 2)", {9, 9}, files[i]);
    text.replace(text.rfind("\"9\""), 3, "\"other\"");
    write_text(spec, text);
    const Run result =
        run(folder, "tournament " + spec.string() + " --quiet --out " + out.string());
    CAPTURE(result.errors);
    REQUIRE(result.code == 0);
    for (const GameRecord& record : read_tournament(out).records) {
      CHECK(record.reason == Reason::rules);
      games[i].push_back(record.moves);
    }
    REQUIRE(games[i].size() == 2);
  }
  // The colours are exchanged, and with the nets as well everything is.
  CHECK(games[0][0] == games[1][1]);
  CHECK(games[0][1] == games[1][0]);
  CHECK(games[2][0] == games[2][1]);
  CHECK(games[0][0] != games[0][1]);
}

TEST_CASE("a tournament whose trees cannot be on a GPU is on the host, which a line says") {
  const TemporaryFolder folder;
  const auto file = folder / "spec.json", out = folder / "out";
  const std::string arguments =
      "tournament " + file.string() + " --tree gpu --backend cpu --quiet --out " + out.string();
  write_text(file, net_spec(R"("size": 4, "games": 2)", {4, 6}));
  const Run result = run(folder, arguments);
  CHECK(result.code == 0);
  CHECK(result.errors == "isthmus: the trees are on the host: --backend cpu asks for it\n");
  CHECK(read_tournament(out).records.size() == 2);

  write_text(file, R"({"games": 2, "engines": [{"name": "a", "net": "small"},
                                               {"name": "b", "net": "/no/such"}]})");
  check_is_refused(folder, arguments, "/engines/1/net: ");
  const auto net = folder / "hex.net";
  write_text(net, test::net_bytes(random_net("hex", 2, 32, 1)));
  write_text(file, R"({"games": 2, "game": "y", "engines": [{"name": "a", "net": "small"},
                                                            {"name": "b", "net": ")" +
                       net.string() + "\"}]}");
  check_is_refused(folder, arguments, "is a net of hex");
}
