#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "engine/game/game.hpp"
#include "engine/theory/proof.hpp"
#include "tools/base/sqlite.hpp"

namespace isthmus::book {

// Whether what is proven of a position holds however it came about. In games that remember earlier
// positions it does not, and no proofs of them are kept.
bool keeps_proofs(const Game& game);

struct ProvenPosition {
  Position position;
  Proof proof;  // for the side to move
};

// The proven positions of a book, by which it is a table of solved positions too: those that
// symmetries turn into each other are one. All functions throw sqlite::Error.
class Proofs {
 public:
  // All must outlive this; the symmetries are those of the game.
  Proofs(sqlite::Database& database, const Game& game, const std::vector<Symmetry>& symmetries);

  // What is known for the side to move, from the rules if the game is over.
  Proof find(const Position& position);
  // For each move of the side to move that leads to a position of which something is known. The
  // swap is left aside.
  std::vector<std::pair<Cell, Proof>> find_moves(const Position& position);
  // What books of earlier versions took for proven, and may not be: it is not used, and add() of
  // its position takes it away.
  std::vector<ProvenPosition> unchecked();
  std::int64_t unchecked_count();
  // Keeps what is certain for the sides to move of unfinished positions, all of it at once. What is
  // known already stays.
  void add(std::span<const ProvenPosition> positions);

 private:
  bool is_empty();

  sqlite::Database& database_;
  const Game& game_;
  const std::vector<Symmetry>& symmetries_;
  sqlite::Statement select_, insert_, any_, check_;
};

}  // namespace isthmus::book
