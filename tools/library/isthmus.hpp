#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

// Isthmus as a library for other programs in C++17 or later: rules, judgements by nets and fills,
// and search. This header is all that there is to include, and libisthmus.so all that there is to
// link.
//
//   find_package(isthmus REQUIRED)
//   target_link_libraries(mine PRIVATE isthmus::isthmus)
//
// Moves and cells are named as everywhere: "a1" is the top left cell, the letter is the column;
// "swap-pieces" and "swap-sides" are moves, too. Objects may be copied, which is cheap, and used by
// one thread at a time; an Engine shares what it has with its copies. What is wrong with an
// argument is thrown as std::invalid_argument, with a message of one line for a user; all else as
// std::runtime_error.

#define ISTHMUS_API __attribute__((visibility("default")))

namespace isthmus::api {

enum class Player : std::uint8_t { black, white };
enum class Result : std::uint8_t { ongoing, black, white, draw };
enum class Proof : std::uint8_t { unknown, win, loss, draw };  // of the side to move

// The names of all games: "hex", "rex", ...
ISTHMUS_API std::vector<std::string> games();

class Position;

// A game on a board.
class ISTHMUS_API Game {
 public:
  // The game of this name on a board of these rows and columns, or of that side where they are
  // equal; 0: as it is usually played. swap: "none", "swap-pieces" or "swap-sides".
  explicit Game(const std::string& name, int rows = 0, int columns = 0,
                const std::string& swap = "none");

  std::string name() const;
  // The names of all cells, by rows.
  std::vector<std::string> cells() const;
  // The empty board, Black to move.
  Position start() const;

 private:
  friend class Engine;
  friend class Position;
  struct State;
  std::shared_ptr<const State> state_;
};

// A position of a game. It does not change: play() makes another.
class ISTHMUS_API Position {
 public:
  Player to_move() const;
  Result result() const;
  int moves_played() const;
  // Whose stone is on a cell, if any.
  std::optional<Player> stone(std::string_view cell) const;
  // The names of all legal moves, swaps included; none in a finished game.
  std::vector<std::string> legal_moves() const;
  // The position after a legal move.
  Position play(std::string_view move) const;

 private:
  friend class Engine;
  friend class Game;
  struct State;
  explicit Position(std::shared_ptr<const State> state) : state_(std::move(state)) {}
  std::shared_ptr<const State> state_;
};

// What is thought of a position without search.
struct Judgement {
  double black_wins = 0.5;  // Black's probability, 0 to 1
  // By legal cell: where the side to move should play; sums to 1.
  std::map<std::string, double> policy;
};

// A move that a search looked into.
struct MoveReport {
  std::string move;
  std::int64_t visits = 0;
  double win_rate = 0;  // of the side to move, 0 to 1
  double prior = 0;     // its share of the policy
  Proof proof = Proof::unknown;
  std::vector<std::string> line;  // that is expected, from this move on
};

// What a search came to.
struct SearchReport {
  double win_rate = 0;  // of the side to move, 0 to 1
  std::int64_t visits = 0;
  Proof proof = Proof::unknown;
  std::vector<MoveReport> moves;  // the best first
};

// When a search ends: at the limit that it reaches first; 0 is none. It ends, too, when all is
// proven.
struct Limits {
  std::int64_t visits = 0;
  double seconds = 0;
};

// Judges and searches positions of one game on one board, on the CPU.
class ISTHMUS_API Engine {
 public:
  // evaluator: "auto" (the net that comes with the library, else fills, else playouts), "net",
  // "fills" or "playouts". net: a file with another net, "small", "large" or "wide" of those that
  // come with the library, or empty.
  explicit Engine(const Game& game, const std::string& evaluator = "auto",
                  const std::string& net = "");

  // Changes a setting of later calls, as set("threads", "4"); `isthmus gtp --help` lists them.
  void set(std::string_view name, std::string_view value);
  // The position must be of the engine's game, and not over.
  Judgement judge(const Position& position);
  // The same; one limit must be given.
  SearchReport search(const Position& position, const Limits& limits);

 private:
  struct State;
  std::shared_ptr<State> state_;
};

}  // namespace isthmus::api
