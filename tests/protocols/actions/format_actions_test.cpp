#include <memory>
#include <random>
#include <string>

#include <doctest/doctest.h>

#include "games/list.hpp"
#include "protocols/actions/game_tree.hpp"
#include "protocols/formats/game_formats.hpp"
#include "tests/protocols/actions/ask_action.hpp"
#include "tests/support/count_of.hpp"
#include "tests/support/random_game.hpp"

using namespace isthmus;
using test::ask_action;
using test::Json;
using test::refused_field;

namespace {

Json tree_of(const GameFile& file) { return game_tree_json(file); }

// A game with all that a tree can hold.
GameFile some_game() {
  GameFile file{.record = Record(make_game("hex", 5, 5, SwapRule::pieces))};
  for (const char* move : {"b1", "swap-pieces", "c3", "d2"}) {
    REQUIRE(file.record.play(file.record.game().find_move(move).value()));
  }
  const auto turn = [&](Colour colour, const char* move) {
    return Turn{colour, file.record.game().find_move(move).value()};
  };
  file.black_name = "Ann";
  file.white_name = "Bob";
  file.result = "B+R";
  file.comment = "the first [position]";
  file.info = {{"DT", "[2026-11-25]"}};
  file.notes = {{}, {.comment = "taken", .marks = {{"TR", "[b1][c\\]3]"}, {"LB", "[a1:x]"}}}};
  file.variations.push_back({0,
                             2,
                             {turn(Colour::black, "d4"), turn(Colour::white, "c4")},
                             {{.comment = "better"}, {.marks = {{"CR", "[d4]"}}}}});
  file.variations.push_back({1, 1, {turn(Colour::white, "a5")}});
  file.view = "r9c1";
  return file;
}

}  // namespace

TEST_CASE("a tree says by what swap rule a game was probably played that names none") {
  const Json open = ask_action("read_games", {{"text", "a1 b2"}, {"size", 5}})["games"][0];
  CHECK(open["rules"] == "none");
  CHECK(open["assumedRules"] == "swap-pieces");
  CHECK_FALSE(read_game_tree(JsonField(open)).names_swap_rule);
  const Json written = ask_action("write_game", {{"format", "sgf"}, {"game", open}});
  CHECK(written["text"].get<std::string>().find("RU[") == std::string::npos);
  for (const char* text : {"(;SZ[5]RU[none];B[a1])", "a1 swap-pieces"}) {
    const Json named = ask_action("read_games", {{"text", text}, {"size", 5}})["games"][0];
    CHECK_FALSE(named.contains("assumedRules"));
    CHECK(read_game_tree(JsonField(named)).names_swap_rule);
  }
  Json wrong = open;
  wrong["assumedRules"] = "maybe";
  CHECK(refused_field("write_game", {{"format", "sgf"}, {"game", wrong}}) == "game/assumedRules");
}

TEST_CASE("a tree is read back as the game that it was made of") {
  const GameFile file = some_game();
  const Json json = tree_of(file);
  const GameFile again = read_game_tree(JsonField(json));
  CHECK(again.record.turns() == file.record.turns());
  CHECK(again.record.position() == file.record.position());
  CHECK(again.record.game().swap_rule() == SwapRule::pieces);
  CHECK(again.black_name == "Ann");
  CHECK(again.white_name == "Bob");
  CHECK(again.result == "B+R");
  CHECK(again.comment == file.comment);
  CHECK(again.info == file.info);
  CHECK(again.notes == file.notes);
  CHECK(again.variations == file.variations);
  CHECK(again.view == "r9c1");
}

TEST_CASE("all that a tree holds goes through SGF and comes back") {
  const Json tree = tree_of(some_game());
  const Json written = ask_action("write_game", {{"format", "sgf"}, {"game", tree}});
  CHECK(written["leftOut"] == "");
  const Json read = ask_action("read_games", {{"text", written["text"]}});
  CHECK(read["format"] == "sgf");
  REQUIRE(read["games"].size() == 1);
  CHECK(read["games"][0] == tree);
}

TEST_CASE("moves go through every format that can hold them") {
  std::mt19937_64 random(3);
  for (const GameEntry& entry : games()) {
    for (const GameFormat& format : game_formats()) {
      const SwapRule rule = entry.name == kDefaultGame ? SwapRule::pieces : SwapRule::none;
      const std::shared_ptr<const Game> game = make_game(entry.name, 5, 5, rule);
      Record record = test::random_game(game, random, {.max_turns = 12});
      const GameFile file{.record = record};
      Omissions omissions;
      bool can_hold = true;
      try {
        write_game(file, format, omissions);
      } catch (const FormatError&) {
        can_hold = false;
      }
      const Json request{{"format", format.name}, {"game", tree_of(file)}};
      CHECK((refused_field("write_game", request) == "game") == !can_hold);
      if (!can_hold) continue;
      const Json text = ask_action("write_game", request)["text"];
      // Links and openings do not say all that is known of their game.
      const Json read = ask_action(
          "read_games", {{"text", text}, {"game", entry.name}, {"size", 5}, {"rules", name(rule)}});
      REQUIRE(read["games"].size() == 1);
      CHECK(read["games"][0]["moves"] == tree_of(file)["moves"]);
      CHECK(read["games"][0]["game"] == entry.name);
    }
  }
}

TEST_CASE("a text of several games has them all, up to a limit") {
  const Json two = ask_action("read_games", {{"text", "a1 b2\nc3 d4 e5\n"}, {"size", 5}});
  REQUIRE(two["games"].size() == 2);
  CHECK(two["games"][1]["moves"].size() == 3);
  std::string many;
  for (int i = 0; i < 600; ++i) many += "a1\n";
  const Json some = ask_action("read_games", {{"text", many}, {"size", 3}});
  CHECK(some["games"].size() == 500);
  CHECK(some["leftOut"] == "games behind the first 500 (1)");
}

TEST_CASE("what is no game is refused with what to do") {
  CHECK(refused_field("read_games", Json::object()) == "text");
  CHECK(refused_field("read_games", {{"text", 5}}) == "text");
  for (const char* text : {"", "(;", "hello", "(;GM[11]SZ[99])", "https://playhex.org/games/1",
                           "{\"game\": \"go\"}", "https://hexworld.org/board/#11,zz9"}) {
    CHECK(refused_field("read_games", {{"text", text}}) == "text");
  }
}

TEST_CASE("a picture is of the position after the number of moves given") {
  const Json tree{{"size", 3}, {"moves", test::turns({{"B", "a1"}, {"W", "b2"}})}};
  const auto stones = [&](const Json& turn) {
    Json request{{"format", "svg"}, {"game", tree}};
    if (!turn.is_null()) request["turn"] = turn;
    return test::count_of(ask_action("write_game", request)["text"].get<std::string>(),
                          "r=\"13.6\"");
  };
  CHECK(stones(nullptr) == 2);
  CHECK(stones(1) == 1);
  CHECK(stones(0) == 0);
  CHECK(refused_field("write_game", {{"format", "svg"}, {"game", tree}, {"turn", 3}}) == "turn");
}

TEST_CASE("trees that are not as they should be are refused by the path to what is wrong") {
  const auto field = [](const Json& tree) {
    return refused_field("write_game", {{"format", "sgf"}, {"game", tree}});
  };
  const Json moves = test::turns({{"B", "a1"}, {"W", "b2"}});
  const auto variation = [&](const Json& given) {
    return field({{"size", 3}, {"moves", moves}, {"variations", Json::array({given})}});
  };
  CHECK(field({{"size", 3}, {"moves", moves}}).empty());
  CHECK(field(5) == "game");
  CHECK(field({{"game", "go"}}) == "game/game");
  CHECK(field({{"size", 33}}) == "game/size");
  CHECK(field({{"size", 3}, {"moves", test::turns({{"B", "a1"}, {"W", "a1"}})}}) == "game/moves/1");
  CHECK(field({{"size", 3}, {"moves", test::turns({{"B", "a1"}, {"W", "pass"}})}}) == "game/moves");
  CHECK(field({{"size", 3}, {"mvoes", moves}}) == "game/mvoes");
  CHECK(field({{"size", 3}, {"notes", Json::array({"one too many"})}}) == "game/notes");
  CHECK(field({{"size", 3}, {"moves", moves}, {"notes", Json::array({1})}}) == "game/notes/0");
  for (const char* marks :
       {"TR", "TR[a1", "B[a1]", "TR[a1];TR[b1]", "TR[a1])(;TR[b1]", "C[twice]"}) {
    CAPTURE(marks);
    CHECK(field({{"size", 3}, {"moves", moves}, {"marks", Json::array({marks})}}) ==
          "game/marks/0");
    CHECK(field({{"size", 3}, {"info", marks}}) == "game/info");
  }
  CHECK(variation({{"parent", 0}, {"after", 1}, {"moves", test::turns({{"W", "c1"}})}}).empty());
  CHECK(variation(3) == "game/variations/0");
  CHECK(variation({{"after", 1}}) == "game/variations/0/parent");
  CHECK(variation({{"parent", 1}, {"after", 0}}) == "game/variations/0/parent");
  CHECK(variation({{"parent", 0}, {"after", 3}}) == "game/variations/0/after");
  CHECK(variation({{"parent", 0}, {"after", 1}, {"moves", test::turns({{"W", "a1"}})}}) ==
        "game/variations/0/moves/0");
  CHECK(refused_field("write_game", {{"format", "pdf"}, {"game", {{"size", 3}}}}) == "format");
  CHECK(refused_field("write_game", {{"format", "hexworld"}, {"game", {{"game", "y"}}}}) == "game");
}
