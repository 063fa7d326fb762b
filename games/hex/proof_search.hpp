#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "engine/solve/next_move.hpp"
#include "engine/solve/proof_table.hpp"
#include "engine/solve/search_threads.hpp"
#include "engine/theory/solver.hpp"
#include "games/hex/h_search.hpp"
#include "games/hex/hex_board.hpp"
#include "games/hex/hex_solver.hpp"
#include "games/hex/inferior_cells.hpp"
#include "games/hex/move_orders.hpp"
#include "games/hex/proof_entry.hpp"
#include "games/hex/proven_wins.hpp"

namespace isthmus {

// On large boards more connections save more positions than they cost time.
template <int kWords>
ConnectionLimits limits_for(const HexBoard<kWords>& board) {
  return board.is_large() ? ConnectionLimits{.full = 12, .semi = 24} : ConnectionLimits{};
}

// One thread's part of a solver's search, for boards of up to 64 * kWords cells.
template <int kWords>
class ProofSearch {
 public:
  using Cells = CellBits<kWords>;
  using Stones = HexStones<kWords>;
  using Entry = ProofEntry<kWords>;
  using Key = HexKey<kWords>;

  // What the threads share.
  struct Shared {
    // The limits are those of each search for connections; where they are not given, what suits
    // the board.
    Shared(const Board& of_board, const SolverOptions& options,
           const std::optional<ConnectionLimits>& of_search, const HexPieces& in_use)
        : board(of_board),
          limits(of_search.value_or(limits_for(board))),
          pieces(in_use),
          table(options.bytes),
          orders(options.bytes / 8),
          wins(board, ProvenWins<kWords>::room_in(options.bytes / 4, board)),
          threads(options.threads) {}

    // The filled board of a position of which this is known.
    FilledBoard<kWords> fill_in(const Entry& entry) const {
      FilledBoard<kWords> filled{entry.key.stones};
      for (Colour colour : {Colour::black, Colour::white}) {
        filled.capture(colour, entry.captured[static_cast<std::size_t>(colour)]);
      }
      if (pieces.fills_in) fill_on(board, filled);
      return filled;
    }

    const HexBoard<kWords> board;
    const ConnectionLimits limits;
    const HexPieces pieces;
    ProofTable<Entry> table;
    MoveOrders<kWords> orders;
    ProvenWins<kWords> wins;  // that any thread has proven
    SearchThreads threads;
  };

  explicit ProofSearch(Shared& shared)
      : shared_(shared),
        board_(shared.board),
        connections_{HSearch<kWords>(board_, shared.limits),
                     HSearch<kWords>(board_, shared.limits)},
        table_(shared.table),
        orders_(shared.orders),
        wins_(shared.wins),
        threads_(shared.threads),
        visits_(shared.threads) {}

  // Solves, or returns what is known when the threads are stopped.
  Entry solve(const Stones& stones, Colour mover);
  // A line from a solved position.
  std::vector<Move> line(Entry entry) const;

 private:
  HSearch<kWords>& connections(Colour colour) {
    return connections_[static_cast<std::size_t>(colour)];
  }

  struct Child {
    Cell cell;
    Key key;
    std::uint64_t hash;
    std::uint32_t to_win = 1, to_lose = 1;  // for the child's mover
    Work work = {};
    typename ProofTable<Entry>::Version seen = 0;  // of the table

    void take_over(const Entry& known) {
      to_win = known.to_win;
      to_lose = known.to_lose;
      work = known.work;
    }
  };

  Entry search(const Stones& stones, Colour mover, const ProofBounds& bounds);
  Entry look_into(const Stones& stones, Colour mover);
  std::vector<Cell> order(const Cells& moves) const;
  OrderedMoves<kWords> ordered_moves(const Entry& entry);
  std::vector<Child> children(const Entry& entry, const OrderedMoves<kWords>& ordered) const;
  void look_up(std::vector<Child>& children) const;
  void look_up(Entry& entry) const;
  void remember(const Entry& entry);
  std::optional<Entry> known(const Key& key) const;
  bool is_symmetric(const Entry& entry) const;
  bool is_symmetric(const std::array<Cells, 2>& by_colour) const;
  void leave_one_of_two(Entry& entry) const;
  bool capture_by_joining(FilledBoard<kWords>& filled) const;
  Stones after(const Stones& stones, Colour mover, Cell cell) const;

  const Shared& shared_;
  const HexBoard<kWords>& board_;
  std::array<HSearch<kWords>, 2> connections_;              // by colour
  std::vector<typename ProvenWins<kWords>::Win> recalled_;  // in the position looked into last
  ProofTable<Entry>& table_;
  MoveOrders<kWords>& orders_;
  ProvenWins<kWords>& wins_;
  SearchThreads& threads_;
  SearchLine visits_;
  std::int64_t nodes_ = 0;    // of this thread
  std::int64_t at_root_ = 0;  // when it was there last
};

}  // namespace isthmus
