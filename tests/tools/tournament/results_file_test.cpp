#include "tools/tournament/results_file.hpp"

#include <filesystem>
#include <random>
#include <string>
#include <vector>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "games/list.hpp"
#include "tests/tools/base/temporary_folder.hpp"
#include "tools/base/bad_input.hpp"

using namespace isthmus;
using namespace isthmus::tournament;

namespace {

namespace fs = std::filesystem;

Spec make_spec() {
  return parse_spec(R"({"size": 5, "games": 1000, "openings": [["a1"], ["b2", "c3"]], "swap":
    "swap-pieces", "engines": [{"name": "a", "command": "x"}, {"name": "b", "command": "y"}]})");
}

// A record with something in every field, different for each number.
GameRecord make_record(int id, const Game& game, std::size_t plies = 4) {
  GameRecord record;
  record.game = {.id = id,
                 .pair = id / 2,
                 .round = id % 3,
                 .black = id % 2,
                 .white = 1 - id % 2,
                 .opening = static_cast<std::size_t>(id % 2)};
  if (id % 5 != 0) record.winner = id % 2;
  record.reason = static_cast<Reason>(id % kReasons);
  record.detail = id % 4 == 0 ? "" : "it said 'o' \\ \"x\" " + std::to_string(id);
  std::mt19937 random(static_cast<unsigned>(id));
  Position position = game.start();
  for (std::size_t i = 0; i < plies && position.result == Result::ongoing; ++i) {
    const auto moves = game.legal_moves(position);
    const Move move = i == 1 && id % 7 == 0 ? moves.back() : moves[random() % moves.size()];
    game.play(position, move);
    record.moves.push_back(move);
    record.milliseconds.push_back(static_cast<int>(random() % 5000));
  }
  record.overhead = 0.125 * id;
  record.seconds = 1.5 + id;
  return record;
}

std::vector<GameRecord> make_records(int count, const Game& game) {
  std::vector<GameRecord> records;
  for (int id = 0; id < count; ++id) records.push_back(make_record(id, game));
  return records;
}

}  // namespace

TEST_CASE("what is stored is read back, in the order of the games") {
  const TemporaryFolder folder;
  const fs::path path = folder / kResultsFile;
  const Spec spec = make_spec();
  const auto records = make_records(50, *spec.game);
  ResultsFile::create(path, spec);
  CHECK(read_tournament(folder.path()).records.empty());
  {
    ResultsFile file(path, spec);
    for (int id = 49; id >= 0; --id) {
      file.add(records[static_cast<std::size_t>(id)]);
      // Seen by others at once.
      if (id == 40) CHECK(read_tournament(path).records.size() == 10);
    }
  }
  // Nothing but the file is left.
  for (const auto& entry : fs::directory_iterator(folder.path())) CHECK(entry.path() == path);
  const StoredTournament stored = read_tournament(path);
  CHECK(stored.records == records);
  CHECK(to_json(stored.spec) == to_json(spec));
  CHECK(stored.spec.openings == spec.openings);
  // To a line and back, too.
  for (const GameRecord& record : records) CHECK(from_line(to_line(record, spec), spec) == record);
}

TEST_CASE("a line that is no game of the tournament is refused, and it is said where") {
  const Spec spec = make_spec();
  const std::string line = to_line(make_records(1, *spec.game).front(), spec);
  const auto with = [&](const char* name, nlohmann::json value) {
    nlohmann::json changed = nlohmann::json::parse(line);
    changed[name] = std::move(value);
    return changed.dump();
  };
  const auto is_refused = [&](const std::string& text, const char* message) {
    CHECK_THROWS_WITH_AS(from_line(text, spec), doctest::Contains(message), BadInput);
  };
  from_line(with("round", 2), spec);
  is_refused("", "no JSON");
  is_refused(R"({"id": 1e999})", "no JSON");
  is_refused("[]", "/id is missing");
  is_refused("{}", "/id is missing");
  is_refused(with("id", -1), "/id");
  is_refused(with("id", 5e24), "/id");
  is_refused(with("pair", "0"), "/pair");
  is_refused(with("black", "nobody"), "/black");
  is_refused(with("openingNumber", 1000), "/openingNumber");
  is_refused(with("winner", "nobody"), "/winner");
  is_refused(with("reason", "luck"), "/reason");
  is_refused(with("detail", 7), "/detail");
  is_refused(with("moves", {"a1", "z99"}), "/moves/1");
  is_refused(with("milliseconds", {3, 1LL << 40}), "/milliseconds/1");
  is_refused(with("overhead", -0.5), "/overhead");
  is_refused(with("seconds", nullptr), "/seconds");
}

TEST_CASE("the journal may be torn anywhere: what is left is a beginning of the games") {
  const TemporaryFolder folder;
  const fs::path path = folder / kResultsFile, torn = folder / "torn.sqlite";
  const Spec spec = make_spec();
  const auto records = make_records(30, *spec.game);
  ResultsFile::create(path, spec);
  ResultsFile file(path, spec);
  for (const GameRecord& record : records) file.add(record);
  // As if the machine had stopped here, with a part of what was written on the disk.
  const std::string database = read_text(path);
  const std::string journal = read_text(path.string() + "-wal");
  REQUIRE(journal.size() > 30 * 4096);
  std::mt19937 random(1);
  std::size_t most = 0, least = records.size();
  for (int i = 0; i < 60; ++i) {
    std::string part = journal.substr(0, i == 0 ? journal.size() : random() % journal.size());
    // Sectors that were not written hold anything.
    if (i % 2 == 1) {
      for (std::size_t j = part.size() - part.size() % 512; j < part.size(); ++j) part[j] = 'x';
    }
    write_text(torn, database);
    write_text(torn.string() + "-wal", part);
    fs::remove(torn.string() + "-shm");
    const auto left = read_tournament(torn).records;
    REQUIRE(left.size() <= records.size());
    for (std::size_t j = 0; j < left.size(); ++j) REQUIRE(left[j] == records[j]);
    // And it can be gone on with.
    {
      ResultsFile again(torn, spec);
      for (std::size_t j = left.size(); j < records.size(); ++j) again.add(records[j]);
    }
    REQUIRE(read_tournament(torn).records == records);
    most = std::max(most, left.size());
    least = std::min(least, left.size());
  }
  CHECK(most == records.size());
  CHECK(least < 10);
}

TEST_CASE("what is no results file is refused in one line") {
  const TemporaryFolder folder;
  CHECK_THROWS_WITH_AS(read_tournament(folder.path()), doctest::Contains("there is no"), BadInput);
  const fs::path path = folder / kResultsFile;
  write_text(path, "not a database, but long enough to be looked at " + std::string(5000, '.'));
  CHECK_THROWS_WITH_AS(read_tournament(path), doctest::Contains("isthmus tournament has made"),
                       BadInput);
  write_text(path, "");
  CHECK_THROWS_WITH_AS(read_tournament(path), doctest::Contains("not the results"), BadInput);
  fs::remove(path);

  const Spec spec = make_spec();
  ResultsFile::create(path, spec);
  {
    ResultsFile file(path, spec);
    file.add(make_record(0, *spec.game));
  }
  const auto change = [&](const std::string& statement) {
    sqlite::Database(path, sqlite::Access::write).run(statement);
  };
  for (const auto& [column, value, message] : {std::tuple{"moves", "'a1 z9'", "no valid move"},
                                               {"reason", "'tired'", "no valid reason"},
                                               {"black", "7", "no valid player"},
                                               {"winner", "9", "no valid player"},
                                               {"opening", "2", "no valid opening"},
                                               {"milliseconds", "'1 x'", "no valid time"}}) {
    const std::string name = column;
    const std::string kept = name + "_kept";
    change("ALTER TABLE games ADD COLUMN " + kept + "; UPDATE games SET " + kept + " = " + name +
           ", " + name + " = " + value);
    CHECK_THROWS_WITH_AS(read_tournament(path), doctest::Contains(message), BadInput);
    change("UPDATE games SET " + name + " = " + kept);
  }
  CHECK(read_tournament(path).records.size() == 1);
  change("PRAGMA user_version = 2");
  CHECK_THROWS_WITH_AS(read_tournament(path), doctest::Contains("has version 2"), BadInput);
}

TEST_CASE("100,000 games are read whole") {
  const TemporaryFolder folder;
  const fs::path path = folder / kResultsFile;
  const Spec spec = make_spec();
  ResultsFile::create(path, spec);
  {
    ResultsFile file(path, spec);
    file.add(make_record(0, *spec.game, 20));
  }
  sqlite::Database(path, sqlite::Access::write).run(R"(
    WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 99999)
    INSERT INTO games SELECT n, n / 2, round, black, white, opening, winner, reason, detail, moves,
      milliseconds, overhead, seconds, ended FROM games, numbers WHERE id = 0)");
  const StoredTournament stored = read_tournament(path);
  REQUIRE(stored.records.size() == 100'000);
  CHECK(stored.records.back().game.id == 99'999);
  CHECK(stored.records.back().moves == stored.records.front().moves);
}
