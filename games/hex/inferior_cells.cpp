#include "games/hex/inferior_cells.hpp"

#include <algorithm>

#include "engine/board/board_words.hpp"

namespace isthmus {

namespace {

constexpr std::array kColours{Colour::black, Colour::white};

// Whether there is no more than one cell.
template <int kWords>
bool is_one(CellBits<kWords> cells) {
  if (!cells.empty()) cells.erase(cells.first());
  return cells.empty();
}

// The empty cells as one colour sees them: two are beside each other where they are neighbours or
// touch one chain, as the stones between cost nothing. A path that wins has no short cut if none of
// its cells is needless, and then visits no chain twice, not even that of an edge.
template <int kWords>
class ReducedBoard {
 public:
  using Cells = CellBits<kWords>;
  using Id = typename Chains<kWords>::Id;

  ReducedBoard(const HexBoard<kWords>& board, const HexStones<kWords>& stones, Colour colour)
      : chains_(board, stones, colour),
        edge_count_(static_cast<Id>(board.edge_count())),
        cells_(static_cast<std::size_t>(board.cell_range())) {
    chains_.empty().for_each(
        [&](Cell cell) { cells_[cell].beside = board.neighbours(cell) & chains_.empty(); });
    // The cells at an edge of Y are not joined by it.
    const auto first = static_cast<Id>(board.edges_join() ? 0 : board.edge_count());
    for (Id chain = first; chain < chains_.count(); ++chain) {
      const Cells& liberties = chains_.liberties(chain);
      liberties.for_each([&](Cell cell) { cells_[cell].beside = cells_[cell].beside | liberties; });
    }
    chains_.empty().for_each([&](Cell cell) { cells_[cell].beside.erase(cell); });
  }

  const Chains<kWords>& chains() const { return chains_; }
  const Cells& beside(Cell cell) const { return cells_[cell].beside; }

  // Those of the cells that find_short_cuts() was called for over which each path has a short cut.
  const Cells& needless() const { return needless_; }

  // Finds out when each path over the cell has a short cut: as it is, or once the opponent has one
  // of some cells. Once for a position, as these are asked for pair by pair.
  void find_short_cuts(Cell cell) {
    const Cells& around = cells_[cell].beside;
    Cells apart, cutters = chains_.empty();
    // What is left as cutters: those without which `rest` is empty, and `others`.
    const auto need_none_of = [&](const Cells& rest, const Cells& others) {
      if (rest.empty()) return;
      cutters = cutters & (is_one(rest) ? rest | others : others);
    };
    // It may be at one edge, if all beside it are.
    bool is_next_to_edge = false;
    for (Id edge = 0; edge < edge_count_; ++edge) {
      const Cells& at_edge = chains_.at_edge(edge);
      if (!at_edge.contains(cell)) continue;
      if (is_next_to_edge) cutters = {};
      need_none_of(around - at_edge, {});
      is_next_to_edge = true;
    }
    // And all beside it have to be beside each other.
    around.for_each([&](Cell other) {
      Cells self;
      self.insert(other);
      const Cells rest = around - cells_[other].beside - self;
      if (rest.empty()) return;
      apart.insert(other);
      need_none_of(rest, self);
    });
    cells_[cell].apart = apart;
    cells_[cell].cutters = cutters;
    if (cutters == chains_.empty()) needless_.insert(cell);
  }

  // Once find_short_cuts() was called for the cell: whether each path over it has a short cut when
  // the opponent has this other cell.
  bool is_cut_by(Cell cell, Cell theirs) const { return cells_[cell].cutters.contains(theirs); }
  // The same when the colour itself has the other.
  bool is_bypassed_by(Cell cell, Cell own) const {
    const Cells& beside_own = cells_[own].beside;
    const bool is_beside = beside_own.contains(cell);
    // All beside the stone are beside each other. Looked at first, as it is what mostly fails.
    if (!is_beside && !(cells_[cell].apart - beside_own).empty()) return false;
    Cells around = cells_[cell].beside;
    if (is_beside) {
      around = around | beside_own;
      around.erase(own);
      around.erase(cell);
      for (Cells rest = around - beside_own; !rest.empty();) {
        const Cell other = rest.first();
        rest.erase(other);
        Cells apart = around - cells_[other].beside;
        apart.erase(other);
        if (!apart.empty()) return false;
      }
    }
    bool is_next_to_edge = false;
    for (Id edge = 0; edge < edge_count_; ++edge) {
      const Cells& at_edge = chains_.at_edge(edge);
      const bool is_own_at_edge = at_edge.contains(own);
      if (!at_edge.contains(cell) && !(is_own_at_edge && is_beside)) continue;
      const Cells far = around - at_edge;
      if (is_next_to_edge || !(is_own_at_edge ? far - beside_own : far).empty()) return false;
      is_next_to_edge = true;
    }
    return true;
  }

 private:
  struct Around {
    Cells beside;
    Cells apart;    // those beside it that are not beside all others there
    Cells cutters;  // see is_cut_by()
  };

  Chains<kWords> chains_;
  Id edge_count_;
  std::vector<Around> cells_;  // by empty cell
  Cells needless_;
};

// Which cells die, of what.
template <int kWords>
class Deaths {
 public:
  using Cells = CellBits<kWords>;

  Deaths(const HexBoard<kWords>& board, const HexStones<kWords>& stones)
      : board_(board),
        reduced_{ReducedBoard(board, stones, Colour::black),
                 ReducedBoard(board, stones, Colour::white)},
        empty_(board.cells() - stones.all()) {
    if (is_decided()) return;
    for (ReducedBoard<kWords>& reduced : reduced_) {
      empty_.for_each([&](Cell cell) { reduced.find_short_cuts(cell); });
    }
  }

  bool is_decided() const {
    return reduced_[0].chains().are_edges_joined() || reduced_[1].chains().are_edges_joined();
  }
  const Cells& empty() const { return empty_; }
  // The cells that may kill this one, as they are beside it for one of the colours.
  Cells beside(Cell cell) const { return reduced_[0].beside(cell) | reduced_[1].beside(cell); }

  Cells dead() const { return unreachable() | reduced_[0].needless() | reduced_[1].needless(); }

  // Whether `cell` is dead once `killer` is the colour's.
  bool kills(Colour colour, Cell killer, Cell cell) const {
    return of(opponent(colour)).is_cut_by(cell, killer) || of(colour).is_bypassed_by(cell, killer);
  }

 private:
  const ReducedBoard<kWords>& of(Colour colour) const {
    return reduced_[static_cast<std::size_t>(colour)];
  }

  // The cells from which no more than one chain of some colour can be reached over empty cells.
  Cells unreachable() const {
    Cells dead;
    for (Cells rest = empty_; !rest.empty();) {
      Cells region;
      region.insert(rest.first());
      for (Cells fresh = region; !fresh.empty();) {
        Cells around;
        fresh.for_each([&](Cell cell) { around = around | board_.neighbours(cell); });
        fresh = (around & rest) - region;
        region = region | fresh;
      }
      rest = rest - region;
      for (const ReducedBoard<kWords>& reduced : reduced_) {
        const Chains<kWords>& chains = reduced.chains();
        int reached = 0;
        for (typename Chains<kWords>::Id chain = 0; chain < chains.count(); ++chain) {
          if (!(chains.liberties(chain) & region).empty()) ++reached;
        }
        if (reached <= 1) dead = dead | region;
      }
    }
    return dead;
  }

  const HexBoard<kWords>& board_;
  std::array<ReducedBoard<kWords>, 2> reduced_;  // by colour
  Cells empty_;
};

// The cells of the pairs that the colour captures, none of them in two pairs or in `taken`.
template <int kWords>
CellBits<kWords> captured_pairs(const Deaths<kWords>& deaths, Colour colour,
                                const CellBits<kWords>& taken) {
  CellBits<kWords> captured;
  CellBits<kWords> free = deaths.empty() - taken;
  free.for_each([&](Cell cell) {
    (deaths.beside(cell) & free).for_each([&](Cell other) {
      if (other < cell || !free.contains(cell)) return;
      if (!deaths.kills(colour, other, cell) || !deaths.kills(colour, cell, other)) return;
      for (Cell both : {cell, other}) {
        captured.insert(both);
        free.erase(both);
      }
    });
  });
  return captured;
}

// The cells that a stone of the colour elsewhere would kill, each with the first such place.
template <int kWords>
std::vector<VulnerableCell> killed_cells(const Deaths<kWords>& deaths, Colour colour) {
  std::vector<VulnerableCell> found;
  deaths.empty().for_each([&](Cell cell) {
    bool is_found = false;
    deaths.beside(cell).for_each([&](Cell killer) {
      if (is_found || !deaths.kills(colour, killer, cell)) return;
      found.push_back({cell, killer});
      is_found = true;
    });
  });
  return found;
}

// The deaths of cells, by killers, that are not dead yet.
template <int kWords>
std::vector<CellDeath> all_deaths(const Deaths<kWords>& deaths, const CellBits<kWords>& dead) {
  std::vector<CellDeath> found;
  (deaths.empty() - dead).for_each([&](Cell cell) {
    (deaths.beside(cell) - dead).for_each([&](Cell killer) {
      for (Colour colour : kColours) {
        if (deaths.kills(colour, killer, cell)) found.push_back({cell, killer, colour});
      }
    });
  });
  return found;
}

// Fills in until there is no more, or a colour has won. Returns what is left.
template <int kWords>
Deaths<kWords> fill(const HexBoard<kWords>& board, FilledBoard<kWords>& filled) {
  while (true) {
    Deaths<kWords> deaths(board, filled.stones);
    if (deaths.is_decided()) return deaths;
    // More stones make no dead cell live, so that all that is found now may be filled at once.
    const CellBits<kWords> dead = deaths.dead();
    CellBits<kWords> taken = dead;
    filled.dead = filled.dead | dead;
    filled.stones[Colour::black] = filled.stones[Colour::black] | dead;
    for (Colour colour : kColours) {
      const CellBits<kWords> captured = captured_pairs(deaths, colour, taken);
      filled.capture(colour, captured);
      taken = taken | captured;
    }
    if (taken.empty()) return deaths;
  }
}

}  // namespace

template <int kWords>
void fill_on(const HexBoard<kWords>& board, FilledBoard<kWords>& filled) {
  fill<kWords>(board, filled);
}

template <int kWords>
std::vector<VulnerableCell> fill_on(const HexBoard<kWords>& board, FilledBoard<kWords>& filled,
                                    Colour mover) {
  const Deaths<kWords> left = fill<kWords>(board, filled);
  if (left.is_decided()) return {};
  return killed_cells(left, opponent(mover));
}

template <int kWords>
std::vector<VulnerableCell> vulnerable_cells(const HexBoard<kWords>& board,
                                             const HexStones<kWords>& stones, Colour mover) {
  const Deaths<kWords> deaths(board, stones);
  if (deaths.is_decided()) return {};
  return killed_cells(deaths, opponent(mover));
}

template <int kWords>
std::vector<DominatedCell> dominated_cells(const HexBoard<kWords>& board,
                                           const HexStones<kWords>& stones, Colour mover) {
  std::vector<DominatedCell> found;
  CellBits<kWords> dominated, dominating;
  if (Deaths<kWords>(board, stones).is_decided()) return found;
  const CellBits<kWords> empty = board.cells() - stones.all();
  empty.for_each([&](Cell by) {
    if (dominated.contains(by)) return;
    HexStones<kWords> next = stones;
    next[mover].insert(by);
    const FilledBoard<kWords> filled = fill_in(board, next);
    const auto& captured = filled.captured[static_cast<std::size_t>(mover)];
    (((captured | filled.dead) & empty) - dominated - dominating).for_each([&](Cell cell) {
      found.push_back({cell, by});
      dominated.insert(cell);
      dominating.insert(by);
    });
  });
  return found;
}

template <int kWords>
CellDeaths<kWords> cell_deaths(const HexBoard<kWords>& board, const HexStones<kWords>& stones) {
  const Deaths<kWords> deaths(board, stones);
  if (deaths.is_decided()) return {.is_decided = true, .dead = {}, .deaths = {}};
  const CellBits<kWords> dead = deaths.dead();
  return {.dead = dead, .deaths = all_deaths(deaths, dead)};
}

#define ISTHMUS_INSTANTIATE(kWords)                                                           \
  template void fill_on(const HexBoard<kWords>&, FilledBoard<kWords>&);                       \
  template std::vector<VulnerableCell> fill_on(const HexBoard<kWords>&, FilledBoard<kWords>&, \
                                               Colour);                                       \
  template std::vector<VulnerableCell> vulnerable_cells(const HexBoard<kWords>&,              \
                                                        const HexStones<kWords>&, Colour);    \
  template std::vector<DominatedCell> dominated_cells(const HexBoard<kWords>&,                \
                                                      const HexStones<kWords>&, Colour);      \
  template CellDeaths<kWords> cell_deaths(const HexBoard<kWords>&, const HexStones<kWords>&);
ISTHMUS_FOR_WORDS(ISTHMUS_INSTANTIATE)
#undef ISTHMUS_INSTANTIATE

}  // namespace isthmus
