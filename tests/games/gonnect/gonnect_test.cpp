// Gonnect against its rules written once more, on letters, without the engine's board.

#include <array>
#include <cstdint>
#include <random>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "games/list.hpp"

using namespace isthmus;

namespace {

// A board as letters row by row: '.', 'b', 'w'.
class Letters {
 public:
  Letters(int side, std::string cells) : side_(side), cells_(std::move(cells)) {}
  explicit Letters(int side) : Letters(side, std::string(std::size_t(side * side), '.')) {}

  const std::string& text() const { return cells_; }
  char at(int cell) const { return cells_[static_cast<std::size_t>(cell)]; }

  // All cells that can be reached from one through cells of the same letter.
  struct Group {
    std::vector<int> cells;
    bool has_liberty = false;
    std::set<int> liberties{};
  };
  Group group(int cell) const {
    Group reached{{cell}};
    std::vector<char> is_reached(cells_.size());
    is_reached[static_cast<std::size_t>(cell)] = 1;
    for (std::size_t i = 0; i < reached.cells.size(); ++i) {
      for_each_near(reached.cells[i], [&](int next) {
        if (at(next) == '.') {
          reached.has_liberty = true;
          reached.liberties.insert(next);
        }
        char& is_known = is_reached[static_cast<std::size_t>(next)];
        if (is_known != 0 || at(next) != at(cell)) return;
        is_known = 1;
        reached.cells.push_back(next);
      });
    }
    return reached;
  }
  // Whether each group could be there.
  bool is_settled() const {
    for (int cell = 0; cell < side_ * side_; ++cell) {
      if (at(cell) != '.' && !group(cell).has_liberty) return false;
    }
    return true;
  }
  // Whether a side has joined two opposite edges.
  bool joins(char colour) const {
    for (int cell = 0; cell < side_ * side_; ++cell) {
      if (at(cell) != colour) continue;
      std::array<bool, 4> touched{};
      for (const int stone : group(cell).cells) {
        const int r = stone / side_, c = stone % side_;
        if (r == 0) touched[0] = true;
        if (r == side_ - 1) touched[1] = true;
        if (c == 0) touched[2] = true;
        if (c == side_ - 1) touched[3] = true;
      }
      if ((touched[0] && touched[1]) || (touched[2] && touched[3])) return true;
    }
    return false;
  }
  // The board after a stone of that colour; empty where that is suicide.
  Letters after(int cell, char colour) const {
    Letters board = *this;
    board.cells_[static_cast<std::size_t>(cell)] = colour;
    std::vector<int> captured;
    for_each_near(cell, [&](int next) {
      if (board.at(next) == '.' || board.at(next) == colour) return;
      const Group other = board.group(next);
      if (!other.has_liberty) {
        captured.insert(captured.end(), other.cells.begin(), other.cells.end());
      }
    });
    for (const int stone : captured) board.cells_[static_cast<std::size_t>(stone)] = '.';
    if (!board.group(cell).has_liberty) board.cells_.clear();
    return board;
  }

 private:
  // Calls visit(cell) for each cell beside one.
  template <class Visit>
  void for_each_near(int cell, Visit&& visit) const {
    const int r = cell / side_, c = cell % side_;
    if (r > 0) visit(cell - side_);
    if (r < side_ - 1) visit(cell + side_);
    if (c > 0) visit(cell - 1);
    if (c < side_ - 1) visit(cell + 1);
  }

  int side_;
  std::string cells_;
};

std::string letters_of(const Game& game, const Position& position) {
  std::string cells;
  for (Cell cell = 0; cell < game.board().cell_range(); ++cell) {
    cells += position.of(Colour::black).contains(cell)   ? 'b'
             : position.of(Colour::white).contains(cell) ? 'w'
                                                         : '.';
  }
  return cells;
}

Position position_of(const Game& game, const std::string& cells, Colour to_move) {
  std::array<CellSet, 2> stones;
  for (Cell cell = 0; cell < game.board().cell_range(); ++cell) {
    if (cells[cell] == 'b') stones[0].insert(cell);
    if (cells[cell] == 'w') stones[1].insert(cell);
  }
  return game.setup(stones[0], stones[1], to_move);
}

char letter(Colour colour) { return colour == Colour::black ? 'b' : 'w'; }

// Checks what a net is told of liberties.
void check_features(const Game& game, const Position& position, const Letters& board) {
  Features expected;
  for (Cell cell = 0; cell < game.board().cell_range(); ++cell) {
    if (board.at(cell) == '.') continue;
    const std::size_t liberties = board.group(cell).liberties.size();
    if (liberties >= 1 && liberties <= 3) expected[liberties - 1].insert(cell);
  }
  REQUIRE(game.feature_count() == 3);
  REQUIRE(game.features(position) == expected);
}

// Checks what may be played in a position in which neither side has joined edges. `seen` are the
// boards that may not come again. Returns how many moves that forbids.
int check_moves(const Game& game, const Position& position, const Letters& board,
                const std::set<std::string>& seen) {
  CellSet legal;
  int forbidden = 0;
  for (Cell cell = 0; cell < game.board().cell_range(); ++cell) {
    if (board.at(cell) != '.') continue;
    const Letters after = board.after(cell, letter(position.to_move));
    if (after.text().empty()) continue;
    if (seen.contains(after.text())) {
      ++forbidden;
    } else {
      legal.insert(cell);
    }
  }
  REQUIRE(game.legal_cells(position) == legal);
  check_features(game, position, board);
  const Colour winner = opponent(position.to_move);
  REQUIRE(position.result == (legal.empty() ? win_for(winner) : Result::ongoing));
  return forbidden;
}

// Whether no image of a board has a lesser text.
bool is_first_of_its_images(int side, const std::string& cells) {
  std::string image(cells.size(), '.');
  for (int turn = 1; turn < 8; ++turn) {
    for (int r = 0; r < side; ++r) {
      for (int c = 0; c < side; ++c) {
        int y = (turn & 1) != 0 ? side - 1 - r : r, x = (turn & 2) != 0 ? side - 1 - c : c;
        if ((turn & 4) != 0) std::swap(y, x);
        image[static_cast<std::size_t>(y * side + x)] =
            cells[static_cast<std::size_t>(r * side + c)];
      }
    }
    if (image < cells) return false;
  }
  return true;
}

struct Checked {
  std::int64_t settled = 0;  // boards on which each group has a liberty
  std::int64_t undecided = 0;
};

// Checks the boards of a side with numbers first, first + stride, ..., one for all its images, with
// Black to move: White's turn is that with the colours exchanged.
Checked check_boards(int side, std::int64_t first, std::int64_t stride) {
  const auto game = make_game("gonnect", side, side, SwapRule::none);
  std::int64_t all = 1;
  for (int i = 0; i < side * side; ++i) all *= 3;
  Checked checked;
  std::string cells(std::size_t(side * side), '.');
  for (std::int64_t number = first; number < all; number += stride) {
    std::int64_t rest = number;
    for (char& cell : cells) {
      cell = ".bw"[rest % 3];
      rest /= 3;
    }
    const Letters board(side, cells);
    if (!board.is_settled()) continue;
    ++checked.settled;
    if (!is_first_of_its_images(side, cells)) continue;
    const bool black = board.joins('b'), white = board.joins('w');
    if (black && white) continue;  // no game comes to it
    const Position position = position_of(*game, cells, Colour::black);
    if (black || white) {
      REQUIRE(position.result == (black ? Result::black : Result::white));
      continue;
    }
    ++checked.undecided;
    check_moves(*game, position, board, {});
    game->legal_cells(position).for_each([&](Cell cell) {
      Position next = position;
      game->play(next, Move(cell));
      const Letters after = board.after(cell, 'b');
      REQUIRE(letters_of(*game, next) == after.text());
      if (after.joins('b')) {
        REQUIRE(next.result == Result::black);
      } else {
        check_moves(*game, next, after, {cells});
      }
    });
  }
  return checked;
}

}  // namespace

// How many boards there are on which each group has a liberty is from Tromp and Farnebaeck,
// "Combinatorics of Go" (2007).
TEST_CASE("all positions of 3x3, and what each move makes of them, are as the rules say") {
  const Checked checked = check_boards(3, 0, 1);
  CHECK(checked.settled == 12'675);
  CHECK(checked.undecided > 500);
}

// All of 4x4, 24,318,165 settled boards, take some minutes: here are as many as make seconds.
TEST_CASE("so are those of 4x4") {
  constexpr std::int64_t kStride = 199;
  const Checked checked = check_boards(4, 0, kStride);
  CHECK(static_cast<double>(checked.settled * kStride) ==
        doctest::Approx(24'318'165).epsilon(0.01));
  CHECK(checked.undecided > 3'000);
}

TEST_CASE("random games go by the rules to their end") {
  std::mt19937 random(1);
  int stuck = 0, forbidden = 0, captures = 0;
  for (const auto& [side, count] :
       {std::pair{3, 300}, {4, 200}, {5, 100}, {6, 40}, {7, 20}, {9, 4}}) {
    const auto game = make_game("gonnect", side, side, SwapRule::none);
    for (int i = 0; i < count; ++i) {
      Position position = game->start();
      Letters board(side);
      std::set<std::string> seen{board.text()};
      while (position.result == Result::ongoing) {
        const std::vector<Move> moves = game->legal_moves(position);
        const Move move = moves[random() % moves.size()];
        const Colour mover = position.to_move;
        const int stones = position.occupied().size();
        game->play(position, move);
        captures += position.occupied().size() <= stones;
        board = board.after(move.cell(), letter(mover));
        REQUIRE(seen.insert(board.text()).second);
        REQUIRE(letters_of(*game, position) == board.text());
        if (board.joins(letter(mover))) {
          REQUIRE(position.result == win_for(mover));
        } else {
          forbidden += check_moves(*game, position, board, seen);
          stuck += position.result != Result::ongoing;
        }
      }
    }
  }
  CHECK(captures > 500);
  CHECK(forbidden > 50);
  CHECK(stuck > 5);
}

TEST_CASE("a side that repeats a position cannot do so, or loses") {
  //   a b c d e
  // 1 . b w . .    Black takes the stone at b2 from c2; to take back at b2 would bring back the
  // 2 b w . w .    position before. After a threat elsewhere it may be.
  // 3 . b w . .
  const auto after = [](std::string_view name, const std::vector<const char*>& moves) {
    const auto game = make_game(name, 5, 5, SwapRule::none);
    Position position = position_of(*game, ".bw..bw.w..bw............", Colour::black);
    for (const char* move : moves) {
      REQUIRE(game->is_legal(position, *game->find_move(move)));
      game->play(position, *game->find_move(move));
    }
    return std::pair(game->is_legal(position, *game->find_move("b2")), position.result);
  };
  for (const char* name : {"gonnect", "gonnect-repetition-loses"}) {
    CHECK(after(name, {"c2", "e5", "a5"}) == std::pair(true, Result::ongoing));
    CHECK(after(name, {"c2", "e5", "a5", "b2"}).second == Result::ongoing);
  }
  CHECK_FALSE(after("gonnect", {"c2"}).first);
  CHECK(after("gonnect-repetition-loses", {"c2"}).first);
  CHECK(after("gonnect-repetition-loses", {"c2", "b2"}).second == Result::black);
}

TEST_CASE("edges are joined along them too, and not by suicide") {
  const auto game = make_game("gonnect", 3, 3, SwapRule::none);
  // a1 and c1 belong to the left and the right edge.
  CHECK(position_of(*game, "bbb.w.w.w", Colour::white).result == Result::black);
  // At b1 Black would join left and right, but without a liberty.
  const Position shut = position_of(*game, "b.bwww.w.", Colour::black);
  CHECK(shut.result == Result::white);
  const Position open = position_of(*game, "b.bww..w.", Colour::black);
  CHECK(open.result == Result::ongoing);
  CHECK(game->is_legal(open, *game->find_move("b1")));
}
