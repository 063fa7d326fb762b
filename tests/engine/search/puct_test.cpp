#include "engine/search/puct.hpp"

#include <algorithm>
#include <array>
#include <random>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

using namespace isthmus;

namespace {

constexpr double kWin = 1 << 24;

// A move of the position as a test made it up.
struct Child {
  Move move;
  std::uint16_t prior_units;
  std::uint32_t visits = 0;
  std::int64_t units = 0;
  Proof proof = Proof::unknown;
};

// Gives an edge these moves, in any order, those with visits being the likeliest.
void grow(Tree& tree, Edge& parent, const std::vector<Child>& children) {
  std::vector<RankedMove> moves;
  for (const Child& child : children) moves.emplace_back(child.move, child.prior_units);
  REQUIRE(tree.expand(parent, moves));
  auto known = std::count_if(children.begin(), children.end(), [](const Child& child) {
    return child.visits > 0 || child.proof != Proof::unknown;
  });
  for (Block* block = tree.first_block(parent); known > 0; block = tree.open_more(*block)) {
    REQUIRE(block);
    for (Edge& edge : block->edges()) {
      const auto child = std::find_if(children.begin(), children.end(),
                                      [&](const Child& other) { return other.move == edge.move; });
      edge.visits = child->visits;
      edge.units = child->units;
      edge.proof = child->proof;
      --known;
    }
    if (known <= 0) break;
  }
}

}  // namespace

// Worked out by hand from the formula as Silver et al. print it, at a position with 16 visits,
// whose root is 4, of which 15 have a result: what a child adds to its Q is exploration * 4 * prior
// / (1 + visits).
TEST_CASE("children change places where the published formula says so") {
  constexpr Move kA(Cell{3}), kB(Cell{7}), kC(Cell{5});
  const auto units_of = [](double prior) {
    return static_cast<std::uint16_t>(prior * 65535 + 0.5);
  };
  const auto results = [](double mean, int visits) {
    return static_cast<std::int64_t>(mean * visits * kWin);
  };
  // Selects at the root, or at the position after its only move.
  const auto selected = [&](bool at_root, const std::vector<Child>& children, double parent_mean,
                            const Settings& settings) {
    Tree tree(1 << 16);
    if (!at_root) grow(tree, tree.root(), {{Move(Cell{70}), std::uint16_t{65535}, 1}});
    Edge& parent = at_root ? tree.root() : tree.first_block(tree.root())->edges().front();
    grow(tree, parent, children);
    parent.visits = 16;
    parent.units = results(1 - parent_mean, 15);  // for the side that moved there
    return select_child(parent, tree, settings).move;
  };
  for (const bool at_root : {false, true}) {
    CAPTURE(at_root);
    Settings settings;
    double& reduction =
        at_root ? settings.root_first_play_reduction : settings.first_play_reduction;
    double& other = at_root ? settings.first_play_reduction : settings.root_first_play_reduction;

    // A: 0.5 + 0.2 c, B: 0.6 + 0.2 c, C: 0.5 + 0.8 / 3 c. So B leads up to c = 1.5, C from there.
    const std::vector<Child> visited{{kA, units_of(0.5), 9, results(0.5, 9)},
                                     {kB, units_of(0.25), 4, results(0.6, 4)},
                                     {kC, units_of(0.2), 2, results(0.5, 2)}};
    for (const auto& [exploration, best] :
         {std::pair(0.0, kB), {1.0, kB}, {1.49, kB}, {1.51, kC}, {3.0, kC}}) {
      settings.exploration = exploration;
      CAPTURE(settings.exploration);
      CHECK(selected(at_root, visited, 0.5, settings) == best);
    }
    // Were C lost, it would be B still.
    std::vector<Child> one_lost = visited;
    one_lost[2].proof = Proof::loss;
    CHECK(selected(at_root, one_lost, 0.5, settings) == kB);

    // With c = 1, A: 0.5 + 0.16; B, without a visit: the position's mean - 0.8 r + 0.8, as the root
    // of the prior visited is 0.8. With a mean of 0.5 they are equal at r = 0.8, with one of 0.25
    // at r = 0.4875.
    settings.exploration = 1;
    const std::vector<Child> unvisited{{kA, units_of(0.64), 15, results(0.5, 15)},
                                       {kB, units_of(0.2)}};
    for (const auto& [mean, equal] : {std::pair(0.5, 0.8), {0.25, 0.4875}}) {
      for (const double not_meant : {0.0, 2.0}) {
        other = not_meant;
        reduction = equal - 0.005;
        CHECK(selected(at_root, unvisited, mean, settings) == kB);
        reduction = equal + 0.005;
        CHECK(selected(at_root, unvisited, mean, settings) == kA);
      }
    }
  }
}

// Where one part of the score outweighs the other, the choice needs no formula.
TEST_CASE("the best child is found wherever it lies") {
  std::mt19937_64 random(11);
  const auto below = [&](std::size_t bound) { return random() % bound; };
  enum Weight { mean, prior, first_play };
  int opened = 0;
  std::array<int, 3> looked_at{};
  for (int round = 0; round < 4000; ++round) {
    const std::size_t count = 1 + below(60);
    std::vector<Child> children;
    for (std::size_t i = 0; i < count; ++i) {
      children.push_back({Move(static_cast<Cell>(i)), static_cast<std::uint16_t>(40 * (i + 1))});
    }
    // As a search leaves them: the likeliest have visits, and some are proven lost.
    const std::size_t visited = below(count + 1);
    std::uint32_t visits = 1;
    for (std::size_t i = count - visited; i < count; ++i) {
      Child& child = children[i];
      child.visits = static_cast<std::uint32_t>(1 + below(20));
      child.units = static_cast<std::int64_t>(child.visits * below(std::size_t{1} << 24));
      if (below(5) == 0) child.proof = Proof::loss;
      visits += child.visits;
    }
    std::shuffle(children.begin(), children.end(), random);
    // The root, or the position after its only move.
    Tree tree(1 << 16);
    const bool is_root = below(2) == 0;
    if (!is_root) grow(tree, tree.root(), {{Move(Cell{70}), std::uint16_t{65535}, 1}});
    Edge& parent = is_root ? tree.root() : tree.first_block(tree.root())->edges().front();
    grow(tree, parent, children);
    parent.visits = visits + 1;

    const auto weight = static_cast<Weight>(below(3));
    Settings settings;
    settings.exploration = weight == prior ? 1e9 : 0;
    settings.first_play_reduction = settings.root_first_play_reduction = weight == mean ? 100 : 0;
    // The position is won for the side to choose: what was not tried is best, if priors do not
    // matter.
    parent.units = weight == first_play ? 0 : static_cast<std::int64_t>(visits * kWin / 2);
    const auto is_better = [&](const Child& a, const Child& b) {
      const bool a_new = a.visits == 0, b_new = b.visits == 0;
      if (weight == prior) {
        return a.prior_units * (1 + b.visits) > b.prior_units * (1 + a.visits);
      }
      if (a_new != b_new) return a_new == (weight == first_play);
      if (a_new) return a.prior_units > b.prior_units;
      return a.units * b.visits > b.units * a.visits;
    };
    const Child* best = nullptr;
    bool is_tie = false;
    for (const Child& child : children) {
      if (child.proof == Proof::loss) continue;
      if (best == nullptr || is_better(child, *best)) {
        best = &child;
        is_tie = false;
      } else {
        is_tie |= !is_better(*best, child);
      }
    }
    if (best == nullptr || is_tie) continue;
    ++looked_at.at(weight);
    const std::size_t before = unopened(tree, parent).size();
    REQUIRE(select_child(parent, tree, settings).move == best->move);
    if (unopened(tree, parent).size() < before) ++opened;
  }
  for (const int rounds : looked_at) CHECK(rounds > 800);
  CHECK(opened > 50);
}

TEST_CASE("a move that wins is taken, and of equal priors the lower move") {
  const Settings settings;
  for (const int lost : {0, 1, 4, 5, 12, 30}) {
    std::vector<Child> children;
    for (int i = 0; i < 40; ++i) {
      children.push_back({Move(static_cast<Cell>(39 - i)), std::uint16_t{50}});
      if (39 - i < lost) children.back().proof = Proof::loss;
    }
    Tree tree(1 << 16);
    grow(tree, tree.root(), children);
    tree.root().visits = 2;
    Edge& next = select_child(tree.root(), tree, settings);
    CHECK(next.move == Move(static_cast<Cell>(lost)));
    next.proof = Proof::win;
    tree.root().visits = 1000;
    CHECK(&select_child(tree.root(), tree, settings) == &next);
  }
}

TEST_CASE("a move is lost by one answer that wins, and decided when all are open and proven") {
  std::vector<RankedMove> moves;
  for (Cell i = 0; i < 9; ++i) moves.emplace_back(Move(i), std::uint16_t{10});
  Tree tree(1 << 16);
  REQUIRE(tree.expand(tree.root(), moves));
  Block* block = tree.first_block(tree.root());
  const auto prove = [&](Proof proof) {
    for (Edge& edge : block->edges()) edge.proof = proof;
  };
  prove(Proof::loss);
  REQUIRE_FALSE(block->unopened().empty());
  CHECK(proof_from_answers(tree, tree.root()) == Proof::unknown);
  block = tree.open_more(*block);
  REQUIRE(block->unopened().empty());
  CHECK(proof_from_answers(tree, tree.root()) == Proof::unknown);
  prove(Proof::loss);
  CHECK(proof_from_answers(tree, tree.root()) == Proof::win);
  block->edges().back().proof = Proof::draw;
  CHECK(proof_from_answers(tree, tree.root()) == Proof::draw);
  block->edges().back().proof = Proof::win;
  CHECK(proof_from_answers(tree, tree.root()) == Proof::loss);
}
