#include "gpu/tree/gpu_tree_games.hpp"

#include <cstddef>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "engine/base/backend_error.hpp"
#include "games/list.hpp"
#include "gpu/tree/cpu_tree_games.hpp"
#include "tests/gpu/tree/hash_device_net.hpp"
#include "tests/support/hash_net.hpp"
#include "tests/support/tree_games.hpp"

using namespace isthmus;

namespace {

// Plays games by both, and holds each move and each visit of them against each other.
void check_games(const std::string& name, int side, std::size_t games, std::size_t slots,
                 const TreeSettings& settings, bool has_ring = true) {
  CAPTURE(name);
  CAPTURE(side);
  const auto game = make_game(name, side, side, SwapRule::none);
  const NetPlanes planes{net_planes(*game), has_ring};
  const test::HashNet net;
  CpuTreeGames reference(*game, net, settings, static_cast<int>(slots), planes);
  GpuTreeGames trees(0, *game, test::make_hash_device_net(planes), settings,
                     static_cast<int>(slots));
  const auto played = test::play_games(trees, *game, games, slots);
  const auto expected = test::play_games(reference, *game, games, slots);
  std::size_t same = 0, moves = 0;
  for (std::size_t i = 0; i < games; ++i) {
    same += played[i] == expected[i];
    moves += expected[i].size();
  }
  CHECK(same == games);
  CHECK(moves >= games);
  if (name == "havannah" && side == 3) CHECK(test::draws_among(expected) > 0);
  if (game->capture_rule()) CHECK(test::captures_among(*game, expected) > 0);
}

}  // namespace

TEST_CASE("trees on the device are those of the reference: small games") {
  const TreeSettings settings{
      .visits = 24, .cheap_visits = 8, .resign_below = 0.35, .resign_moves = 3};
  check_games("hex", 1, 3, 2, settings);
  check_games("hex", 4, 60, 16, settings);
  check_games("rex", 4, 60, 16, settings);
  check_games("y", 5, 60, 16, settings);
  check_games("havannah", 3, 60, 16, settings);
  check_games("havannah", 4, 30, 16, settings);
  check_games("gonnect", 3, 60, 16, settings);
  check_games("gonnect", 5, 60, 16, settings);
  check_games("gonnect-repetition-loses", 4, 60, 16, settings);
}

TEST_CASE("trees on the device are those of the reference: nets without a ring") {
  const TreeSettings settings{.visits = 24, .cheap_visits = 8, .resign_below = 0.35};
  for (const std::string name : {"hex", "y", "havannah", "gonnect"}) {
    check_games(name, 4, 30, 16, settings, false);
    check_games(name, 9, 4, 4, settings, false);
  }
}

TEST_CASE("trees on the device are those of the reference: a thousand games") {
  const TreeSettings settings{.visits = 48, .cheap_visits = 12, .resign_moves = 3};
  check_games("hex", 7, 1000, 200, settings);
  check_games("rex", 6, 400, 300, settings);
  check_games("y", 8, 400, 300, settings);
  check_games("havannah", 3, 400, 300, settings);
  check_games("havannah", 5, 400, 300, settings);
  check_games("gonnect", 5, 400, 300, settings);
  check_games("gonnect-repetition-loses", 5, 400, 300, settings);
}

TEST_CASE("trees on the device are those of the reference: large boards and many visits") {
  check_games("hex", 11, 40, 40, {.visits = 200, .cheap_visits = 50, .resign_below = 0});
  check_games("hex", 19, 6, 6, {.visits = 64, .cheap_visits = 64, .resign_below = 0.3});
  check_games("hex", 32, 2, 2, {.visits = 20, .cheap_visits = 10, .resign_below = 0.4});
  check_games("y", 32, 2, 2, {.visits = 20, .cheap_visits = 10, .resign_below = 0.4});
  check_games("havannah", 10, 8, 8, {.visits = 64, .cheap_visits = 32, .resign_below = 0});
  check_games("havannah", 16, 2, 2, {.visits = 20, .cheap_visits = 10, .resign_below = 0});
  check_games("gonnect", 9, 20, 20, {.visits = 100, .cheap_visits = 32, .resign_below = 0});
  check_games("gonnect", 13, 6, 6, {.visits = 48, .cheap_visits = 16, .resign_below = 0});
  check_games("gonnect-repetition-loses", 19, 2, 2, {.visits = 20, .cheap_visits = 10});
}

TEST_CASE("trees on the device are those of the reference where each move has a slot of its own") {
  const test::HashNet net;
  const TreeSettings settings{.visits = 24, .cheap_visits = 8, .resign_below = 0};
  for (const std::string name : {"hex", "havannah", "gonnect", "gonnect-repetition-loses"}) {
    CAPTURE(name);
    const auto game = make_game(name, 5, 5, SwapRule::none);
    CpuTreeGames reference(*game, net, settings, 100);
    GpuTreeGames trees(0, *game, test::make_hash_device_net(), settings, 100);
    const auto expected = test::play_games_by_moves(reference, *game, 150, 100);
    CHECK(test::play_games_by_moves(trees, *game, 150, 100) == expected);
  }
}

TEST_CASE("a net that sees more goes on with games, and one that sees what no game has does not") {
  const auto game = make_game("gonnect", 5, 5, SwapRule::none);
  GpuTreeGames trees(0, *game, random_net("gonnect", 1, 32, 1), {.visits = 16, .cheap_visits = 8},
                     8);
  for (std::size_t i = 0; i < 8; ++i) {
    trees.begin(static_cast<int>(i), test::numbered_game(*game, i));
  }
  std::size_t moves = 0;
  for (int step = 0; step < 100; ++step) {
    if (step == 30) trees.set_net(random_net("gonnect", 1, 32, 1, {4, false}));
    if (step == 60) trees.set_net(random_net("gonnect", 1, 32, 1, {7}));
    moves += trees.step().size();
  }
  CHECK(moves > 8);
  CHECK_THROWS_AS(trees.set_net(random_net("gonnect", 1, 32, 1, {8})), BackendError);
}

TEST_CASE("a net plays games on the device, and another goes on with them") {
  const auto game = make_game("hex", 9, 9, SwapRule::none);
  const Net first = random_net("hex", 2, 64, 1), second = random_net("hex", 2, 32, 2);
  GpuTreeGames trees(0, *game, first, {.visits = 16, .cheap_visits = 8}, 64);
  for (std::size_t i = 0; i < 64; ++i) {
    trees.begin(static_cast<int>(i), test::numbered_game(*game, i));
  }
  std::size_t moves = 0;
  for (int step = 0; step < 200; ++step) {
    if (step == 100) trees.set_net(second);
    moves += trees.step().size();
  }
  CHECK(moves > 500);
  CHECK(trees.evaluations() > 199 * 32);
  CHECK_THROWS_AS(trees.set_net(random_net("hex", 1, 160, 1)), BackendError);
}
