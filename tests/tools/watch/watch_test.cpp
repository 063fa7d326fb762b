#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "games/list.hpp"
#include "tests/tools/base/temporary_folder.hpp"
#include "tools/base/bad_input.hpp"
#include "tools/selfplay/shards.hpp"
#include "tools/tournament/results_file.hpp"
#include "tools/watch/watch_action.hpp"

using namespace isthmus;
using Json = nlohmann::json;

namespace {

Json ask(const ServiceAction& action, const Json& request = Json::object()) {
  JsonFields fields{JsonField(request)};
  ActionRun run;
  return action.answer(fields, run);
}

// The answer when it comes to report `games` games: on a machine that is busy not at once.
Json comes_to(const ServiceAction& action, std::size_t games) {
  Json answer;
  for (int i = 0; i < 120 && answer["games"].size() != games; ++i) answer = ask(action);
  return answer;
}

Move move(const Game& game, const std::string& name) { return game.find_move(name).value(); }

// A tournament of two engines that has no games yet, with its results in that file.
tournament::Spec new_tournament(const std::filesystem::path& path) {
  const tournament::Spec spec = tournament::parse_spec(
      R"({"game": "hex", "size": 3, "games": 4, "openings": [["b2"]],
          "engines": [{"name": "strong", "command": "true"}, {"name": "weak", "command": "true"}]})");
  tournament::ResultsFile::create(path, spec);
  return spec;
}

// Game `id` of a pair, which `winner` won by resignation.
tournament::GameRecord played(const Game& game, int id, int black, int winner) {
  tournament::GameRecord record;
  record.game = {.id = id, .pair = id / 2, .black = black, .white = 1 - black};
  record.winner = winner;
  record.reason = tournament::Reason::resignation;
  record.moves = {move(game, "b2"), move(game, "c1")};
  record.milliseconds = {1, 2};
  return record;
}

selfplay::GameRecord self_played(Result result, std::uint64_t seed) {
  selfplay::GameRecord record;
  record.game = "havannah";
  record.rows = record.columns = 5;
  record.result = result;
  record.ending = selfplay::Ending::resignation;
  record.seed = seed;
  // The middle of side 3, which is in row 3, column 3 of its rectangle.
  record.moves.resize(1);
  record.moves[0].cell = 12;
  return record;
}

}  // namespace

TEST_CASE("a tournament is reported as it stands, also while it is in play") {
  const TemporaryFolder folder;
  const auto path = folder.path() / tournament::kResultsFile;
  const tournament::Spec spec = new_tournament(path);
  tournament::ResultsFile file(path, spec);
  file.add(played(*spec.game, 0, 0, 0));
  file.add(played(*spec.game, 1, 1, 0));
  const ServiceAction action = watch_action(folder.path());
  CHECK(action.name == "query_tournament");
  Json answer = ask(action);
  CHECK(answer["kind"] == "tournament");
  const Json& engines = answer["standings"]["engines"];
  REQUIRE(engines.size() == 2);
  CHECK(engines[0]["name"] == "strong");
  CHECK(engines[0]["won"] == 2);
  CHECK(engines[1]["lost"] == 2);
  CHECK(engines[0]["rating"] > engines[1]["rating"]);
  CHECK(engines[0]["ratingError"] > 0);
  REQUIRE(answer["games"].size() == 2);
  // The last one first: the weak one began, with b2, and lost.
  CHECK(answer["games"][0]["id"] == 1);
  CHECK(answer["games"][0]["ending"] == "resignation");
  CHECK(answer["games"][0]["stones"] == "..W.B....");
  CHECK(answer["games"][0]["lastMove"] == "c1");
  CHECK(answer["games"][0]["game"]["blackName"] == "weak");
  CHECK(answer["games"][0]["game"]["result"] == "W+R");
  CHECK(answer["games"][1]["game"]["result"] == "B+R");

  file.add(played(*spec.game, 2, 0, 1));
  comes_to(action, 3);
  answer = ask(action, {{"maxGames", 1}});
  CHECK(answer["standings"]["games"] == 3);
  CHECK(answer["standings"]["engines"][1]["won"] == 1);
  REQUIRE(answer["games"].size() == 1);
  CHECK(answer["games"][0]["id"] == 2);
  CHECK_THROWS_AS(ask(action, {{"maxGames", 101}}), QueryError);
}

TEST_CASE("self-play is reported by its totals and last games") {
  const TemporaryFolder folder;
  selfplay::ShardWriter writer(folder.path(), 1000);
  for (std::uint64_t i = 0; i < 5; ++i) {
    writer.add(self_played(i < 3 ? Result::black : Result::white, i));
  }
  const ServiceAction action = watch_action(folder.path());
  Json answer = ask(action, {{"maxGames", 2}});
  CHECK(answer["kind"] == "selfplay");
  CHECK(answer["totals"] ==
        Json::parse(R"({"games": 5, "blackWins": 3, "whiteWins": 2, "draws": 0, "moves": 5})"));
  REQUIRE(answer["games"].size() == 2);
  CHECK(answer["games"][0]["id"] == 4);
  CHECK(answer["games"][1]["id"] == 3);
  CHECK(answer["games"][0]["game"]["game"] == "havannah");
  CHECK(answer["games"][0]["game"]["boardXSize"] == 3);
  CHECK(answer["games"][0]["game"]["result"] == "W+R");
  CHECK(answer["games"][0]["stones"] == "............B............");
  writer.add(self_played(Result::draw, 9));
  answer = comes_to(action, 6);
  CHECK(answer["totals"]["draws"] == 1);
  CHECK(answer["games"].size() == 6);
  CHECK(answer["games"][0]["game"]["result"] == "0");
}

TEST_CASE("what is no shard costs no game, and clients do not learn where it lies") {
  const TemporaryFolder folder;
  selfplay::ShardWriter writer(folder.path(), 1000);
  writer.add(self_played(Result::black, 1));
  const ServiceAction action = watch_action(folder.path());
  CHECK(ask(action)["games"].size() == 1);
  std::ofstream(folder.path() / "games-00007.shard") << "junk";
  std::ofstream(folder.path() / "games-00008.shard");
  std::filesystem::resize_file(folder.path() / "games-00008.shard", 1 << 20);
  std::filesystem::create_directory(folder.path() / "games-00009.shard");
  writer.add(self_played(Result::white, 2));
  const Json answer = comes_to(action, 2);
  CHECK(answer["games"][0]["game"]["result"] == "W+R");
  CHECK(answer["totals"]["games"] == 2);
  CHECK(answer["totals"]["unreadableFiles"] >= 2);
  CHECK(answer.dump().find(folder.path().string()) == std::string::npos);
}

TEST_CASE("a tournament whose file is lost is reported as it was") {
  const TemporaryFolder folder;
  const auto path = folder.path() / tournament::kResultsFile;
  const tournament::Spec spec = new_tournament(path);
  {
    tournament::ResultsFile file(path, spec);
    file.add(played(*spec.game, 0, 0, 0));
  }
  const ServiceAction action = watch_action(folder.path());
  CHECK(ask(action)["games"].size() == 1);
  std::ofstream(path) << "junk";
  CHECK(ask(action)["games"].size() == 1);
  std::filesystem::remove(path);
  CHECK(ask(action)["games"].size() == 1);
}

TEST_CASE("a folder of neither is refused at once") {
  const TemporaryFolder folder;
  std::ofstream(folder.path() / "notes.txt") << "no games";
  CHECK_THROWS_AS(watch_action(folder.path()), BadInput);
  CHECK_THROWS_AS(watch_action(folder.path() / "notes.txt"), BadInput);
}

TEST_CASE("a folder that is empty or not there is waited for") {
  const TemporaryFolder folder;
  const auto later = folder.path() / "later";
  const ServiceAction empty = watch_action(folder.path());
  const ServiceAction none = watch_action(later);
  const Json nothing{{"kind", "nothing"}, {"games", Json::array()}};
  CHECK(ask(empty) == nothing);
  CHECK(ask(none) == nothing);
  std::filesystem::create_directory(later);
  CHECK(ask(none) == nothing);
  const auto spec = tournament::parse_spec(
      R"({"game": "hex", "size": 3, "games": 4, "openings": [["b2"]],
          "engines": [{"name": "strong", "command": "true"}, {"name": "weak", "command": "true"}]})");
  const auto path = later / tournament::kResultsFile;
  tournament::ResultsFile::create(path, spec);
  tournament::ResultsFile file(path, spec);
  file.add(played(*spec.game, 0, 0, 0));
  CHECK(comes_to(none, 1)["kind"] == "tournament");
}
