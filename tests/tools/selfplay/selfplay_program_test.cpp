// The commands selfplay and match.

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <map>
#include <string>
#include <vector>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "tests/tools/base/run_program.hpp"
#include "tests/tools/base/temporary_folder.hpp"
#include "tests/tools/selfplay/selfplay_games.hpp"

using namespace isthmus;
using namespace isthmus::selfplay;

namespace {

// What plays two games by these arguments, which ask for trees on a GPU, must have them on the host
// and say why.
void check_trees_on_host(const TemporaryFolder& folder, const std::string& arguments,
                         const std::string& why) {
  CAPTURE(arguments);
  const Run played = run(folder, arguments);
  CAPTURE(played.errors);
  CHECK(played.code == 0);
  const auto line = played.errors.find("isthmus: the trees are on the host: ");
  REQUIRE(line != std::string::npos);
  CHECK(played.errors.find(why, line) != std::string::npos);
  CHECK(nlohmann::json::parse(played.output).at("games") == 2);
}

}  // namespace

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

TEST_CASE("trees that cannot be on a GPU are on the host, which a line says") {
  const TemporaryFolder folder;
  const std::string common =
      "selfplay --tree gpu --games 2 "
      "--visits 4 --cheap-visits 2 --workers 1 --out " +
      (folder / "games").string();
  const std::pair<std::string, std::string> cases[] = {
      {" --sizes 4 --backend cpu --evaluator fills --fills 512", "--backend cpu asks for it"},
      {" --sizes 4x5 --evaluator fills --fills 512", "the board is not the same for both sides"},
      {" --sizes 4 --level 3 --evaluator fills --fills 512", "they have no levels"},
      {" --sizes 4 --half-turn true --evaluator fills --fills 512",
       "they judge no position twice (half-turn)"},
  };
  for (const auto& [options, why] : cases) check_trees_on_host(folder, common + options, why);
}

TEST_CASE("trees of a match that cannot be on a GPU are on the host, which a line says") {
  const TemporaryFolder folder;
  const std::string common = "match --tree gpu --games 2 --visits 3 --workers 1 ";
  const std::string by_fills =
      "--size 4 --evaluator fills --fills 512 --against-set exploration=0.5 ";
  const std::pair<std::string, std::string> cases[] = {
      {by_fills, "no net judges for both sides"},
      {by_fills + "--backend cpu", "--backend cpu asks for it"},
      {"--size 4 --against fills --fills 512", "no net judges for both sides"},
      {"--size 4 --against-set half-turn=true", "they judge no position twice (half-turn)"},
      {"--size 3 --against-set level=3", "they have no levels"},
      {"--size 3x4 --against-set visits=4", "the board is not the same for both sides"},
  };
  for (const auto& [options, why] : cases) check_trees_on_host(folder, common + options, why);
}

TEST_CASE("games unfinished at the end of the time are gone on with by the next run") {
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
  const std::vector<GameRecord> unfinished = games_in(out / "unfinished.shard");
  CHECK(unfinished.size() <= 30);
  CHECK(unfinished.size() >= 20);
  CHECK(nlohmann::json::parse(first.output)["stoppedGames"] >= unfinished.size());
  for (const GameRecord& game : unfinished) {
    check_game(game, 96);
    CHECK(game.ending == Ending::stopped);
  }

  const Run second = run(folder, common + " --games 80");
  REQUIRE(second.code == 0);
  CHECK(!std::filesystem::exists(out / "unfinished.shard"));
  std::map<std::uint64_t, GameRecord> by_seed;
  for (const GameRecord& game : games_below(out)) {
    check_game(game, 96);
    CHECK(by_seed.emplace(game.seed, game).second);
  }
  for (const GameRecord& game : unfinished) {
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
    CHECK(contents.lost_bytes == 0);
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

TEST_CASE("the opponent has the setting that --against-set gives, and it alone") {
  // So much exploration leaves no more than the best move by the fills of the root.
  const TemporaryFolder folder;
  const std::string common =
      "match --backend cpu --evaluator fills --fills 512 --size 5 --games 40 --workers 2 ";
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
  const auto totals = nlohmann::json::parse(result.output);
  CHECK(totals["elo"] > 0);
  CHECK(totals["sprt"] == "elo1");
  CHECK(totals["logLikelihoodRatio"] >= 2.944);
  CHECK(totals["games"] < 200);
  CHECK(totals["evaluations"] > 0);
  CHECK(totals["seconds"] > 0);
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
      {out + " --tree cpu", "option '--tree' takes host or gpu, not 'cpu'"},
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
      {match + " --against fills --tree cpu", "option '--tree' takes host or gpu, not 'cpu'"},
      {match + " --against fills --sprt x,0,5", "option '--sprt' takes ELO0,ELO1"},
      {match + " --against fills --sprt 0,5,", "option '--sprt' takes ELO0,ELO1"},
      {match + " --against fills --sprt nan,5", "option '--sprt' takes ELO0,ELO1"},
      {match + " --against fills --sprt 0,5,nan,0.05", "option '--sprt' takes ELO0,ELO1"},
      {match + " --against fills --games 1", "takes a whole number from 2"},
      {match + " --against fills --games 3",
       "option '--games' takes an even number, as each opening is played twice, not '3'"},
      {match + " --against fills --games -2", "takes a whole number from 2"},
      {match + " --against fills --parallel 0", "takes a whole number from 1"},
      {match + " --against fills --workers -1", "takes a whole number from 0"},
      {match + " --against fills --exploration nan", "setting 'exploration' takes"},
      {match + " --against fills --most-lead nan",
       "option '--most-lead' takes a number from 0 to 0.5, not 'nan'"},
      {match + " --against fills --most-lead -0.1", "takes a number from 0 to 0.5, not '-0.1'"},
      {match + " --against fills --most-lead 0.6", "takes a number from 0 to 0.5, not '0.6'"},
      {out + " --games -1", "option '--games' takes a whole number from 0 to 1e12, not '-1'"},
      {out + " --games 1.5", "option '--games' takes a whole number from 0 to 1e12, not '1.5'"},
      {out + " --seconds nan", "option '--seconds' takes a number from 0 to 1000000000, not 'nan'"},
      {out + " --noise -0.5", "option '--noise' takes a number from 0 to 1, not '-0.5'"},
      {out + " --sizes 11:nan", "takes sides or COLUMNSxROWS with weights"},
      {out + " --sizes 11:-2", "takes sides or COLUMNSxROWS with weights"},
      {out + " --patience nan", "option '--patience' takes a number from 2"},
      {out + " --workers -1", "takes a whole number from 0 to 1024"},
      {out + " --rank 10000", "option '--rank' takes a whole number from 0 to 9999, not '10000'"},
      {out + " --rank 1 --mpi", "options '--rank' and '--mpi'"},
  };
  for (const auto& [arguments, part] : cases) check_is_refused(folder, arguments, part);
}
