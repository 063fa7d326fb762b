#include "engine/search/puct.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <random>
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

TEST_CASE("the child with the largest score is selected, wherever it lies") {
  std::mt19937_64 random(11);
  const auto below = [&](std::size_t bound) { return random() % bound; };
  int unopened_before = 0;
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
    parent.units = static_cast<std::int64_t>(visits * below(std::size_t{1} << 24));
    Settings settings;
    settings.exploration = 0.1 + static_cast<double>(below(30)) / 10;
    settings.first_play_reduction = static_cast<double>(below(5)) / 10;
    settings.root_first_play_reduction = static_cast<double>(below(5)) / 10;
    const double reduction =
        is_root ? settings.root_first_play_reduction : settings.first_play_reduction;

    // The formula, for each child.
    double known_prior = 0;
    for (const Child& child : children) {
      if (child.visits > 0 && child.proof != Proof::loss)
        known_prior += child.prior_units / 65535.0;
    }
    const double parent_mean = 1 - static_cast<double>(parent.units) / kWin / visits;
    const Child* best = nullptr;
    double best_score = -1;
    for (const Child& child : children) {
      if (child.proof == Proof::loss) continue;
      const double q = child.visits == 0 ? parent_mean - reduction * std::sqrt(known_prior)
                                         : static_cast<double>(child.units) / kWin / child.visits;
      const double score = q + settings.exploration * (child.prior_units / 65535.0) *
                                   std::sqrt(visits + 1.0) / (1.0 + child.visits);
      if (score > best_score) {
        best_score = score;
        best = &child;
      }
    }
    if (best == nullptr) continue;  // all lost
    const std::size_t before = unopened(tree, parent).size();
    REQUIRE(select_child(parent, tree, settings).move == best->move);
    if (unopened(tree, parent).size() < before) ++unopened_before;
  }
  CHECK(unopened_before > 50);
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
