#include "games/certificates/fact_store.hpp"

#include <atomic>
#include <initializer_list>
#include <stop_token>
#include <string>

#include <doctest/doctest.h>

#include "engine/base/thread_group.hpp"
#include "engine/theory/certificate_head.hpp"
#include "games/hex/hex.hpp"

namespace isthmus {

namespace {

using Rule = ConnectionFact::Rule;

CellSet cells_of(const Board& board, std::initializer_list<const char*> names) {
  CellSet cells;
  for (const char* name : names) cells.insert(*board.find(name));
  return cells;
}

}  // namespace

// On 2 x 2 Black joins top and bottom by a1 and a2, and by b1 and a2; with a2 alone by either
// answer.
TEST_CASE("facts are kept once, found by what they need, and read again") {
  const Hex game(2, 2, SwapRule::none);
  const Board& board = game.board();
  const Ends edges = edges_of(board);
  const Cell a1 = *board.find("a1"), b1 = *board.find("b1");
  const FactRules rules{board, Colour::black};
  FactStore facts(rules);
  const ConnectionFact left{.ends = edges, .links = cells_of(board, {"a1", "a2"})};
  const ConnectionFact right{.ends = edges, .links = cells_of(board, {"b1", "a2"})};
  const ConnectionFact either{.ends = edges, .rule = Rule::any, .threats = {{a1, 0}, {b1, 1}}};
  CHECK(facts.add(left) == 0);
  CHECK(facts.add(right) == 1);
  CHECK(facts.add(left) == 0);
  CHECK(facts.add(either) == 2);
  CHECK(facts.size() == 3);
  CHECK(facts.needs(2).stones == cells_of(board, {"a2"}));
  CHECK(facts.needs(2).carrier == cells_of(board, {"a1", "b1"}));
  CHECK(facts.find(edges, cells_of(board, {"a2"}), cells_of(board, {"a1", "b1"})) == 2);
  CHECK(!facts.find(edges, cells_of(board, {"a2"}), cells_of(board, {"a1"})));
  const auto threat = facts.find_threat(edges, cells_of(board, {"a2"}), cells_of(board, {"a1"}));
  REQUIRE(threat.has_value());
  CHECK(threat->move == a1);
  CHECK(threat->fact == 0);
  CHECK_THROWS_AS(facts.add({.ends = edges, .rule = Rule::any, .threats = {{a1, 0}}}),
                  CertificateError);
  CHECK_THROWS_AS(facts.add({.ends = edges, .links = cells_of(board, {"a1", "b2"})}),
                  CertificateError);

  std::string text;
  for (std::size_t i = 0; i < facts.size(); ++i) text += fact_text(board, facts.fact(i));
  CHECK(text == "all first second a1 a2\nall first second b1 a2\nany first second a1#0 b1#1\n");
  FactStore read(rules);
  read.read(text, 0);
  CHECK(read.size() == 3);
  CHECK(read.needs(2).carrier == facts.needs(2).carrier);
  FactStore other(rules);
  CHECK_THROWS_AS(other.read("all first second a1 b2\n", 0), CertificateError);
}

// On 2 x 2 one of a1 and b1 suffices Black, who has a2.
TEST_CASE("facts by pairs are kept and read again") {
  const Hex game(2, 2, SwapRule::none);
  const Board& board = game.board();
  const Ends edges = edges_of(board);
  const Cell a1 = *board.find("a1"), b1 = *board.find("b1");
  const FactRules rules{board, Colour::black};
  FactStore facts(rules);
  CHECK(facts.add({.ends = edges, .links = cells_of(board, {"b1", "a2"})}) == 0);
  const ConnectionFact filled{.ends = edges, .rule = Rule::fill, .facts = {0}, .pairs = {{a1, b1}}};
  CHECK(facts.add(filled) == 1);
  CHECK(facts.needs(1).stones == cells_of(board, {"a2"}));
  CHECK(facts.needs(1).carrier == cells_of(board, {"a1", "b1"}));
  CHECK_THROWS_AS(facts.add({.ends = edges, .rule = Rule::fill, .pairs = {{a1, b1}}}),
                  CertificateError);
  CHECK_THROWS_AS(facts.add({.ends = edges, .rule = Rule::fill, .facts = {1}, .pairs = {{a1, b1}}}),
                  CertificateError);
  CHECK(fact_text(board, facts.fact(1)) == "fill first second #0 a1-b1\n");

  FactStore others(rules);
  others.read("all first second b1 a2\nfill first second b2 #0 a1-b1\n", 0);
  CHECK(others.needs(1).stones == cells_of(board, {"a2", "b2"}));
  CHECK(fact_text(board, others.fact(1)) == "fill first second b2 #0 a1-b1\n");
}

TEST_CASE("threads add and find facts at once") {
  const Hex game(5, 5, SwapRule::none);
  const Board& board = game.board();
  FactStore facts({board, Colour::black});
  std::atomic<int> missed = 0;
  run_together("facts", 4, [&](int, const std::stop_token&) {
    board.cells().for_each([&](Cell a) {
      for (const Cell b : board.neighbours(a)) {
        CellSet both;
        both.insert(a);
        both.insert(b);
        const Ends ends{a, b, kNoThirdEnd};
        const std::size_t number = facts.add({.ends = ends, .links = both});
        if (facts.needs(number).stones != both || !facts.find(ends, both, {})) ++missed;
      }
    });
  });
  CHECK(missed == 0);
  CHECK(facts.size() >= 112);  // 56 pairs of neighbours, either way
  CHECK(facts.size() <= 448);
}

}  // namespace isthmus
