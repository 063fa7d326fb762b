#include "games/certificates/fact_index.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <numeric>
#include <optional>
#include <random>
#include <stop_token>
#include <vector>

#include <doctest/doctest.h>

#include "engine/base/thread_group.hpp"

namespace isthmus {

namespace {

constexpr int kIndexCells = 20;

// Each cell with a chance of one in `of`.
CellSet some_cells(std::mt19937_64& random, unsigned of) {
  CellSet cells;
  for (Cell cell = 0; cell < kIndexCells; ++cell) {
    if (random() % of == 0) cells.insert(cell);
  }
  return cells;
}

}  // namespace

TEST_CASE("facts are found by their needs as by looking at each") {
  std::mt19937_64 random(1);
  FactIndex index(kIndexCells);
  std::vector<ConnectionFact> facts;
  int found = 0, threats = 0, missed = 0;
  CellSet shared;  // by the facts that are added one after the other
  for (int i = 0; i < 9'000; ++i) {
    if (i % 150 == 0) shared = some_cells(random, i % 3'000 == 0 ? 3 : 8);
    ConnectionFact fact{.ends = kEdgeEnds};
    if (random() % 3 == 0) fact.ends[1] = 3;
    fact.stones = some_cells(random, 6) | shared;
    fact.carrier = some_cells(random, 6) - fact.stones;
    index.add(facts.size(), fact);
    facts.push_back(fact);
    if (i > 700 && i % 9 != 0) continue;
    const CellSet stones = some_cells(random, 2), empty = some_cells(random, 2) - stones;
    std::optional<std::size_t> holds, holds_after;
    for (std::size_t number = 0; number < facts.size(); ++number) {
      const ConnectionFact& other = facts[number];
      const CellSet missing = other.stones - stones;
      if (other.ends != kEdgeEnds || !(other.carrier - empty).empty()) continue;
      if (missing.empty()) holds = number;
      if (missing.size() == 1 && (missing - empty).empty()) holds_after = number;
    }
    CHECK(index.find(kEdgeEnds, stones, empty) == holds);
    if (holds) {
      CHECK(index.find(kEdgeEnds, stones, empty, 0, *holds) == holds);
      CHECK(!index.find(kEdgeEnds, stones, empty, 0, *holds + 1));
    }
    const auto threat = index.find_threat(kEdgeEnds, stones, empty);
    CHECK(threat.has_value() == holds_after.has_value());
    if (threat && holds_after) {
      CHECK(threat->fact == *holds_after);
      CHECK((facts[threat->fact].stones - stones).size() == 1);
      CHECK((facts[threat->fact].stones - stones).contains(threat->move));
    }
    found += holds.has_value();
    threats += holds_after.has_value();
    missed += !holds.has_value();
  }
  CHECK(found > 50);
  CHECK(threats > 50);
  CHECK(missed > 50);
  CHECK(!index.find({Cell{1}, Cell{2}}, some_cells(random, 1), {}));
}

// Three threads look for facts that are there already while a fourth adds others, so that the nodes
// of the tree are split beneath them. All need as many stones and as many cells, so that none holds
// where another does.
TEST_CASE("facts are found while others are added") {
  constexpr std::size_t kFacts = 20'000;
  std::mt19937_64 random(2);
  std::vector<ConnectionFact> facts(kFacts, {.ends = kEdgeEnds});
  std::array<Cell, kIndexCells> cells{};
  std::iota(cells.begin(), cells.end(), Cell{0});
  for (ConnectionFact& fact : facts) {
    std::shuffle(cells.begin(), cells.end(), random);
    for (std::size_t i = 0; i < 10; ++i) (i < 5 ? fact.stones : fact.carrier).insert(cells[i]);
  }
  FactIndex index(kIndexCells);
  std::atomic<std::size_t> added = 0;
  std::atomic<int> missed = 0, looked = 0;
  run_together("facts", 4, [&](int thread, const std::stop_token&) {
    if (thread == 0) {
      for (std::size_t i = 0; i < kFacts; ++i) {
        index.add(i, facts[i]);
        added = i + 1;
      }
      return;
    }
    std::mt19937_64 choice(static_cast<unsigned>(thread));
    for (std::size_t count = 0; count < kFacts;) {
      count = added;
      if (count == 0) continue;
      const ConnectionFact& fact = facts[choice() % count];
      const auto found = index.find(kEdgeEnds, fact.stones, fact.carrier);
      ++looked;
      if (!found || facts[*found].stones != fact.stones) ++missed;
    }
  });
  CHECK(missed == 0);
  CHECK(looked >= 3);
}

}  // namespace isthmus
