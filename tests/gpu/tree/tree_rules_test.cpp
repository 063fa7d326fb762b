// The first stands in for what nvcc knows.
// clang-format off
#include "tests/support/host_warps.hpp"
#include "gpu/tree/tree_captures.cuh"
#include "gpu/tree/tree_rules.cuh"
// clang-format on

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "engine/board/group.hpp"
#include "engine/net/net_input.hpp"
#include "engine/random/splitmix.hpp"
#include "games/list.hpp"
#include "gpu/tree/tree_begin.hpp"
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
  constexpr std::size_t kMostMoves = 400;  // games with captures may go on for ages
  std::vector<Try> tries;
  Position position = game.start();
  while (position.result == Result::ongoing && position.moves_played < kMostMoves) {
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

// Has the code of the device follow a game from where it begins, and returns how often it differs
// from Game or NetInput: in what a stone comes to, where the next may go, or what a net that reads
// such planes sees.
template <class Lanes>
int differences(const Game& game, const TreeGame& begun, std::span<const Try> tries,
                NetPlanes planes) {
  const TreeBoard board = make_tree_board(game, planes);
  TreeBegin root = make_tree_begin(0, begun, game.board().columns());
  TreePast past = make_tree_past(begun, game.board().columns());
  std::vector<std::uint64_t> keys = begun.position.history.keys();
  TreeTask task{};
  task.board = &board;
  task.stones = &root.stones;
  task.pasts = &past;
  task.past_room = static_cast<std::uint32_t>(keys.size() + tries.size() + 1);
  keys.resize(task.key_room());
  task.keys = keys.data();
  const NetInput input(game, planes);
  std::vector<std::uint8_t> seen(board.point_count), expected(board.point_count);
  int wrong = 0;
  test::HostBlock block(1);
  block.run([&](int lane) {
    Lanes position(task, 0, lane);
    const auto count_moves = [&](const CellSet& legal) {
      for (std::uint32_t first = 0; first < board.cells; first += 32) {
        const std::uint32_t cell = first + static_cast<std::uint32_t>(lane);
        const bool is_cell = cell < board.cells;
        wrong += position.is_free(is_cell ? board.spots[cell] : kNoSpot) !=
                 (is_cell && legal.contains(static_cast<Cell>(cell)));
      }
    };
    position.find_moves(static_cast<int>(begun.position.to_move));
    count_moves(game.legal_cells(begun.position));
    for (const Try& tried : tries) {
      const std::uint32_t spot = board.spots[tried.cell];
      Lanes next = position;
      next.place(tried.colour, spot);
      wrong += next.result_after(tried.colour, spot) != tried.after.result;
      if (!tried.is_played) continue;
      position = next;
      if (tried.after.result == Result::ongoing) count_moves(game.legal_cells(tried.after));
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
    CHECK(differences<Lanes>(*game, {.position = game->start()}, tries,
                             {net_planes(*game), game->board().rows() % 2 == 0}) == 0);
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

// What there is to find in games with captures.
struct CaptureEnds {
  int joined = 0, stuck = 0, repeated = 0;  // how games end: the last by a repetition that loses
  int captures = 0, suicides = 0, repetitions = 0;  // the last two are cells that are forbidden

  // Moves that were looked at, and then played ones; `other` is the game without a ban on
  // repetition.
  void count(const Game& game, const Game& other, std::span<const Try> tries) {
    int stones = 0;
    for (const Try& tried : tries) {
      const Position& after = tried.after;
      if (after.result != Result::ongoing) {
        const auto mover = static_cast<Colour>(tried.colour);
        const unsigned goals = group_goals(game.board(), after.of(mover), tried.cell);
        ++((goals & 3U) == 3 || (goals & 12U) == 12 ? joined
           : after.result == win_for(mover)         ? stuck
                                                    : repeated);
      } else if (tried.is_played) {
        captures += after.occupied().size() <= std::exchange(stones, after.occupied().size());
        const CellSet legal = game.legal_cells(after), may = other.legal_cells(after);
        suicides += (game.board().cells() - after.occupied() - may).size();
        repetitions += (may - legal).size();
      }
    }
  }
};

// The same for games with captures, which are taken up in their middle as well.
CaptureEnds check_captures(const std::string& name, int side, int games, bool is_long) {
  const auto game = make_game(name, side, side, SwapRule::none);
  const auto other = make_game("gonnect-repetition-loses", side, side, SwapRule::none);
  SplitMix64 random(static_cast<std::uint64_t>(side));
  CaptureEnds ends;
  for (int i = 0; i < games; ++i) {
    CAPTURE(name);
    CAPTURE(side);
    CAPTURE(i);
    const std::vector<Try> tries = random_tries(*game, is_long, random);
    ends.count(*game, *other, tries);
    const int all = net_planes(*game), some = Net::kCommonPlanes + i % (all - Net::kCommonPlanes);
    CHECK(differences<CaptureLanes>(*game, {.position = game->start()}, tries, {all, i % 2 == 0}) ==
          0);
    const std::size_t middle = random() % tries.size();
    TreeGame begun{.position = game->start(), .taken = std::array<CellSet, 2>{}};
    for (const Try& tried : std::span(tries).first(middle)) {
      if (!tried.is_played) continue;
      note_taken(begun.position.stones, tried.after.stones, *begun.taken);
      begun.position = tried.after;
    }
    CHECK(differences<CaptureLanes>(*game, begun, std::span(tries).subspan(middle),
                                    {some, i % 2 != 0}) == 0);
    begun.taken.reset();
    CHECK(differences<CaptureLanes>(*game, begun, std::span(tries).subspan(middle),
                                    {some, i % 2 != 0}) == 0);
  }
  return ends;
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

TEST_CASE("captures and forbidden cells are found on the device where Gonnect finds them") {
  for (const bool repetition_loses : {false, true}) {
    const std::string name = repetition_loses ? "gonnect-repetition-loses" : "gonnect";
    for (const int side : {3, 4, 5, 8, 13, 19}) {
      CAPTURE(name);
      CAPTURE(side);
      const int games = side < 6 ? 8 : side < 10 ? 2 : 1;
      const CaptureEnds ends = check_captures(name, side, games, false);
      CHECK(ends.captures > 0);
      if (side > 8) continue;
      CHECK(ends.joined > 0);
      const CaptureEnds late = check_captures(name, side, games, true);
      CHECK(late.captures > 0);
      CHECK(late.suicides > 0);
      if (side > 5) continue;
      CHECK((repetition_loses ? late.repeated : late.repetitions) > 0);
      if (side > 3) CHECK(late.stuck > 0);
    }
  }
}

TEST_CASE(
    "set-up stones without a liberty stay on the device until a stone beside them takes them") {
  const auto game = make_game("gonnect", 5, 5, SwapRule::none);
  const Board& board = game->board();
  const auto cells = [&](std::initializer_list<const char*> names) {
    CellSet set;
    for (const char* name : names) set.insert(board.find(name).value());
    return set;
  };
  //     a b c d e
  //   1 W B . W B
  //   2 B . . . W
  //   3 . . . . .
  const CellSet black = cells({"b1", "a2", "e1"}), white = cells({"a1", "d1", "e2"});
  Position position = game->setup(black, white, Colour::black);
  REQUIRE(position.result == Result::ongoing);
  const TreeGame begun{.position = position};
  std::vector<Try> tries;
  for (const char* name : {"c1", "c2", "a3", "e3", "d2"}) {
    const int colour = static_cast<int>(position.to_move);
    const Cell cell = board.find(name).value();
    REQUIRE(game->is_legal(position, Move(cell)));
    game->play(position, Move(cell));
    tries.push_back({cell, colour, true, position});
  }
  CHECK(position.of(Colour::white).contains(board.find("a1").value()));
  CHECK(position.of(Colour::black).contains(board.find("e1").value()));
  CHECK(!position.of(Colour::white).contains(board.find("d1").value()));
  CHECK(differences<CaptureLanes>(*game, begun, tries,
                                  {net_planes(*game), game->board().rows() % 2 == 0}) == 0);
}

}  // namespace isthmus
