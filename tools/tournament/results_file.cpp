#include "tools/tournament/results_file.hpp"

#include <algorithm>
#include <charconv>
#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

#include "tools/base/bad_input.hpp"
#include "tools/base/output_file.hpp"

namespace isthmus::tournament {

namespace {

namespace fs = std::filesystem;

// PRAGMA application_id: "isth". PRAGMA user_version is that of the tables.
constexpr int kApplication = 0x69737468;
constexpr int kVersion = 1;

// Engines are numbered from 0. Moves and milliseconds have spaces between them.
constexpr auto kTables = R"(
CREATE TABLE tournament (spec TEXT NOT NULL);
CREATE TABLE engines (number INTEGER PRIMARY KEY, name TEXT NOT NULL, command TEXT NOT NULL);
CREATE TABLE games (
  id INTEGER PRIMARY KEY,
  pair INTEGER NOT NULL,
  round INTEGER NOT NULL,
  black INTEGER NOT NULL REFERENCES engines,
  white INTEGER NOT NULL REFERENCES engines,
  opening INTEGER NOT NULL,
  winner INTEGER REFERENCES engines,
  reason TEXT NOT NULL,
  detail TEXT NOT NULL,
  moves TEXT NOT NULL,
  milliseconds TEXT NOT NULL,
  overhead REAL NOT NULL,
  seconds REAL NOT NULL,
  ended TEXT NOT NULL DEFAULT CURRENT_TIMESTAMP);
)";

constexpr auto kInsert = R"(
INSERT INTO games (id, pair, round, black, white, opening, winner, reason, detail, moves,
                   milliseconds, overhead, seconds)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?))";

constexpr auto kSelect = R"(
SELECT id, pair, round, black, white, opening, winner, reason, detail, moves, milliseconds,
       overhead, seconds
FROM games ORDER BY id)";

std::string move_text(const Game& game, const std::vector<Move>& moves) {
  std::string text;
  for (Move move : moves) text.append(text.empty() ? "" : " ").append(game.name(move));
  return text;
}

std::string spaced_text(const std::vector<int>& numbers) {
  std::string text;
  for (int number : numbers) text.append(text.empty() ? "" : " ").append(std::to_string(number));
  return text;
}

// Calls visit with each word of a text.
template <typename Visit>
void for_each_word(std::string_view text, const Visit& visit) {
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(' '), text.size());
    visit(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
}

// Reads rows of games, and checks them.
class RowReader {
 public:
  RowReader(const Spec& spec, const fs::path& path) : spec_(spec), path_(path) {}

  GameRecord read(const sqlite::Statement& row) const {
    GameRecord record;
    record.game.id = static_cast<int>(row.integer(0));
    record.game.pair = static_cast<int>(row.integer(1));
    record.game.round = static_cast<int>(row.integer(2));
    record.game.black = read_engine(record, row.integer(3));
    record.game.white = read_engine(record, row.integer(4));
    record.game.opening = static_cast<std::size_t>(row.integer(5));
    if (record.game.opening >= spec_.openings.size()) refuse(record, "opening");
    if (!row.is_null(6)) {
      record.winner = read_engine(record, row.integer(6));
      if (*record.winner != record.game.black && *record.winner != record.game.white) {
        refuse(record, "winner");
      }
    }
    const auto reason = find_reason(row.text(7));
    if (!reason) refuse(record, "reason");
    record.reason = *reason;
    record.detail = row.text(8);
    read_moves(record, row.text(9));
    read_numbers(record, row.text(10));
    record.overhead = row.real(11);
    record.seconds = row.real(12);
    return record;
  }

 private:
  [[noreturn]] void refuse(const GameRecord& record, const std::string& column) const {
    throw BadInput(path_.string() + ": game " + std::to_string(record.game.id) + " has no valid " +
                   column + "; delete its row, and play it again by --resume");
  }
  int read_engine(const GameRecord& record, std::int64_t number) const {
    if (number < 0 || number >= static_cast<std::int64_t>(spec_.engines.size())) {
      refuse(record, "player");
    }
    return static_cast<int>(number);
  }
  void read_moves(GameRecord& record, std::string_view text) const {
    constexpr std::size_t kUsual = 4;  // characters for a move
    record.moves.reserve(text.size() / kUsual + 1);
    for_each_word(text, [&](std::string_view word) {
      const auto move = spec_.game->find_move(word);
      if (!move) refuse(record, "move");
      record.moves.push_back(*move);
    });
  }
  void read_numbers(GameRecord& record, std::string_view text) const {
    record.milliseconds.reserve(record.moves.size());
    for_each_word(text, [&](std::string_view word) {
      int number = 0;
      const char* end = word.data() + word.size();
      const auto [rest, error] = std::from_chars(word.data(), end, number);
      if (error != std::errc{} || rest != end) refuse(record, "time");
      record.milliseconds.push_back(number);
    });
  }

  const Spec& spec_;
  const fs::path& path_;
};

// A writer that was killed leaves a journal, which only one who may write can fold in.
sqlite::Database open_to_read(const fs::path& path) {
  try {
    sqlite::Database database(path, sqlite::Access::write);
    database.number("SELECT count(*) FROM sqlite_master");
    return database;
  } catch (const sqlite::Error&) {
    return sqlite::Database(path, sqlite::Access::read);
  }
}

StoredTournament read_file(const fs::path& path) {
  sqlite::Database database = open_to_read(path);
  if (database.number("PRAGMA application_id") != kApplication) {
    throw BadInput(path.string() + " is not the results of a tournament; give a folder that " +
                   "isthmus tournament has made");
  }
  if (const auto version = database.number("PRAGMA user_version"); version != kVersion) {
    throw BadInput(path.string() + " has version " + std::to_string(version) + ", and only " +
                   std::to_string(kVersion) + " can be read; use the isthmus that wrote it");
  }
  StoredTournament stored;
  sqlite::Statement spec(database, "SELECT spec FROM tournament");
  if (!spec.step()) throw BadInput(path.string() + " has no spec; delete it");
  stored.spec = parse_spec(spec.text(0));
  spec.step();
  stored.records.reserve(static_cast<std::size_t>(database.number("SELECT count(*) FROM games")));
  sqlite::Statement games(database, kSelect);
  const RowReader reader(stored.spec, path);
  while (games.step()) stored.records.push_back(reader.read(games));
  return stored;
}

// Opens the file so that games are written as ResultsFile says.
sqlite::Database open_to_write(const fs::path& path) {
  sqlite::Database database(path, sqlite::Access::write);
  // A disk that cannot have a write-ahead log keeps the rollback journal, which is as safe.
  database.run("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL");
  return database;
}

}  // namespace

StoredTournament read_tournament(const fs::path& folder_or_file) {
  const fs::path path =
      fs::is_directory(folder_or_file) ? folder_or_file / kResultsFile : folder_or_file;
  if (!fs::exists(path)) {
    throw BadInput("there is no " + path.string() + "; give a folder that isthmus tournament " +
                   "has made");
  }
  try {
    return read_file(path);
  } catch (const sqlite::Error& error) {
    throw BadInput(std::string(error.what()) + "; give a folder that isthmus tournament has made");
  }
}

void ResultsFile::create(const fs::path& path, const Spec& spec) {
  UnfinishedFile unfinished(path);
  {
    sqlite::Database database(unfinished.path(), sqlite::Access::create);
    sqlite::Transaction transaction(database);
    database.run("PRAGMA application_id = " + std::to_string(kApplication) +
                 "; PRAGMA user_version = " + std::to_string(kVersion) + ";" + kTables);
    const std::string text = to_json(spec).dump();
    sqlite::Statement(database, "INSERT INTO tournament VALUES (?)").bind(text).step();
    sqlite::Statement insert(database, "INSERT INTO engines VALUES (?, ?, ?)");
    std::int64_t number = 0;
    for (const EngineSpec& engine : spec.engines) {
      insert.bind(number++)
          .bind(engine.name)
          .bind(engine.net.empty() ? engine.command : engine.net)
          .step();
    }
    transaction.commit();
  }
  unfinished.finish();
}

ResultsFile::ResultsFile(const fs::path& path, const Spec& spec)
    : game_(*spec.game), database_(open_to_write(path)), insert_(database_, kInsert) {}

ResultsFile::~ResultsFile() {
  try {
    database_.run("PRAGMA journal_mode = DELETE");
  } catch (const sqlite::Error&) {  // the journal stays, and is read with the file
  }
}

void ResultsFile::add_all(std::span<const GameRecord> records) {
  sqlite::Transaction transaction(database_);
  for (const GameRecord& record : records) add(record);
  transaction.commit();
}

void ResultsFile::add(const GameRecord& record) {
  const ScheduledGame& game = record.game;
  const std::string moves = move_text(game_, record.moves);
  const std::string milliseconds = spaced_text(record.milliseconds);
  insert_.bind(std::int64_t{game.id}).bind(std::int64_t{game.pair}).bind(std::int64_t{game.round});
  insert_.bind(std::int64_t{game.black}).bind(std::int64_t{game.white});
  insert_.bind(static_cast<std::int64_t>(game.opening));
  record.winner ? insert_.bind(std::int64_t{*record.winner}) : insert_.bind_null();
  insert_.bind(name(record.reason)).bind(record.detail).bind(moves).bind(milliseconds);
  insert_.bind(record.overhead).bind(record.seconds).step();
}

}  // namespace isthmus::tournament
