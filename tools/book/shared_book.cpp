#include "tools/book/shared_book.hpp"

#include <utility>

#include "tools/base/bad_input.hpp"
#include "tools/book/recheck.hpp"
#include "tools/book/solutions.hpp"

namespace isthmus::book {

SharedBook::SharedBook(std::filesystem::path path, std::function<void(const std::string&)> warn)
    : path_(std::move(path)), warn_(std::move(warn)), book_(std::in_place, path_) {}

std::string SharedBook::unchecked_text() {
  const std::lock_guard lock(mutex_);
  return book_ ? book::unchecked_text(*book_) : "";
}

template <class Answer>
std::vector<Answer> SharedBook::ask(const Game& game,
                                    const std::function<std::vector<Answer>(Book&)>& question) {
  const std::lock_guard lock(mutex_);
  if (is_lost_) return {};
  std::string why;
  try {
    if (!book_) book_.emplace(path_);
    if (!book_->is_of(game)) return {};
    return question(*book_);
  } catch (const sqlite::Error& error) {
    // Its statements are of no more use. The next query has it opened again.
    book_.reset();
    if (error.is_busy()) return {};
    why = error.what();
  } catch (const BadInput& error) {
    why = error.what();
  }
  is_lost_ = true;
  book_.reset();
  warn_(why);
  return {};
}

std::vector<BookMove> SharedBook::moves(const Game& game, const Position& position) {
  return ask<BookMove>(game, [&](Book& book) { return book.moves(position); });
}

std::vector<ProvenMove> SharedBook::known_proofs(const Game& game, const Position& position) {
  if (!keeps_proofs(game)) return {};
  return ask<ProvenMove>(game, [&](Book& book) { return book.known_proofs(game, position); });
}

}  // namespace isthmus::book
