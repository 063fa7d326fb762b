#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/board/board.hpp"
#include "engine/board/board_size.hpp"
#include "engine/board/move.hpp"
#include "engine/board/position.hpp"
#include "engine/board/symmetry.hpp"
#include "engine/theory/certifier.hpp"
#include "engine/theory/knowledge.hpp"
#include "engine/theory/solver.hpp"
#include "engine/theory/theory.hpp"

namespace isthmus {

// What White may do instead of a first stone, where Black has begun on an empty board.
//   none    nothing
//   pieces  take the first stone over: it turns White, mirrored where the game says so
//   sides   exchange colours with the opponent; the stones stay, White is still to move
enum class SwapRule : std::uint8_t { none, pieces, sides };

// "none", "swap-pieces", "swap-sides".
std::string_view name(SwapRule rule);
std::optional<SwapRule> find_swap_rule(std::string_view name);

// How a game is read off a board filled with stones, where one fill decides it. A colour connects
// by a group that joins all goals that it wants (Board::goals_of()), with which the game ends.
struct FillRule {
  // The side of the triangle whose majority reduction names the colour that connects.
  int reduction_side;
  // Whether the colour that connects wins; in reverse games it loses.
  bool connection_wins;
};

// What of the rules about captures differs from game to game. On squares a group without an empty
// cell beside it goes off the board, the opponent's first; no stone may be placed whose group would
// then have none; a position of stones that was there before may not come again, or loses. A colour
// wins by a group that joins its first two goals or the next two (Board::goals_of()), and where the
// opponent has no legal move.
struct CaptureRule {
  bool repetition_loses;
};

// The way to play many random playouts of a game at once, where fills do not decide it.
enum class PlayoutRule : std::uint8_t {
  moves,    // there is none: they are played one after the other, move by move
  shapes,   // the first shape on a hexagon of hexagons: ShapeTask in engine/shapes/shape_task.hpp
  captures  // captures on squares: CaptureTask in engine/captures/capture_task.hpp
};

inline constexpr int kMaxFeatures = 4;
using Features = std::array<CellSet, kMaxFeatures>;

// The rules of one game on one board: immutable, so that threads share it. Positions are values.
//
// To add a game, derive from this class in a header of games/ and add a row to games/list.cpp.
class Game {
 public:
  virtual ~Game() = default;

  // The game's name as used on the command line: lower case.
  const std::string& name() const { return name_; }
  const Board& board() const { return board_; }
  // What games/list.cpp makes this game from.
  virtual BoardSize size() const { return {board_.rows(), board_.columns()}; }
  SwapRule swap_rule() const { return swap_rule_; }

  // The empty board, Black to move.
  Position start() const { return {}; }
  // A position with the given stones, which must be disjoint sets of cells of the board.
  Position setup(const CellSet& black, const CellSet& white, Colour to_move) const;

  // Whether the side to move may play this; never in a finished game.
  bool is_legal(const Position& position, Move move) const;
  // The cells on which the side to move may place a stone; none in a finished game.
  CellSet legal_cells(const Position& position) const;
  // All legal moves: cells in increasing order, then the swap.
  std::vector<Move> legal_moves(const Position& position) const;
  // Whether the swap is on offer: to White alone, against the one stone that Black began with on
  // an empty board. A game that White has begun knows none.
  bool may_swap(const Position& position) const;
  // Whether it will be on offer against any stone that the side to move plays now.
  bool next_may_swap(const Position& position) const;
  // The move that swaps, where it is on offer.
  Move swap_move() const {
    return swap_rule_ == SwapRule::pieces ? Move::swap_pieces() : Move::swap_sides();
  }
  // Plays a legal move for the side to move.
  void play(Position& position, Move move) const;
  // The same for a move that is known not to end the game, without looking whether it does.
  void play_on(Position& position, Move move) const;

  // "f6", "swap-pieces", "swap-sides".
  std::string name(Move move) const;
  // The inverse, in either case; nothing for a text that names no move of this game.
  std::optional<Move> find_move(std::string_view name) const;

  // How a filled board decides this game; nothing where one fill cannot. In a game with such a rule
  // a stone may go on any empty cell, and stays.
  virtual std::optional<FillRule> fill_rule() const { return std::nullopt; }
  // How stones are captured; nothing where they stay, or go by other rules than CaptureRule's.
  virtual std::optional<CaptureRule> capture_rule() const { return std::nullopt; }
  // The way to play many playouts at once, where no fill decides.
  virtual PlayoutRule playout_rule() const { return PlayoutRule::moves; }
  // All symmetries of the game, that which changes nothing first.
  virtual std::vector<Symmetry> symmetries() const { return {identity(board_)}; }
  // How many features the game has: sets of cells that tell a net more of a position than its
  // stones. At most kMaxFeatures; nets read the first few of them, so their order stays.
  virtual int feature_count() const { return 0; }
  // These of a position, by their numbers. Of the stones alone: not of what lay there before.
  virtual Features features(const Position&) const { return {}; }
  // Whether the mirror image in the long diagonal, rows for columns, gives each colour the other's
  // part, on boards of any shape. Then a net sees the board so where White is to move.
  virtual bool mirror_exchanges_colours() const { return false; }
  // What is certain in this game beside its rules, made anew, which the game must outlive; null
  // where nothing is known.
  virtual std::unique_ptr<const Theory> theory() const { return nullptr; }
  // A solver of the game's own, where there is no theory, which has one; likewise.
  virtual std::unique_ptr<Solver> own_solver(const SolverOptions&) const { return nullptr; }
  // What proves to others who wins, where there is something; likewise.
  virtual std::unique_ptr<const Certifier> certifier() const { return nullptr; }
  // What helps the general solver, where there is none of its own; likewise.
  virtual std::unique_ptr<Knowledge> knowledge(const SolverOptions&) const { return nullptr; }

 protected:
  Game(std::string name, Board board, SwapRule swap_rule);
  Game(const Game&) = default;
  Game(Game&&) = default;

  // Whether a stone of the side to move may go on this empty cell.
  virtual bool may_place(const Position&, Cell) const { return true; }
  // Puts a stone of the side to move on the cell, with all that follows on the board.
  virtual void place(Position& position, Cell cell) const;
  // How the game stands after the stone on `last` came to be there, the side to move being the one
  // whose turn it is then. A game in which that side may be left without a legal move decides that
  // here: none goes on then.
  virtual Result result_after(const Position& position, Cell last) const = 0;
  // Where the first stone goes under swap-pieces.
  virtual Cell swapped(Cell cell) const { return cell; }

 private:
  std::string name_;
  Board board_;
  SwapRule swap_rule_;
};

}  // namespace isthmus
