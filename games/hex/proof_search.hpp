#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <vector>

#include "engine/solve/proof_table.hpp"
#include "games/hex/h_search.hpp"
#include "games/hex/hex_board.hpp"
#include "games/hex/inferior_cells.hpp"
#include "games/hex/move_orders.hpp"
#include "games/hex/proof_entry.hpp"

namespace isthmus {

// The search of a Solver, for boards of one number of words.
template <int kWords>
class ProofSearch {
 public:
  using Cells = CellBits<kWords>;
  using Stones = HexStones<kWords>;
  using Entry = ProofEntry<kWords>;
  using Key = HexKey<kWords>;

  // The table has about so many bytes; the limits are those of each search for connections.
  ProofSearch(const Board& board, std::size_t bytes, const ConnectionLimits& limits = {})
      : board_(board),
        connections_{HSearch<kWords>(board_, limits), HSearch<kWords>(board_, limits)},
        table_(bytes) {}

  // Solves, or returns what is known when is_over(positions looked into so far) says so.
  Entry solve(const Stones& stones, Colour mover, std::function<bool(std::int64_t)> is_over);
  std::int64_t nodes() const { return nodes_; }
  // A line from a solved position.
  std::vector<Move> line(Entry entry) const;

 private:
  HSearch<kWords>& connections(Colour colour) {
    return connections_[static_cast<std::size_t>(colour)];
  }

  struct Child {
    Cell cell;
    std::uint32_t to_win, to_lose;  // for the child's mover
  };

  Entry search(const Stones& stones, Colour mover, std::uint32_t max_to_win,
               std::uint32_t max_to_lose);
  Entry look_into(const Stones& stones, const FilledBoard<kWords>& filled, Colour mover);
  std::vector<Cell> order(const Cells& moves) const;
  std::vector<Child> children(const Entry& entry, const Stones& filled);
  Stones after(const Stones& stones, Colour mover, Cell cell) const;

  HexBoard<kWords> board_;
  std::array<HSearch<kWords>, 2> connections_;  // by colour
  ProofTable<Entry> table_;
  MoveOrders<kWords> orders_;
  std::function<bool(std::int64_t)> is_over_;
  std::int64_t nodes_ = 0;
  bool is_stopped_ = false;
};

}  // namespace isthmus
