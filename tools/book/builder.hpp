#pragma once

#include <compare>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "tools/base/sqlite.hpp"
#include "tools/book/book_file.hpp"
#include "tools/book/book_game.hpp"
#include "tools/book/canonical_position.hpp"

namespace isthmus::book {

// What became of the games that a builder was given.
struct BuildTotals {
  std::int64_t taken = 0;
  std::int64_t known = 0;    // were in the book already
  std::int64_t refused = 0;  // have no result, or a move that is not legal
};

// Adds games to a book. They are written in batches, and what was added is safe on the disk after
// finish(): whatever happens to the program before, each game counts as a whole or not at all, and
// can be added again. Throws sqlite::Error where the file does not take what is written.
class Builder {
 public:
  // Of the book at `path`. Throws BadInput as open_book() does.
  explicit Builder(const std::filesystem::path& path);

  const BookFacts& facts() const { return facts_; }
  const BuildTotals& totals() const { return totals_; }

  // Takes a game on the board of the book, played by the rules of `game`, which may have a swap.
  void add(const std::shared_ptr<const Game>& game, const BookGame& played);
  // Takes what another book of the same holds, games and proofs. One whose games are all known only
  // adds its proofs. Throws BadInput where the book is of something else, or where some of its
  // games are known, as their counts cannot be separated from those of the others.
  void add(const std::filesystem::path& other);
  void finish();
  // Forgets moves that were played in fewer games than this, and gives their room back.
  void trim(std::int64_t games);

 private:
  struct Key {
    std::string position;
    Cell move;

    auto operator<=>(const Key&) const = default;
  };
  struct KeyHash {
    std::size_t operator()(const Key& key) const;
  };
  struct Line {
    Key key;
    Counts counts;
  };

  bool is_new(std::uint64_t digest);
  void add_counts_of(sqlite::Database& other);
  std::vector<Line> lines_of(const std::shared_ptr<const Game>& game, const BookGame& played) const;
  void write();

  BookFacts facts_;
  sqlite::Database database_;
  std::shared_ptr<const Game> game_;
  std::vector<Symmetry> symmetries_;
  sqlite::Statement insert_game_;
  sqlite::Statement add_move_;
  std::optional<sqlite::Transaction> batch_;
  std::unordered_map<Key, Counts, KeyHash> counts_;  // of the batch
  BuildTotals totals_;
};

}  // namespace isthmus::book
