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

// SQLite could not do what it was asked to; the message names the file and says why.
class Error : public std::runtime_error {
 public:
  Error(const std::string& message, int code) : std::runtime_error(message), code_(code) {}
  // SQLite's primary result code, such as SQLITE_BUSY.
  int code() const { return code_; }

 private:
  int code_;
};

enum class Access : std::uint8_t { read, write, create };

// A connection to a database file. It is closed with the object. All that may fail throws Error.
class Database {
 public:
  // Waits up to ten seconds for others that hold the file. `create` makes it where there is none.
  Database(const std::filesystem::path& path, Access access);

  // Runs one statement or several, with semicolons between them, and drops their rows.
  void run(const std::string& statements);
  // The number in the first column and row of a query's answer; 0 where there is none.
  std::int64_t number(const std::string& query);
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
  Statement(Database& database, std::string_view text);

  // Give the parameters of the next run, in their order. The text must live until that has begun.
  Statement& bind(std::int64_t number);
  Statement& bind(double number);
  Statement& bind(std::string_view text);
  Statement& bind_null();

  // Goes on to the next row; returns whether there is one. After the last the statement is ready
  // for its next run.
  bool step();
  // Columns of the row, from 0. Texts live until the next step.
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
  explicit Transaction(Database& database) : database_(database) { database_.run("BEGIN"); }
  ~Transaction();
  Transaction(const Transaction&) = delete;
  Transaction& operator=(const Transaction&) = delete;

  void commit();

 private:
  Database& database_;
  bool open_ = true;
};

}  // namespace isthmus::sqlite
