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

// Whether the colour's edges are joined by chains and disjoint pairs of cells: as it is, or once it
// has a stone more.
template <int kWords>
class LinkedEdges {
 public:
  using Cells = CellBits<kWords>;
  using Id = typename Chains<kWords>::Id;

  LinkedEdges(const HexBoard<kWords>& board, const Chains<kWords>& chains)
      : board_(board), chains_(chains), is_seen_(chains.count(), 0) {}

  bool are_joined(bool with_stone_more) {
    return join(Chains<kWords>::kFirstEdge, chains_.liberties(Chains<kWords>::kFirstEdge), {},
                with_stone_more);
  }

 private:
  // Goes on from a chain, which has these liberties, without these cells.
  bool join(Id chain, const Cells& liberties, const Cells& used, bool has_stone) {
    if (chain == Chains<kWords>::kSecondEdge) return true;
    is_seen_[chain] = 1;
    for (Id next = 0; next < chains_.count(); ++next) {
      if (is_seen_[next] != 0) continue;
      const Cells both = (liberties & chains_.liberties(next)) - used;
      if (both.size() >= 2 &&
          join(next, chains_.liberties(next), used | pair_of(both), has_stone)) {
        return true;
      }
    }
    if (has_stone && join_by_stone(chain, liberties, used)) return true;
    is_seen_[chain] = 0;
    return false;
  }

  bool join_by_stone(Id chain, const Cells& liberties, const Cells& used) {
    for (Cells rest = chains_.empty() - used; !rest.empty();) {
      const Cell stone = rest.first();
      rest.erase(stone);
      Cells with_stone = used, around = board_.neighbours(stone) & chains_.empty();
      with_stone.insert(stone);
      if (liberties.contains(stone)) {
        around = around | liberties;
      } else {
        const Cells both = (around & liberties) - used;
        if (both.size() < 2) continue;
        with_stone = with_stone | pair_of(both);
      }
      for (Id next = 0; next < chains_.count(); ++next) {
        if (is_seen_[next] != 0) continue;
        const Cells both = (around & chains_.liberties(next)) - with_stone;
        Cells more = with_stone;
        if (!chains_.liberties(next).contains(stone)) {
          if (both.size() < 2) continue;
          more = more | pair_of(both);
        }
        if (join(next, chains_.liberties(next), more, false)) return true;
      }
    }
    is_seen_[chain] = 1;
    return false;
  }

  static Cells pair_of(Cells cells) {
    Cells pair;
    for (int i = 0; i < 2; ++i) {
      pair.insert(cells.first());
      cells.erase(cells.first());
    }
    return pair;
  }

  const HexBoard<kWords>& board_;
  const Chains<kWords>& chains_;
  std::vector<char> is_seen_;
};

template <int kWords>
class RexKnowledge : public Knowledge {
 public:
  using Cells = CellBits<kWords>;
  using Stones = HexStones<kWords>;

  RexKnowledge(const Game& game, const RexReasons& reasons)
      : board_(game.board()), reasons_(reasons) {
    for (Symmetry& symmetry : game.symmetries()) {
      if (symmetry.exchanges_colours) mirrors_.push_back(std::move(symmetry));
    }
  }

  KnownPosition about(const Position& position) override {
    const Colour mover = position.to_move;
    const Stones stones = stones_of<kWords>(position);
    const bool moves_last = (board_.cells() - stones.all()).size() % 2 == 1;
    const Colour last = moves_last ? mover : opponent(mover);
    const Filled filled = fill(stones);
    KnownPosition known;
    if (const auto winner = winner_of(filled, last)) {
      known.result = win_for(*winner);
      if (*winner != mover) return known;
    }
    if (filled.is_decided) {
      known.best = any_move(stones, filled, mover);
      return known;
    }
    // What is left of the dead cells is played, so that their number is even then.
    const bool is_odd = filled.dead.size() % 2 == 1;
    for (Colour colour : {Colour::black, Colour::white}) {
      Cells more = filled.stones[colour] - stones[colour];
      if (is_odd) more.erase(filled.dead.first());
      known.filled[static_cast<std::size_t>(colour)] = more.template resized<kMaxCells / 64>();
    }
    if (is_odd) {
      known.moves = {filled.dead.first()};
      if (known.result == win_for(mover)) known.best = Move(known.moves.front());
    } else {
      look_at_moves(filled, mover, last, known);
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

  std::optional<Colour> loser_of(const Stones& stones, Colour last) const {
    for (Colour colour : {Colour::black, Colour::white}) {
      const Chains<kWords> chains(board_, stones, colour);
      if (chains.are_edges_joined()) return colour;
      if (!reasons_.links) continue;
      const bool with_stone_more = reasons_.stone_more && colour == last;
      if (LinkedEdges<kWords>(board_, chains).are_joined(with_stone_more)) return colour;
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

  // Who wins by a mirror: he who does not play last.
  std::optional<Colour> mirrored(const Stones& stones, Colour last) const {
    for (const Symmetry& mirror : mirrors_) {
      bool has_all = true;
      stones[opponent(last)].for_each(
          [&](Cell cell) { has_all = has_all && stones[last].contains(mirror.images[cell]); });
      if (has_all) return opponent(last);
    }
    return std::nullopt;
  }

  std::optional<Colour> winner_of(const Filled& filled, Colour last) const {
    if (const auto loser = loser_of(filled.stones, last)) return opponent(*loser);
    if (filled.is_decided || !reasons_.mirrors) return std::nullopt;
    return mirrored(filled.stones, last);
  }

  // The moves that neither win nor lose at a glance, or one that wins. First those that leave the
  // fewest cells to be played, and of these those with the most empty neighbours
  // (engine/solve/NOTES.md).
  void look_at_moves(const Filled& filled, Colour mover, Colour last, KnownPosition& known) const {
    const Cells empty = board_.cells() - filled.stones.all();
    Cells dominated;
    for (const CellDeath& death : filled.deaths) {
      if (!dominated.contains(death.cell)) dominated.insert(death.killer);
    }
    struct Choice {
      Cell cell;
      int left;  // empty cells
      int freedom;
    };
    std::vector<Choice> choices;
    for (Cells rest = empty - dominated; !rest.empty();) {
      const Cell cell = rest.first();
      rest.erase(cell);
      Stones next = filled.stones;
      next[mover].insert(cell);
      const Filled after = fill(next);
      const auto winner = reasons_.replies ? winner_of(after, last) : std::nullopt;
      if (winner) {
        if (*winner != mover) continue;
        known.result = win_for(mover);
        known.best = Move(cell);
        return;
      }
      choices.push_back({cell, (board_.cells() - after.stones.all()).size(),
                         (board_.neighbours(cell) & empty).size()});
    }
    if (choices.empty() && known.result == Result::ongoing) {
      known.result = win_for(opponent(mover));
    }
    std::stable_sort(choices.begin(), choices.end(), [](const Choice& a, const Choice& b) {
      return std::pair(a.left, -a.freedom) < std::pair(b.left, -b.freedom);
    });
    for (const Choice& choice : choices) known.moves.push_back(choice.cell);
  }

  HexBoard<kWords> board_;
  RexReasons reasons_;
  std::vector<Symmetry> mirrors_;
};

}  // namespace

std::unique_ptr<Knowledge> make_rex_knowledge(const Game& game, const RexReasons& reasons) {
  return with_words_for(game.board(), [&](auto words) -> std::unique_ptr<Knowledge> {
    return std::make_unique<RexKnowledge<decltype(words)::value>>(game, reasons);
  });
}

}  // namespace isthmus
