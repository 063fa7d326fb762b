#include "engine/search/tree.hpp"

#include <algorithm>
#include <atomic>
#include <barrier>
#include <functional>
#include <map>
#include <random>
#include <thread>
#include <vector>

#include <doctest/doctest.h>

#include "tests/support/one_thread.hpp"

using namespace isthmus;

namespace {

std::vector<RankedMove> random_moves(std::mt19937_64& random, std::size_t count) {
  std::vector<RankedMove> moves;
  for (std::size_t i = 0; i < count; ++i) {
    moves.emplace_back(Move(static_cast<Cell>(i)), static_cast<std::uint16_t>(random() % 50));
  }
  std::shuffle(moves.begin(), moves.end(), random);
  return moves;
}

// All that a tree holds below an edge, as numbers.
std::vector<std::int64_t> contents(const Tree& tree, const Edge& edge) {
  std::vector<std::int64_t> all{edge.units,
                                edge.visits,
                                edge.move.code(),
                                edge.prior_units,
                                static_cast<int>(edge.proof.load()),
                                edge.is_expanded()};
  if (!edge.is_expanded()) return all;
  for_each_child(tree, edge, [&](const Edge& child) {
    const auto below = contents(tree, child);
    all.insert(all.end(), below.begin(), below.end());
  });
  for (const RankedMove& move : unopened(tree, edge)) all.push_back(move.move().code());
  return all;
}

// Grows a tree at random places below an edge by `steps` steps.
void grow(Tree& tree, Edge& from, std::mt19937_64& random, int steps) {
  for (int step = 0; step < steps; ++step) {
    Edge* edge = &from;
    while (edge->is_expanded()) {
      Block* block = tree.first_block(*edge);
      while (random() % 3 == 0) {
        Block* next = tree.next_block(*block);
        if (!next && !block->unopened().empty()) next = tree.open_more(*block);
        if (!next) break;
        block = next;
      }
      edge = &block->edges()[random() % block->edges().size()];
      edge->visits += 1;
      edge->units += static_cast<std::int64_t>(random() % 1000);
    }
    std::vector<RankedMove> moves = random_moves(random, 1 + random() % 30);
    REQUIRE(tree.expand(*edge, moves));
    edge->state = Edge::State::expanded;
    if (random() % 4 == 0) edge->proof = Proof::loss;
  }
}
void grow(Tree& tree, std::mt19937_64& random, int steps) {
  grow(tree, tree.root(), random, steps);
}

}  // namespace

TEST_CASE("what many threads grow at once is what each grows alone") {
  constexpr std::size_t kThreads = 100;  // some of which share their stretches of memory
  constexpr int kSteps = 200;
  Tree tree(std::size_t{1} << 27);
  std::vector<RankedMove> moves;
  for (std::size_t i = 0; i < kThreads; ++i) moves.emplace_back(Move(static_cast<Cell>(i)), 1);
  REQUIRE(tree.expand(tree.root(), moves));
  std::vector<Edge*> edges;
  for (std::size_t i = 0; i < kThreads; ++i) {
    edges.push_back(tree.open(tree.root(), Move(static_cast<Cell>(i))));
    REQUIRE(edges.back());
  }
  {
    std::barrier all(kThreads);
    std::vector<std::jthread> threads;
    for (std::size_t i = 0; i < kThreads; ++i) {
      threads.emplace_back([&, i] {
        std::mt19937_64 random(i);
        all.arrive_and_wait();
        grow(tree, *edges[i], random, kSteps);
      });
    }
  }
  for (std::size_t i = 0; i < kThreads; ++i) {
    std::mt19937_64 random(i);
    Tree alone(1 << 24);
    grow(alone, random, kSteps);
    alone.root().move = edges[i]->move;
    alone.root().prior_units = edges[i]->prior_units;
    CHECK(contents(tree, *edges[i]) == contents(alone, alone.root()));
  }
}

TEST_CASE("threads that share a stretch of memory see all of it") {
  // More threads than stretches. Nothing but the tree orders what they do behind what the first
  // of them did, as ThreadSanitizer sees it.
  constexpr std::size_t kThreads = 130;
  Tree tree(1 << 24);
  std::vector<Edge> edges(kThreads);
  std::atomic<bool> is_ready{false};
  const auto expand = [&](std::size_t i) {
    std::vector<RankedMove> moves{{Move(static_cast<Cell>(i)), 1}};
    return tree.expand(edges[i], moves);
  };
  std::atomic<std::size_t> expanded{0};
  {
    std::vector<std::jthread> threads;
    for (std::size_t i = 1; i < kThreads; ++i) {
      threads.emplace_back([&, i] {
        while (!is_ready.load(std::memory_order_relaxed)) std::this_thread::yield();
        if (expand(i)) expanded.fetch_add(1, std::memory_order_relaxed);
      });
    }
    threads.emplace_back([&] {
      if (expand(0)) expanded.fetch_add(1, std::memory_order_relaxed);
      is_ready.store(true, std::memory_order_relaxed);
    });
  }
  CHECK(expanded == kThreads);
  for (std::size_t i = 0; i < kThreads; ++i) {
    CHECK(tree.first_block(edges[i])->edges().front().move == Move(static_cast<Cell>(i)));
  }
}

TEST_CASE("moves become edges in the order of their priors, of equal ones by their codes") {
  std::mt19937_64 random(3);
  for (std::size_t count = 1; count < 120; ++count) {
    Tree tree(1 << 16);
    std::vector<RankedMove> moves = random_moves(random, count);
    auto order = moves;
    std::stable_sort(order.begin(), order.end(), [](const RankedMove& a, const RankedMove& b) {
      return a.prior_units() != b.prior_units() ? a.prior_units() > b.prior_units()
                                                : a.move().code() < b.move().code();
    });
    REQUIRE(tree.expand(tree.root(), moves));
    std::size_t seen = 0;
    for (Block* block = tree.first_block(tree.root());;) {
      for (const Edge& edge : block->edges()) {
        REQUIRE(seen < count);
        CHECK(edge.move == order[seen].move());
        CHECK(edge.prior_units == order[seen].prior_units());
        ++seen;
      }
      REQUIRE(seen + block->unopened().size() == count);
      if (block->unopened().empty()) break;
      CHECK(block->unopened().front() == order[seen]);
      block = tree.open_more(*block);
      REQUIRE(block);
    }
  }
}

TEST_CASE("what is kept stays as it was, and its memory is all that is used") {
  std::mt19937_64 random(5);
  for (int round = 0; round < 200; ++round) {
    Tree tree(1 << 22);
    grow(tree, random, 300);
    for (int moves = 0; moves < 3 && tree.root().is_expanded(); ++moves) {
      std::vector<const Edge*> children;
      for_each_child(tree, tree.root(), [&](const Edge& edge) { children.push_back(&edge); });
      const Edge& child = *children[random() % children.size()];
      const auto expected = contents(tree, child);
      const std::size_t before = tree.bytes();
      tree.keep(child);
      CHECK(contents(tree, tree.root()) == expected);
      CHECK(tree.bytes() < before);
    }
    const auto expected = contents(tree, tree.root());
    const std::size_t bytes = tree.bytes();
    grow(tree, random, 20);  // nothing lies where it must not
    CHECK(tree.bytes() > bytes);
    if (expected.size() == 6) CHECK(bytes == 8);
    tree.clear();
    CHECK(tree.bytes() == 8);
    CHECK_FALSE(tree.root().is_expanded());
  }
}

TEST_CASE("a tree of many pieces is like one of a single one, and gives back what it took" *
          test::one_thread()) {
  std::mt19937_64 random(11);
  constexpr std::size_t kPiece = 2 << 20;
  TreeMemory memory(64 * kPiece);
  {
    Tree tree(48 * kPiece, &memory);
    CHECK(memory.taken() == 0);
    std::mt19937_64 same = random;
    grow(tree, random, 60'000);
    CHECK(tree.bytes() > 4 * kPiece);
    CHECK(memory.taken() >= tree.bytes());
    CHECK(memory.taken() < tree.bytes() + kPiece);
    Tree alone(48 * kPiece);
    grow(alone, same, 60'000);
    CHECK(contents(tree, tree.root()) == contents(alone, alone.root()));
    for (int moves = 0; moves < 3 && tree.root().is_expanded(); ++moves) {
      const Edge* largest = nullptr;
      for_each_child(tree, tree.root(), [&](const Edge& edge) {
        if (!largest || edge.visits > largest->visits) largest = &edge;
      });
      const auto expected = contents(tree, *largest);
      tree.keep(*largest);
      CHECK(contents(tree, tree.root()) == expected);
      CHECK(memory.taken() < tree.bytes() + kPiece);
    }
    const std::size_t before = memory.taken();
    CHECK(before < 5 * kPiece);
    grow(tree, random, 20'000);  // into pieces that had been given back
    CHECK(memory.taken() > before);
  }
  CHECK(memory.taken() == 0);
}

TEST_CASE("trees share their memory, and none has it all") {
  constexpr std::size_t kPiece = 2 << 20;
  TreeMemory memory(18 * kPiece);
  const auto fill = [](Tree& tree) {
    std::mt19937_64 random(13);
    std::vector<RankedMove> moves;
    do {
      moves = random_moves(random, 100);
    } while (tree.expand(tree.root(), moves));  // what was there before lies about
  };
  Tree first(std::size_t{1} << 30, &memory);
  fill(first);
  CHECK(memory.taken() == 16 * kPiece);  // it leaves two, an eighth of what it has
  Tree second(std::size_t{1} << 30, &memory), third(std::size_t{1} << 30, &memory),
      fourth(std::size_t{1} << 30, &memory);
  fill(second);
  CHECK(memory.taken() == 17 * kPiece);
  fill(third);
  fill(fourth);  // the first piece is always to be had
  CHECK(memory.taken() == 19 * kPiece);
  // What is not needed is taken back first.
  int reclaims = 0;
  memory.set_reclaim([&] {
    if (++reclaims > 1) return false;
    first.clear();
    return true;
  });
  fill(second);
  CHECK(reclaims == 2);
  CHECK(memory.taken() > 14 * kPiece);
  CHECK(memory.taken() <= 18 * kPiece);
}

TEST_CASE("a full tree says so and stays whole") {
  std::mt19937_64 random(7);
  Tree tree(1000);
  std::vector<RankedMove> moves = random_moves(random, 60);
  REQUIRE(tree.expand(tree.root(), moves));
  tree.root().state = Edge::State::expanded;
  Block* block = tree.first_block(tree.root());
  const auto before = contents(tree, tree.root());
  moves = random_moves(random, 200);
  CHECK_FALSE(tree.expand(block->edges()[0], moves));
  CHECK(contents(tree, tree.root()) == before);
  Block* second = tree.open_more(*block);
  REQUIRE(second);
  CHECK(tree.open_more(*second) == nullptr);
  CHECK(tree.bytes() <= 1000);
}

TEST_CASE("threads that open the same moves come to the same edges") {
  std::mt19937_64 random(9);
  constexpr int kThreads = 4;
  for (int round = 0; round < 200; ++round) {
    Tree tree(1 << 20);
    std::vector<RankedMove> moves = random_moves(random, 100);
    REQUIRE(tree.expand(tree.root(), moves));
    Block& first = *tree.first_block(tree.root());
    std::vector<const Block*> opened(kThreads);
    {
      std::barrier together(kThreads);
      std::vector<std::jthread> threads;
      for (int i = 0; i < kThreads; ++i) {
        threads.emplace_back([&, i] {
          together.arrive_and_wait();
          opened[static_cast<std::size_t>(i)] = tree.open_more(first);
        });
      }
    }
    for (const Block* block : opened) {
      CHECK(block != nullptr);
      CHECK(block == opened.front());
    }
    tree.root().state = Edge::State::expanded;
    CHECK(contents(tree, tree.root()).size() == 6 + 12 * 6 + 88);
  }
}
