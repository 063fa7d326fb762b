#pragma once

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "engine/board/group.hpp"
#include "engine/game/game.hpp"
#include "engine/random/splitmix.hpp"
#include "games/list.hpp"

// A game that only the tests know, to show that nothing else need know a game.
//
//        b c d e      Squares, of which two corners are missing. Black joins top to bottom, White
//   1    . . . .      left to right, by neighbours in rows and columns. A single stone without an
//   2  . . . . .      empty cell beside it is captured. No stone may be placed where it would have
//   3  . . . . .      none and capture none, and no position of stones may come again. Where the
//   4  . . . . .      side to move has no move the game is drawn. Its size is the length of the
//   5  . . . .        shorter rows: here 4.
class Trial final : public isthmus::Game {
 public:
  static constexpr const char* kName = "trial";

  Trial(int side, isthmus::SwapRule swap_rule) : Game(kName, make_board(side), swap_rule) {}

  static isthmus::GameEntry entry() {
    return {kName,
            "Trial",
            "a game of the tests",
            4,
            0,
            2,
            8,
            false,
            isthmus::SwapRule::pieces,
            [](int rows, int, isthmus::SwapRule swap) -> std::unique_ptr<const isthmus::Game> {
              return std::make_unique<Trial>(rows + 1, swap);
            }};
  }

  isthmus::BoardSize size() const override { return {board().rows() - 1, board().columns() - 1}; }

  // Half a turn keeps everything; the mirror images in both diagonals exchange the colours.
  std::vector<isthmus::Symmetry> symmetries() const override {
    const isthmus::Board& on = board();
    const int last = on.rows() - 1;
    return {
        isthmus::identity(on),
        isthmus::make_symmetry(on, false, [&](int r, int c) { return on.at(last - r, last - c); }),
        isthmus::make_symmetry(on, true, [&](int r, int c) { return on.at(c, r); }),
        isthmus::make_symmetry(on, true, [&](int r, int c) { return on.at(last - c, last - r); })};
  }

  bool mirror_exchanges_colours() const override { return true; }

  // Of what a net sees: the stones that stand alone.
  int feature_count() const override { return 1; }
  isthmus::Features features(const isthmus::Position& position) const override {
    isthmus::Features alone;
    for (const isthmus::CellSet& stones : position.stones) {
      stones.for_each([&](isthmus::Cell cell) {
        if (group_of(board(), stones, cell).size() == 1) alone[0].insert(cell);
      });
    }
    return alone;
  }

 protected:
  bool may_place(const isthmus::Position& position, isthmus::Cell cell) const override {
    const Stones after = placed(position, cell);
    return after[index(position.to_move)].contains(cell) && !position.history.contains(key(after));
  }

  void place(isthmus::Position& position, isthmus::Cell cell) const override {
    position.history.add(key(position.stones));
    position.stones = placed(position, cell);
  }

  isthmus::Result result_after(const isthmus::Position& position,
                               isthmus::Cell last) const override {
    const isthmus::Colour mover = position.of(isthmus::Colour::black).contains(last)
                                      ? isthmus::Colour::black
                                      : isthmus::Colour::white;
    const unsigned goals = board().goals_of(mover);
    if ((group_goals(board(), position.of(mover), last) & goals) == goals) return win_for(mover);
    bool can_move = false;
    (board().cells() - position.occupied()).for_each([&](isthmus::Cell cell) {
      can_move = can_move || may_place(position, cell);
    });
    return can_move ? isthmus::Result::ongoing : isthmus::Result::draw;
  }

  isthmus::Cell swapped(isthmus::Cell cell) const override {
    return board().at(board().column(cell), board().row(cell));
  }

 private:
  using Stones = std::array<isthmus::CellSet, 2>;

  static std::size_t index(isthmus::Colour colour) { return static_cast<std::size_t>(colour); }

  static isthmus::Board make_board(int side) {
    using isthmus::Board;
    std::vector<Board::Row> rows(static_cast<std::size_t>(side), Board::Row{0, side});
    rows.front() = {1, side - 1};
    rows.back() = {0, side - 1};
    return {Board::Tiling::squares,
            std::move(rows),
            {{"top", isthmus::Colour::black, 0, 1},
             {"bottom", isthmus::Colour::black, 2, 1},
             {"left", isthmus::Colour::white, 3, 1},
             {"right", isthmus::Colour::white, 1, 1}},
            [side](int r, int c) {
              return static_cast<Board::Goals>((r == 0 ? 1 : 0) | (r == side - 1 ? 2 : 0) |
                                               (c == 0 ? 4 : 0) | (c == side - 1 ? 8 : 0));
            }};
  }

  // Whether a stone has neither a neighbour of its colour nor an empty one.
  bool is_shut_in(const Stones& stones, isthmus::Colour colour, isthmus::Cell cell) const {
    for (isthmus::Cell next : board().neighbours(cell)) {
      if (!stones[index(opponent(colour))].contains(next)) return false;
    }
    return true;
  }

  // The stones after a move: those that it captures are gone, or it is itself where it may not be.
  Stones placed(const isthmus::Position& position, isthmus::Cell cell) const {
    const isthmus::Colour mover = position.to_move, other = opponent(mover);
    Stones stones = position.stones;
    stones[index(mover)].insert(cell);
    for (isthmus::Cell next : board().neighbours(cell)) {
      if (stones[index(other)].contains(next) && is_shut_in(stones, other, next)) {
        stones[index(other)].erase(next);
      }
    }
    if (is_shut_in(stones, mover, cell)) stones[index(mover)].erase(cell);
    return stones;
  }

  static std::uint64_t key(const Stones& stones) {
    std::uint64_t key = 0;
    for (const isthmus::CellSet& set : stones) {
      for (std::uint64_t word : set.words()) key = isthmus::SplitMix64::mix(key + word);
    }
    return key;
  }
};
