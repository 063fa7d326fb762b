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
  for (const MoveReport& move : report_of(tree, *game, game->start()).moves) {
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
