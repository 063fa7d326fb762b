#include "tools/book/book.hpp"

#include <algorithm>

#include "tools/base/bad_input.hpp"
#include "tools/book/solutions.hpp"

namespace isthmus::book {

namespace {

constexpr auto kSelect = R"(
SELECT move, games, points, visits, value FROM moves WHERE position = ?
ORDER BY games DESC, move)";

bool is_sound(const Counts& counts) {
  return counts.games > 0 && counts.points >= 0 &&
         counts.points <= static_cast<double>(counts.games) && counts.visits >= 0 &&
         counts.value >= 0 && counts.value <= static_cast<double>(counts.visits) + 1e-6;
}

}  // namespace

Book::Book(const std::filesystem::path& path) try
    : database_(open_book(path, facts_)),
      game_(make_game(facts_)),
      symmetries_(game_->symmetries()),
      select_(database_, kSelect),
      proofs_(database_, *game_, symmetries_) {
} catch (const sqlite::Error& error) {
  if (error.is_busy()) throw;
  throw BadInput(std::string(error.what()) + "; give a book made with isthmus book");
}

std::int64_t Book::games() { return database_.number("SELECT count(*) FROM games"); }
std::int64_t Book::move_count() { return database_.number("SELECT count(*) FROM moves"); }

std::int64_t Book::proof_count() { return database_.number("SELECT count(*) FROM proofs"); }

bool Book::is_of(const Game& game) const {
  return game.name() == facts_.game && game.size() == BoardSize{facts_.rows, facts_.columns};
}

std::vector<BookMove> Book::moves(const Position& position) {
  const CanonicalPosition canonical(*game_, symmetries_, position);
  try {
    std::vector<BookMove> moves = played_moves(position, canonical);
    for (const auto& [cell, proof] : proofs_.find_moves(position)) {
      const Move move(canonical.original(canonical.canonical(cell)));
      const auto played = std::find_if(moves.begin(), moves.end(),
                                       [&](const BookMove& one) { return one.move == move; });
      if (played == moves.end()) {
        moves.push_back({.move = move, .proof = proof});
      } else {
        played->proof = proof;
      }
    }
    return moves;
  } catch (const sqlite::Error& error) {
    if (error.is_busy()) throw;
    throw BadInput(std::string(error.what()) + "; make the book again");
  }
}

std::vector<ProvenMove> Book::known_proofs(const Game& game, const Position& position) {
  sqlite::Transaction reading(database_);  // so that the file is locked once, and not for each move
  std::vector<ProvenMove> known = book::known_proofs(proofs_, game, position);
  reading.commit();
  return known;
}

std::vector<BookMove> Book::played_moves(const Position& position,
                                         const CanonicalPosition& canonical) {
  std::vector<BookMove> moves;
  if (position.occupied().size() >= facts_.plies) return moves;
  bool is_damaged = false;
  select_.bind(canonical.text());
  while (select_.step()) {
    const auto cell = game_->board().find(select_.text(0));
    const Counts counts{select_.integer(1), select_.real(2), select_.integer(3), select_.real(4)};
    const Move move = cell ? Move(canonical.original(*cell)) : Move::none();
    if (game_->is_legal(position, move) && is_sound(counts)) {
      moves.push_back({move, counts});
    } else {
      is_damaged = true;
    }
  }
  if (is_damaged) {
    throw BadInput(database_.path().string() + " is damaged: it has a move in '" +
                   canonical.text() + "' that there cannot be; make the book again");
  }
  return moves;
}

std::vector<Position> Book::open_positions() {
  std::vector<Position> positions;
  sqlite::Statement select(database_,
                           "SELECT DISTINCT position FROM moves WHERE position NOT IN "
                           "(SELECT position FROM proofs)");
  while (select.step()) {
    const auto position = read_position(*game_, select.text(0));
    if (position && position->result == Result::ongoing) positions.push_back(*position);
  }
  std::stable_sort(positions.begin(), positions.end(), [](const Position& a, const Position& b) {
    return a.occupied().size() > b.occupied().size();
  });
  return positions;
}

}  // namespace isthmus::book
