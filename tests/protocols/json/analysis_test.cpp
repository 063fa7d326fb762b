#include "protocols/json/analysis.hpp"

#include <memory>
#include <set>
#include <string>
#include <vector>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "games/list.hpp"
#include "tests/protocols/gtp/answer_gtp.hpp"
#include "tests/protocols/make_fills.hpp"

using namespace isthmus;
using Json = nlohmann::json;

namespace {

std::vector<Json> answers(const std::string& text) {
  std::vector<Json> answers;
  const AnalysisQuery query = parse_query(text, {});
  analyze(query, test::make_fills, {}, [&](const SearchedPosition& searched) {
    answers.push_back(Json::parse(answer_line(query, searched)));
  });
  return answers;
}

// The error's field and message, and the query's id as the error line gives it.
struct Refusal {
  std::string field, message, id;
};

Refusal refusal(const std::string& query) {
  try {
    parse_query(query, {});
  } catch (const QueryError& error) {
    const Json line = Json::parse(error_line(error));
    return {line["field"], line["error"], line["id"]};
  }
  return {};
}

}  // namespace

TEST_CASE("at one visit the first move is the one that GTP plays") {
  const std::vector<std::string> played{"c2", "d4", "b3", "e1", "c4", "d2", "a5"};
  for (const std::string rule : {"none", "swap-pieces", "swap-sides"}) {
    CAPTURE(rule);
    GtpOptions options;
    options.make_evaluator = test::make_fills;
    options.game = make_game("hex", 5, 5, *find_swap_rule(rule));
    options.settings.visits = 1;
    std::vector<std::string> moves;
    for (std::size_t count = 0; count <= played.size(); ++count) {
      CAPTURE(count);
      GtpEngine engine(options);
      Json query{{"size", 5}, {"rules", rule}, {"maxVisits", 1}, {"moves", Json::array()}};
      for (std::size_t i = 0; i < count; ++i) {
        const std::string colour = i % 2 == 0 ? "B" : "W";
        query["moves"].push_back({colour, played[i]});
        REQUIRE(answer_gtp(engine, "play " + colour + ' ' + played[i]) == "= \n\n");
      }
      const Json answer = answers(query.dump()).at(0);
      REQUIRE(answer["moveInfos"].size() == 1);
      const Json& best = answer["moveInfos"][0];
      const std::string colour = count % 2 == 0 ? "b" : "w";
      CHECK(answer_gtp(engine, "genmove " + colour) ==
            "= " + best["move"].get<std::string>() + "\n\n");
      CHECK(answer["rootInfo"]["visits"] == 1);
      CHECK(best["visits"] == 0);
      CHECK(best["winrate"] == answer["rootInfo"]["winrate"]);
      CHECK(best["pv"] == Json::array({best["move"]}));
      moves.push_back(best["move"]);
    }
    // These are not all alike.
    CHECK(std::set<std::string>(moves.begin(), moves.end()).size() > 4);
  }
}

TEST_CASE("an answer holds what was asked for") {
  const auto all = answers(R"({"id": "a", "size": 5, "moves": [["B", "c3"], ["w", "C2"]],
      "maxVisits": 300, "analyzeTurns": [0, 2], "includePolicy": true, "includeOwnership": true,
      "includePVVisits": true})");
  REQUIRE(all.size() == 2);
  CHECK(all[0]["turnNumber"] == 0);
  const Json& answer = all[1];
  CHECK(answer["id"] == "a");
  CHECK(answer["turnNumber"] == 2);
  CHECK(answer["rootInfo"]["currentPlayer"] == "B");
  CHECK(answer["rootInfo"]["visits"] <= 300);
  const Json& best = answer["moveInfos"][0];
  CHECK(best["order"] == 0);
  CHECK(best["pv"][0] == best["move"]);
  CHECK(best["pvVisits"].size() == best["pv"].size());
  CHECK(best["pvVisits"][0] == best["visits"]);
  std::int64_t visits = 1;
  for (const Json& move : answer["moveInfos"]) visits += move["visits"].get<std::int64_t>();
  CHECK(visits == answer["rootInfo"]["visits"]);

  REQUIRE(answer["policy"].size() == 25);
  REQUIRE(answer["ownership"].size() == 25);
  CHECK(answer["policy"][12].is_null());  // Black's stone on c3
  CHECK(answer["ownership"][12] == 1);
  CHECK(answer["ownership"][7] == 0);  // White's on c2
  double policy = 0, ownership = 0;
  for (const Json& cell : answer["policy"]) policy += cell.is_null() ? 0 : cell.get<double>();
  for (const Json& cell : answer["ownership"]) ownership += cell.get<double>();
  CHECK(policy == doctest::Approx(1).epsilon(0.01));
  CHECK(ownership == doctest::Approx(13).epsilon(0.01));  // just that many stones, in every fill
}

TEST_CASE("a won position is proven, for the side to move") {
  const auto black = answers(R"({"size": 3, "initialStones": [["B", "b1"], ["B", "b2"]],
                                 "maxVisits": 1000})");
  CHECK(black[0]["rootInfo"]["proof"] == "win");
  CHECK(black[0]["rootInfo"]["winrate"] == 1);
  CHECK(black[0]["moveInfos"][0]["proof"] == "win");
  const auto white = answers(R"({"size": 3, "initialStones": [["B", "b1"], ["B", "b2"]],
                                 "initialPlayer": "W", "maxVisits": 1000})");
  CHECK(white[0]["rootInfo"]["proof"] == "loss");
  CHECK(white[0]["rootInfo"]["winrate"] == 0);
}

TEST_CASE("a solver beside the search proves an empty board, and gives what suffices") {
  // Who begins wins, as no board can be drawn (Nash); a search of that many visits does not see it.
  const auto alone = answers(R"({"size": 6, "maxVisits": 20000, "overrideSettings":
                                 {"fills": 512, "solver-share": 0}})");
  CHECK_FALSE(alone[0]["rootInfo"].contains("proof"));
  CHECK_FALSE(alone[0]["rootInfo"].contains("carrier"));
  // It ends with the proof, however long the solver's thread waits for a processor.
  const auto proven = answers(R"({"size": 6, "maxTime": 100, "overrideSettings":
                                  {"fills": 512, "solver-threads": 1}})");
  const Json& root = proven[0]["rootInfo"];
  REQUIRE(root.contains("proof"));
  CHECK(root["proof"] == "win");
  CHECK(root["winrate"] == 1);
  REQUIRE_FALSE(proven[0]["moveInfos"].empty());
  const Json& best = proven[0]["moveInfos"][0];
  REQUIRE(best.contains("proof"));
  CHECK(best["proof"] == "win");
  if (root.contains("carrier")) CHECK(root["carrier"].size() >= 6);  // as many as join two edges
}

TEST_CASE("a finished game is answered with its winner") {
  const auto all = answers(R"({"size": 2, "moves": [["B", "a1"], ["W", "b1"], ["B", "a2"]]})");
  CHECK(all[0]["rootInfo"]["winner"] == "B");
  CHECK(all[0]["moveInfos"].empty());
}

TEST_CASE("games, boards and swaps") {
  CHECK(parse_query(R"({"boardXSize": 4, "boardYSize": 3})", {}).record.game().board().rows() == 3);
  CHECK(parse_query("{}", {}).record.game().board().rows() == 11);
  CHECK(parse_query(R"({"game": "y", "size": 9})", {}).record.game().name() == "y");
  for (const char* rules : {R"("swap-pieces")", R"({"swap": "swap-pieces"})"}) {
    const auto query = parse_query(R"({"size": 5, "moves": [["B", "b1"], ["W", "swap-pieces"]],
                                       "rules": )" +
                                       std::string(rules) + "}",
                                   {});
    CHECK(query.record.position().of(Colour::white).contains(5));
  }
}

TEST_CASE("limits and settings") {
  Settings defaults;
  CHECK(parse_query("{}", defaults).limits.visits == kDefaultVisits);
  defaults.time = 3;
  CHECK(parse_query("{}", defaults).limits.visits == 0);
  CHECK(parse_query("{}", defaults).limits.seconds == 3);
  CHECK(parse_query(R"({"maxVisits": 7, "maxTime": 0.5})", defaults).limits.seconds == 0.5);
  const auto query = parse_query(
      R"({"overrideSettings": {"fills": 512, "bridges": false, "exploration": "2.5"}})", defaults);
  CHECK(query.settings.fills == 512);
  CHECK_FALSE(query.settings.bridges);
  CHECK(query.settings.exploration == 2.5);
}

TEST_CASE("reports, variations and moves are as a query asks") {
  const auto query = parse_query(
      R"({"size": 3, "reportDuringSearchEvery": 2, "analysisPVLen": 0, "priority": -5,
          "analyzeTurns": [0, 0], "avoidMoves": [{"player": "W", "moves": ["a1", "B2"],
          "untilDepth": 4}], "allowMoves": [{"player": "B", "moves": ["c3"], "untilDepth": 1}]})",
      {});
  CHECK(query.first_report == 2);
  CHECK(query.report_every == 2);
  CHECK(query.variation_length == 0);
  CHECK(query.priorities == std::vector<std::int64_t>{-5, -5});
  REQUIRE(query.rules.size() == 2);
  CHECK(query.rules[0] == MoveRule{Colour::white, false, {Move(Cell{0}), Move(Cell{4})}, 4});
  CHECK(query.rules[1] == MoveRule{Colour::black, true, {Move(Cell{8})}, 1});
  const auto first = parse_query(R"({"firstReportDuringSearchAfter": 3})", {});
  CHECK(first.first_report == 3);
  CHECK(first.report_every == 0);

  const auto all = answers(R"({"size": 4, "maxVisits": 200, "analysisPVLen": 1,
      "includePVVisits": true, "includeMovesOwnership": true, "moves": [["B", "b2"]],
      "avoidMoves": [{"player": "W", "moves": ["c2", "b3"], "untilDepth": 1}]})");
  CHECK(all[0]["isDuringSearch"] == false);
  CHECK(all[0]["moveInfos"].size() > 1);
  for (const Json& move : all[0]["moveInfos"]) {
    CHECK(move["move"] != "c2");
    CHECK(move["move"] != "b3");
    CHECK(move["pv"].size() <= 2);
    CHECK(move["pvVisits"].size() == move["pv"].size());
    REQUIRE(move["ownership"].size() == 16);
    CHECK(move["ownership"][5] == 1);  // Black's b2
    const std::string name = move["move"];
    const int cell = (name[1] - '1') * 4 + (name[0] - 'a');
    CHECK(move["ownership"][static_cast<std::size_t>(cell)] == 0);  // White's, who has moved there
  }
}

TEST_CASE("of the positions after moves those that end the game have no ownership") {
  const auto all = answers(R"({"size": 2, "maxVisits": 50, "includeMovesOwnership": true,
                               "moves": [["B", "a1"], ["W", "b2"]]})");
  for (const Json& move : all[0]["moveInfos"]) {
    CHECK(move.contains("ownership") == (move["move"] != "a2"));
  }
}

TEST_CASE("actions are distinguished from queries, and echoed") {
  const auto action = [](const std::string& text) {
    return std::get<AnalysisAction>(parse_request(text, {}));
  };
  using Kind = AnalysisAction::Kind;
  CHECK(std::holds_alternative<AnalysisQuery>(parse_request("{}", {})));
  const auto version = action(R"({"id": "v", "action": "query_version"})");
  CHECK(version.kind == Kind::query_version);
  const Json echo = Json::parse(version.answer);
  CHECK(echo["id"] == "v");
  CHECK(echo["action"] == "query_version");
  CHECK(echo["version"].is_string());
  const auto terminate =
      action(R"({"id": "t", "action": "terminate", "terminateId": "a", "turnNumbers": [1, 2]})");
  CHECK(terminate.kind == Kind::terminate);
  CHECK(terminate.terminate_id == "a");
  CHECK(terminate.turns == std::set<int>{1, 2});
  CHECK(Json::parse(terminate.answer) ==
        Json::parse(R"({"id": "t", "action": "terminate", "terminateId": "a",
                        "turnNumbers": [1, 2]})"));
  CHECK(action(R"({"action": "terminate_all"})").kind == Kind::terminate_all);
  CHECK(action(R"({"action": "clear_cache"})").kind == Kind::clear_cache);
  const auto models = action(R"({"id": "m", "action": "query_models"})");
  CHECK(models.kind == Kind::query_models);
  // What clients read of each: docs/Analysis_Engine.md of KataGo.
  const Json list = Json::parse(models.answer)["models"];
  REQUIRE(list.size() == 1);
  CHECK(list[0]["name"].is_string());
  CHECK(list[0]["internalName"].is_string());
  CHECK(list[0]["maxBatchSize"].is_number_integer());
  CHECK(list[0]["usesHumanSLProfile"] == false);
  CHECK(list[0]["version"].is_number_integer());
  CHECK(list[0]["usingFP16"].is_string());

  const auto field_at_fault = [&](const std::string& text) -> std::string {
    try {
      parse_request(text, {});
    } catch (const QueryError& error) {
      return error.id() + ":" + error.field();
    }
    return "none";
  };
  CHECK(field_at_fault(R"({"id": "a", "action": "stop"})") == "a:action");
  CHECK(field_at_fault(R"({"id": "a", "action": 1})") == "a:action");
  CHECK(field_at_fault(R"({"id": "a", "action": "terminate"})") == "a:terminateId");
  CHECK(field_at_fault(R"({"action": "terminate_all", "turnNumbers": 1})") == ":turnNumbers");
  CHECK(field_at_fault(R"({"action": "terminate_all", "turnNumbers": [-1]})") == ":turnNumbers/0");
}

TEST_CASE("unknown fields are named") {
  const auto query = parse_query(R"({"id": "q", "colour": 7, "moves": [], "size": 3})", {});
  REQUIRE(query.unknown_fields == std::vector<std::string>{"colour"});
  const Json line = Json::parse(warning_line(query.id, "colour"));
  CHECK(line["field"] == "colour");
  CHECK(line["id"] == "q");
}

// As KataGo's python/query_analysis_engine_example.py sends it, but for the size of the board, and
// as its documentation has rules.
TEST_CASE("what clients of KataGo must say of Go has no effect") {
  const auto query = parse_query(
      R"({"id": "0", "moves": [["b", "D4"]], "initialStones": [], "rules": "Chinese", "komi": 6.5,
          "boardXSize": 9, "boardYSize": 9, "includePolicy": true})",
      {});
  CHECK(query.unknown_fields.empty());
  CHECK(query.record.game().swap_rule() == SwapRule::none);
  CHECK(query.record.position().of(Colour::black).size() == 1);
  const auto unknown = [](const std::string& fields) {
    return parse_query("{" + fields + "}", {}).unknown_fields;
  };
  CHECK(unknown(R"("rules": "tromp-taylor", "komi": 7.5, "whiteHandicapBonus": "0")").empty());
  CHECK(unknown(R"("rules": {"ko": "SIMPLE", "scoring": "AREA", "tax": "NONE", "suicide": false,
                             "hasButton": false, "whiteHandicapBonus": "N"})")
            .empty());
  CHECK(unknown(R"("rules": {"swpa": "swap-pieces"}, "depth": 5)") ==
        std::vector<std::string>{"depth", "rules/swpa"});
  CHECK(parse_query(R"({"rules": {"ko": "SIMPLE", "swap": "swap-sides"}})", {})
            .record.game()
            .swap_rule() == SwapRule::sides);
}

TEST_CASE("a pass gives the turn away, and counts") {
  const std::string game = R"({"size": 3, "moves": [["B", "pass"], ["W", "b2"], ["B", "PASS"],
                               ["W", "pass"], ["B", "a1"], ["W", "pass"]], "maxVisits": 500,)";
  const auto query = parse_query(game + R"("analyzeTurns": [0, 1, 2, 3, 4, 5, 6]})", {});
  CHECK(query.record.turns().size() == 2);
  const Board& board = query.record.game().board();
  const std::vector<std::pair<int, Colour>> wanted{
      {0, Colour::black}, {0, Colour::white}, {1, Colour::black}, {1, Colour::white},
      {1, Colour::black}, {2, Colour::white}, {2, Colour::black}};
  for (int turn = 0; turn < 7; ++turn) {
    CAPTURE(turn);
    const Position position = position_after(query, turn);
    const auto number = static_cast<std::size_t>(turn);
    CHECK(static_cast<int>(position.occupied().size()) == wanted[number].first);
    CHECK(position.to_move == wanted[number].second);
  }
  CHECK(position_after(query, 6).of(Colour::white).contains(*board.find("b2")));
  // What is answered is of just these positions. On 3 x 3 White's centre wins but for two stones.
  const auto all = answers(game + R"("analyzeTurns": [0, 1, 2, 3, 4, 5, 6]})");
  REQUIRE(all.size() == 7);
  for (std::size_t i = 0; i < 7; ++i) {
    CHECK(all[i]["turnNumber"] == i);
    CHECK(all[i]["rootInfo"]["currentPlayer"] == (wanted[i].second == Colour::black ? "B" : "W"));
  }
  CHECK(all[0]["rootInfo"]["winrate"] > 0.9);
  CHECK(all[2]["rootInfo"]["winrate"] < 0.1);
  CHECK(all[3]["rootInfo"]["winrate"] > 0.9);
  // The last one by default; with stones that were set up; and none after the end.
  CHECK(parse_query(game + "\"id\": \"a\"}", {}).turns == std::vector<int>{6});
  const auto handicap =
      parse_query(R"({"size": 4, "initialStones": [["B", "a1"]], "moves": [["W", "pass"]]})", {});
  CHECK(position_after(handicap, 1).to_move == Colour::black);
  CHECK(refusal(R"({"size": 1, "moves": [["B", "a1"], ["W", "pass"]]})").field == "moves/1");
  CHECK(refusal(R"({"size": 3, "moves": [["B", "pass"]], "analyzeTurns": [2]})").field ==
        "analyzeTurns/0");
  CHECK(refusal(R"({"size": 3, "initialStones": [["B", "pass"]]})").field == "initialStones/0/1");
  CHECK(refusal(R"({"size": 1, "moves": [["B", "pass"]],
                    "avoidMoves": [{"player": "W", "moves": ["a1"], "untilDepth": 1}]})")
            .field == "avoidMoves");
}

TEST_CASE("a bad query is refused with the field at fault") {
  struct Case {
    const char* query;
    const char* field;
    const char* message;
  };
  for (const Case& c : {
           Case{"", "", "not JSON: parse error at line 1, column 1: "},
           {"{\"id\": \"x\",}", "", "not JSON: parse error at line 1, column 12: "},
           {"[1]", "", "a query should be a JSON object, not an array"},
           {R"({"id": 5})", "id", "'id' should be a string, not 5"},
           {R"({"size": 33})", "size", "'size' should be a whole number from 1 to 32, not 33"},
           {R"({"size": 5.5})", "size", "'size' should be a whole number from 1 to 32, not 5.5"},
           {R"({"boardXSize": 1e999})", "", "not JSON: "},
           {R"({"boardXSize": 18446744073709551615})", "boardXSize", "'boardXSize' should be"},
           {R"({"game": "go"})", "game",
            "unknown game 'go'; known: hex, rex, y, havannah, gonnect, gonnect-repetition-loses"},
           {R"({"game": "y", "boardXSize": 4, "boardYSize": 5})", "game", "y is played on"},
           {R"({"rules": "pie"})", "rules", "'rules' should be none, swap-pieces or swap-sides"},
           {R"({"rules": {"swap": 1}})", "rules/swap", "'rules/swap' should be none"},
           {R"({"moves": 1})", "moves", "'moves' should be an array of pairs"},
           {R"({"moves": ["a1"]})", "moves/0", "'moves/0' should be a pair"},
           {R"({"moves": [["B", "a1"], ["R", "a2"]]})", "moves/1/0", "should be B or W, not \"R\""},
           {R"({"moves": [["B", "z99"]]})", "moves/0/1", "is no cell of this board (a1 to k11)"},
           {R"({"moves": [["B", "a1"], ["W", "a1"]]})", "moves/1", "a1: there is a stone"},
           {R"({"moves": [["B", "a1"], ["W", "swap-pieces"]]})", "moves/1",
            "this game is played without swap"},
           {R"({"size": 1, "moves": [["B", "a1"], ["W", "a1"]]})", "moves/1", "the game is over"},
           {R"({"initialStones": [["B", "a1"], ["W", "a1"]]})", "initialStones/1", "a stone on a1"},
           {R"({"initialStones": [["B", "swap-pieces"]]})", "initialStones/0", "is no cell"},
           {R"({"initialPlayer": "X"})", "initialPlayer", "'initialPlayer' should be B or W"},
           {R"({"analyzeTurns": []})", "analyzeTurns", "asks for no position; leave it out"},
           {R"({"analyzeTurns": [1]})", "analyzeTurns/0", "should be a whole number from 0 to 0"},
           {R"({"maxVisits": 0})", "maxVisits", "should be a whole number from 1 to 4000000000"},
           {R"({"maxVisits": 1.5})", "maxVisits", "should be a whole number from 1 to 4000000000"},
           {R"({"maxTime": "1"})", "maxTime", "should be a number from 0.001 to 1000000000"},
           {R"({"includePolicy": 1})", "includePolicy", "should be true or false, not 1"},
           {R"({"overrideSettings": {"depth": 5}})", "overrideSettings/depth", "unknown setting"},
           {R"({"overrideSettings": {"fills": 1}})", "overrideSettings/fills", "takes a whole"},
           {R"({"overrideSettings": {"fills": 512.5}})", "overrideSettings/fills", "not '512.5'"},
           {R"({"overrideSettings": {"fills": []}})", "overrideSettings/fills", "should be a num"},
           {R"({"size": 5, "maxTime": 1, "size": 6})", "size", "the field 'size' is given twice"},
           {R"({"overrideSettings": {"fills": 512, "fills": 1024}})", "fills", "given twice"},
           {R"({"size": 1e400})", "", "not JSON: "},
           {R"({"priority": 1e10})", "priority", "should be a whole number from -1000000000"},
           {R"({"priority": 1, "priorities": [1]})", "priorities", "are given both"},
           {R"({"priorities": [1, 2]})", "priorities", "should be an array of 1 whole numbers"},
           {R"({"priorities": ["a"]})", "priorities/0", "should be a whole number"},
           {R"({"analysisPVLen": -1})", "analysisPVLen", "should be a whole number from 0"},
           {R"({"reportDuringSearchEvery": 0})", "reportDuringSearchEvery", "should be a number"},
           {R"({"firstReportDuringSearchAfter": "1"})", "firstReportDuringSearchAfter", "should"},
           {R"({"avoidMoves": {}})", "avoidMoves", "should be an array of up to 100 objects"},
           {R"({"avoidMoves": [1]})", "avoidMoves/0", "should be an object such as"},
           {R"({"avoidMoves": [{"player": "B", "moves": []}]})", "avoidMoves/0/untilDepth",
            "has no 'untilDepth'"},
           {R"({"avoidMoves": [{"player": "X", "moves": [], "untilDepth": 1}]})",
            "avoidMoves/0/player", "should be B or W"},
           {R"({"avoidMoves": [{"player": "B", "moves": "a1", "untilDepth": 1}]})",
            "avoidMoves/0/moves", "should be an array of moves"},
           {R"({"avoidMoves": [{"player": "B", "moves": ["z9"], "untilDepth": 1}]})",
            "avoidMoves/0/moves/0", "is no cell"},
           {R"({"avoidMoves": [{"player": "B", "moves": [], "untilDepth": 0}]})",
            "avoidMoves/0/untilDepth", "should be a whole number from 1"},
           {R"({"size": 1, "avoidMoves": [{"player": "B", "moves": ["a1"], "untilDepth": 1}]})",
            "avoidMoves", "leaves nothing to play after 0 moves"},
           {R"({"allowMoves": [{"player": "B", "moves": ["a1"], "untilDepth": 1},
                               {"player": "B", "moves": ["a2"], "untilDepth": 1}]})",
            "allowMoves/1/player", "two objects for one player"},
       }) {
    CAPTURE(c.query);
    const Refusal got = refusal(c.query);
    CHECK(got.field == c.field);
    CHECK(got.message.find(c.message) != std::string::npos);
    CAPTURE(got.message);
    CHECK(got.message.find('\n') == std::string::npos);
  }
  CHECK(refusal(R"({"size": 0, "id": "mine"})").id == "mine");
  CHECK(refusal(R"({"id": "mine", "size": 1, "size": 2})").id == "mine");
  CHECK(refusal(R"({"rules": {"id": "not mine", "swap": 1, "swap": 1}})").id == "");
}

TEST_CASE("deep nesting and broken text do no harm") {
  const std::string deep(200'000, '[');
  CHECK(refusal(deep).field == "");
  CHECK(refusal("{\"moves\": " + deep + std::string(200'000, ']') + "}").message ==
        "the query is nested deeper than 32 levels");
  const auto nested = [](int levels) {
    return "{\"id\": \"a\", \"x\": " + std::string(static_cast<std::size_t>(levels - 1), '[') +
           std::string(static_cast<std::size_t>(levels - 1), ']') + "}";
  };
  CHECK(parse_query(nested(32), {}).unknown_fields.size() == 1);
  CHECK(refusal(nested(33)).message == "the query is nested deeper than 32 levels");
  CHECK(refusal("{\"id\": \"" + std::string(1 << 20, 'x') + "\"}").message ==
        "the query is longer than 1 MB");
  CHECK(refusal("{\"id\": \"\xff\xfe\"}").field == "");
  CHECK(refusal("{\"id\": " + std::string(500'000, '1') + "}").message.size() < 250);
  CHECK(refusal(R"({"id": "a\u0000b", "size": 0})").id == std::string("a\0b", 3));
}
