// Every game of the list passes this suite, which knows none by name: what a game can do, it asks
// of the game. In a program that has one more (ISTHMUS_LAST_GAME_ALONE) it is that one's alone.

#include <algorithm>
#include <memory>
#include <random>
#include <set>
#include <span>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "engine/game/record.hpp"
#include "games/list.hpp"
#include "tests/support/fewer_if_sanitized.hpp"
#include "tests/support/game_referee.hpp"
#include "tests/support/random_game.hpp"

using namespace isthmus;

namespace {

std::span<const GameEntry> tested_games() {
  const std::span<const GameEntry> all = games();
#ifdef ISTHMUS_LAST_GAME_ALONE
  return all.last(1);
#else
  return all;
#endif
}

struct Size {
  int rows;
  int columns;
};

bool has_size(const GameEntry& entry, Size size) {
  const auto [least, most] = std::minmax(size.rows, size.columns);
  return least >= entry.min_size && most <= entry.max_size &&
         (least == most || entry.any_rectangle);
}

std::vector<Size> sizes_of(const GameEntry& entry) {
  std::vector<Size> sizes;
  constexpr int kStep = test::step_if_sanitized(3);
  const int first = entry.min_size + (entry.max_size - entry.min_size) % kStep;
  for (int side = first; side <= entry.max_size; side += kStep) sizes.push_back({side, side});
  for (Size size : {Size{1, 5}, {5, 1}, {2, 3}, {4, 3}, {3, 9}, {13, 7}, {32, 31}, {1, 32}}) {
    if (has_size(entry, size)) sizes.push_back(size);
  }
  return sizes;
}

using GamePointer = std::shared_ptr<const Game>;

template <class Visit>
void for_each_game(Visit&& visit) {
  for (const GameEntry& entry : tested_games()) {
    for (Size size : sizes_of(entry)) {
      for (SwapRule swap : {SwapRule::none, SwapRule::pieces, SwapRule::sides}) {
        if (swap == SwapRule::pieces && size.rows != size.columns) continue;
        CAPTURE(entry.name);
        CAPTURE(size.rows);
        CAPTURE(size.columns);
        CAPTURE(name(swap));
        visit(GamePointer(make_game(entry.name, size.rows, size.columns, swap)));
      }
    }
  }
}

// Calls visit(game) for all games without a swap that one fill decides, on some of these sizes.
template <class Sizes, class Visit>
void for_each_decided_by_a_fill(Sizes&& sizes_for, Visit&& visit) {
  for (const GameEntry& entry : tested_games()) {
    for (Size size : sizes_for(entry)) {
      if (!has_size(entry, size)) continue;
      CAPTURE(entry.name);
      CAPTURE(size.rows);
      CAPTURE(size.columns);
      const GamePointer game = make_game(entry.name, size.rows, size.columns, SwapRule::none);
      if (game->fill_rule()) visit(*game);
    }
  }
}

// Checks the list of legal moves against what is on the board. A game that one fill decides lets a
// stone go anywhere; others may forbid a cell.
void check_legal_moves(const Game& game, const Position& position) {
  const std::vector<Move> legal = game.legal_moves(position);
  std::vector<Move> expected;
  if (position.result == Result::ongoing) {
    CellSet may;
    for (Cell cell = 0; cell < kMaxCells; ++cell) {
      if (!game.is_legal(position, Move(cell))) continue;
      may.insert(cell);
      expected.emplace_back(cell);
    }
    const CellSet empty = game.board().cells() - position.occupied();
    REQUIRE((may - empty).empty());
    if (game.fill_rule()) REQUIRE(may == empty);
    REQUIRE_FALSE(expected.empty());
    if (position.moves_played == 1 && game.swap_rule() == SwapRule::pieces) {
      expected.push_back(Move::swap_pieces());
    }
    if (position.moves_played == 1 && game.swap_rule() == SwapRule::sides) {
      expected.push_back(Move::swap_sides());
    }
  }
  REQUIRE(legal == expected);
}

}  // namespace

TEST_CASE("random games to the end, from every size and swap rule") {
  std::mt19937 random(1);
  for_each_game([&](const GamePointer& game) {
    const Board& board = game->board();
    // Checking each position of a large board from scratch would take minutes.
    const bool check_all = board.cell_count() <= 64;
    bool swapped = false;
    Record record = test::random_game(game, random, {}, [&](Record& played, Move move) {
      const Position before = played.position();
      if (check_all || before.moves_played < 3) check_legal_moves(*game, before);
      swapped = swapped || move.is_swap();

      Position clone = before;
      game->play(clone, move);
      REQUIRE(played.position() == before);
      REQUIRE(played.play(move));
      REQUIRE(played.position() == clone);
      REQUIRE_FALSE(game->is_legal(clone, move));
      REQUIRE(clone.moves_played == before.moves_played + 1);
      REQUIRE(clone.last_move == move);
      // After it the same colour is to move, which is the other player.
      const bool is_same = move == Move::swap_sides();
      REQUIRE(clone.to_move == (is_same ? before.to_move : opponent(before.to_move)));
      REQUIRE(game->find_move(game->name(move)) == move);
      if (game->fill_rule() && (check_all || clone.result != Result::ongoing)) {
        REQUIRE(clone.result == test::expected_result(*game, clone));
      }
      REQUIRE(played.undo());
      REQUIRE(played.position() == before);
    });
    CHECK(game->legal_moves(record.position()).empty());
    CHECK_FALSE(game->is_legal(record.position(), Move(0)));
    if (game->fill_rule()) {
      CHECK(record.turns().size() <=
            static_cast<std::size_t>(board.cell_count()) + (swapped ? 1U : 0U));
    }
    const std::vector<Position> positions = record.positions();
    for (std::size_t i = positions.size(); i-- > 1;) {
      REQUIRE(record.position() == positions[i]);
      REQUIRE(record.undo());
    }
    CHECK(record.position() == game->start());
  });
}

TEST_CASE("a symmetry lays the board onto itself, and keeps what is legal and who wins") {
  std::mt19937 random(3);
  for (const GameEntry& entry : tested_games()) {
    for (Size size : {Size{5, 5}, {3, 3}, {8, 8}, {4, 7}}) {
      if (!has_size(entry, size)) continue;
      CAPTURE(entry.name);
      CAPTURE(size.columns);
      const GamePointer game = make_game(entry.name, size.rows, size.columns, SwapRule::none);
      const std::vector<Symmetry> symmetries = game->symmetries();
      std::set<std::pair<std::vector<Cell>, bool>> different;
      for (const Symmetry& symmetry : symmetries) {
        CellSet images;
        game->board().cells().for_each([&](Cell cell) { images.insert(symmetry.images[cell]); });
        CHECK(images == game->board().cells());
        different.insert({symmetry.images, symmetry.exchanges_colours});
      }
      CHECK(different.size() == symmetries.size());
      CHECK_FALSE(symmetries.front().exchanges_colours);
      game->board().cells().for_each(
          [&](Cell cell) { CHECK(symmetries.front().images[cell] == cell); });

      for (int number = 0; number < 10; ++number) {
        const Record record = test::random_game(game, random);
        for (const Symmetry& symmetry : symmetries) {
          Position position = game->start();
          if (symmetry.exchanges_colours) position.to_move = Colour::white;
          for (const Turn& turn : record.turns()) {
            REQUIRE(position.result == Result::ongoing);
            const Move image(symmetry.images[turn.move.cell()]);
            REQUIRE(game->is_legal(position, image));
            game->play(position, image);
          }
          Result expected = record.position().result;
          if (symmetry.exchanges_colours && expected != Result::draw) {
            expected = expected == Result::black ? Result::white : Result::black;
          }
          CHECK(position.result == expected);
        }
      }
    }
  }
}

TEST_CASE("a full board has exactly one winner: every board of few cells") {
  const auto sizes = [](const GameEntry&) {
    return std::vector<Size>{{1, 1}, {1, 3}, {3, 2}, {3, 3}, {4, 4}, {3, 4}};
  };
  for_each_decided_by_a_fill(sizes, [](const Game& game) {
    const test::Referee referee(game.board());
    std::vector<Cell> cells;
    game.board().cells().for_each([&](Cell cell) { cells.push_back(cell); });
    for (unsigned colours = 0; colours < 1U << cells.size(); ++colours) {
      CellSet stones[2];
      for (std::size_t i = 0; i < cells.size(); ++i) stones[colours >> i & 1U].insert(cells[i]);
      REQUIRE(referee.has_connected(stones[0], Colour::black) !=
              referee.has_connected(stones[1], Colour::white));
      const Position position = game.setup(stones[0], stones[1], Colour::black);
      REQUIRE(position.result == test::expected_result(game, position));
    }
  });
}

TEST_CASE("a full board has exactly one winner: random boards of every size") {
  std::mt19937 random(2);
  for_each_decided_by_a_fill(sizes_of, [&](const Game& game) {
    const test::Referee referee(game.board());
    CellSet stones[2];
    game.board().cells().for_each([&](Cell cell) { stones[random() % 2].insert(cell); });
    CHECK(referee.has_connected(stones[0], Colour::black) !=
          referee.has_connected(stones[1], Colour::white));
    const Position position = game.setup(stones[0], stones[1], Colour::white);
    CHECK(position.result == test::expected_result(game, position));
  });
}
