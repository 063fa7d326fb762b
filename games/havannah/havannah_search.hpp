#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "engine/board/cell_set.hpp"
#include "engine/board/move.hpp"
#include "engine/board/position.hpp"
#include "engine/board/symmetry.hpp"
#include "engine/game/game.hpp"
#include "engine/solve/next_move.hpp"
#include "engine/solve/proof_table.hpp"
#include "engine/solve/search_threads.hpp"
#include "engine/theory/solver.hpp"
#include "games/havannah/havannah_entry.hpp"
#include "games/havannah/havannah_solver.hpp"
#include "games/havannah/shape_chains.hpp"
#include "games/havannah/threat_search.hpp"

namespace isthmus {

// The keys of positions. A view is one of the board's images by symmetry: a key is of the view in
// which a position has the least code.
class HavannahKeys {
 public:
  static constexpr std::size_t kViews = 12;

  // For each view of the board, what some stones add to the code.
  using Sums = std::array<std::uint64_t, kViews>;

  // `symmetries` are the game's, that which changes nothing first. Without `joins_symmetric` each
  // position has a key of its own.
  HavannahKeys(const ShapeBoard& board, std::vector<Symmetry> symmetries, bool joins_symmetric);

  void add(Sums& sums, int bit) const {
    const Sums& more = weights_[static_cast<std::size_t>(bit)];
    for (std::size_t i = 0; i < kViews; ++i) sums[i] += more[i];
  }
  // The key of a position whose mover has the stones of these sums, and the view that it is of.
  HavannahKey key(const Sums& own, const Sums& other, bool draw_wins, std::size_t& view) const {
    std::uint64_t least = own[0] + 2 * other[0];
    view = 0;
    for (std::size_t i = 1; i < kViews; ++i) {
      const std::uint64_t code = own[i] + 2 * other[i];
      if (code >= least) continue;
      least = code;
      view = i;
    }
    return {2 * least + (draw_wins ? 1 : 0)};
  }
  // The cells in a view, and back.
  ShapeBits seen(std::size_t view, ShapeBits bits) const { return image(views_[view], bits); }
  ShapeBits back(std::size_t view, ShapeBits bits) const { return image(backs_[view], bits); }

 private:
  using Images = std::array<std::uint8_t, ShapeBoard::kBits>;

  static ShapeBits image(const Images& images, ShapeBits bits) {
    ShapeBits result = 0;
    for_each_bit(bits,
                 [&](int bit) { result |= shape_bit(images[static_cast<std::size_t>(bit)]); });
    return result;
  }

  std::array<Sums, ShapeBoard::kBits> weights_{};
  std::array<Images, kViews> views_{}, backs_{};
};

// One thread's part of a solver's search.
class HavannahSearch {
 public:
  using Entry = HavannahEntry;
  using Known = Entry;

  // What the threads share.
  struct Shared {
    // The game, one of Havannah, must outlive this.
    Shared(const Game& of_game, const SolverOptions& options, const HavannahPieces& in_use)
        : game(of_game),
          board(game.board()),
          keys(board, game.symmetries(), in_use.joins_symmetric),
          pieces(in_use),
          table(options.bytes),
          threads(options.threads) {}

    // As the table has them.
    CellBits<1> cells() const { return CellBits<1>::of_words({board.cells()}); }

    const Game& game;
    const ShapeBoard board;
    const HavannahKeys keys;
    const HavannahPieces pieces;
    ProofTable<Entry> table;
    SearchThreads threads;
  };

  explicit HavannahSearch(Shared& shared)
      : shared_(shared),
        board_(shared.board),
        keys_(shared.keys),
        threats_(shared.board),
        table_(shared.table),
        threads_(shared.threads),
        visits_(shared.threads) {}

  // Solves the position after these moves from another, unfinished: whether its mover wins, if a
  // draw counts as won by `drawn_for`. Returns what is known when the threads are stopped. Its
  // cells are those of the board.
  Entry solve(const Position& first, std::span<const Move> moves, Colour drawn_for);
  // The best moves of both, from such a position on that is solved.
  std::vector<Move> line(const Position& first, std::span<const Move> moves,
                         Colour drawn_for) const;
  // As Solver::expand() has it.
  Expansion expand(const Position& first, std::span<const Move> moves);

 private:
  using Sums = HavannahKeys::Sums;
  using Successes = std::array<double, ShapeBoard::kBits>;

  // A position as its mover sees it.
  struct Node {
    ShapeChains own, other;
    Sums own_sums{}, other_sums{};
    bool draw_wins = false;
    bool is_tried = false;  // whether a win by threats has been looked for

    ShapeBits stones() const { return own.stones() | other.stones(); }
  };
  struct Child {
    int bit;
    HavannahKey key;
    std::uint64_t hash;
    std::uint32_t to_win = 1, to_lose = 1;  // for the child's mover
    Work work = {};

    void take_over(const Entry& known) {
      to_win = known.to_win;
      to_lose = known.to_lose;
      work = known.work;
    }
  };

  Position after(const Position& first, std::span<const Move> moves) const;
  Node node_of(const Position& position, Colour drawn_for) const;
  Node after(const Node& node, int bit) const;
  Entry search(const Node& node, const ProofBounds& bounds);
  Entry look_into(const Node& node);
  void keep_from_threats(const Node& node, Entry& entry);
  void count_success(const Node& node, int bit);
  std::vector<Child> children(const Node& node, ShapeBits moves) const;
  void look_up(std::vector<Child>& children) const;
  void look_up(const HavannahKey& key, std::size_t view, Entry& entry) const;
  // What the table has, and gets, with the cells of the board.
  std::optional<Entry> known(const HavannahKey& key, std::size_t view) const;
  void store(Entry entry, std::size_t view) const;

  const Shared& shared_;
  const ShapeBoard& board_;
  const HavannahKeys& keys_;
  ThreatSearch threats_;
  ProofTable<Entry>& table_;
  SearchThreads& threads_;
  SearchLine visits_;
  std::int64_t nodes_ = 0;  // of this thread
  // By whether the number of stones is odd, and by bit: how often a move there has won of late.
  std::array<Successes, 2> successes_{};
};

}  // namespace isthmus
