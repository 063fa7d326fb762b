#include "engine/search/search_report.hpp"

#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "games/list.hpp"

using namespace isthmus;

namespace {

struct SearchedChild {
  const char* move;
  std::uint32_t visits;
  double mean;
  Proof proof = Proof::unknown;
};

// The moves in the report of a root with these children.
std::vector<std::string> reported(const std::vector<SearchedChild>& children) {
  const auto game = make_game("hex", 3, 3, SwapRule::none);
  Tree tree(1 << 16);
  Edge& root = tree.root();
  std::vector<RankedMove> moves;
  for (std::size_t i = 0; i < children.size(); ++i) {
    moves.emplace_back(*game->find_move(children[i].move), static_cast<std::uint16_t>(100 - i));
  }
  REQUIRE(tree.expand(root, moves));
  root.state = Edge::State::expanded;
  root.visits = 1;
  REQUIRE(tree.first_block(root)->edges().size() == children.size());
  for (std::size_t i = 0; i < children.size(); ++i) {
    Edge& edge = tree.first_block(root)->edges()[i];
    edge.visits = children[i].visits;
    edge.units = std::llround(children[i].mean * children[i].visits * kUnitsPerWin);
    edge.proof = children[i].proof;
    root.visits += children[i].visits;
  }
  std::vector<std::string> names;
  for (const MoveReport& move : report_of(tree, *game, game->start(), 1).moves) {
    names.push_back(game->name(move.move));
  }
  return names;
}

using Names = std::vector<std::string>;

}  // namespace

TEST_CASE("the first move has the highest lower confidence bound, the others come by visits") {
  // Means less sqrt(p (1 - p) / n): a1 0.5 - 0.05, b1 0.6 - 0.063, c1 0.55 - 0.079.
  CHECK(reported({{"a1", 100, 0.5}, {"b1", 60, 0.6}, {"c1", 40, 0.55}}) == Names{"b1", "a1", "c1"});
  // 0.6 - 0.063 is less than 0.57 - 0.0286.
  CHECK(reported({{"b1", 60, 0.6}, {"a1", 300, 0.57}}) == Names{"a1", "b1"});
  // With less than a tenth of the most visits no mean is good enough.
  CHECK(reported({{"a1", 100, 0.2}, {"b1", 9, 0.9}, {"c1", 0, 0}}) == Names{"a1", "b1", "c1"});
  CHECK(reported({{"a1", 100, 0.2}, {"b1", 10, 0.9}}) == Names{"b1", "a1"});
  // Where all is won some doubt is left: 1 - 0.1 / sqrt(n).
  CHECK(reported({{"a1", 30, 1.0}, {"b1", 10, 1.0}}) == Names{"a1", "b1"});
  // A single visit says nothing.
  CHECK(reported({{"a1", 1, 0.3}, {"b1", 1, 0.9}}) == Names{"b1", "a1"});
}

TEST_CASE("what is proven goes before and behind what is likely") {
  CHECK(reported({{"a1", 100, 0.5}, {"b1", 2, 0.6, Proof::win}, {"c1", 50, 0.7}}) ==
        Names{"b1", "a1", "c1"});
  CHECK(reported({{"a1", 100, 0.9, Proof::loss}, {"b1", 20, 0.3}, {"c1", 20, 0.4}}) ==
        Names{"c1", "b1", "a1"});
  CHECK(reported({{"a1", 10, 0, Proof::loss}, {"b1", 20, 0, Proof::loss}}) == Names{"b1", "a1"});
}

TEST_CASE("the win rate leaves out visits that were made to explore") {
  const auto game = make_game("hex", 3, 3, SwapRule::none);
  Tree tree(1 << 16);
  Edge& root = tree.root();
  std::vector<RankedMove> moves{{*game->find_move("a1"), 39321}, {*game->find_move("b1"), 6554}};
  REQUIRE(tree.expand(root, moves));
  root.state = Edge::State::expanded;
  const auto set = [&](int i, std::uint32_t visits, double results) {
    Edge& edge = tree.first_block(root)->edges()[static_cast<std::size_t>(i)];
    edge.visits = visits;
    edge.units = std::llround(results * kUnitsPerWin);
    return &edge;
  };
  set(0, 80, 80 * 0.6);
  Edge* other = set(1, 20, 20 * 0.3);
  root.visits = 101;  // the first of them was judged 0.5
  root.units = std::llround((101 - 80 * 0.6 - 20 * 0.3 - 0.5) * kUnitsPerWin);
  // The first has 0.6 + sqrt(101) * 0.6 / 81 by the formula. The other comes to as much with
  // 1.684 visits, as 0.3 + sqrt(101) * 0.1 / 2.684 is that: 18.316 of its 20 explored.
  SearchReport report = report_of(tree, *game, game->start(), 1);
  CHECK(report.mean == doctest::Approx(54.5 / 101));
  CHECK(report.win_rate == doctest::Approx((54.5 - 18.316 * 0.3) / (101 - 18.316)).epsilon(1e-4));
  // Without exploration in the formula nothing but the better move counts, and the root's own look.
  CHECK(report_of(tree, *game, game->start(), 0).win_rate == doctest::Approx(48.5 / 81));
  // No visits are due to a move that is known to lose.
  other->proof = Proof::loss;
  report = report_of(tree, *game, game->start(), 1);
  CHECK(report.win_rate == doctest::Approx(48.5 / 81));
  CHECK(report.mean == doctest::Approx(54.5 / 101));
  // One visit is less than is due: all count.
  other->proof = Proof::unknown;
  set(1, 1, 0.3);
  root.visits = 82;
  root.units = std::llround((82 - 48 - 0.3 - 0.5) * kUnitsPerWin);
  report = report_of(tree, *game, game->start(), 1);
  CHECK(report.win_rate == doctest::Approx(48.8 / 82));
  CHECK(report.mean == doctest::Approx(48.8 / 82));
}
