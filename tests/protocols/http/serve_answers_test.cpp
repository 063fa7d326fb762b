// What is answered: queries, PlayHex, metrics.

#include <algorithm>
#include <set>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "protocols/http/routes.hpp"
#include "tests/protocols/http/served.hpp"

using namespace isthmus;
using Json = nlohmann::json;

TEST_CASE("a query is answered by a line for each of its positions") {
  const Served served;
  const HttpResponse response = served.post(
      "/analysis", R"({"id": "q", "size": 2, "moves": [["B", "a1"], ["W", "b2"], ["B", "a2"]],
                       "analyzeTurns": [0, 2, 3], "maxVisits": 50, "reportDuringSearchEvery": 0.05,
                       "includePolicy": true})");
  CHECK(response.status == 200);
  CHECK(response.fields.at("content-type") == "application/x-ndjson");
  CHECK(response.fields.at("connection") == "keep-alive");
  std::vector<Json> answers = lines(response.body);
  REQUIRE(answers.size() == 3);
  std::sort(answers.begin(), answers.end(),
            [](const Json& a, const Json& b) { return a["turnNumber"] < b["turnNumber"]; });
  CHECK(answers[0]["turnNumber"] == 0);
  CHECK(answers[0]["rootInfo"]["proof"] == "win");  // for the side that begins on 2x2
  CHECK(answers[0]["policy"] == Json::parse("[0.25, 0.25, 0.25, 0.25]"));
  CHECK(answers[1]["turnNumber"] == 2);
  CHECK(answers[1]["moveInfos"][0]["move"] == "a2");
  CHECK(answers[1]["moveInfos"][0]["proof"] == "win");
  CHECK(answers[2]["rootInfo"]["winner"] == "B");
  for (const Json& answer : answers) {
    CHECK(answer["id"] == "q");
    CHECK(answer["isDuringSearch"] == false);
  }
}

TEST_CASE("warnings come after the answer, errors in its place") {
  Served::Limits limits;
  limits.caps.visits = 10;
  const Served served({}, limits);
  const auto answers = lines(
      served.post("/analysis", R"({"id": "q", "size": 5, "colour": 7, "maxVisits": 11})").body);
  REQUIRE(answers.size() == 3);
  CHECK(answers[0]["rootInfo"]["visits"] == 10);
  CHECK(answers[1]["field"] == "colour");
  CHECK(answers[2]["field"] == "maxVisits");
  const std::vector<std::pair<std::string, std::string>> wrong{
      {R"({"size": 0})", "size"},
      {R"({"analyzeTurns": []})", "analyzeTurns"},
      {R"({"maxVisits": 1.5})", "maxVisits"},
      {R"({"overrideSettings": {"memory": 65536}})", "overrideSettings/memory"},
      {R"({"reportDuringSearchEvery": 0.001})", ""},  // an answer is all that a POST gets
      {R"({"action": "terminate_all"})", "action"},
      {"[1", ""},
      {"", ""}};
  for (const auto& pair : wrong) {
    CAPTURE(pair.first);
    const HttpResponse response = served.post("/analysis", pair.first);
    if (pair.first.find("report") != std::string::npos) {
      CHECK(response.status == 200);
      continue;
    }
    CHECK(response.status == 400);
    CHECK(response.fields.at("content-type") == "application/json");
    CHECK(Json::parse(response.body)["field"] == pair.second);
    CHECK(Json::parse(response.body)["error"] != "");
  }
}

TEST_CASE("PlayHex gets what it expects of its engine") {
  const Served served;
  // Only a2 joins Black's stones.
  const HttpResponse move =
      served.post("/calculate-move",
                  R"({"game": {"size": 3, "movesHistory": "a1 c1 a3 c3", "currentPlayer": "black",
                   "swapRule": false}, "ai": {"engine": "mohex", "maxGames": 500}})");
  CHECK(move.status == 200);
  CHECK(move.body == "a2");
  const HttpResponse position = served.post(
      "/analyze-position", R"({"color": "white", "size": 3, "black": "a1 b3", "white": "c2"})");
  CHECK(position.status == 200);
  const double share = 0.1667;  // of six cells
  CHECK(Json::parse(position.body) ==
        Json({{"whiteWin", 0.5},
              {"policy", {{0, share, share}, {share, share, 0}, {share, 0, share}}}}));
  const HttpResponse game =
      served.post("/analyze-game", R"({"size": 2, "movesHistory": "a1 swap-pieces b1 a2 b2"})");
  CHECK(game.status == 200);
  const Json judged = Json::parse(game.body);
  REQUIRE(judged.size() == 5);
  CHECK(judged[1]["move"]["move"] == "swap-pieces");
  CHECK(judged[3]["color"] == "white");
  CHECK(judged[4]["move"]["whiteWin"] == 0);  // Black has b1 and b2
  const Json status = Json::parse(served.get("/status").body);
  CHECK(status["totalPeers"] == 1);
  CHECK(status["totalPeersPrimary"] == 1);
  CHECK(status["totalPeersSecondary"] == 0);
  CHECK(status["peers"] == Json::parse(R"([{"power": 1, "secondary": false, "locked": false}])"));
  CHECK(served.get("/ping").body == "pong");
}

TEST_CASE("PlayHex is sent errors as text that is no JSON") {
  const Served served;
  for (const Route& route : routes()) {
    if (!route.errors_as_text) continue;
    CAPTURE(route.path);
    const std::string path(route.path);
    for (const HttpResponse& response :
         {served.post(path, "{\"size\": 99}"), served.post(path, "[1"), served.get(path),
          served.post(path, "{}", "Host: example.org\r\n")}) {
      CHECK(response.status >= 400);
      CHECK(response.fields.at("content-type") == "text/plain; charset=utf-8");
      CHECK_FALSE(response.body.empty());
      CHECK_FALSE(Json::accept(response.body));
    }
  }
  CHECK(served.post("/analyze-game", R"({"size": 2})").body == "'movesHistory' holds no move");
  CHECK(Json::accept(served.post("/analysis", "[1").body));
}

TEST_CASE("jobs of PlayHex's workers are answered by their names") {
  const Served served;
  const std::string game = R"({"game": {"size": 3, "movesHistory": "a1 c1 a3 c3",
                                        "currentPlayer": "black", "swapRule": false})";
  CHECK(served.post("/mohex", game + R"(, "maxGames": 500})").body == "\"a2\"");
  CHECK(served.post("/katahex-mcts-move", game + R"(, "maxPlayouts": 500})").body == "\"a2\"");
  CHECK(Json::parse(served.post("/katahex-intuition-move", game + "}").body).is_string());
  const std::string position = R"({"color": "black", "size": 3, "black": "a1", "white": "c2")";
  for (const std::string path : {"intuition", "mcts"}) {
    const Json judged = Json::parse(
        served.post("/katahex-" + path + "-analyze-position", position + R"(, "maxPlayouts": 9})")
            .body);
    CHECK(judged["policy"].size() == 3);
  }
  CHECK(Json::parse(served
                        .post("/katahex-intuition-analyze-game",
                              R"({"size": 2, "movesHistory": "a1 swap-pieces b1 a2 b2"})")
                        .body)
            .size() == 4);
  CHECK(Json::parse(served
                        .post("/katahex-mcts-analyze-move",
                              R"({"moveIndex": 0, "move": "a1", "color": "black", "size": 2,
                                  "isLastMoveOfGame": true, "movesHistory": "",
                                  "maxPlayouts": 50})")
                        .body)["move"]["move"] == "a1");
  const std::string puzzle = R"({"size": 3, "black": ["a1", "a3"], "white": ["b2", "c2"],
                                 "color": "white", "timeLimitSeconds": 5})";
  for (const char* path : {"/solve-position", "/mohex-solve-position"}) {
    const HttpResponse solved = served.post(path, puzzle);
    CHECK(solved.fields.at("content-type") == "application/json");
    CHECK(Json::parse(solved.body)["winner"] == "white");
    CHECK(Json::parse(solved.body)["pv"][0] == "a2");
  }
}

TEST_CASE("a solution that takes long makes room for the next when its client goes") {
  const Served served;
  const std::string endless = R"({"size": 14, "color": "black", "timeLimitSeconds": 60})";
  {
    HttpClient client(served.port());
    client.post("/solve-position", endless);
    // It is there, as this one is answered, and waits or is under way.
    CHECK(served.get("/ping").status == 200);
  }
  const HttpResponse next =
      served.post("/solve-position", R"({"size": 2, "color": "black", "timeLimitSeconds": 60})");
  CHECK(Json::parse(next.body)["winner"] == "black");
}

TEST_CASE("a solution is given up where the request has waited long enough, or the server ends") {
  ServeOptions options;
  options.answering = Seconds(0.2);
  Served served(options);
  const std::string endless = R"({"size": 14, "color": "black", "timeLimitSeconds": 60})";
  const HttpResponse given_up = served.post("/solve-position", endless);
  CHECK(given_up.status == 200);
  CHECK(Json::parse(given_up.body)["winner"].is_null());
  CHECK_FALSE(served.end());
}

TEST_CASE("metrics are in the format of Prometheus, and true") {
  const Served served;
  served.post("/analysis", R"({"size": 3, "maxVisits": 20, "analyzeTurns": [0, 0]})");
  served.get("/nowhere");
  const HttpResponse response = served.get("/metrics");
  CHECK(response.fields.at("content-type") == "text/plain; version=0.0.4; charset=utf-8");
  std::istringstream in(response.body);
  std::set<std::string> described;
  for (std::string line; std::getline(in, line);) {
    CAPTURE(line);
    std::istringstream words(line);
    std::string first, second, third;
    words >> first >> second >> third;
    if (first == "#") {
      CHECK((second == "HELP" || second == "TYPE"));
      described.insert(third);
      continue;
    }
    const std::string name = first.substr(0, first.find('{'));
    const auto begins = [&](const std::string& family) { return name.starts_with(family); };
    CHECK(std::any_of(described.begin(), described.end(), begins));
    char* end = nullptr;
    std::strtod(second.c_str(), &end);
    CHECK(*end == '\0');
  }
  CHECK(served.metric(R"(isthmus_http_requests_total{path="/analysis",status="200"})") == 1);
  CHECK(served.metric(R"(isthmus_http_requests_total{path="other",status="404"})") == 1);
  CHECK(served.metric(R"(isthmus_http_request_seconds_count{path="/analysis"})") == 1);
  CHECK(served.metric(R"(isthmus_http_request_seconds_bucket{path="/analysis",le="+Inf"})") == 1);
  CHECK(served.metric("isthmus_positions_answered_total") == 2);
  CHECK(served.metric("isthmus_evaluations_total") > 20);
}
