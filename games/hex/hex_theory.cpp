#include "games/hex/hex_theory.hpp"

#include "engine/board/board_words.hpp"
#include "games/hex/h_search.hpp"
#include "games/hex/hex_connections.hpp"
#include "games/hex/hex_solver.hpp"
#include "games/hex/inferior_cells.hpp"

namespace isthmus {

namespace {

template <int kWords>
CellSet set_of(const CellBits<kWords>& cells) {
  return cells.template resized<kMaxCells / 64>();
}

template <int kWords>
class HexTheory : public Theory {
 public:
  explicit HexTheory(const Board& board) : board_(board), cells_(board) {}

  InferiorCells fill_in(const Position& position) const override {
    return inferior(isthmus::fill_in(cells_, stones_of<kWords>(position)));
  }
  InferiorCells inferior_cells(const Position& position) const override {
    const auto filled = isthmus::fill_in(cells_, stones_of<kWords>(position));
    InferiorCells all = inferior(filled);
    all.vulnerable = vulnerable_cells(cells_, filled.stones, position.to_move);
    if (board_.cell_count() <= kMaxCellsOfDominated) {
      all.dominated = dominated_cells(cells_, filled.stones, position.to_move);
    }
    return all;
  }
  std::unique_ptr<VirtualConnections> make_connections() const override {
    return make_hex_connections(board_);
  }
  CellSet not_to_play(const Position& position) const override {
    const auto filled = isthmus::fill_in(cells_, stones_of<kWords>(position));
    HSearch<kWords> search(cells_);
    search.find(filled.stones, opponent(position.to_move));
    return board_.cells() - position.occupied() - set_of<kWords>(search.must_play());
  }
  std::unique_ptr<Solver> make_solver(const SolverOptions& options) const override {
    return make_hex_solver(board_, options);
  }

 private:
  static InferiorCells inferior(const FilledBoard<kWords>& filled) {
    return {set_of<kWords>(filled.dead),
            {set_of<kWords>(filled.captured[0]), set_of<kWords>(filled.captured[1])},
            {},
            {}};
  }

  const Board& board_;
  HexBoard<kWords> cells_;
};

}  // namespace

std::unique_ptr<const Theory> make_hex_theory(const Board& board) {
  return with_words_for(board, [&](auto words) -> std::unique_ptr<const Theory> {
    return std::make_unique<HexTheory<decltype(words)::value>>(board);
  });
}

}  // namespace isthmus
