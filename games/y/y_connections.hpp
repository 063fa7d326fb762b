#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "engine/board/board.hpp"
#include "engine/board/cell_set.hpp"
#include "engine/board/move.hpp"

namespace isthmus {

// The virtual connections of one colour in a position of Y, by H-search (Anshelevich, "A
// hierarchical approach to computer Hex", 2002); games/hex/h_search.hpp has it for Hex. An end is
// an edge, a chain of stones, or an empty cell, which counts as if the colour had it. A full
// connection joins two ends with either side to move, a semi-connection if the colour does; either
// way with stones on its carrier alone, a set of empty cells without the ends.
//
//   and    full connections from two ends to a third, no edge, with carriers that share no cell: a
//          full one between the two if the third is a chain, a semi one if it is a cell, its key
//   or     semi-connections between two ends with no cell that all carriers share: a full one
//   three  full connections from one end to all edges, with carriers that share no cell: the colour
//          wins, if the end is a cell by playing there first; from a chain one of the three may be
//          a semi-connection, and then it wins by its key
//
// Ways to win by a first move that have no cell in common win if the opponent moves first.
//
// For boards of up to 64 * kWords cells.
template <int kWords>
class YConnections {
 public:
  using Cells = CellBits<kWords>;

  // How many connections between two ends are kept, the smallest, and how many pairs are looked at.
  struct Limits {
    std::size_t full = 8;
    std::size_t semi = 16;
    std::int64_t steps = 500'000;
  };
  enum class Until { exhausted, first_win };

  // Throws std::invalid_argument for a board that is no triangle or has too many cells.
  explicit YConnections(const Board& board, const Limits& limits = {});

  // Forgets what was there, and finds the connections of the colour that has these stones, as long
  // as it is not known to win if the opponent moves first; or `until` it wins if it moves first.
  void find(const Cells& own, const Cells& other, Until until);

  // Whether the colour wins if the opponent moves first.
  bool wins() const { return wins_; }
  // A move by which it wins, where one was found.
  std::optional<Cell> winning_move() const { return winning_move_; }
  // Where the opponent must play, or the colour wins.
  const Cells& must_play() const { return must_play_; }
  // How far an empty cell is from the three edges, in cells that the connections found to them
  // need; an opinion about which cells matter.
  int distance(Cell cell) const;

 private:
  using End = std::uint16_t;

  static constexpr End kEdges = 3;

  struct Full {
    Cells carrier;
    int size = 0;
    bool is_used = false;  // has met all that was used before it
  };
  struct Semi {
    Cells carrier;
    int size = 0;
    Cell key = 0;
  };
  struct Pair {
    std::vector<Full> full;
    std::vector<Semi> semi;
  };
  struct Item {
    End a, b;
    Cells carrier;
  };

  static std::size_t index(End a, End b) {
    return a < b ? static_cast<std::size_t>(b) * (b - 1U) / 2 + a
                 : static_cast<std::size_t>(a) * (a - 1U) / 2 + b;
  }
  Pair& pair(End a, End b) { return pairs_[index(a, b)]; }
  const Pair& pair(End a, End b) const { return pairs_[index(a, b)]; }
  bool is_chain(End end) const { return end >= kEdges && end < first_cell_; }

  void start(const Cells& own, const Cells& other);
  Cells take_chain(Cells& rest) const;
  Cells beside(const Cells& cells) const;
  void use(const Item& item);
  void meet(End end, End middle, const Cells& carrier);
  void add_full(End a, End b, const Cells& carrier);
  void add_semi(End a, End b, const Cells& carrier, Cell key);
  void join_semis(End a, End b, const Cells& carrier);
  void join_edges(End end, End edge, const Cells& carrier);
  void join_edges_by_key(End end, End edge, const Cells& carrier, Cell key);
  void add_way(const Cells& carrier, Cell key);

  Cells cells_;
  std::vector<Cells> neighbours_;      // by cell
  std::array<Cells, kEdges> edges_{};  // the cells at each
  Limits limits_;
  bool wins_ = false;
  std::optional<Cell> winning_move_;
  Cells must_play_;
  std::vector<End> end_of_;  // by empty cell
  End first_cell_ = 0;       // ends are the edges, the chains, and from this one on empty cells
  std::vector<Cells> ends_;  // their stones, or their cell
  std::vector<Pair> pairs_;
  std::vector<std::vector<End>> partners_;  // by end: those with a used full connection to it
  std::vector<std::vector<Item>> queue_;    // full connections not yet used, by size
  std::size_t min_ = 0;                     // no item of the queue is smaller
  std::int64_t steps_ = 0;
};

}  // namespace isthmus
