#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "games/hex/chains.hpp"
#include "games/hex/hex_board.hpp"
#include "games/hex/smallest_connections.hpp"

namespace isthmus {

// How many connections a search for them keeps, and how long it may go on.
struct ConnectionLimits {
  int full = 8;                  // between two ends; of more the smallest carriers stay
  int semi = 16;                 // likewise
  std::int64_t steps = 500'000;  // pairs of connections that are looked at
  bool keeps_history = false;    // whether those that it does not keep are remembered as well
};

// The virtual connections of one colour in a position of Hex or Y, found by H-search (Anshelevich,
// "A hierarchical approach to computer Hex", 2002). An end is a chain (an edge is one, in Hex with
// its stones) or an empty cell, which counts as if the colour had it. A full connection joins two
// ends whoever moves first, a semi-connection if the colour does. Both need the empty cells of
// their carrier alone, to which the ends do not belong.
//
//   and  full connections from two ends to a third, with carriers that share no cell: a full one
//        between the two if the third is a chain; if it is a cell, a semi one, which needs that
//        cell too, its key
//   or   semi-connections between two ends, with no cell that all carriers share: a full one
//
// In Y what joins all three edges counts as a connection between the ends 0 and 1:
//
//   three  full connections from one end to all edges, with carriers that share no cell: a full one
//          if the end is a chain; if it is a cell, a semi one, with that cell as its key. From a
//          chain one of the three may be a semi-connection: so is what comes of it, by its key
//
// Ends next to each other are connected without any cell. No connection goes by way of an edge.
// What is found is true; much that is true is not found. The same position gives the same
// connections.
template <int kWords>
class HSearch {
 public:
  using Cells = CellBits<kWords>;
  // Chains by their number, then the empty cells.
  using End = std::uint16_t;

  // Without gaps, which processors wait for where they copy them.
  struct Full {
    Cells carrier;
    std::uint32_t size;
    std::uint32_t is_used;  // 1 if it has met all that was used before it, else 0
  };
  struct Semi {
    Cells carrier;
    std::uint32_t size;
    std::uint32_t key;  // a Cell
  };

  // When a search may stop short of finding everything.
  enum class Until { exhausted, semi_wins, full_wins };

  // The board must outlive this.
  explicit HSearch(const HexBoard<kWords>& board, const ConnectionLimits& limits = {})
      : board_(board),
        limits_(limits),
        max_full_(kept_at_most(limits.full)),
        max_semi_(kept_at_most(limits.semi)) {}

  // Forgets what was there, and finds the connections of the colour: those that come of full ones
  // with at most `max_size` cells. Larger ones between two cells may be left out, as nothing would
  // come of them.
  void find(const HexStones<kWords>& stones, Colour colour, Until until = Until::exhausted,
            std::size_t max_size = kMaxCells);

  int end_count() const { return static_cast<int>(cells_.size()); }
  // The end on this cell; nothing on a stone of the opponent.
  std::optional<End> end_of(Cell cell) const;
  // The cell of the end, or the chain's stones.
  const Cells& cells_of(End end) const { return cells_[end]; }
  bool is_chain(End end) const { return end < chain_count_; }
  // Whether two ends, at most one of them an edge, are next to each other. So they are too where
  // both touch one chain that is no edge.
  bool are_neighbours(End a, End b) const { return settled_[a * cells_.size() + b] != 0; }
  // The connections between two different ends, by size of carrier.
  std::span<const Full> full(End a, End b) const { return pairs_[index(a, b)].full.all(); }
  std::span<const Semi> semi(End a, End b) const { return pairs_[index(a, b)].semi.all(); }
  // If a history is kept: all that were found between them, in the order in which they were found.
  // Each is made of earlier ones, some of which may not have been kept.
  std::span<const Full> all_full(End a, End b) const { return history_[index(a, b)].full; }
  std::span<const Semi> all_semi(End a, End b) const { return history_[index(a, b)].semi; }

  // Whether the colour has joined its edges; then no connections are looked for.
  bool has_won() const { return has_won_; }
  // The least connection found between the colour's edges.
  const Full* winning_full() const;
  const Semi* winning_semi() const;
  // The cells that all semi-connections found between the edges have in common: off them the
  // opponent may not play first. All empty cells where there are none.
  const Cells& must_play() const { return must_play_; }
  // The union of semi-connections between the edges that have just these cells in common.
  const Cells& must_play_carrier() const { return must_play_carrier_; }

 private:
  struct alignas(32) Pair {  // in one line of a cache
    typename ConnectionLists<Full>::List full;
    typename ConnectionLists<Semi>::List semi;
  };
  struct History {
    std::vector<Full> full;
    std::vector<Semi> semi;
  };
  struct Item {
    End a, b;
    Cells carrier;
  };
  // A full connection that has met all that was used before it, as one of its ends sees it.
  struct Used {
    Cells taken;  // the carrier, and the other end where that is a cell
    Cells carrier;
    std::uint32_t other;  // an End
    std::uint32_t size;
  };

  // How many connections a list may have by a limit.
  static std::size_t kept_at_most(int limit) {
    return static_cast<std::size_t>(std::clamp(limit, 1, kMaxConnections));
  }
  std::size_t index(End a, End b) const {
    return a < b ? static_cast<std::size_t>(b) * (b - 1U) / 2 + a
                 : static_cast<std::size_t>(a) * (a - 1U) / 2 + b;
  }
  bool is_edge(End end) const { return end < edge_count_; }
  std::uint8_t& settled(End a, End b) { return settled_[a * cells_.size() + b]; }

  void start(const HexStones<kWords>& stones, Colour colour);
  void use(const Item& item);
  // `size`: of the carrier.
  void meet(End end, End middle, const Cells& carrier, std::uint32_t size);
  void add_full(End a, End b, const Cells& carrier, std::uint32_t size);
  void add_semi(End a, End b, const Cells& carrier, std::uint32_t size, std::uint32_t key);
  void join_semis(End a, End b, const Cells& carrier);
  void join_three(End end, End edge, const Cells& carrier);
  void join_three_by_key(End end, End edge, const Cells& carrier, std::uint32_t key);
  void share_onwards(std::span<const Semi> semis);
  void remove_used(End at, End other, const Cells& carrier);
  Cells with_end(const Cells& carrier, End end) const;
  void narrow_must_play(const Cells& carrier);

  const HexBoard<kWords>& board_;
  ConnectionLimits limits_;
  std::size_t max_full_, max_semi_;  // between two ends
  bool has_won_ = false;
  End edge_count_ = 0;
  End chain_count_ = 0;
  std::vector<Cells> cells_;  // by end
  std::vector<End> ends_;     // by cell
  std::vector<Pair> pairs_;   // by index()
  ConnectionLists<Full> full_lists_;
  ConnectionLists<Semi> semi_lists_;
  std::vector<History> history_;  // by index(), if it is kept
  // Of each two ends, whether there is nothing to find between them by a third: they are next to
  // each other, one and the same, or edges of Y. By itself, as it is looked at most often.
  std::vector<std::uint8_t> settled_;
  std::vector<std::vector<Used>> used_;  // by end, side by side as they are gone through often
  std::vector<Cells> shared_;  // of the semi-connections that are joined; see share_onwards
  std::vector<std::vector<Item>> queue_;  // full connections not yet used, by size
  std::size_t min_ = 0;                   // no item of the queue is smaller
  std::size_t max_size_ = kMaxCells;      // that one used may have
  std::int64_t steps_ = 0;
  Cells must_play_;
  Cells must_play_carrier_;
};

}  // namespace isthmus
