#include "tools/book/book_file.hpp"

#include <limits>
#include <stdexcept>

#include <sqlite3.h>

#include "games/list.hpp"
#include "tools/base/bad_input.hpp"
#include "tools/base/output_file.hpp"

namespace isthmus::book {

namespace {

namespace fs = std::filesystem;

// PRAGMA application_id: "isbk". PRAGMA user_version is that of the tables.
constexpr int kApplication = 0x6973626b;
constexpr int kVersion = 3;

constexpr auto kTables = R"(
CREATE TABLE book (game TEXT NOT NULL, rows INTEGER NOT NULL, columns INTEGER NOT NULL,
                   plies INTEGER NOT NULL);
CREATE TABLE games (digest INTEGER PRIMARY KEY);
CREATE TABLE moves (
  position TEXT NOT NULL,
  move TEXT NOT NULL,
  games INTEGER NOT NULL,
  points REAL NOT NULL,
  visits INTEGER NOT NULL,
  value REAL NOT NULL,
  PRIMARY KEY (position, move)) WITHOUT ROWID;
)";

// Tables of proofs, to be created; in memory where `temporary` is "TEMP".
std::string proof_tables(const std::string& temporary) {
  std::string text;
  for (const char* const table : {"proofs", "unchecked_proofs"}) {
    text += "CREATE " + temporary + " TABLE IF NOT EXISTS " + table +
            " (position TEXT PRIMARY KEY, proof TEXT NOT NULL) WITHOUT ROWID;";
  }
  return text;
}

std::string set_version() { return "PRAGMA user_version = " + std::to_string(kVersion) + ";"; }

// Gives a book of an earlier version the tables that it lacks; one that may not be written to has
// them in memory. Where the proofs that it has may be wrong they become unchecked ones.
void update(sqlite::Database& database, bool trusts_proofs) {
  const auto set_aside = [&](const std::string& schema) {
    database.run("INSERT INTO unchecked_proofs SELECT * FROM " + schema + ".proofs;");
  };
  const bool has_proofs = database.number("PRAGMA user_version") == 2;
  try {
    sqlite::Transaction transaction(database);
    database.run(proof_tables("") + set_version());
    if (has_proofs && !trusts_proofs) {
      set_aside("main");
      database.run("DELETE FROM proofs;");
    }
    transaction.commit();
  } catch (const sqlite::Error& error) {
    if (error.code() != SQLITE_READONLY) throw;
    database.run(proof_tables("TEMP"));  // before those of the same names in the file
    if (!has_proofs) return;
    if (trusts_proofs) {
      database.run("INSERT INTO temp.proofs SELECT * FROM main.proofs;");
    } else {
      set_aside("main");
    }
  }
}

int small_number(const sqlite::Statement& row, int column) {
  const std::int64_t number = row.integer(column);
  if (number < 0 || number > std::numeric_limits<std::uint16_t>::max()) return -1;
  return static_cast<int>(number);
}

void read_facts(sqlite::Database& database, BookFacts& facts) {
  const std::string name = database.path().string();
  if (database.number("PRAGMA application_id") != kApplication) {
    throw BadInput(name + " is no book; make one with isthmus book");
  }
  const auto version = database.number("PRAGMA user_version");
  if (version < 1 || version > kVersion) {
    throw BadInput(name + " is a book of version " + std::to_string(version) + ", and only up to " +
                   std::to_string(kVersion) + " can be read; use the isthmus that made it");
  }
  sqlite::Statement row(database, "SELECT game, rows, columns, plies FROM book");
  if (!row.step()) throw BadInput(name + " is a book of no game; make another");
  facts.game = row.text(0);
  facts.rows = small_number(row, 1);
  facts.columns = small_number(row, 2);
  facts.plies = small_number(row, 3);
  row.step();
  try {
    const auto game = make_game(facts);
    if (version < kVersion) update(database, game->theory() == nullptr);
  } catch (const std::invalid_argument& error) {
    throw BadInput(name + " is damaged: " + error.what());
  }
}

}  // namespace

void create_book(const fs::path& path, const BookFacts& facts) {
  sqlite::Database database(path, sqlite::Access::create);
  sqlite::Transaction transaction(database);
  database.run("PRAGMA application_id = " + std::to_string(kApplication) + ";" + set_version() +
               kTables + proof_tables(""));
  sqlite::Statement insert(database, "INSERT INTO book VALUES (?, ?, ?, ?)");
  insert.bind(facts.game).bind(std::int64_t{facts.rows}).bind(std::int64_t{facts.columns});
  insert.bind(std::int64_t{facts.plies}).step();
  transaction.commit();
}

void create_missing_book(const fs::path& path, const BookFacts& facts) {
  if (fs::exists(path)) return;
  // A link, unlike a new name, takes no other file's place.
  const UnfinishedFile fresh(path);
  create_book(fresh.path(), facts);
  std::error_code error;
  fs::create_hard_link(fresh.path(), path, error);
  if (error && !fs::exists(path)) fail_to_write(path, error.value());
}

Counts& Counts::operator+=(const Counts& other) {
  games += other.games;
  points += other.points;
  visits += other.visits;
  value += other.value;
  return *this;
}

bool is_book(const fs::path& path) {
  try {
    sqlite::Database database(path, sqlite::Access::read);
    return database.number("PRAGMA application_id") == kApplication;
  } catch (const sqlite::Error&) {
    return false;
  }
}

sqlite::Database open_book(const fs::path& path, BookFacts& facts) {
  try {
    // For writing where that is allowed: else the journal of a writer that was killed could not be
    // rolled back.
    sqlite::Database database(path, sqlite::Access::write);
    read_facts(database, facts);
    return database;
  } catch (const sqlite::Error& error) {
    if (error.is_busy()) throw;
    throw BadInput(std::string(error.what()) + "; give a book made with isthmus book");
  }
}

std::shared_ptr<const Game> make_game(const BookFacts& facts) {
  return isthmus::make_game(facts.game, facts.rows, facts.columns, SwapRule::none);
}

}  // namespace isthmus::book
