#include <cmath>
#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "games/list.hpp"
#include "tests/protocols/actions/ask_action.hpp"

using namespace isthmus;
using test::ask_action;
using test::Json;
using test::refused_field;

namespace {

// The cells of a picture that are nearest to each other, by nothing but their places in it.
std::set<std::size_t> nearest(const Json& cells, std::size_t cell) {
  const double width = 20 * std::sqrt(3.0);  // of a cell
  std::set<std::size_t> near;
  for (std::size_t other = 0; other < cells.size(); ++other) {
    if (other == cell || cells[other].is_null()) continue;
    const double x = cells[cell]["x"].get<double>() - cells[other]["x"].get<double>();
    const double y = cells[cell]["y"].get<double>() - cells[other]["y"].get<double>();
    if (std::hypot(x, y) < 1.1 * width) near.insert(other);
  }
  return near;
}

}  // namespace

TEST_CASE("neighbours are the cells that touch in the picture") {
  for (const GameEntry& entry : games()) {
    const Json board = ask_action("query_board", {{"game", entry.name}, {"size", 5}});
    const Json& cells = board["cells"];
    REQUIRE(board["neighbours"].size() == cells.size());
    for (std::size_t cell = 0; cell < cells.size(); ++cell) {
      if (cells[cell].is_null()) {
        CHECK(board["neighbours"][cell].empty());
        continue;
      }
      CHECK(board["neighbours"][cell].get<std::set<std::size_t>>() == nearest(cells, cell));
      CHECK(cells[cell]["x"] < board["width"]);
      CHECK(cells[cell]["y"] < board["height"]);
    }
  }
}

TEST_CASE("a rectangle of Hex has its cells by rows, four edges and labels at both ends") {
  const Json board = ask_action("query_board", {{"boardXSize", 4}, {"boardYSize", 3}});
  REQUIRE(board["cells"].size() == 12);
  CHECK(board["cells"][0]["name"] == "a1");
  CHECK(board["cells"][6] == Json{{"name", "c2"},
                                  {"row", 1},
                                  {"column", 2},
                                  {"x", board["cells"][6]["x"]},
                                  {"y", board["cells"][6]["y"]}});
  CHECK(board["outline"].size() == 6);
  // Each cell at an edge has two sides on it.
  std::vector<std::pair<std::string, std::size_t>> edges;
  for (const Json& edge : board["edges"]) {
    edges.emplace_back(edge["player"], edge["points"].size());
  }
  CHECK(edges ==
        std::vector<std::pair<std::string, std::size_t>>{{"B", 9}, {"B", 9}, {"W", 7}, {"W", 7}});
  std::map<std::string, int> labels;
  for (const Json& label : board["labels"]) ++labels[label["text"]];
  CHECK(labels == std::map<std::string, int>{
                      {"1", 2}, {"2", 2}, {"3", 2}, {"a", 2}, {"b", 2}, {"c", 2}, {"d", 2}});
}

TEST_CASE("a board says what judges positions on it, and how large a net is") {
  ActionOptions options = test::action_options();
  const auto judge = [&](const char* game, int size) -> std::string {
    return ask_action("query_board", {{"game", game}, {"size", size}}, options)["evaluator"];
  };
  CHECK(judge("hex", 5) == "fills");
  CHECK(judge("gonnect", 5) == "playouts");
  options.engine.evaluator_of = [](const Game& game) {
    return game.size().rows < 17 ? "net" : "wide net";
  };
  options.engine.net_size_of = [](const Game& game) {
    return std::to_string(game.size().rows) + " blocks of 64 channels";
  };
  CHECK(judge("hex", 16) == "net, 16 blocks of 64 channels");
  CHECK(judge("hex", 17) == "wide net, 17 blocks of 64 channels");
}

TEST_CASE("the edges of a hexagon go round it once, and squares have four sides") {
  const Json hexagon = ask_action("query_board", {{"game", "havannah"}, {"size", 4}});
  std::size_t sides = 0;
  for (const Json& edge : hexagon["edges"]) {
    CHECK(edge["player"] == "none");
    sides += edge["points"].size() - 1;
  }
  // Of 18 cells at the border six are corners with three sides, and the others have two.
  CHECK(sides == 6 * 3 + 12 * 2);
  const Json squares = ask_action("query_board", {{"game", "gonnect"}, {"size", 3}});
  CHECK(squares["outline"].size() == 4);
  for (const Json& edge : squares["edges"]) CHECK(edge["points"].size() == 4);
}

TEST_CASE("boards that there are not are refused in their fields") {
  CHECK(refused_field("query_board", {{"game", "go"}}) == "game");
  CHECK(refused_field("query_board", {{"size", 33}}) == "size");
  CHECK(refused_field("query_board", {{"game", "y"}, {"boardXSize", 4}}) == "game");
  CHECK(refused_field("query_board", {{"rules", 3}}) == "rules");
}

TEST_CASE("the list of games has each that can be played, with sizes that it has") {
  const Json list = ask_action("query_games", Json::object())["games"];
  REQUIRE(list.size() == games().size());
  for (const Json& game : list) {
    for (const char* size : {"minSize", "defaultSize", "maxSize"}) {
      CHECK(refused_field(
                "query_board",
                {{"game", game["name"]}, {"size", game[size]}, {"rules", game["defaultSwapRule"]}})
                .empty());
    }
    const Json oblong{{"game", game["name"]}, {"boardXSize", 5}, {"boardYSize", 4}};
    CHECK(refused_field("query_board", oblong).empty() == game["isRectangular"]);
  }
}

TEST_CASE(
    "settings have the values of the program in their types, and limits where there are some") {
  ActionOptions options = test::action_options();
  options.settings.fills = 4096;
  options.settings.threads = 3;
  Json answer = ask_action("query_settings", Json::object(), options);
  CHECK_FALSE(answer.contains("maxVisits"));
  CHECK(answer["engine"]["threads"] == 3);
  CHECK(answer["engine"]["evaluators"]["hex"] == "fills");
  CHECK(answer["engine"]["evaluators"]["gonnect"] == "playouts");
  std::map<std::string, Json> settings;
  for (const Json& row : answer["settings"]) settings[row["name"]] = row;
  CHECK(settings["fills"]["value"] == 4096);
  CHECK(settings["fills"]["type"] == "whole");
  CHECK(settings["fills"]["min"] == 512);
  CHECK(settings["resign"]["max"] == 0.5);
  CHECK(settings["resign"]["type"] == "number");
  CHECK(settings["bridges"]["value"] == true);
  CHECK_FALSE(settings["bridges"].contains("max"));
  options.caps = QueryCaps{.visits = 77, .seconds = 5};
  answer = ask_action("query_settings", Json::object(), options);
  CHECK(answer["maxVisits"] == 77);
  CHECK(answer["maxTime"] == 5);
}
