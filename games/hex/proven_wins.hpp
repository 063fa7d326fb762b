#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "engine/solve/sequence_lock.hpp"
#include "engine/solve/spin_lock.hpp"
#include "games/hex/hex_board.hpp"

namespace isthmus {

// Wins that have been proven, each as what it needs, so that it serves in all positions that have
// that: with these stones the colour wins though the opponent moves, and has all other cells but
// those of a carrier. What the opponent has off it, and what else the colour has, is of no matter.
//
// In Y each win serves both colours, and in all images by symmetry.
//
// For each cell there are bits that say which wins need a stone on it, and bits for those that need
// it not to be the opponent's (a bitmap index). A win that is added when there is no more room
// takes the place of the oldest. May be used from several threads: who finds wins writes nothing
// that others would have to wait for.
template <int kWords>
class ProvenWins {
 public:
  using Cells = CellBits<kWords>;

  // A win that holds in a position, or would with one more stone, which it lacks.
  struct Win {
    Cells lacks;    // at most one empty cell
    Cells carrier;  // what it needs then, without stones
  };

  // More are not worth the time that looking through them takes.
  static constexpr std::size_t kMaxRoom = std::size_t{1} << 17;

  // How many wins of each colour fit in about `bytes` bytes: at least one, at most kMaxRoom.
  static std::size_t room_in(std::size_t bytes, const HexBoard<kWords>& board) {
    const std::size_t of_win =
        2 * (2 * sizeof(Cells) + static_cast<std::size_t>(board.cell_range()) / 4 + 1);
    return std::clamp(bytes / of_win, std::size_t{1}, kMaxRoom);
  }

  // With room for `room` wins of each colour; memory is taken once they are there. The
  // board must outlive this.
  ProvenWins(const HexBoard<kWords>& board, std::size_t room)
      : board_(board),
        room_(room),
        cells_(static_cast<std::size_t>(board.cell_range())),
        wins_{Wins(room), Wins(room)} {}

  // Adds that the colour wins with these stones and this carrier, the opponent to move. Stones and
  // cells that no way from edge to edge within both needs are left out.
  void add(Colour winner, const Cells& stones, const Cells& carrier);

  // Finds the colour's that hold with these stones of both, or would with one more of its own.
  void find(const HexStones<kWords>& stones, Colour winner, std::vector<Win>& found) const;

 private:
  static constexpr std::size_t kBits = 64;

  // As many wins as there are bits in a line of the processor's cache: what each needs, stones and
  // carrier, and for each need a row of the wins that have it.
  struct Block {
    static constexpr std::size_t kRowWords = 8;
    static constexpr std::size_t kWins = kRowWords * kBits;
    struct alignas(64) Row {
      std::array<std::atomic<std::uint64_t>, kRowWords> words{};
    };

    explicit Block(std::size_t count) : rows(count) {}

    SequenceLock lock;      // of what follows
    Row used;               // wins that are there
    std::vector<Row> rows;  // by need
    std::array<SharedWords<std::array<Cells, 2>>, kWins> needs{};
  };
  // Of one colour.
  struct Wins {
    explicit Wins(std::size_t room) : blocks((room + Block::kWins - 1) / Block::kWins) {}

    std::vector<std::unique_ptr<Block>> blocks;
    std::atomic<std::size_t> block_count = 0;  // that are there
    alignas(64) SpinLock lock;                 // of who adds, away from what all others read
    std::size_t next = 0;
  };

  std::size_t stone_needed(Cell cell) const { return cell; }
  std::size_t carrier_needed(Cell cell) const { return cells_ + cell; }
  // Where the colour's wins are: in Y both colours share them.
  std::size_t side_of(Colour winner) const;
  void keep(Wins& wins, const std::array<Cells, 2>& needs);
  Cells on_ways(Colour winner, const Cells& stones, const Cells& carrier) const;

  const HexBoard<kWords>& board_;
  std::size_t room_;
  std::size_t cells_;
  std::array<Wins, 2> wins_;  // by side_of()
};

}  // namespace isthmus
