#include "games/rex/rex_knowledge.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

#include "engine/board/board_words.hpp"
#include "engine/board/symmetry.hpp"
#include "games/hex/chains.hpp"
#include "games/hex/hex_board.hpp"
#include "games/hex/inferior_cells.hpp"

namespace isthmus {

namespace {

// Whether the colour's edges are joined by chains and disjoint pairs of cells.
template <int kWords>
class LinkedEdges {
 public:
  using Cells = CellBits<kWords>;
  using Id = typename Chains<kWords>::Id;

  explicit LinkedEdges(const Chains<kWords>& chains)
      : chains_(chains), is_seen_(chains.count(), 0) {}

  bool are_joined() { return chains_.are_edges_joined() || join(Chains<kWords>::kFirstEdge, {}); }

 private:
  bool join(Id chain, const Cells& used) {
    if (chain == Chains<kWords>::kSecondEdge) return true;
    is_seen_[chain] = 1;
    for (Id next = 0; next < chains_.count(); ++next) {
      if (is_seen_[next] != 0) continue;
      const Cells both = (chains_.liberties(chain) & chains_.liberties(next)) - used;
      if (both.size() < 2) continue;
      Cells more = used, rest = both;
      for (int i = 0; i < 2; ++i) {
        more.insert(rest.first());
        rest.erase(rest.first());
      }
      if (join(next, more)) return true;
    }
    is_seen_[chain] = 0;
    return false;
  }

  const Chains<kWords>& chains_;
  std::vector<char> is_seen_;
};

template <int kWords>
class RexKnowledge : public Knowledge {
 public:
  using Cells = CellBits<kWords>;
  using Stones = HexStones<kWords>;

  explicit RexKnowledge(const Game& game) : board_(game.board()) {
    for (Symmetry& symmetry : game.symmetries()) {
      if (symmetry.exchanges_colours) mirrors_.push_back(std::move(symmetry));
    }
  }

  KnownPosition about(const Position& position) override {
    const Colour mover = position.to_move;
    const Stones stones = stones_of<kWords>(position);
    const Filled filled = fill(stones);
    KnownPosition known;
    if (const auto loser = loser_of(filled.stones)) {
      known.result = win_for(opponent(*loser));
      if (*loser == mover) return known;
    }
    if (filled.is_decided) {
      known.best = any_move(stones, filled, mover);
      return known;
    }
    // What is left of the dead cells is played, so that their number is even then.
    Cells dead = filled.dead;
    const bool is_odd = dead.size() % 2 == 1;
    if (is_odd) dead.erase(filled.dead.first());
    if (known.result != Result::ongoing) {
      // Its edges are linked.
    } else if (const auto winner = mirrored(filled.stones, is_odd ? opponent(mover) : mover)) {
      known.result = win_for(*winner);
    }
    for (Colour colour : {Colour::black, Colour::white}) {
      Cells more = filled.stones[colour] - stones[colour];
      if (is_odd) more.erase(filled.dead.first());
      known.filled[static_cast<std::size_t>(colour)] = more.template resized<kMaxCells / 64>();
    }
    if (is_odd) {
      known.moves = {filled.dead.first()};
      if (known.result == win_for(mover)) known.best = Move(known.moves.front());
    } else {
      known.moves = moves(filled);
    }
    return known;
  }

 private:
  struct Filled {
    Stones stones;
    Cells dead;  // filled as black
    bool is_decided = false;
    std::vector<CellDeath> deaths;
  };

  Filled fill(const Stones& stones) const {
    Filled filled{.stones = stones, .dead = {}, .deaths = {}};
    while (true) {
      CellDeaths<kWords> found = cell_deaths(board_, filled.stones);
      filled.is_decided = found.is_decided;
      if (found.is_decided) return filled;
      filled.dead = filled.dead | found.dead;
      filled.stones[Colour::black] = filled.stones[Colour::black] | found.dead;
      if (!fill_pairs(found.deaths, filled.stones) && found.dead.empty()) {
        filled.deaths = std::move(found.deaths);
        return filled;
      }
    }
  }

  static bool fill_pairs(const std::vector<CellDeath>& deaths, Stones& stones) {
    bool has_filled = false;
    for (const CellDeath& one : deaths) {
      for (const CellDeath& other : deaths) {
        if (one.cell != other.killer || one.killer != other.cell) continue;
        if (stones.all().contains(one.cell) || stones.all().contains(other.cell)) continue;
        stones[one.colour].insert(one.cell);
        stones[other.colour].insert(other.cell);
        has_filled = true;
      }
    }
    return has_filled;
  }

  std::optional<Colour> loser_of(const Stones& stones) const {
    for (Colour colour : {Colour::black, Colour::white}) {
      const Chains<kWords> chains(board_, stones, colour);
      if (LinkedEdges<kWords>(chains).are_joined()) return colour;
    }
    return std::nullopt;
  }

  // For the side that wins, as all is decided by what is filled: a dead cell, else one that was not
  // filled, else one of its own of a pair, so that none that is the other's is wasted.
  Move any_move(const Stones& stones, const Filled& filled, Colour mover) const {
    const Cells own = filled.stones[mover] - stones[mover];
    for (const Cells& cells : {filled.dead, board_.cells() - filled.stones.all(), own}) {
      if (!cells.empty()) return Move(cells.first());
    }
    return Move((board_.cells() - stones.all()).first());
  }

  // Who wins by a mirror.
  std::optional<Colour> mirrored(const Stones& stones, Colour mover) const {
    const bool is_even = (board_.cells() - stones.all()).size() % 2 == 0;
    const Colour fewer = is_even ? mover : opponent(mover);
    for (const Symmetry& mirror : mirrors_) {
      bool has_all = true;
      stones[fewer].for_each([&](Cell cell) {
        has_all = has_all && stones[opponent(fewer)].contains(mirror.images[cell]);
      });
      if (has_all) return fewer;
    }
    return std::nullopt;
  }

  // Those with the most empty neighbours first (engine/solve/NOTES.md).
  std::vector<Cell> moves(const Filled& filled) const {
    const Cells empty = board_.cells() - filled.stones.all();
    Cells dominated;
    for (const CellDeath& death : filled.deaths) {
      if (!dominated.contains(death.cell)) dominated.insert(death.killer);
    }
    std::vector<Cell> order;
    (empty - dominated).for_each([&](Cell cell) { order.push_back(cell); });
    const auto freedom = [&](Cell cell) { return (board_.neighbours(cell) & empty).size(); };
    std::stable_sort(order.begin(), order.end(),
                     [&](Cell a, Cell b) { return freedom(a) > freedom(b); });
    return order;
  }

  HexBoard<kWords> board_;
  std::vector<Symmetry> mirrors_;
};

}  // namespace

std::unique_ptr<Knowledge> make_rex_knowledge(const Game& game) {
  return with_words_for(game.board(), [&](auto words) -> std::unique_ptr<Knowledge> {
    return std::make_unique<RexKnowledge<decltype(words)::value>>(game);
  });
}

}  // namespace isthmus
