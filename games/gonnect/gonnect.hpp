#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "engine/game/game.hpp"

namespace isthmus {

// What becomes of a stone that would bring back a position of stones that was there before.
//   illegal  it may not be placed: positional superko
//   loses    it may, and the side that placed it has lost
enum class Repetition : std::uint8_t { illegal, loses };

// Gonnect (Joao Pedro Neto, 2000), on n x n squares.
//
//     a b c d e     The side that joins two opposite edges with one group wins, either pair;
//   1 . . . . .     corner cells belong to both. Stones are captured as in Go: a group without an
//   2 . . . . .     empty cell beside it goes off the board, the opponent's first. No stone may be
//   3 . . . . .     placed whose group would then have none (suicide), even where that would join
//   4 . . . . .     edges. No passes: a side without a legal move has lost. Neighbours are those in
//   5 . . . . .     rows and columns. Black moves first.
//
// Both sides want the same, so under swap-pieces the stone stays where it is.
class Gonnect : public Game {
 public:
  static constexpr const char* kName = "gonnect";
  static constexpr const char* kNameWhereRepetitionLoses = "gonnect-repetition-loses";
  static constexpr int kMinSide = 3, kMaxSide = 19;

  // On side x side squares. Throws std::invalid_argument for a side that is not in 1..32.
  Gonnect(int side, SwapRule swap_rule, Repetition repetition);

  std::optional<CaptureRule> capture_rule() const override {
    return CaptureRule{.repetition_loses = repetition_ == Repetition::loses};
  }
  // Boards of less than 5 x 5 are too small for playouts many at a time.
  PlayoutRule playout_rule() const override {
    return board().rows() < 5 ? PlayoutRule::moves : PlayoutRule::captures;
  }

  // The stones of groups with one liberty, with two, and with three. A liberty is an empty cell
  // beside the group.
  int feature_count() const override { return 3; }
  Features features(const Position& position) const override;

  // The eight of the square, and each with the colours exchanged, as they want the same.
  std::vector<Symmetry> symmetries() const override;

 protected:
  bool may_place(const Position& position, Cell cell) const override;
  void place(Position& position, Cell cell) const override;
  Result result_after(const Position& position, Cell last) const override;

 private:
  // By colour.
  using Stones = std::array<CellSet, 2>;

  static Board make_board(int side);

  bool has_liberty(const Stones& stones, Cell cell, CellSet& group) const;
  Stones placed(const Position& position, Cell cell) const;
  std::uint64_t key(const Stones& stones) const;
  bool joins(const CellSet& stones, Cell cell) const;
  bool can_move(const Position& position) const;

  Repetition repetition_;
};

}  // namespace isthmus
