#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <vector>

#include "tools/base/sqlite.hpp"
#include "tools/book/book_file.hpp"
#include "tools/book/canonical_position.hpp"
#include "tools/book/proofs.hpp"

namespace isthmus::book {

// A move that was played in a position of the book, or of which it is proven what it leads to.
struct BookMove {
  Move move;
  Counts counts = {};            // of no games where it was not played
  Proof proof = Proof::unknown;  // for the side that plays it

  // Of games, at least one.
  double mean() const { return counts.points / static_cast<double>(counts.games); }
};

// A book that is looked up. One thread at a time may use it.
class Book {
 public:
  // Throws as open_book() does.
  explicit Book(const std::filesystem::path& path);
  Book(const Book&) = delete;
  Book& operator=(const Book&) = delete;

  const BookFacts& facts() const { return facts_; }
  // Without a swap rule.
  const Game& game() const { return *game_; }
  // How many games it was made of, and how many moves and proven positions it holds.
  std::int64_t games();
  std::int64_t move_count();
  std::int64_t proof_count();
  // Whether it knows positions of this game: the same one, on the same board.
  bool is_of(const Game& game) const;

  // The moves that were played in a position of its game, with the most games first, and then those
  // that were only proven; of several that a symmetry turns into each other, one. Throws BadInput
  // where the file is damaged, and sqlite::Error where others hold it.
  std::vector<BookMove> moves(const Position& position);
  // What is proven of the moves of a position, as in solutions.hpp. Throws sqlite::Error.
  std::vector<ProvenMove> known_proofs(const Game& game, const Position& position);
  // The positions of its moves that are neither proven nor over, those with the most stones first.
  std::vector<Position> open_positions();
  Proofs& proofs() { return proofs_; }
  const std::filesystem::path& path() const { return database_.path(); }

 private:
  std::vector<BookMove> played_moves(const Position& position, const CanonicalPosition& canonical);

  BookFacts facts_;
  sqlite::Database database_;
  std::shared_ptr<const Game> game_;
  std::vector<Symmetry> symmetries_;
  sqlite::Statement select_;
  Proofs proofs_;
};

}  // namespace isthmus::book
