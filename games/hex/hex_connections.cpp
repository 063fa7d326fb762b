#include "games/hex/hex_connections.hpp"

#include <algorithm>
#include <array>
#include <cstdint>

#include "engine/board/board_words.hpp"
#include "games/hex/hex_board.hpp"

namespace isthmus {

namespace {

template <int kWords>
class HexConnections : public VirtualConnections {
 public:
  HexConnections(const Board& board, const ConnectionLimits& limits)
      : board_(board), search_(board_, limits), shows_history_(limits.keeps_history) {}

  void find(const Position& position, Colour colour) override {
    search_.find(stones_of<kWords>(position), colour);
  }
  int end_count() const override { return search_.end_count(); }
  std::optional<int> end_of(Cell cell) const override { return search_.end_of(cell); }
  CellSet cells_of(int end) const override { return set_of(search_.cells_of(number(end))); }
  std::vector<VirtualConnection> full(int a, int b) const override {
    std::vector<VirtualConnection> all;
    const End from = number(a), to = number(b);
    for (const auto& connection :
         shows_history_ ? search_.all_full(from, to) : search_.full(from, to)) {
      all.push_back({set_of(connection.carrier), std::nullopt});
    }
    return all;
  }
  std::vector<VirtualConnection> semi(int a, int b) const override {
    std::vector<VirtualConnection> all;
    const End from = number(a), to = number(b);
    for (const auto& connection :
         shows_history_ ? search_.all_semi(from, to) : search_.semi(from, to)) {
      all.push_back({set_of(connection.carrier), static_cast<Cell>(connection.key)});
    }
    return all;
  }
  CellSet must_play() const override { return set_of(search_.must_play()); }

 private:
  using End = typename HSearch<kWords>::End;

  static CellSet set_of(const CellBits<kWords>& cells) {
    std::array<std::uint64_t, kMaxCells / 64> words{};
    std::copy_n(cells.words().begin(), kWords, words.begin());
    return CellSet::of_words(words);
  }
  static End number(int end) { return static_cast<End>(end); }

  HexBoard<kWords> board_;
  HSearch<kWords> search_;
  bool shows_history_;
};

}  // namespace

std::unique_ptr<VirtualConnections> make_hex_connections(const Board& board,
                                                         const ConnectionLimits& limits) {
  return with_words_for(board, [&](auto words) -> std::unique_ptr<VirtualConnections> {
    return std::make_unique<HexConnections<decltype(words)::value>>(board, limits);
  });
}

}  // namespace isthmus
