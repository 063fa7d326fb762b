#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>
#include <vector>

#include <doctest/doctest.h>

#include "engine/search/search.hpp"
#include "tests/support/search_support.hpp"

using namespace isthmus;
using namespace isthmus::test;

TEST_CASE("a tree is shared with what goes on from its root") {
  const auto game = make_game("hex", 4, 4, SwapRule::none);
  const NoiseEvaluator evaluator(*game);
  const Settings settings;
  Search search(*game, evaluator, settings);
  const auto turn = [&](Colour colour, const char* name) {
    return Turn{colour, *game->find_move(name)};
  };
  const std::vector<Turn> turns{turn(Colour::black, "a1"), turn(Colour::white, "b2"),
                                turn(Colour::black, "c3")};
  const std::span all(turns);
  search.set_root(game->start(), all.first(2));
  CHECK(search.turns_shared(game->start(), all.first(2), {}) == 2);
  CHECK(search.turns_shared(game->start(), all, {}) == 2);
  CHECK(!search.turns_shared(game->start(), all.first(1), {}));
  const std::vector<Turn> others{turns[0], turn(Colour::white, "b3"), turns[2]};
  CHECK(!search.turns_shared(game->start(), others, {}));
  Position other = game->start();
  other.to_move = Colour::white;
  CHECK(!search.turns_shared(other, all, {}));
  const std::vector<MoveRule> rules(1);
  CHECK(!search.turns_shared(game->start(), all.first(2), rules));
  search.set_root(game->start(), all.first(2), rules);
  CHECK(search.turns_shared(game->start(), all.first(2), rules) == 2);
  CHECK(!search.turns_shared(game->start(), all, rules));
}

TEST_CASE("moves keep their part of the tree, anything else starts anew") {
  Record record = record_of("hex", 6);
  const NoiseEvaluator evaluator(record.game());
  Settings settings = without_solver();
  Search search(record.game(), evaluator, settings);
  search.set_root(record);
  SearchReport before = search.run({.visits = 4000});
  const std::vector<Move> line = before.moves.front().variation;
  const std::vector<std::int64_t> line_visits = before.moves.front().variation_visits;
  REQUIRE(line.size() >= 4);

  record.play(line[0]);
  record.play(line[1]);
  search.set_root(record);
  SearchReport kept = search.report();
  CHECK(kept.visits == line_visits[1]);
  CHECK(kept.moves.front().variation == std::vector<Move>(line.begin() + 2, line.end()));
  CHECK(kept.tree_bytes < before.tree_bytes);

  // The kept tree is whole: it goes on as a search should.
  const SearchReport after = search.run({.visits = 6000});
  const auto visits = visits_of(after);
  CHECK(std::accumulate(visits.begin(), visits.end(), std::int64_t{1}) == 6000);

  record.undo();
  search.set_root(record);
  CHECK(search.report().visits == 0);

  settings.reuse_tree = false;
  search.run({.visits = 100});
  record.play(search.report().moves.front().move);
  search.set_root(record);
  CHECK(search.report().visits == 0);
}

TEST_CASE("rules keep a player from moves, as deep as they say") {
  const auto game = make_game("hex", 4, 4, SwapRule::none);
  const NoiseEvaluator evaluator(*game);
  const Settings settings;
  Search search(*game, evaluator, settings);
  const Move a1(Cell{0}), b1(Cell{1}), c3(Cell{10});
  const auto moves_of = [](const SearchReport& report) {
    std::vector<std::uint16_t> codes;
    for (const MoveReport& move : report.moves) codes.push_back(move.move.code());
    std::sort(codes.begin(), codes.end());
    return codes;
  };

  // Black may not begin on a1 and c3; White may answer on b1 and c3 alone.
  search.set_root(game->start(), {},
                  {{Colour::black, false, {a1, c3}, 1}, {Colour::white, true, {b1, c3}, 2}});
  const SearchReport report = search.run({.visits = 2000});
  std::vector<std::uint16_t> rest{1, 2, 3, 4, 5, 6, 7, 8, 9, 11, 12, 13, 14, 15};
  CHECK(moves_of(report) == rest);
  bool seen_later = false;
  for (const MoveReport& move : report.moves) {
    if (move.variation.size() < 2) continue;
    CHECK((move.variation[1] == b1 || move.variation[1] == c3));
    for (std::size_t i = 2; i < move.variation.size(); ++i) {
      seen_later |= move.variation[i] == a1 || move.variation[i] == c3;
    }
  }
  CHECK(seen_later);  // beyond their depth the rules hold no more

  // Where they leave nothing, any move will do.
  search.set_root(game->start(), {}, {{Colour::black, true, {}, 1}});
  CHECK(search.run({.visits = 10}).moves.size() == 16);
}

TEST_CASE("moves that rules leave out are not taken to lose") {
  // On 2 x 2 Black wins by the short diagonal alone (a2, b1), or by answering what White leaves.
  const auto game = make_game("hex", 2, 2, SwapRule::none);
  const NoiseEvaluator evaluator(*game);
  const Settings settings;
  Search search(*game, evaluator, settings);
  const Move a1(Cell{0}), b2(Cell{3});
  search.set_root(game->start(), {}, {{Colour::black, true, {a1, b2}, 1}});
  const SearchReport corners = search.run({.visits = 500});
  CHECK(corners.moves.size() == 2);
  CHECK(corners.moves[0].proof == Proof::loss);
  CHECK(corners.moves[1].proof == Proof::loss);
  CHECK(corners.proof == Proof::unknown);
  CHECK(corners.visits < 500);  // there was no more to find out
  search.set_root(game->start(), {});
  CHECK(search.run({.visits = 500}).proof == Proof::win);
}

TEST_CASE("a tree under rules is kept for the same root and rules alone") {
  const auto game = make_game("hex", 5, 5, SwapRule::none);
  const NoiseEvaluator evaluator(*game);
  const Settings settings;
  Search search(*game, evaluator, settings);
  const std::vector<MoveRule> rules{{Colour::black, false, {Move(Cell{12})}, 1}};
  search.set_root(game->start(), {}, rules);
  search.run({.visits = 100});
  search.set_root(game->start(), {}, rules);
  CHECK(search.report().visits == 100);
  const Turn turn{Colour::black, Move(Cell{0})};
  search.set_root(game->start(), {&turn, 1}, rules);
  CHECK(search.report().visits == 0);
  search.run({.visits = 100});
  search.set_root(game->start(), {&turn, 1});
  CHECK(search.report().visits == 0);
}

TEST_CASE("the tree keeps to its memory and the search goes on") {
  const Record record = record_of("hex", 11);
  const NoiseEvaluator evaluator(record.game());
  Settings settings;
  settings.memory = 1;
  Search search(record.game(), evaluator, settings);
  search.set_root(record);
  const SearchReport report = search.run({.visits = 20'000});
  CHECK(report.memory_full);
  CHECK(report.tree_bytes <= 1 << 20);
  CHECK(report.tree_bytes > (1 << 20) - (8 + 4 * 24 + 120 * 4));
  CHECK(report.visits == 20'000);
}
