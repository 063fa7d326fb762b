#include "gpu/tree/cpu_tree_games.hpp"

#include <cmath>
#include <cstddef>
#include <limits>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "engine/search/search_report.hpp"
#include "engine/search/search_tree.hpp"
#include "games/list.hpp"
#include "gpu/tree/exact_math.hpp"
#include "gpu/tree/tree_draws.hpp"
#include "gpu/tree/tree_judgement.hpp"
#include "tests/support/drawn_game.hpp"
#include "tests/support/hash_net.hpp"
#include "tests/support/random_position.hpp"
#include "tests/support/tree_games.hpp"
#include "tests/support/within.hpp"

using namespace isthmus;

namespace {

using Node = CpuTreeGames::Node;

// What the trees make of a net's outputs, as an evaluation that a search comes to the same by.
Evaluation evaluation_of(const NetInput& input, const NetRunner& net, const Node& node,
                         const Position& position) {
  const NetView& view = input.view(position.to_move);
  std::vector<std::uint8_t> points(view.points());
  std::vector<float> outputs(view.outputs());
  input.write(position, points);
  net.run(view, points, outputs);
  const float win = win_of_logit(outputs[0]);
  Evaluation evaluation;
  evaluation.black_wins = position.to_move == Colour::black ? win : 1 - win;
  for (const std::uint16_t prior : node.priors) {
    evaluation.policy.push_back(static_cast<float>(prior / kPriorUnits));
  }
  return evaluation;
}

// Whether an edge of the search and all below it are as a node and all below that.
bool is_same(const SearchTree& search, const Edge& edge, const std::vector<Node>& tree,
             std::size_t at) {
  const Node& node = tree[at];
  if (edge.visits != node.visits || edge.units != node.units || edge.proof != node.proof ||
      edge.is_expanded() != node.is_expanded) {
    return false;
  }
  if (!edge.is_expanded()) return true;
  bool same = true;
  int moves = 0;
  for_each_child(search.tree(), edge, [&](const Edge& child) {
    const std::size_t cell = child.move.cell();
    const int to = node.children[cell];
    ++moves;
    same = same && child.prior_units == node.priors[cell] &&
           (to > 0 ? is_same(search, child, tree, static_cast<std::size_t>(to))
                   : to == 0 && child.visits == 0);
  });
  for (const RankedMove& move : unopened(search.tree(), edge)) {
    ++moves;
    same = same && node.children[move.move().cell()] == 0 &&
           move.prior_units() == node.priors[move.move().cell()];
  }
  return same && moves == node.moves;
}

// Has both search a position side by side, and holds all of their trees against each other.
// Returns the proof that has ended them, for the player of the last move.
Proof check_search(const Game& game, const Position& position, std::uint32_t visits) {
  const test::HashNet net;
  const NetInput input(game);
  SearchSettings settings;
  settings.exploration = 0.7;
  settings.first_play_reduction = 0.15;
  settings.root_first_play_reduction = 0.05;
  CpuTreeGames games(game, net,
                     {.exploration = settings.exploration,
                      .first_play_reduction = settings.first_play_reduction,
                      .root_first_play_reduction = settings.root_first_play_reduction,
                      .visits = visits,
                      .full_share = 1,
                      .noise = 0,
                      .temperature = 0},
                     1);
  games.begin(0, {1, position, true});
  SearchTree search(game, settings, nullptr);
  search.set_root(position, {}, {});
  LeafBatch batch(1);
  for (std::uint32_t visit = 0;; ++visit) {
    const auto moves = games.step();
    while (batch.size() == 0 && search.root().proof == Proof::unknown &&
           search.root().visits < visits) {
      REQUIRE(search.gather(batch, 1, visits));
    }
    if (batch.size() == 0) {
      REQUIRE(moves.size() == 1);
      const SearchReport report = report_of(search.tree(), game, position, 1);
      CHECK(moves[0].cell == report.moves.front().move.cell());
      CHECK(moves[0].value == std::lround(report.mean * 65535));
      return search.root().proof;
    }
    REQUIRE(moves.empty());
    const Evaluation evaluation =
        evaluation_of(input, net, games.tree(0).back(), batch[0].position);
    search.back_up(batch, {&evaluation, 1});
    if (visit % 8 == 0 || visit + 8 > visits) {
      REQUIRE(is_same(search, search.root(), games.tree(0), 0));
    }
  }
}

}  // namespace

TEST_CASE("trees of the reference are those of the search, in every node") {
  int proven = 0, open = 0;
  for (const std::string name : {"hex", "rex", "y"}) {
    for (const int side : {2, 3, 5, 7}) {
      const auto game = make_game(name, side, side, SwapRule::none);
      for (int moves = 0; moves < side * side; moves += 1 + side / 3) {
        CAPTURE(name);
        CAPTURE(side);
        CAPTURE(moves);
        const Position position =
            test::random_position(*game, moves, static_cast<std::uint64_t>(moves));
        ++(check_search(*game, position, 300) != Proof::unknown ? proven : open);
      }
    }
  }
  CHECK(proven > 20);
  CHECK(open > 20);
}

TEST_CASE("trees of the reference are those of the search where games may be drawn") {
  int open = 0, won = 0, lost = 0, drawn = 0;
  for (const int side : {3, 4}) {
    const auto game = make_game("havannah", side, side, SwapRule::none);
    const auto cells = static_cast<std::size_t>(game->board().cell_count());
    for (std::size_t i = 0; i < 2 * cells; ++i) {
      CAPTURE(side);
      CAPTURE(i);
      const Position position = test::drawn_position(*game, i % cells, i);
      const Proof proof = check_search(*game, position, 200);
      ++(proof == Proof::draw   ? drawn
         : proof == Proof::win  ? won
         : proof == Proof::loss ? lost
                                : open);
    }
  }
  CHECK(open > 20);
  CHECK(won > 5);
  CHECK(lost > 5);
  CHECK(drawn > 5);
}

TEST_CASE("trees of the reference are those of the search where stones are captured") {
  int proven = 0, open = 0, captured = 0;
  for (const std::string name : {"gonnect", "gonnect-repetition-loses"}) {
    for (const int side : {3, 4, 5}) {
      const auto game = make_game(name, side, side, SwapRule::none);
      for (int moves = 0; moves < side * side; moves += side - 2) {
        CAPTURE(name);
        CAPTURE(side);
        CAPTURE(moves);
        const Position position =
            test::random_position(*game, moves, static_cast<std::uint64_t>(moves));
        captured += position.occupied().size() < static_cast<int>(position.moves_played) ? 1 : 0;
        ++(check_search(*game, position, 300) != Proof::unknown ? proven : open);
      }
    }
  }
  CHECK(proven > 5);
  CHECK(open > 5);
  CHECK(captured > 5);
}

TEST_CASE("exact functions are those of the library but for the last digits") {
  double worst = 0;
  const auto note = [&](double ours, double right) {
    worst = std::max(worst, std::abs(ours / right - 1));
  };
  for (double x = -690; x < 690; x += 0.37) note(exact_exp(x), std::exp(x));
  for (double x = -1; x < 1; x += 0.00137) note(exact_exp(x), std::exp(x));
  for (double x = 1e-300; x < 1e300; x *= 1.37) note(exact_log(x), std::log(x));
  for (double x = 1e-16; x < 0.5; x *= 1.1) {
    CHECK(exact_log(1 - x) == test::within(3e-16, std::log(1 - x)));
  }
  CHECK(worst < 2e-15);
  CHECK(exact_exp(0) == 1);
  CHECK(exact_log(1) == 0);
  CHECK(exact_exp(-701) == 0);
  CHECK(exact_exp(-std::numeric_limits<double>::infinity()) == 0);
  CHECK(exact_pow(0, 3) == 0);
  CHECK(exact_pow(0.3, 2.5) == test::within(1e-15, std::pow(0.3, 2.5)));
  SplitMix64 random(5);
  for (int i = 0; i < 1000; ++i) {
    const std::uint64_t a = random(), b = random();
    CHECK(high_product(a, b) ==
          static_cast<std::uint64_t>(static_cast<unsigned __int128>(a) * b >> 64));
  }
  const double numbers[] = {-1e9, -2, -1e-9, 0, 1e-300, 0.5, 1, 1e9};
  for (std::size_t i = 0; i + 1 < std::size(numbers); ++i) {
    CHECK(ordered_bits(numbers[i]) < ordered_bits(numbers[i + 1]));
    CHECK(of_ordered_bits(ordered_bits(numbers[i])) == numbers[i]);
  }
}

TEST_CASE("gamma variables have their mean, variance and third moment") {
  for (const double shape : {0.05, 0.3, 1.0, 4.0}) {
    CAPTURE(shape);
    SplitMix64 random(static_cast<std::uint64_t>(100 * shape));
    constexpr int kDraws = 400000;
    double sum = 0, square = 0, cube = 0;
    for (int i = 0; i < kDraws; ++i) {
      const double x = draw_gamma(shape, random);
      sum += x / kDraws;
      square += x * x / kDraws;
      cube += x * x * x / kDraws;
    }
    // Raw moments: a, a (a + 1), a (a + 1) (a + 2).
    CHECK(sum == test::within(0.03, shape));
    CHECK(square / (shape * (shape + 1)) == test::within(0.05, 1.0));
    CHECK(cube / (shape * (shape + 1) * (shape + 2)) == test::within(0.1, 1.0));
  }
}

TEST_CASE("games whose moves have slots of their own are those that stay in one") {
  const auto game = make_game("hex", 5, 5, SwapRule::none);
  const test::HashNet net;
  const TreeSettings settings{
      .visits = 20, .cheap_visits = 6, .full_share = 0.5, .resign_below = 0};
  CpuTreeGames in_one(*game, net, settings, 3), by_moves(*game, net, settings, 4);
  auto expected = test::play_games(in_one, *game, 12, 3);
  const auto played = test::play_games_by_moves(by_moves, *game, 12, 4);
  std::size_t moves = 0;
  for (auto& of_game : expected) {
    for (TreeMove& move : of_game) {
      if (move.end == TreeMove::End::none) move.end = TreeMove::End::one_move;
    }
    moves += of_game.size();
  }
  CHECK(played == expected);
  CHECK(moves > 12 * 8);
  CHECK(by_moves.evaluations() == in_one.evaluations());
}

TEST_CASE("what is made of a net's outputs is what its input's reader makes") {
  const auto game = make_game("hex", 6, 6, SwapRule::none);
  const test::HashNet net;
  const NetInput input(*game);
  for (const int moves : {0, 1, 8, 17}) {
    const Position position = test::random_position(*game, moves, 3);
    CpuTreeGames games(*game, net, {.net_temperature = 1, .full_share = 0}, 1);
    games.begin(0, {1, position, true});
    games.step();
    const Node& root = games.tree(0).front();
    const NetView& view = input.view(position.to_move);
    std::vector<std::uint8_t> points(view.points());
    std::vector<float> outputs(view.outputs());
    input.write(position, points);
    net.run(view, points, outputs);
    Evaluation expected;
    input.read(position, outputs, expected);
    const double mover = win_probability(position.to_move, expected);
    CHECK(static_cast<double>(root.units) / kUnitsPerWin == test::within(1e-6, 1 - mover));
    double sum = 0;
    for (std::size_t cell = 0; cell < root.priors.size(); ++cell) {
      CHECK(std::abs(root.priors[cell] - kPriorUnits * expected.policy[cell]) < 0.51);
      sum += root.priors[cell] / kPriorUnits;
    }
    CHECK(sum == test::within(1e-3, 1.0));
  }
}

TEST_CASE("noise at the root of full searches is Dirichlet's") {
  const auto game = make_game("hex", 3, 3, SwapRule::none);
  const test::HashNet net;
  const auto priors = [&](std::uint64_t seed, double full_share) {
    CpuTreeGames games(*game, net, {.full_share = full_share, .noise = 0.25, .noise_total = 2.25},
                       1);
    games.begin(0, {seed, game->start(), true});
    games.step();
    return games.tree(0).front().priors;
  };
  const auto plain = priors(1, 0);
  CHECK(priors(2, 0) == plain);
  std::vector<double> mean(9), square(9);
  constexpr int kDraws = 20000;
  for (int i = 0; i < kDraws; ++i) {
    const auto noisy = priors(static_cast<std::uint64_t>(i), 1);
    for (std::size_t cell = 0; cell < 9; ++cell) {
      const double part = (noisy[cell] - 0.75 * plain[cell]) / 0.25 / kPriorUnits;
      mean[cell] += part / kDraws;
      square[cell] += part * part / kDraws;
    }
  }
  for (std::size_t cell = 0; cell < 9; ++cell) {
    // Nine parameters of a = 1/4: mean 1/9, variance (1/9)(8/9) / (9a + 1).
    CHECK(mean[cell] == test::within(0.05, 1.0 / 9));
    CHECK(square[cell] - mean[cell] * mean[cell] == test::within(0.05, 8.0 / 81 / 3.25));
  }
}

TEST_CASE("moves are drawn by visits and temperature, searches by their share") {
  const auto game = make_game("hex", 4, 4, SwapRule::none);
  const test::HashNet net;
  int full = 0;
  constexpr int kGames = 6000;
  std::map<Cell, int> drawn;
  std::map<Cell, double> expected;
  for (int i = 0; i < kGames; ++i) {
    CpuTreeGames games(
        *game, net,
        {.visits = 24, .cheap_visits = 24, .full_share = 0.35, .noise = 0, .temperature = 0.7}, 1);
    games.begin(0, {static_cast<std::uint64_t>(i), game->start(), true});
    std::vector<TreeMove> moves;
    while (moves.empty()) {
      for (const TreeMove& move : games.step()) moves.push_back(move);
    }
    ++drawn[moves[0].cell];
    if (!moves[0].is_full) continue;
    if (++full > 1) continue;
    double sum = 0;
    for (const auto& [cell, visits] : moves[0].visits) {
      sum += expected[cell] = std::pow(visits, 1 / 0.7);
    }
    for (auto& [cell, share] : expected) share /= sum;
  }
  CHECK(std::abs(full - 0.35 * kGames) < 4 * std::sqrt(kGames * 0.35 * 0.65));
  CHECK(expected.size() > 3);
  CHECK(drawn.size() <= expected.size());
  for (const auto& [cell, share] : expected) {
    CHECK(std::abs(drawn[cell] - share * kGames) < 4 * std::sqrt(kGames * share * (1 - share)) + 1);
  }
}
