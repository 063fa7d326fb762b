#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "engine/board/move.hpp"
#include "engine/board/position.hpp"
#include "engine/net/net.hpp"

namespace isthmus {

// A game to be played: from where, and what its draws follow from.
struct TreeGame {
  std::uint64_t seed = 0;
  Position position{};           // unfinished
  bool plays_on = false;         // where one side would resign
  bool is_for_one_move = false;  // its slot is free again behind the next move
  // By colour, in games with captures: the cells from which its stones were taken so far, or more;
  // nothing where that is not known, at which searches take longer.
  std::optional<std::array<CellSet, 2>> taken{};
};

// Adds to these cells those from which a move has taken stones.
inline void note_taken(const std::array<CellSet, 2>& before, const std::array<CellSet, 2>& after,
                       std::array<CellSet, 2>& taken) {
  for (std::size_t colour = 0; colour < 2; ++colour) {
    taken[colour] = taken[colour] | (before[colour] - after[colour]);
  }
}

// What came of a search for a move.
struct TreeMove {
  // `one_move`: the game goes on, but was given its slot for one move.
  enum class End : std::uint8_t { none, rules, resignation, one_move };
  struct Visits {
    Cell cell = 0;
    std::uint16_t visits = 0;

    friend bool operator==(const Visits&, const Visits&) = default;
  };

  int slot = 0;
  End end = End::none;      // of the game in its slot: by this move, or in place of it
  Cell cell = 0;            // the move; of no meaning where a side resigns
  std::uint16_t value = 0;  // the probability that the side to move wins, in 65535ths
  // Whether the search was full, and its visits are fit to learn from: these are `visits`, by cell,
  // of the moves that were visited; the winning move alone, once, where one is proven.
  bool is_full = false;
  Result result = Result::ongoing;          // where the game has ended
  Result would_have_won = Result::ongoing;  // likewise: whom both sides' searches agreed on
  std::vector<Visits> visits{};

  friend bool operator==(const TreeMove&, const TreeMove&) = default;
};

// Many games of one kind on one board, each in a slot, played side by side by searches of one leaf
// at a time: what the search of engine/search/ does where it has one thread, judges one position
// at a time and keeps no tree for the next move. All that is drawn in a game follows from its seed
// and the number of moves that were played.
class TreeGames {
 public:
  virtual ~TreeGames() = default;
  TreeGames() = default;
  TreeGames(const TreeGames&) = delete;
  TreeGames& operator=(const TreeGames&) = delete;

  // Has a game played in a slot that has none: it begins with one of the next steps.
  virtual void begin(int slot, const TreeGame& game) = 0;
  // Has this net judge from the next step on, also in games that are under way.
  virtual void set_net(const Net& net) = 0;
  // Takes each game on by one position that is judged, and returns what moves that has come to,
  // each slot's in their order, perhaps with a step or two of delay. They stay where they are until
  // the next step. A slot whose game has ended is free. Throws BackendError where a device fails.
  virtual std::span<const TreeMove> step() = 0;
  // How many positions have been judged by the steps whose moves have been returned.
  virtual std::int64_t evaluations() const = 0;
};

}  // namespace isthmus
