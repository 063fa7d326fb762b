#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>

#include "engine/game/game.hpp"
#include "tools/base/sqlite.hpp"

namespace isthmus::book {

// What a book is about, and what it was made of.
struct BookFacts {
  std::string game;
  int rows = 0;
  int columns = 0;
  int plies = 0;  // positions with fewer stones than this are in it

  friend bool operator==(const BookFacts&, const BookFacts&) = default;
};

// How often a move was played in a position, and what came of it. All is as the side sees it that
// plays the move.
struct Counts {
  std::int64_t games = 0;
  double points = 0;        // 1 for a game won, 1/2 for a draw
  std::int64_t visits = 0;  // of searches of the position after the move
  double value = 0;         // the probability to win that those saw, times their visits, added up

  Counts& operator+=(const Counts& other);
  friend bool operator==(const Counts&, const Counts&) = default;
};

// A book is an SQLite file (application_id "isbk") with these tables. Positions and moves are
// canonical: see CanonicalPosition.
//
//   book    one row: game, rows, columns, plies
//   games   digest: a number for each game that was taken, so that none counts twice
//   moves   position, move, games, points, visits, value: a row for each move, as in Counts
//   proofs  position, proof: "win", "loss" or "draw" for the side to move; of any number of stones
//   unchecked_proofs  likewise, of earlier versions, until they are solved again: see recheck.hpp
//
// Makes the file of a book in which there is nothing yet. Throws sqlite::Error.
void create_book(const std::filesystem::path& path, const BookFacts& facts);

// The same where there is no file of that name; of several programs that do so at once, one makes
// it.
void create_missing_book(const std::filesystem::path& path, const BookFacts& facts);

// Whether a file is a book, by its head alone.
bool is_book(const std::filesystem::path& path);

// Opens a book, and reads what it is about. One of an earlier version gets the tables that it
// lacks; proofs of version 2 are unchecked where the game has a solver of its own, which could be
// wrong then. Throws BadInput for a file that is no book, or one of a later version, and where it
// cannot be read; sqlite::Error where others hold it for too long.
sqlite::Database open_book(const std::filesystem::path& path, BookFacts& facts);

// The game of a book, without a swap rule: a swap leads from a position to one that is canonically
// the same. Throws std::invalid_argument as make_game() does.
std::shared_ptr<const Game> make_game(const BookFacts& facts);

}  // namespace isthmus::book
