#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <stop_token>
#include <utility>
#include <vector>

#include "engine/board/cell_set.hpp"
#include "engine/board/move.hpp"
#include "engine/board/position.hpp"
#include "engine/theory/proof.hpp"

namespace isthmus {

// How much a solver may use.
struct SolverOptions {
  static constexpr std::size_t kBytes = std::size_t{64} << 20;

  std::size_t bytes = kBytes;  // to remember what it has found
  int threads = 1;             // that search one position together; at least 1
  bool is_to_certify = false;  // its answers are for certificates, which are to be short
};

// When to give up; the first limit that is reached counts.
struct SolveLimits {
  std::int64_t nodes = 0;  // 0: no limit
  double seconds = 0;      // 0: no limit
};

// Who wins a position, and how.
struct Solution {
  Proof proof = Proof::unknown;  // for the side to move
  // A move that wins, where there is one, or else one that draws, and a line that goes on from it,
  // or how the loss may go; it ends where the solver knows the rest without looking on.
  std::vector<Move> line;
  // The winner wins even if all other empty cells are the loser's. All of them where nothing better
  // is known, none where proof is unknown.
  CellSet carrier;
  std::int64_t nodes = 0;  // positions that were looked into
  double seconds = 0;
};

// The same about each of the moves.
struct MoveProofs {
  CellSet wins;
  CellSet losses;
  CellSet draws;
  CellSet unknown;
  std::int64_t nodes = 0;
  double seconds = 0;
};

// A move that may still win, and what is known of the position after it, for the side that moves
// there: how many positions at the least must be proven to prove that it wins, and loses; neither
// is 0.
struct OpenMove {
  Move move;
  std::uint32_t to_win = 1;
  std::uint32_t to_lose = 1;

  friend bool operator==(const OpenMove&, const OpenMove&) = default;
};

// What is left of a position that is not solved.
struct Expansion {
  // If the side to move wins or draws, it does by one of these; at least one, unless it loses.
  std::vector<OpenMove> moves;
  bool is_ordered = false;  // the most promising first
  // If the opponent wins after each of the moves, it does with these cells and those that it needs
  // after them.
  CellSet carrier;
};

// How far a solver has come.
struct SolverStatus {
  std::int64_t nodes = 0;  // positions looked into since the solver was made
  // Of the position that is being searched, or was last: how many positions at the least must be
  // proven to prove a win and a loss for its mover (Allis 1994), 0 where proven; and how many of
  // its moves may still win.
  std::uint32_t to_win = 1;
  std::uint32_t to_lose = 1;
  int open_moves = 0;
  // Of solve_moves() while it runs: how many moves have been proven, of how many.
  int proven_moves = 0;
  int moves = 0;
};

// Solves unfinished positions of one game, in which there is a legal move, exactly; the swap is
// left aside. What one call learns serves the next. By one thread, without limits of time, and as
// long as the calls are the same, so are the answers; by several, who wins is the same. No call may
// be made while another runs, but where it is said below.
class Solver {
 public:
  // Gets some of the words of write_table(), at most kPieceWords.
  using WriteWords = std::function<void(std::span<const std::uint64_t>)>;
  static constexpr std::size_t kPieceWords = 1 << 16;

  virtual ~Solver() = default;

  Solution solve(const Position& position, const SolveLimits& limits = {},
                 std::stop_token stop = {}) {
    return solve_after(position, {}, limits, std::move(stop));
  }
  // The position after these moves, of cells and legal, from another. Where the game has a rule
  // about repetition, what is learned after one first position serves others after it, but not
  // those after another.
  virtual Solution solve_after(const Position& first, std::span<const Move> moves,
                               const SolveLimits& limits = {}, std::stop_token stop = {}) = 0;
  // Which moves win. The limits are for all of it.
  virtual MoveProofs solve_moves(const Position& position, const SolveLimits& limits = {},
                                 std::stop_token stop = {}) = 0;

  // Solves one position for one of several threads that ask at once; of its line there may be the
  // first move alone. Nothing is proven where the limits of all were reached, or a body is done.
  using Ask = std::function<Solution(const Position&)>;
  // Calls body(i, ask) in each of the threads that otherwise search one position together, or in
  // one of them, each with an `ask` of its own, until one returns true, as it is done. What one
  // learns serves the others. Throws what one of them throws.
  virtual void solve_apart(const SolveLimits& limits, std::stop_token stop,
                           const std::function<bool(int i, const Ask& ask)>& body) {
    body(0, [&](const Position& position) { return solve(position, limits, stop); });
  }

  // What is left of the position after such moves, as far as this remembers it: to be called after
  // a search that did not solve it.
  virtual Expansion expand(const Position& first, std::span<const Move> moves) = 0;

  // May be called while another thread solves.
  virtual SolverStatus status() const = 0;

  // Hands out all that is remembered, piece by piece. May be called while another thread solves.
  virtual void write_table(const WriteWords& write) const = 0;
  // Remembers what is in such a piece of a solver of the same game and board, as far as there is
  // room. Throws std::invalid_argument where it is none, or not whole.
  virtual void read_table(std::span<const std::uint64_t> words) = 0;
};

}  // namespace isthmus
