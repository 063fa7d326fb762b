#include "protocols/json/playhex.hpp"

#include <cmath>
#include <stdexcept>
#include <string>
#include <vector>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "protocols/json/analysis.hpp"
#include "tests/protocols/make_fills.hpp"

using namespace isthmus;
using Json = nlohmann::json;

namespace {

// All answers to a query.
std::vector<std::string> answers_to(const AnalysisQuery& query) {
  std::vector<std::string> answers;
  analyze(query, test::make_fills, {}, [&](const SearchedPosition& searched) {
    answers.push_back(answer_line(query, searched));
  });
  return answers;
}

std::string calculate(const std::string& body, const PlayhexOptions& options = {}) {
  return calculated_move(answers_to(parse_calculate_move(body, options)).at(0));
}

Json analyze_position(const std::string& body) {
  const AnalysisQuery query = parse_analyze_position(body, {});
  return Json::parse(analyzed_position(query, answers_to(query).at(0)));
}

Json analyze_game(const std::string& body, std::int64_t visits = 100) {
  const PlayhexGame game = parse_analyze_game(body, {.settings = {}, .review_visits = visits});
  std::vector<std::string> answers;
  for (const AnalysisQuery& query : game.queries) {
    for (const std::string& answer : answers_to(query)) answers.insert(answers.begin(), answer);
  }
  return Json::parse(analyzed_game(game, answers));
}

// The field that a body is refused for.
template <class Parse>
std::string refused(Parse&& parse, const std::string& body) {
  try {
    parse(body, PlayhexOptions{});
  } catch (const QueryError& error) {
    return error.field().empty() ? "the body" : error.field();
  }
  return "nothing";
}

}  // namespace

TEST_CASE("a request for a move becomes a query about the game") {
  const AnalysisQuery query = parse_calculate_move(
      R"({"game": {"size": 11, "movesHistory": "g5 swap-pieces g4", "currentPlayer": "white",
                   "swapRule": true}, "ai": {"engine": "mohex", "maxGames": 20}})",
      {});
  // As PlayHex's client describes it: g5 black has become e7 white, then black played g4.
  const Position& position = query.record.position();
  const Board& board = query.record.game().board();
  CHECK(board.rows() == 11);
  CHECK(position.of(Colour::white).contains(*board.find("e7")));
  CHECK(position.of(Colour::black).contains(*board.find("g4")));
  CHECK(position.occupied().size() == 2);
  CHECK(position.to_move == Colour::white);
  CHECK(query.limits.visits == 20);
  CHECK_FALSE(query.settings.reuse_tree);
}

TEST_CASE("levels are visits, and without any the settings hold") {
  const auto limits = [](const std::string& ai, const Settings& settings = {}) {
    return parse_calculate_move(
               R"({"game": {"size": 5, "movesHistory": "", "currentPlayer": "black",
                            "swapRule": false})" +
                   ai + "}",
               {.settings = settings})
        .limits;
  };
  CHECK(limits("").visits == kDefaultVisits);
  CHECK(limits(R"(, "ai": {"engine": "katahex", "treeSearch": true})").visits == kDefaultVisits);
  CHECK(limits(R"(, "ai": {"engine": "katahex", "treeSearch": false})").visits == 2);
  CHECK(limits(R"(, "ai": {"engine": "mohex", "maxGames": 1})").visits == 2);
  CHECK(limits(R"(, "ai": {"engine": "mohex", "maxGames": 500000})").visits == 500'000);
  Settings timed;
  timed.time = 3;
  CHECK(limits("", timed).visits == 0);
  CHECK(limits("", timed).seconds == 3);
}

TEST_CASE("the move is the one that wins, or the swap that takes it") {
  // Black has all of column a of 3x3 but a2; White to move must take it.
  CHECK(calculate(R"({"game": {"size": 3, "movesHistory": "a1 c1 a3", "currentPlayer": "white",
                               "swapRule": false}})") == "a2");
  // The same by one who only judges, with Black to move.
  CHECK(calculate(R"({"game": {"size": 3, "movesHistory": "a1 c1 a3 c3", "currentPlayer": "black",
                               "swapRule": false}, "ai": {"engine": "katahex",
                      "treeSearch": false}})") == "a2");
  // On 3x3 the centre wins for whoever has it.
  const std::string game = R"({"game": {"size": 3, "movesHistory": "b2", "currentPlayer": "white",
                               "swapRule": )";
  CHECK(calculate(game + "true}}") == "swap-pieces");
  CHECK(calculate(game + "false}}") != "swap-pieces");
}

TEST_CASE("a pass leaves the stones and gives the turn away") {
  const AnalysisQuery query = parse_calculate_move(
      R"({"game": {"size": 4, "movesHistory": "a1 pass b2 pass pass d4 pass",
                   "currentPlayer": "white", "swapRule": true}})",
      {});
  const Position& position = query.record.position();
  const Board& board = query.record.game().board();
  // a1, b2 and the pass at the fifth place are Black's, d4 is White's; White is to move.
  CHECK(position.of(Colour::black).size() == 2);
  CHECK(position.of(Colour::black).contains(*board.find("b2")));
  CHECK(position.of(Colour::white).size() == 1);
  CHECK(position.of(Colour::white).contains(*board.find("d4")));
  CHECK(position.to_move == Colour::white);
  // Black may win at once after White's pass, and White must have been to move after Black's.
  CHECK(calculate(R"({"game": {"size": 2, "movesHistory": "a1 pass", "currentPlayer": "black",
                               "swapRule": false}})") == "a2");
}

TEST_CASE("a position is judged with any number of stones") {
  // Column a but for a2 is Black's, and only a2 joins it: with two stones on row 2 White has
  // (b2, c2) and needs it too.
  const std::string stones = R"("size": 3, "black": "a1 a3", "white": "b2 c2"})";
  const Json black = analyze_position(R"({"color": "black", )" + stones);
  const Json white = analyze_position(R"({"color": "white", )" + stones);
  REQUIRE(black["policy"].size() == 3);
  for (const Json* answer : {&black, &white}) {
    double sum = 0;
    for (const Json& row : (*answer)["policy"]) {
      REQUIRE(row.size() == 3);
      for (const Json& share : row) sum += share.get<double>();
    }
    CHECK(std::abs(sum - 1) < 1e-3);
    CHECK((*answer)["policy"][0][0] == 0);   // a1
    CHECK((*answer)["policy"][2][0] == 0);   // a3
    CHECK((*answer)["policy"][1][1] == 0);   // b2
    CHECK((*answer)["policy"][1][0] > 0.9);  // a2
  }
  // Judged without search, both fill a2 at random: White wins in half of the fills.
  CHECK(std::abs(black["whiteWin"].get<double>() - white["whiteWin"].get<double>()) < 0.3);
  CHECK(analyze_position(R"({"color": "white", "size": 2, "black": "", "white": ""})")["whiteWin"] >
        0.0);
  const Json won = analyze_position(R"({"color": "black", "size": 2, "black": "b1",
                                        "white": "a2 b2"})");
  CHECK(won == Json::parse(R"({"whiteWin": 1.0, "policy": [[0, 0], [0, 0]]})"));
}

TEST_CASE("policy is by row and column as the board is drawn, for either side") {
  // Only b1 joins Black's column to the top.
  const std::string body = R"("size": 4, "black": "b2 b3 b4", "white": "a2 c1 d4"})";
  for (const char* color : {"black", "white"}) {
    const Json judged = analyze_position(R"({"color": ")" + std::string(color) + R"(", )" + body);
    CHECK(judged["policy"][0][1] > 0.9);
    CHECK(judged["policy"][1][0] == 0);
    CHECK(judged["whiteWin"] > 0.3);
    CHECK(judged["whiteWin"] < 0.7);
  }
}

TEST_CASE("a game is judged move by move") {
  const Json judged = analyze_game(R"({"size": 3, "movesHistory": "b2 a1 b1 c1 b3"})");
  REQUIRE(judged.size() == 5);
  for (std::size_t i = 0; i < 5; ++i) {
    const Json& move = judged[i];
    CHECK(move["moveIndex"] == i);
    CHECK(move["color"] == (i % 2 == 0 ? "black" : "white"));
    CHECK(move["bestMoves"].size() >= 1);
    CHECK(move["bestMoves"].size() <= 4);
    CHECK(move["whiteWin"] < 0.1);  // the centre has won
    CHECK(move["move"]["whiteWin"] < 0.1);
  }
  CHECK(judged[0]["move"]["move"] == "b2");
  CHECK(judged[4]["move"]["whiteWin"] == 0);  // on the board
  CHECK(judged[0]["bestMoves"][0] == judged[0]["move"]);
}

TEST_CASE("the swap is judged like any move") {
  const Json judged = analyze_game(R"({"size": 3, "movesHistory": "b2 swap-pieces a1 c3"})", 200);
  REQUIRE(judged.size() == 4);
  CHECK(judged[1]["color"] == "white");
  CHECK(judged[1]["move"]["move"] == "swap-pieces");
  CHECK(judged[1]["bestMoves"][0]["move"] == "swap-pieces");
  CHECK(judged[1]["move"]["whiteWin"] > 0.9);  // White has the centre
  CHECK(judged[2]["color"] == "black");
  CHECK(judged[2]["whiteWin"] > 0.9);
}

TEST_CASE("a pass in a game is judged, by what it gives away") {
  const Json judged = analyze_game(R"({"size": 3, "movesHistory": "a1 pass b2 c1"})", 200);
  REQUIRE(judged.size() == 4);
  CHECK(judged[1]["move"]["move"] == "pass");
  CHECK(judged[1]["move"]["value"] == 0);
  CHECK(judged[1]["whiteWin"] > 0.9);          // a centre for White
  CHECK(judged[1]["move"]["whiteWin"] < 0.2);  // which Black has then
  CHECK(judged[2]["move"]["whiteWin"] < 0.2);
}

TEST_CASE("positions that were not searched are null, and a move without answer is an error") {
  const PlayhexGame game = parse_analyze_game(R"({"size": 3, "movesHistory": "b2 a1 b1"})", {});
  std::vector<std::string> answers = answers_to(game.queries.at(0));
  REQUIRE(answers.size() == 4);
  answers[1] = no_result_line(game.queries[0], 1);
  answers[3] = error_line(QueryError("", "the device is gone"));
  const Json judged = Json::parse(analyzed_game(game, answers));
  CHECK(judged[0]["moveIndex"] == 0);
  CHECK_FALSE(judged[0]["move"].contains("whiteWin"));
  CHECK(judged[1].is_null());
  CHECK_FALSE(judged[2]["move"].contains("whiteWin"));
  CHECK_THROWS_AS(calculated_move(answers[1]), std::runtime_error);
  CHECK_THROWS_AS(calculated_move(answers[3]), std::runtime_error);
}

TEST_CASE("bodies that PlayHex would not send are refused, in the field at fault") {
  const auto move = [](const std::string& game) { return R"({"game": {)" + game + "}}"; };
  const std::vector<std::pair<std::string, std::string>> moves{
      {"", "the body"},
      {"[]", "the body"},
      {"{}", "game"},
      {R"({"game": "hex"})", "game"},
      {move(""), "size"},
      {move(R"("size": 0)"), "size"},
      {move(R"("size": 33)"), "size"},
      {move(R"("size": 2.5)"), "size"},
      {move(R"("size": 5, "movesHistory": 7)"), "movesHistory"},
      {move(R"("size": 5, "movesHistory": "a6")"), "movesHistory"},
      {move(R"("size": 5, "movesHistory": "a1 a1")"), "movesHistory"},
      {move(R"("size": 5, "movesHistory": "a1 swap-sides")"), "movesHistory"},
      {move(R"("size": 5, "movesHistory": "swap-pieces")"), "movesHistory"},
      {move(R"("size": 5, "movesHistory": "pass swap-pieces")"), "movesHistory"},
      {move(R"("size": 5, "movesHistory": "pass pass pass")"), "movesHistory"},
      {move(R"("size": 1, "movesHistory": "a1", "currentPlayer": "white")"), "movesHistory"},
      {move(R"("size": 5, "movesHistory": "a1")"), "currentPlayer"},
      {move(R"("size": 5, "movesHistory": "a1", "currentPlayer": "B")"), "currentPlayer"},
      {move(R"("size": 5, "movesHistory": "a1", "currentPlayer": "black")"), "currentPlayer"},
      {move(R"("size": 5, "swapRule": 1)"), "swapRule"},
      {R"({"game": {"size": 5, "currentPlayer": "black"}, "ai": 1})", "ai"},
      {R"({"game": {"size": 5, "currentPlayer": "black"}, "ai": {"maxGames": 0}})", "maxGames"},
      {R"({"game": {"size": 5, "currentPlayer": "black"}, "ai": {"maxGames": 1.5}})", "maxGames"},
      {R"({"game": {"size": 5, "currentPlayer": "black"}, "ai": {"treeSearch": 1}})", "treeSearch"},
  };
  for (const auto& pair : moves) {
    CAPTURE(pair.first);
    CHECK(refused(parse_calculate_move, pair.first) == pair.second);
  }
  const std::vector<std::pair<std::string, std::string>> positions{
      {R"({"size": 5})", "color"},
      {R"({"color": "black"})", "size"},
      {R"({"size": 5, "color": "black", "white": "f1"})", "white"},
      {R"({"size": 5, "color": "black", "black": "a1 a1"})", "black"},
      {R"({"size": 5, "color": "black", "black": "a1", "white": "a1"})", "white"},
      {R"({"size": 5, "color": "black", "black": ["a1"]})", "black"},
  };
  for (const auto& pair : positions) {
    CAPTURE(pair.first);
    CHECK(refused(parse_analyze_position, pair.first) == pair.second);
  }
  CHECK(refused(parse_analyze_game, R"({"size": 5, "movesHistory": " "})") == "movesHistory");
  CHECK(refused(parse_analyze_game, R"({"size": 5, "movesHistory": "a1 z9"})") == "movesHistory");
}
