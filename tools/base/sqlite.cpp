#include "tools/base/sqlite.hpp"

#include <cerrno>
#include <cstring>

#include <sqlite3.h>

namespace isthmus::sqlite {

namespace {

namespace fs = std::filesystem;

constexpr int kTimeout = 10'000;  // milliseconds

int flags_of(Access access) {
  switch (access) {
    case Access::read:
      return SQLITE_OPEN_READONLY;
    case Access::write:
      return SQLITE_OPEN_READWRITE;
    case Access::create:
      break;
  }
  return SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE;
}

}  // namespace

bool Error::is_busy() const { return code_ == SQLITE_BUSY; }

void Database::Close::operator()(sqlite3* handle) const { sqlite3_close(handle); }
void Statement::Finalize::operator()(sqlite3_stmt* handle) const { sqlite3_finalize(handle); }

Database::Database(const std::filesystem::path& path, Access access) : path_(path) {
  std::error_code error;
  if (fs::exists(path, error) && !fs::is_regular_file(path, error)) {
    // Some of these SQLite would read and write.
    throw Error(path.string() + " is no regular file", SQLITE_CANTOPEN);
  }
  sqlite3* handle = nullptr;
  const int code = sqlite3_open_v2(path.c_str(), &handle, flags_of(access), nullptr);
  handle_.reset(handle);  // there even where it failed, to say why
  if (code != SQLITE_OK) fail();
  sqlite3_busy_timeout(handle, kTimeout);
}

void Database::run(const std::string& statements) {
  if (sqlite3_exec(handle_.get(), statements.c_str(), nullptr, nullptr, nullptr) != SQLITE_OK) {
    fail();
  }
}

std::int64_t Database::number(const std::string& query) {
  Statement statement(*this, query);
  return statement.step() ? statement.integer(0) : 0;
}

void Database::fail() const {
  const int last_error = errno;
  const int code = sqlite3_errcode(handle_.get());
  std::string message = path_.string() + ": " + sqlite3_errmsg(handle_.get());
  // SQLite does not keep the reason for which a commit failed.
  const int kept = sqlite3_system_errno(handle_.get());
  const int system = kept != 0 ? kept : last_error;
  if ((code == SQLITE_IOERR || code == SQLITE_CANTOPEN || code == SQLITE_FULL) && system != 0) {
    message += std::string(" (") + std::strerror(system) + ")";
  }
  const bool is_full = system == ENOSPC || system == EDQUOT || system == EFBIG;
  if (code == SQLITE_FULL || (code == SQLITE_IOERR && is_full)) message += "; make room there";
  throw Error(message, code);
}

Statement::Statement(Database& database, std::string_view text) : database_(database) {
  sqlite3_stmt* handle = nullptr;
  check(sqlite3_prepare_v2(database.handle_.get(), text.data(), static_cast<int>(text.size()),
                           &handle, nullptr));
  handle_.reset(handle);
}

Statement& Statement::bind(std::int64_t number) {
  check(sqlite3_bind_int64(handle_.get(), ++bound_, number));
  return *this;
}

Statement& Statement::bind(double number) {
  check(sqlite3_bind_double(handle_.get(), ++bound_, number));
  return *this;
}

Statement& Statement::bind(std::string_view text) {
  // A null pointer would be NULL, not the empty text.
  const char* begin = text.data() == nullptr ? "" : text.data();
  check(
      sqlite3_bind_text64(handle_.get(), ++bound_, begin, text.size(), SQLITE_STATIC, SQLITE_UTF8));
  return *this;
}

Statement& Statement::bind_null() {
  check(sqlite3_bind_null(handle_.get(), ++bound_));
  return *this;
}

bool Statement::step() {
  errno = 0;
  const int code = sqlite3_step(handle_.get());
  if (code == SQLITE_ROW) return true;
  bound_ = 0;
  if (code != SQLITE_DONE) database_.fail();
  sqlite3_reset(handle_.get());
  return false;
}

bool Statement::is_null(int column) const {
  return sqlite3_column_type(handle_.get(), column) == SQLITE_NULL;
}

std::int64_t Statement::integer(int column) const {
  return sqlite3_column_int64(handle_.get(), column);
}

double Statement::real(int column) const { return sqlite3_column_double(handle_.get(), column); }

std::string_view Statement::text(int column) const {
  const auto* text = reinterpret_cast<const char*>(sqlite3_column_text(handle_.get(), column));
  if (text == nullptr) return {};
  return {text, static_cast<std::size_t>(sqlite3_column_bytes(handle_.get(), column))};
}

void Statement::check(int code) const {
  if (code != SQLITE_OK) database_.fail();
}

Transaction::~Transaction() {
  if (!open_) return;
  try {
    database_.run("ROLLBACK");
  } catch (const Error&) {  // SQLite has rolled back by itself, or will when the file is opened
  }
}

void Transaction::commit() {
  database_.run("COMMIT");
  open_ = false;
}

}  // namespace isthmus::sqlite
