#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine/board/cell_set.hpp"
#include "engine/board/position.hpp"
#include "engine/board/symmetry.hpp"
#include "engine/game/game.hpp"

namespace isthmus {

// Chooses, of all that symmetries make of a position, one and the same for all of these. Hashes of
// all of them are carried from a position to the next (Zobrist 1970), so that only the stones that
// a move changes need be looked at.
class PositionKeys {
 public:
  // A hash for each symmetry.
  using Hashes = std::vector<std::uint64_t>;

  explicit PositionKeys(const Game& game);

  std::size_t size() const { return symmetries_.size(); }
  const Symmetry& symmetry(std::size_t i) const { return symmetries_[i]; }
  const Symmetry& inverse(std::size_t i) const { return inverses_[i]; }

  // Of a board without stones.
  Hashes empty() const { return Hashes(size()); }
  // Turns the hashes of one board into those of another.
  void change(Hashes& hashes, const std::array<CellSet, 2>& from,
              const std::array<CellSet, 2>& to) const;
  // The symmetry that leads to the image with the least hash.
  std::size_t choose(const Hashes& hashes, Colour to_move) const;

 private:
  std::vector<Symmetry> symmetries_, inverses_;
  int cells_;
  std::vector<std::uint64_t> words_;  // by colour, cell and symmetry
};

}  // namespace isthmus
