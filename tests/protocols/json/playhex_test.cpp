#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <stop_token>
#include <string>
#include <vector>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "protocols/json/analysis.hpp"
#include "protocols/json/playhex_answers.hpp"
#include "protocols/json/playhex_requests.hpp"
#include "protocols/json/playhex_solve.hpp"
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
  std::vector<std::string> answers = answers_to(game.query);
  std::reverse(answers.begin(), answers.end());
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
  for (const char* ai : {"", R"(, "ai": {"engine": "katahex", "treeSearch": true})"}) {
    CHECK(limits(ai).visits == 0);
    CHECK(limits(ai).seconds == 3);
  }
  CHECK(limits(R"(, "ai": {"engine": "katahex", "treeSearch": false})").visits == 1);
  CHECK(limits(R"(, "ai": {"engine": "mohex", "maxGames": 1})").visits == 1);
  CHECK(limits(R"(, "ai": {"engine": "mohex", "maxGames": 500000})").visits == 500'000);
  Settings timed;
  timed.time = 7;
  CHECK(limits("", timed).visits == 0);
  CHECK(limits("", timed).seconds == 7);
  Settings counted;
  counted.visits = 50;
  CHECK(limits("", counted).visits == 50);
  CHECK(limits("", counted).seconds == 0);
}

TEST_CASE("the move is the one that wins, or the swap that takes it") {
  // Black has all of column a of 3x3 but a2; White to move must take it.
  CHECK(calculate(R"({"game": {"size": 3, "movesHistory": "a1 c1 a3", "currentPlayer": "white",
                               "swapRule": false}})") == "a2");
  // The same by one who only judges, with Black to move.
  CHECK(calculate(R"({"game": {"size": 3, "movesHistory": "a1 c1 a3 c3", "currentPlayer": "black",
                               "swapRule": false}, "ai": {"engine": "katahex",
                      "treeSearch": false}})") == "a2");
  // On 3x3 the centre wins for the side that has it.
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
  const Position position = position_after(query, last_turn(query));
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
  std::vector<std::string> answers = answers_to(game.query);
  REQUIRE(answers.size() == 4);
  answers[1] = no_result_line(game.query, 1);
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
      {R"({"size": 5, "color": "black", "black": ["a1", "a1"]})", "black"},
      {R"({"size": 5, "color": "black", "black": 1})", "black"},
      {R"({"size": 5, "color": "black", "maxPlayouts": 0})", "maxPlayouts"},
  };
  for (const auto& pair : positions) {
    CAPTURE(pair.first);
    CHECK(refused(parse_analyze_position, pair.first) == pair.second);
  }
  const std::vector<std::pair<std::string, std::string>> judged{
      {R"({"size": 5, "movesHistory": "a1", "color": "white"})", "move"},
      {R"({"size": 5, "movesHistory": "a1", "color": "black", "move": "a2"})", "color"},
      {R"({"size": 5, "movesHistory": "a1", "color": "white", "move": "a1"})", "movesHistory"},
  };
  for (const auto& pair : judged) CHECK(refused(parse_analyze_move, pair.first) == pair.second);
  CHECK(refused(parse_analyze_game, R"({"size": 5, "movesHistory": " "})") == "movesHistory");
  CHECK(refused(parse_analyze_game, R"({"size": 5, "movesHistory": "a1 z9"})") == "movesHistory");
}

TEST_CASE("a game none of whose positions was searched is an error, not an analysis") {
  const PlayhexGame game = parse_analyze_game(R"({"size": 3, "movesHistory": "b2 a1"})", {});
  const std::vector<std::string> answers{
      no_result_line(game.query, 0), no_result_line(game.query, 1), no_result_line(game.query, 2)};
  CHECK_THROWS_AS(analyzed_game(game, answers), std::runtime_error);
}

// Of workers' jobs: src/shared/protocol.ts of hex-ai-distributed, and what PlayHex's server checks
// of the results, src/server/ai-jobs/worker/validateAiResult.ts.
TEST_CASE("jobs of workers are answered as their protocol has it") {
  const std::string game = R"({"game": {"size": 3, "movesHistory": "a1 c1 a3 c3",
                                        "currentPlayer": "black", "swapRule": false})";
  CHECK(parse_calculate_move(game + R"(, "maxPlayouts": 5000})", {}).limits.visits == 5000);
  CHECK(parse_calculate_move(game + R"(, "maxGames": 20})", {}).limits.visits == 20);
  CHECK(parse_intuition_move(game + "}", {}).limits.visits == 1);
  CHECK(parse_calculate_move(game + "}", {}).settings.level == 0);
  const std::string ai = R"(, "ai": {"engine": "isthmus", "level": )";
  CHECK(parse_calculate_move(game + ai + "4}}", {}).settings.level == 4);
  for (const char* level : {"0", "24", "1.5", "\"one\""}) {
    CHECK_THROWS_AS(parse_calculate_move(game + ai + level + "}}", {}), QueryError);
  }
  CHECK(calculated_move(answers_to(parse_intuition_move(game + "}", {})).at(0)) == "a2");

  // Of a searched position the policy is the share of the visits.
  const Json searched = analyze_position(R"({"color": "black", "size": 3, "black": ["a1", "a3"],
                                             "white": ["b2", "c2"], "maxPlayouts": 200})");
  CHECK(searched["policy"][1][0] > 0.9);
  CHECK(searched["whiteWin"] == 0);
  double sum = 0;
  for (const Json& row : searched["policy"]) {
    for (const Json& share : row) sum += share.get<double>();
  }
  CHECK(std::abs(sum - 1) < 1e-3);

  // A swap, as the second move, is not asked for.
  const std::string moves = R"({"size": 3, "movesHistory": "b2 swap-pieces a1 c3"})";
  const PlayhexGame asked = parse_analyze_game(moves, {});
  const Json judged = Json::parse(analyzed_game_for_job(asked, answers_to(asked.query)));
  REQUIRE(judged.size() == 3);
  CHECK(judged[0]["moveIndex"] == 0);
  CHECK(judged[1]["moveIndex"] == 2);
  CHECK(judged[2]["moveIndex"] == 3);
  std::vector<std::string> answers = answers_to(asked.query);
  answers[2] = no_result_line(asked.query, 2);
  CHECK_THROWS_AS(analyzed_game_for_job(asked, answers), std::runtime_error);

  // One move, with the probabilities of all that are named.
  const PlayhexGame one =
      parse_analyze_move(R"({"moveIndex": 2, "move": "a2", "color": "black", "size": 3,
                             "isLastMoveOfGame": false, "movesHistory": "a1 pass",
                             "maxPlayouts": 300})",
                         {});
  CHECK(one.query.limits.visits == 300);
  CHECK(one.query.turns == std::vector<int>{2, 3});
  const Json move = Json::parse(analyzed_move(one, answers_to(one.query)));
  CHECK(move["moveIndex"] == 2);
  CHECK(move["color"] == "black");
  CHECK(move["move"]["move"] == "a2");
  CHECK(move["move"]["whiteWin"] < 0.2);  // of two stones on the way
  for (const Json& best : move["bestMoves"]) CHECK(best["whiteWin"].is_number());
}

TEST_CASE("a position is solved, and every move of it") {
  // As PlayHex's editor of puzzles asks.
  const auto solve = [](const std::string& body) {
    return Json::parse(solved_position(parse_solve_position(body, 60), {}));
  };
  // Black has a1 and a3: the side that gets a2 of the left column wins.
  const Json puzzle = solve(R"({"size": 3, "black": ["a1", "a3"], "white": ["b2", "c2"],
                                "color": "white", "timeLimitSeconds": 5,
                                "children": {"maxTimeSeconds": 60}})");
  CHECK(puzzle["winner"] == "white");
  CHECK(puzzle["pv"][0] == "a2");
  REQUIRE(puzzle["children"].size() == 5);
  for (const auto& child : puzzle["children"].items()) {
    CHECK(child.value()["winner"] == (child.key() == "a2" ? "white" : "black"));
  }
  CHECK(puzzle["children"]["a2"]["pv"].empty());  // the game is over
  CHECK(puzzle["children"]["b1"]["pv"][0] == "a2");
  // Who loses does so by each move; without children there are none in the answer.
  const Json lost = solve(R"({"size": 2, "black": ["a1", "b2"], "white": [], "color": "white",
                              "timeLimitSeconds": 5, "children": {"maxTimeSeconds": 60}})");
  CHECK(lost["winner"] == "black");
  CHECK(lost["children"]["a2"]["winner"] == "black");
  CHECK(lost["children"]["b1"]["winner"] == "black");
  const Json alone = solve(R"({"size": 4, "black": "", "white": "", "color": "black",
                               "timeLimitSeconds": 60})");
  CHECK(alone["winner"] == "black");  // who moves first wins (Nash)
  CHECK_FALSE(alone.contains("children"));
  // A board that is decided, with any number of stones.
  const Json over = solve(R"({"size": 2, "black": ["a1", "a2"], "white": [], "color": "black",
                              "timeLimitSeconds": 5, "children": {"maxTimeSeconds": 1}})");
  CHECK(over["winner"] == "black");
  CHECK(over["pv"].empty());
  CHECK(over["children"]["b1"]["winner"] == "black");
  // What is not known in time is null: here a stop was requested before.
  std::stop_source stopped;
  stopped.request_stop();
  const Json unknown = Json::parse(solved_position(
      parse_solve_position(R"({"size": 14, "color": "black", "timeLimitSeconds": 100,
                               "children": {"maxTimeSeconds": 100}})",
                           60),
      stopped.get_token()));
  CHECK(unknown["winner"].is_null());
  CHECK(unknown["pv"].empty());
  CHECK(unknown["children"].size() == 196);
  CHECK(unknown["children"]["n14"]["winner"].is_null());

  CHECK(parse_solve_position(R"({"size": 5, "color": "black", "timeLimitSeconds": 100})", 60)
            .seconds == 60);
  const auto fault = [](const std::string& body) {
    return refused(
        [](const std::string& text, const PlayhexOptions&) { parse_solve_position(text, 60); },
        body);
  };
  CHECK(fault(R"({"size": 15, "color": "black"})") == "size");
  CHECK(fault(R"({"size": 5, "color": "black", "timeLimitSeconds": 0})") == "timeLimitSeconds");
  CHECK(fault(R"({"size": 5, "color": "black", "children": {}})") == "children/maxTimeSeconds");
  CHECK(fault("[]") == "the body");
}
