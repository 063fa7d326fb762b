#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <tuple>

#include "engine/board/move.hpp"
#include "engine/random/splitmix.hpp"
#include "engine/solve/entry_words.hpp"
#include "engine/solve/proof_numbers.hpp"
#include "engine/solve/work.hpp"
#include "games/hex/hex_board.hpp"

namespace isthmus {

template <int kWords>
struct HexKey {
  HexStones<kWords> stones;
  Colour mover = Colour::black;

  std::uint64_t hash() const {
    std::uint64_t hash = static_cast<std::uint64_t>(mover);
    for (const CellBits<kWords>& cells : stones.of) {
      for (std::uint64_t word : cells.words()) hash = SplitMix64::mix(hash + word) + 1;
    }
    return hash;
  }
  // Of the position after a half turn of the board.
  HexKey turned(const HexBoard<kWords>& board) const {
    return {{{board.turned(stones.of[0]), board.turned(stones.of[1])}}, mover};
  }
  friend bool operator==(const HexKey&, const HexKey&) = default;
};

// What is known of a position of Hex, for its mover.
template <int kWords>
struct ProofEntry {
  static constexpr std::uint32_t kInfinite = kInfiniteNumber;

  HexKey<kWords> key;
  // All that each colour has captured: it is what the rest relies on (see FilledBoard).
  std::array<CellBits<kWords>, 2> captured{};
  // What may still win, on the board as filled in.
  CellBits<kWords> moves;
  // While unsolved: the cells by which the opponent wins after all moves but `moves`, on the board
  // as filled in. Once solved: the empty cells of the key by which the winner wins.
  CellBits<kWords> carrier;
  // How much is left to do at the least to prove a win, and a loss (Allis 1994). 0 where proven.
  std::uint32_t to_win = 1;
  std::uint32_t to_lose = 1;
  Work work = {};  // nodes below
  Move best = Move::none();

  bool wins() const { return to_win == 0; }
  bool loses() const { return to_lose == 0; }
  bool is_solved() const { return wins() || loses(); }

  // The same of the position after a half turn of the board.
  ProofEntry turned(const HexBoard<kWords>& board) const {
    ProofEntry entry = *this;
    entry.key = key.turned(board);
    for (CellBits<kWords>& cells : entry.captured) cells = board.turned(cells);
    entry.moves = board.turned(moves);
    entry.carrier = board.turned(carrier);
    if (best != Move::none()) entry.best = Move(board.turned(best.cell()));
    return entry;
  }

  // As ProofTable has it.
  static constexpr std::size_t kSavedWords = 6 * kWords + 2;

  void save(WordWriter& words) const {
    for (const CellBits<kWords>& cells : key.stones.of) words.add(cells);
    for (const CellBits<kWords>& cells : captured) words.add(cells);
    words.add(moves);
    words.add(carrier);
    words.add(to_win, to_lose);
    words.add(work.positions(), best.code() | static_cast<std::uint32_t>(key.mover) << 16);
  }
  static std::optional<ProofEntry> load(WordReader& words, const CellBits<kWords>& cells) {
    ProofEntry entry;
    for (CellBits<kWords>& stones : entry.key.stones.of) stones = words.template cells<kWords>();
    for (CellBits<kWords>& by_colour : entry.captured) by_colour = words.template cells<kWords>();
    entry.moves = words.template cells<kWords>();
    entry.carrier = words.template cells<kWords>();
    std::tie(entry.to_win, entry.to_lose) = words.halves();
    const auto [work, last] = words.halves();
    entry.work = Work(work);
    const std::optional<Move> best = move_of_code(last & 0xffffU, cells);
    entry.best = best.value_or(Move::none());
    entry.key.mover = (last >> 16) == 0 ? Colour::black : Colour::white;
    const auto& [black, white] = entry.key.stones.of;
    const CellBits<kWords> captured = entry.captured[0] | entry.captured[1];
    const bool is_sound =
        work > 0 && best && (last >> 16) <= 1 && (black & white).empty() &&
        (entry.captured[0] & entry.captured[1]).empty() && ((black | white) & captured).empty() &&
        ((black | white | captured | entry.moves | entry.carrier) - cells).empty() &&
        are_proof_numbers(entry.to_win, entry.to_lose);
    return is_sound ? std::optional(entry) : std::nullopt;
  }
};

}  // namespace isthmus
