#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "engine/board/cell_set.hpp"
#include "engine/board/move.hpp"
#include "engine/board/position.hpp"
#include "engine/game/game.hpp"
#include "engine/solve/df_pn_entry.hpp"
#include "engine/solve/known_positions.hpp"
#include "engine/solve/line_boards.hpp"
#include "engine/solve/next_move.hpp"
#include "engine/solve/position_keys.hpp"
#include "engine/solve/proof_grounds.hpp"
#include "engine/solve/proof_numbers.hpp"
#include "engine/solve/proof_table.hpp"
#include "engine/solve/search_threads.hpp"
#include "engine/solve/work.hpp"
#include "engine/theory/solver.hpp"

namespace isthmus {

// What one thread does of a depth-first proof-number search (Nagai 2002) of any game, by its rules
// alone, with the 1 + epsilon trick (Pawlewicz and Lew 2007). A position is looked into by playing
// each move, and to each that does not end the game the replies that would win at once if the
// opponent had the turn.
//
// Where a game has knowledge, that says who wins, or which moves are to be tried instead, and the
// first half of these is searched at a time: others take the places of those that are refuted
// (Arneson, Hayward and Henderson, "Solving Hex: beyond humans", 2010). What it fills in stays
// filled further down.
//
// Where positions may not come again, what is proven of a position depends on those before it (the
// graph-history interaction problem). A game may ask of its history only whether it holds the board
// that a move leads to; the more it holds, the fewer moves there are. So a proof holds after any
// other history as well if it counts on no repetition of a board above it, and if none of its own
// boards is there. With each proof are kept the stones that are on all of its boards, and how many
// there are at the least: a history each of whose boards lacks one of these, or has fewer, leaves
// it valid. Other proofs hold for that one history, whose digest is part of their key. (Kishimoto
// and Müller, "A general solution to the graph history interaction problem", 2004, look a proof
// through again instead.)
//
// For boards of up to 64 * kWords cells.
template <int kWords>
class DfPn {
 public:
  static constexpr std::uint32_t kInfinite = kInfiniteNumber;

  using Grounds = ProofGrounds<kWords>;
  using Key = DfPnKey<kWords>;
  using Entry = DfPnEntry<kWords>;

  // What is known of a position, for its mover.
  struct Known {
    std::uint32_t to_win = 1, to_lose = 1;  // 0 where proven
    Work work = {};                         // none: nothing is known
    Move best = Move::none();
    Grounds grounds{};  // of what is proven

    bool wins() const { return to_win == 0; }
    bool loses() const { return to_lose == 0; }
    bool is_solved() const { return wins() || loses(); }
    bool relies_on_draws() const { return grounds.has_draw; }
  };

  // What the threads share.
  struct Shared {
    // By the game's knowledge, if it has any, or by the rules alone. The game must outlive this.
    Shared(const Game& of_game, const SolverOptions& in_use, bool by_knowledge)
        : game(of_game),
          options(in_use),
          has_knowledge(by_knowledge),
          keys(of_game),
          table(options.bytes),
          threads(options.threads) {}

    // As the table has them.
    CellBits<kWords> cells() const { return game.board().cells().template resized<kWords>(); }

    const Game& game;
    const SolverOptions options;
    const bool has_knowledge;
    const PositionKeys keys;
    ProofTable<Entry> table;
    SearchThreads threads;
  };

  explicit DfPn(Shared& shared)
      : game_(shared.game),
        known_(shared.has_knowledge ? game_.knowledge(shared.options) : nullptr),
        keys_(shared.keys),
        table_(shared.table),
        threads_(shared.threads),
        visits_(shared.threads),
        line_(shared.game) {}

  // Solves the position after these moves from another, unfinished and with a legal move: who wins
  // if a draw counts as won by `drawn_for`, and by what move where there were none. Returns what is
  // known when the threads are stopped.
  Known solve(const Position& first, std::span<const Move> moves, Colour drawn_for);
  // The best moves of both from there on, as far as they are known.
  std::vector<Move> line(const Position& first, std::span<const Move> moves, Colour drawn_for);
  // As Solver::expand() has it.
  Expansion expand(const Position& first, std::span<const Move> moves);

 private:
  // Where what holds after any history is kept: for the image by a symmetry.
  struct Place {
    Key key;
    std::size_t view;
  };
  struct Node {
    Position position;
    PositionKeys::Hashes hashes;
    Place place;
  };
  struct Child {
    Cell cell;
    Position position;
    Place place;
    std::uint64_t hash;
    std::uint32_t to_win = 1, to_lose = 1;  // for the child's mover
    Work work = {};
  };
  // The moves of a position: what is left of them, and what has come of the others.
  struct Moves {
    std::vector<Child> open;
    Grounds grounds;           // of the move that wins, or else of all that are refuted
    Move last = Move::none();  // that which wins, or else was refuted last
    bool is_won = false;

    void win_by(Cell cell, const Position& next, const Grounds& of_next);
    void refute(Cell cell, const Position& next, const Grounds& of_next);
  };

  Node begin(const Position& first, std::span<const Move> moves, Colour drawn_for);
  Node after(const Node& node, const Position& position) const;
  Place place_of(const Position& position, const PositionKeys::Hashes& hashes) const;
  Known search(const Node& node, const ProofBounds& bounds);
  bool needs_move() const { return needs_move_ && line_.ply() == 0; }
  // Whether nothing is left to be found out about the position that line_ leads to.
  bool is_answer(const Known& known) const {
    return known.loses() || (known.wins() && !(needs_move() && known.best == Move::none()));
  }
  Moves moves_of(const Node& node);
  static bool stays_open(Child& child, const Known& known, Moves& moves);
  void look_up(Moves& moves) const;
  void look_at(const Node& node, const std::vector<Cell>& cells, bool sees_replies, Moves& moves);
  std::vector<Child> play_each(const Node& node, const std::vector<Cell>& cells, Moves& moves);
  CellSet threats(const Position& position) const;
  std::optional<Grounds> refutation(const Position& position, const CellSet& replies) const;

  bool wins(Result result, Colour colour) const {
    return result == win_for(colour) || (result == Result::draw && colour == drawn_for_);
  }

  Key key_of(const NarrowStones<kWords>& stones, std::uint64_t history, Colour to_move,
             Colour drawn_for) const;
  Key own_key(const Position& position) const;
  Known find(const Position& position, const Place& place) const;
  void store(const Node& node, const Known& known);

  const Game& game_;
  KnownPositions known_;
  const PositionKeys& keys_;
  ProofTable<Entry>& table_;
  SearchThreads& threads_;
  SearchLine visits_;
  PositionKeys::Hashes hashes_;  // of a child
  std::int64_t nodes_ = 0;       // of this thread
  bool needs_move_ = false;      // whether a move that wins is asked for, not only who wins
  Colour drawn_for_ = Colour::black;
  std::uint64_t history_before_ = 0;  // digest of what came before the first board
  bool is_plain_ = true;              // whether nothing came before it
  LineBoards<kWords> line_;
};

}  // namespace isthmus
