// The first stands in for what nvcc knows.
// clang-format off
#include "tests/support/host_warps.hpp"
#include "gpu/tree/tree_rules.cuh"
// clang-format on

#include <bit>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "engine/board/group.hpp"
#include "engine/net/net_input.hpp"
#include "engine/random/splitmix.hpp"
#include "games/list.hpp"
#include "gpu/tree/tree_board.hpp"
#include "tests/support/drawn_game.hpp"

namespace isthmus {

namespace {

// A move that is looked at, and perhaps played, and how the game stands after it by Game.
struct Try {
  Cell cell;
  int colour;
  bool is_played;
  Position after;
};

// A game to its end by random moves. Where it is to be long, no move is played that wins or loses
// while there is another: then boards fill up, with all but a shape on them.
std::vector<Try> random_tries(const Game& game, bool is_long, SplitMix64& random) {
  std::vector<Try> tries;
  for (Position position = game.start(); position.result == Result::ongoing;) {
    std::vector<Move> moves = game.legal_moves(position);
    const int colour = static_cast<int>(position.to_move);
    for (bool is_played = false; !is_played;) {
      const std::size_t index = random() % moves.size();
      const Cell cell = std::exchange(moves[index], moves.back()).cell();
      moves.pop_back();
      Position next = position;
      game.play(next, Move(cell));
      is_played = !is_long || next.result == Result::ongoing || moves.empty();
      tries.push_back({cell, colour, is_played, next});
    }
    position = tries.back().after;
  }
  return tries;
}

// A game to a full board without a shape.
std::vector<Try> drawn_tries(const Game& game, SplitMix64& random) {
  std::vector<Try> tries;
  Position position = game.start();
  for (const Cell cell : test::drawn_game(game, random())) {
    const int colour = static_cast<int>(position.to_move);
    game.play(position, Move(cell));
    tries.push_back({cell, colour, true, position});
  }
  return tries;
}

struct Ends {
  int black = 0, white = 0, draws = 0;
  int bridges = 0, forks = 0,
      rings = 0;  // of Havannah, played or not; several at once are the first

  void count(const Game& game, const Try& tried) {
    if (tried.after.result == Result::ongoing) return;
    if (tried.is_played) {
      ++(tried.after.result == Result::draw    ? draws
         : tried.after.result == Result::black ? black
                                               : white);
    }
    if (tried.after.result == Result::draw || game.playout_rule() != PlayoutRule::shapes) return;
    const CellSet& own = tried.after.stones[static_cast<std::size_t>(tried.colour)];
    const unsigned goals = group_goals(game.board(), own, tried.cell);
    ++(std::popcount(goals >> 6) >= 2 ? bridges : std::popcount(goals & 63U) >= 3 ? forks : rings);
  }
};

// Has the code of the device follow a game, and returns how often it differs from Game or NetInput:
// in what a stone comes to, where the next may go, or what a net sees.
template <class Lanes>
int differences(const Game& game, const std::vector<Try>& tries) {
  const TreeBoard board = make_tree_board(game);
  const NetInput input(game);
  std::vector<std::uint8_t> seen(board.point_count), expected(board.point_count);
  int wrong = 0;
  test::HostBlock block(1);
  block.run([&](int lane) {
    Lanes position(board, TreeStones{}, lane);
    for (const Try& tried : tries) {
      const std::uint32_t spot = board.spots[tried.cell];
      Lanes next = position;
      next.place(tried.colour, spot);
      wrong += next.result_after(tried.colour, spot) != tried.after.result;
      if (!tried.is_played) continue;
      position = next;
      const CellSet empty = game.board().cells() - tried.after.occupied();
      for (std::uint32_t first = 0; first < board.cells; first += 32) {
        const std::uint32_t cell = first + static_cast<std::uint32_t>(lane);
        const bool is_cell = cell < board.cells;
        wrong += position.is_free(is_cell ? board.spots[cell] : kNoSpot) !=
                 (is_cell && empty.contains(static_cast<Cell>(cell)));
      }
      position.write(1 - tried.colour, spot, seen.data());
      __syncwarp();
      if (lane == 0) {
        input.write(tried.after, expected);
        wrong += seen != expected;
      }
      __syncwarp();
    }
  });
  return wrong;
}

// `tries_of` makes each game.
template <class Lanes, class Tries>
Ends check_games(const std::string& name, int side, int games, Tries&& tries_of) {
  const auto game = make_game(name, side, side, SwapRule::none);
  SplitMix64 random(static_cast<std::uint64_t>(side));
  Ends ends;
  for (int i = 0; i < games; ++i) {
    CAPTURE(name);
    CAPTURE(side);
    CAPTURE(i);
    const std::vector<Try> tries = tries_of(*game, random);
    CHECK(differences<Lanes>(*game, tries) == 0);
    for (const Try& tried : tries) ends.count(*game, tried);
  }
  return ends;
}

std::vector<Try> short_game(const Game& game, SplitMix64& random) {
  return random_tries(game, false, random);
}
std::vector<Try> long_game(const Game& game, SplitMix64& random) {
  return random_tries(game, true, random);
}

}  // namespace

TEST_CASE("shapes are found on the device where Havannah finds them, and full boards are draws") {
  for (int side = 3; side <= 10; ++side) {
    CAPTURE(side);
    const int games = side < 6 ? 40 : 8;
    const Ends ends = check_games<ShapeLanes>("havannah", side, games, short_game);
    CHECK(ends.black > 0);
    CHECK(ends.white > 0);
    const Ends late = check_games<ShapeLanes>("havannah", side, games, long_game);
    CHECK(late.bridges > 0);
    CHECK(late.forks > 0);
    CHECK(late.rings > 0);
    CHECK(check_games<ShapeLanes>("havannah", side, 4, drawn_tries).draws == 4);
  }
}

TEST_CASE("who is connected is found on the device where the game finds it") {
  for (const char* name : {"hex", "rex", "y"}) {
    for (const int side : {1, 2, 5, 9}) {
      const Ends ends = check_games<ConnectionLanes>(name, side, 10, short_game);
      CHECK(ends.black + ends.white == 10);
    }
  }
}

}  // namespace isthmus
