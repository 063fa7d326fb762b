#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <vector>

#include "tools/base/sqlite.hpp"
#include "tools/book/book_file.hpp"
#include "tools/book/canonical_position.hpp"

namespace isthmus::book {

// A move that was played in a position of the book.
struct BookMove {
  Move move;
  Counts counts;

  double mean() const { return counts.points / static_cast<double>(counts.games); }
};

// A book that is looked up. One thread at a time may use it.
class Book {
 public:
  // Throws BadInput as open_book() does.
  explicit Book(const std::filesystem::path& path);

  const BookFacts& facts() const { return facts_; }
  // How many games it was made of, and how many moves it holds.
  std::int64_t games();
  std::int64_t move_count();
  // Whether it knows positions of this game: the same one, on the same board.
  bool is_of(const Game& game) const;

  // The moves that were played in a position of its game, with the most games first; of several
  // that a symmetry turns into each other, one. Throws BadInput where the file is damaged.
  std::vector<BookMove> moves(const Position& position);

 private:
  BookFacts facts_;
  sqlite::Database database_;
  std::shared_ptr<const Game> game_;
  std::vector<Symmetry> symmetries_;
  sqlite::Statement select_;
};

}  // namespace isthmus::book
