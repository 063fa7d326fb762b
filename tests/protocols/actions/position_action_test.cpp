#include <cstddef>
#include <memory>
#include <random>
#include <set>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "engine/game/record.hpp"
#include "games/list.hpp"
#include "tests/protocols/actions/ask_action.hpp"
#include "tests/support/random_game.hpp"
#include "tests/support/referee.hpp"

using namespace isthmus;
using test::ask_action;
using test::Json;
using test::refused_field;

namespace {

Json moves_json(const Record& record) {
  Json moves = Json::array();
  for (const Turn& turn : record.turns()) {
    moves.push_back({turn.colour == Colour::black ? "B" : "W", record.game().name(turn.move)});
  }
  return moves;
}

Json ask_position(const std::string& game, int size, const std::string& rules, const Json& moves) {
  return ask_action("query_position",
                    {{"game", game}, {"size", size}, {"rules", rules}, {"moves", moves}});
}

// Moves of both sides in turn.
Json alternately(const std::vector<std::string>& names) {
  Json moves = Json::array();
  for (std::size_t i = 0; i < names.size(); ++i)
    moves.push_back({i % 2 == 0 ? "B" : "W", names[i]});
  return moves;
}

CellSet cells_of(const Board& board, const Json& names) {
  CellSet cells;
  for (const Json& name : names) cells.insert(board.find(name.get<std::string>()).value());
  return cells;
}

}  // namespace

TEST_CASE("positions of random games are those of their records") {
  std::mt19937_64 random(1);
  for (const GameEntry& entry : games()) {
    for (const SwapRule rule : {SwapRule::none, SwapRule::pieces, SwapRule::sides}) {
      for (const int turns : {0, 1, 2, 9, 100}) {
        const std::shared_ptr<const Game> game = make_game(entry.name, 5, 5, rule);
        const Record record = test::random_game(game, random, {.max_turns = turns});
        const Position& position = record.position();
        const Json answer =
            ask_position(game->name(), 5, std::string(name(rule)), moves_json(record));
        CHECK(answer["turns"] == record.turns().size());
        CHECK(answer["currentPlayer"] == (position.to_move == Colour::black ? "B" : "W"));
        CHECK(answer["legalMoves"].size() == game->legal_moves(position).size());
        CHECK(answer["maySwap"] == game->may_swap(position));
        const std::string stones = answer["stones"];
        REQUIRE(stones.size() == static_cast<std::size_t>(game->board().cell_range()));
        for (std::size_t i = 0; i < stones.size(); ++i) {
          const auto cell = static_cast<Cell>(i);
          const char expected = position.of(Colour::black).contains(cell)   ? 'B'
                                : position.of(Colour::white).contains(cell) ? 'W'
                                                                            : '.';
          CHECK(stones[i] == expected);
        }
        CHECK(answer.contains("winner") == (position.result != Result::ongoing));
        CHECK(answer["lastMove"].is_null() == record.turns().empty());
      }
    }
  }
}

TEST_CASE("a pass leaves the turn to the other side, and counts") {
  const Json answer =
      ask_action("query_position", {{"size", 3}, {"moves", test::turns({{"B", "pass"}})}});
  CHECK(answer["currentPlayer"] == "W");
  CHECK(answer["turns"] == 1);
  CHECK(answer["lastMove"].is_null());
  CHECK(answer["stones"] == ".........");
}

TEST_CASE("the cells by which Hex is won join the edges, and none can be left out") {
  std::mt19937_64 random(2);
  for (int i = 0; i < 20; ++i) {
    for (const bool is_rex : {false, true}) {
      const std::shared_ptr<const Game> game =
          make_game(is_rex ? "rex" : "hex", 7, 7, SwapRule::none);
      const Record record = test::random_game(game, random);
      const Json answer = ask_position(game->name(), 7, "none", moves_json(record));
      const bool black_won = answer["winner"] == "B";
      const Colour joined = black_won != is_rex ? Colour::black : Colour::white;
      const CellSet cells = cells_of(game->board(), answer["winningCells"]);
      const test::Referee referee(game->board());
      CHECK(referee.has_connected(cells, joined));
      CHECK((cells - record.position().of(joined)).empty());
      cells.for_each([&](Cell cell) {
        CellSet fewer = cells;
        fewer.erase(cell);
        CHECK_FALSE(referee.has_connected(fewer, joined));
      });
    }
  }
}

TEST_CASE("a ring is what decides, and nothing where a game is drawn or neither side could move") {
  // A ring about d4 in the middle of side 4, and a stone beside it.
  const Json ring = ask_position(
      "havannah", 4, "none",
      alternately({"d3", "a5", "e3", "b7", "e4", "e1", "d5", "g2", "c5", "f5", "g1", "b4", "c4"}));
  CHECK(ring["winner"] == "B");
  CHECK(ring["winningCells"].get<std::set<std::string>>() ==
        std::set<std::string>{"d3", "e3", "e4", "d5", "c5", "c4"});
  // Set up, so that there is no last stone.
  const Json set_up = ask_action(
      "query_position",
      {{"size", 2}, {"initialStones", test::turns({{"B", "a1"}, {"B", "a2"}, {"W", "b2"}})}});
  CHECK(set_up["winner"] == "B");
  CHECK(set_up["winningCells"] == Json{"a1", "a2"});
}

TEST_CASE("bridges and edge templates are named with their cells") {
  const Json answer = ask_position("hex", 9, "none", alternately({"e5", "a9", "f3", "b9"}));
  std::set<std::string> found;
  for (const Json& connection : answer["connections"]) {
    if (connection["player"] != "B") continue;
    found.insert(connection["kind"].get<std::string>() + " " + connection["cells"].dump() +
                 connection.value("edge", "") + " " + std::to_string(connection["carrier"].size()));
  }
  // e5 and f3 have e4 and f4 in common; the template of the third row has eight empty cells.
  CHECK(found == std::set<std::string>{"bridge [\"f3\",\"e5\"] 2", "edge-template [\"f3\"]top 8"});
  CHECK_FALSE(ask_position("rex", 5, "none", Json::array()).contains("connections"));
  CHECK_FALSE(ask_position("gonnect", 5, "none", Json::array()).contains("connections"));
}

TEST_CASE("moves that cannot be made are refused by their place") {
  const auto field = [](const std::vector<std::pair<std::string, std::string>>& moves) {
    return refused_field("query_position", {{"size", 3}, {"moves", test::turns(moves)}});
  };
  CHECK(field({{"B", "a1"}, {"W", "a1"}}) == "moves/1");
  CHECK(field({{"B", "d1"}}) == "moves/0/1");
  CHECK(field({{"R", "a1"}}) == "moves/0/0");
  CHECK(refused_field("query_position", {{"moves", 3}}) == "moves");
}

TEST_CASE("what searches or reads a whole game waits apart from what a page asks at each click") {
  std::set<std::string> long_ones;
  for (const ServiceAction& action : page_actions(test::action_options())) {
    if (action.is_long) long_ones.emplace(action.name);
  }
  CHECK(long_ones == std::set<std::string>{"openings", "review", "solve"});
}
