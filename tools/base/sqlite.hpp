#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>

struct sqlite3;
struct sqlite3_stmt;

namespace isthmus::sqlite {

// SQLite (sqlite.org, "C-language Interface Specification") with objects in place of handles, as
// far as results and books need it. One thread at a time may use a database and its statements.

// SQLite could not do what it was asked to; the message names the file and says why.
class Error : public std::runtime_error {
 public:
  Error(const std::string& message, int code) : std::runtime_error(message), code_(code) {}
  // SQLite's primary result code, such as SQLITE_BUSY.
  int code() const { return code_; }
  // Whether another program held the file for too long.
  bool is_busy() const;

 private:
  int code_;
};

// What may be done with the file; `create` is `write`, and makes it where there is none.
enum class Access : std::uint8_t { read, write, create };

// A connection to a database file. It is closed with the object. All that may fail throws Error.
class Database {
 public:
  // Opens a regular file, into which only the first statement looks: one that is no database is
  // found then. Statements wait up to ten seconds for others that hold it, and then fail with
  // SQLITE_BUSY.
  Database(const std::filesystem::path& path, Access access);

  // Runs one statement or several, with semicolons between them, and drops their rows. Those before
  // one that fails stay done, unless they are in a transaction.
  void run(const std::string& statements);
  // The number in the first column and row of a query's answer; 0 where there is none.
  std::int64_t number(const std::string& query);
  // The file, as it was given.
  const std::filesystem::path& path() const { return path_; }

 private:
  friend class Statement;
  struct Close {
    void operator()(sqlite3* handle) const;
  };
  [[noreturn]] void fail() const;

  std::filesystem::path path_;
  std::unique_ptr<sqlite3, Close> handle_;
};

// A prepared statement, which may be run again and again. The database must outlive it.
class Statement {
 public:
  // One statement of SQL, with a question mark for each parameter. Throws Error where it is not
  // good, or names what the database lacks.
  Statement(Database& database, std::string_view text);

  // Give the parameters of the next run, in their order, and return the statement; one that is not
  // given keeps its value of the last run, or is null. A text, in UTF-8, must live until that run
  // has begun.
  Statement& bind(std::int64_t number);
  Statement& bind(double number);
  Statement& bind(std::string_view text);
  Statement& bind_null();

  // Begins a run, or goes on to the next row; returns whether there is one. After the last the
  // statement is ready for its next run; after an Error it is of no more use.
  bool step();
  // Columns of the row, from 0, after a step() that returned true. What has another type is
  // converted as SQLite does: null is 0 or an empty text. Texts live until the next step.
  bool is_null(int column) const;
  std::int64_t integer(int column) const;
  double real(int column) const;
  std::string_view text(int column) const;

 private:
  void check(int code) const;
  struct Finalize {
    void operator()(sqlite3_stmt* handle) const;
  };

  Database& database_;
  std::unique_ptr<sqlite3_stmt, Finalize> handle_;
  int bound_ = 0;
};

// A transaction: what is written while it lives is there as a whole after commit(), or not at all.
class Transaction {
 public:
  // Throws Error where one is open already.
  explicit Transaction(Database& database) : database_(database) { database_.run("BEGIN"); }
  // Takes all back that was not committed.
  ~Transaction();
  Transaction(const Transaction&) = delete;
  Transaction& operator=(const Transaction&) = delete;

  // Once at most. Throws Error where the file cannot be written; all is taken back then.
  void commit();

 private:
  Database& database_;
  bool open_ = true;
};

}  // namespace isthmus::sqlite
