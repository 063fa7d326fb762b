#include "engine/search/leaf_batch.hpp"

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "engine/search/search_tree.hpp"
#include "engine/search/tree.hpp"
#include "tests/support/one_thread.hpp"
#include "tests/support/search_support.hpp"

using namespace isthmus;
using namespace isthmus::test;

namespace {

// A tree that is searched by the test, with an evaluator of noise.
struct SearchedTree {
  explicit SearchedTree(const Game& its_game)
      : game(its_game), evaluator(its_game), tree(its_game, settings, nullptr) {
    tree.set_root(game.start(), {}, {});
  }

  void back_up(LeafBatch& batch) {
    std::vector<EvaluationRequest> requests;
    for (std::size_t i = 0; i < batch.size(); ++i) requests.push_back({&batch[i].position, 0});
    std::vector<Evaluation> evaluations(batch.size());
    evaluator.evaluate(requests, evaluations);
    tree.back_up(batch, evaluations);
  }
  // One leaf after the other.
  void search(int leaves) {
    LeafBatch batch(1);
    for (int i = 0; i < leaves; ++i) {
      tree.gather(batch, 1, 0);
      back_up(batch);
    }
  }

  const Game& game;
  SearchSettings settings;
  NoiseEvaluator evaluator;
  SearchTree tree;
};

// All edges of a tree, in the order of their moves: visits and units.
using Numbers = std::vector<std::pair<std::uint32_t, std::int64_t>>;
void add_numbers(const Tree& tree, const Edge& edge, Numbers& numbers) {
  numbers.emplace_back(edge.visits.load(), edge.units.load());
  if (!edge.is_expanded()) return;
  for_each_child(tree, edge, [&](const Edge& child) {
    if (child.visits > 0) add_numbers(tree, child, numbers);
  });
}
Numbers numbers_of(const SearchTree& search) {
  Numbers numbers;
  add_numbers(search.tree(), search.root(), numbers);
  return numbers;
}

std::vector<std::vector<Cell>> stones_of(const std::vector<Position>& positions) {
  std::vector<std::vector<Cell>> found;
  for (const Position& position : positions) {
    std::vector<Cell> cells;
    for (const CellSet& stones : position.stones) {
      stones.for_each([&](Cell cell) { cells.push_back(cell); });
      cells.push_back(kMaxCells);
    }
    found.push_back(std::move(cells));
  }
  std::sort(found.begin(), found.end());
  return found;
}

}  // namespace

TEST_CASE("ways that are gathered together end where they would one after the other" *
          test::one_thread()) {
  int same = 0;
  for (const char* name : {"hex", "havannah", "gonnect"}) {
    CAPTURE(name);
    const int size = std::string_view(name) == "hex" ? 9 : 6;
    const auto game = make_game(name, size, size, SwapRule::none);
    SearchedTree together(*game), apart(*game);
    for (int round = 0; round < 30; ++round) {
      const std::size_t count = 2 + static_cast<std::size_t>(round) / 2;
      const int between = 64 * static_cast<int>(count);
      together.search(between);
      apart.search(between);
      REQUIRE(numbers_of(together.tree) == numbers_of(apart.tree));

      // All are under way at the same time.
      LeafBatch batch(count);
      CHECK(together.tree.gather(batch, count, 0));
      std::vector<LeafBatch> batches(count, LeafBatch(1));
      bool has_met = batch.size() < count;
      for (LeafBatch& one : batches) has_met |= !apart.tree.gather(one, 1, 0) || one.size() == 0;
      if (!has_met) {
        ++same;
        std::vector<Position> ends, single_ends;
        for (std::size_t i = 0; i < count; ++i) {
          ends.push_back(batch[i].position);
          single_ends.push_back(batches[i][0].position);
        }
        REQUIRE(stones_of(ends) == stones_of(single_ends));
        REQUIRE(numbers_of(together.tree) == numbers_of(apart.tree));
        together.back_up(batch);
        for (LeafBatch& one : batches) apart.back_up(one);
        REQUIRE(numbers_of(together.tree) == numbers_of(apart.tree));
      } else {
        // Where two ways meet, a tree goes another way next.
        SearchTree::cancel(batch);
        for (LeafBatch& one : batches) SearchTree::cancel(one);
        REQUIRE(numbers_of(together.tree) == numbers_of(apart.tree));
      }
    }
  }
  CHECK(same >= 60);
}

TEST_CASE("what is gathered can be taken back, and keeps to a number of visits") {
  const auto game = make_game("hex", 7, 7, SwapRule::none);
  SearchedTree search(*game);
  search.search(1000);
  const Numbers before = numbers_of(search.tree);
  REQUIRE(before.front().first == 1000);

  LeafBatch batch(40);
  CHECK(search.tree.gather(batch, 40, 0));
  // A visit of each leaf, on all edges of its way; no leaf is claimed twice.
  CHECK(search.tree.root().visits == 1000 + batch.size());
  CHECK(batch.size() > 20);
  std::vector<Position> positions;
  for (std::size_t i = 0; i < batch.size(); ++i) positions.push_back(batch[i].position);
  auto stones = stones_of(positions);
  CHECK(std::unique(stones.begin(), stones.end()) == stones.end());
  SearchTree::cancel(batch);
  CHECK(batch.size() == 0);
  CHECK(numbers_of(search.tree) == before);

  CHECK(search.tree.gather(batch, 40, 1007));
  CHECK(search.tree.root().visits == 1000 + batch.size());
  CHECK(batch.size() <= 7);
  CHECK(batch.size() > 0);
  search.back_up(batch);
  CHECK(!search.tree.gather(batch, 40, search.tree.root().visits.load()));
  CHECK(batch.size() == 0);
}

TEST_CASE("a position in which all is decided gives no leaves, and is proven") {
  // On 2 x 2 all games are over in four moves.
  const auto game = make_game("hex", 2, 2, SwapRule::none);
  SearchedTree search(*game);
  LeafBatch batch(8);
  int rounds = 0;
  while (search.tree.root().proof == Proof::unknown && rounds < 100) {
    search.tree.gather(batch, 8, 0);
    search.back_up(batch);
    ++rounds;
  }
  CHECK(rounds < 100);
  CHECK(search.tree.root().proof == Proof::loss);  // of the player who did not begin
}
