#include "games/hex/hex_theory.hpp"

#include "engine/board/board_words.hpp"
#include "games/hex/certificate_builder.hpp"
#include "games/hex/certificate_check.hpp"
#include "games/hex/h_search.hpp"
#include "games/hex/hex_solver.hpp"
#include "games/hex/inferior_cells.hpp"

namespace isthmus {

namespace {

template <int kWords>
CellSet set_of(const CellBits<kWords>& cells) {
  return cells.template resized<kMaxCells / 64>();
}

template <int kWords>
class HexConnections : public VirtualConnections {
 public:
  explicit HexConnections(const HexBoard<kWords>& board, const ConnectionLimits& limits = {})
      : search_(board, limits), shows_history_(limits.keeps_history) {}

  void find(const Position& position, Colour colour) override {
    search_.find(stones_of<kWords>(position), colour);
  }
  int end_count() const override { return search_.end_count(); }
  std::optional<int> end_of(Cell cell) const override { return search_.end_of(cell); }
  CellSet cells_of(int end) const override { return set_of<kWords>(search_.cells_of(number(end))); }
  std::vector<VirtualConnection> full(int a, int b) const override {
    std::vector<VirtualConnection> all;
    const End from = number(a), to = number(b);
    for (const auto& connection :
         shows_history_ ? search_.all_full(from, to) : search_.full(from, to)) {
      all.push_back({set_of<kWords>(connection.carrier), std::nullopt});
    }
    return all;
  }
  std::vector<VirtualConnection> semi(int a, int b) const override {
    std::vector<VirtualConnection> all;
    const End from = number(a), to = number(b);
    for (const auto& connection :
         shows_history_ ? search_.all_semi(from, to) : search_.semi(from, to)) {
      all.push_back({set_of<kWords>(connection.carrier), static_cast<Cell>(connection.key)});
    }
    return all;
  }
  CellSet must_play() const override { return set_of<kWords>(search_.must_play()); }

 private:
  using End = typename HSearch<kWords>::End;

  static End number(int end) { return static_cast<End>(end); }

  HSearch<kWords> search_;
  bool shows_history_;
};

// How each connection came about has to be found again.
constexpr ConnectionLimits kLimitsOfCertificates{.keeps_history = true};

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
    return std::make_unique<HexConnections<kWords>>(cells_);
  }
  CellSet not_to_play(const Position& position) const override {
    const auto filled = isthmus::fill_in(cells_, stones_of<kWords>(position));
    HSearch<kWords> search(cells_);
    search.find(filled.stones, opponent(position.to_move));
    return board_.cells() - position.occupied() - set_of<kWords>(search.must_play());
  }
  std::optional<std::string> certificate(const Game& game, const Position& position, Solver& solver,
                                         double seconds,
                                         const std::stop_token& stop) const override {
    auto connections = std::make_unique<HexConnections<kWords>>(cells_, kLimitsOfCertificates);
    CertificateBuilder builder(game, std::move(connections), solver);
    const auto certificate = builder.build(position, {.seconds = seconds}, stop);
    if (!certificate) return std::nullopt;
    return certificate_text(game.name(), board_, *certificate);
  }
  CertificateSummary check_certificate(const Game& game, std::string_view text) const override {
    const Certificate certificate = isthmus::check_certificate(game.name(), board_, text);
    return {.stones = certificate.stones,
            .to_move = certificate.to_move,
            .winner = certificate.winner,
            .facts = certificate.facts.size()};
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
