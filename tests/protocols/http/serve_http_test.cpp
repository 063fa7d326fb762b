#include <algorithm>
#include <atomic>
#include <set>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "protocols/http/routes.hpp"
#include "tests/protocols/http/served.hpp"

using namespace isthmus;
using Json = nlohmann::json;

namespace {

std::vector<Json> lines(const std::string& body) {
  std::vector<Json> result;
  std::istringstream in(body);
  for (std::string line; std::getline(in, line);) result.push_back(Json::parse(line));
  return result;
}

ServeOptions quick() {
  ServeOptions options;
  options.reading = options.idle = options.writing = Seconds(0.3);
  return options;
}

}  // namespace

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
  CHECK(answers[0]["rootInfo"]["proof"] == "win");  // whoever begins on 2x2
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
      {R"({"reportDuringSearchEvery": 0.001})", ""},  // nobody would hear of them
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

// Its client reads no status, and takes what is JSON for an analysis, to be kept for ever.
TEST_CASE("PlayHex is told of errors by text that is no JSON") {
  const Served served;
  for (const Route& route : routes()) {
    if (!route.tells_errors_as_text) continue;
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

TEST_CASE("HEAD is answered as GET, without the body") {
  const Served served;
  HttpClient client(served.port());
  for (const std::string path : {"/ping", "/status", "/", "/nowhere", "/analysis"}) {
    CAPTURE(path);
    client.get(path);
    const auto got = client.read();
    REQUIRE(got);
    client.send("HEAD " + path + " HTTP/1.1\r\nHost: localhost\r\n\r\n");
    const auto head = client.read(false);
    REQUIRE(head);
    CHECK(head->status == got->status);
    CHECK(head->fields.at("content-type") == got->fields.at("content-type"));
    if (path != "/status") {
      CHECK(head->fields.at("content-length") == got->fields.at("content-length"));
    }
  }
  CHECK(served.post("/ping", "{}").fields.at("allow") == "GET, HEAD");
}

TEST_CASE("what is not offered is refused, each in its way") {
  const Served served;
  CHECK(served.get("/nothing").status == 404);
  CHECK(served.get("/analysis/").status == 404);
  CHECK(served.get("/status?verbose").status == 200);
  const HttpResponse method = served.get("/analysis");
  CHECK(method.status == 405);
  CHECK(method.fields.at("allow") == "POST");
  CHECK(served.post("/status", "{}").status == 405);
  const HttpResponse stream = served.get("/analysis/stream");
  CHECK(stream.status == 426);
  CHECK(stream.fields.at("upgrade") == "websocket");
  HttpClient form(served.port());
  form.send(
      "POST /analysis HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n"
      "Content-Type: application/x-www-form-urlencoded\r\n\r\n{}");
  CHECK(form.read()->status == 415);
  CHECK(form.is_closed());
}

TEST_CASE("web pages of other sites and other names of the server are refused") {
  ServeOptions options;
  options.allowed_hosts = {"engine.example"};
  options.allowed_origins = {"https://board.example"};
  const Served served(options);
  const auto status = [&](const std::string& fields) {
    HttpClient client(served.port());
    client.send("GET /status HTTP/1.1\r\n" + fields + "\r\n");
    return client.read()->status;
  };
  CHECK(status("") == 400);
  CHECK(status("Host: evil.example\r\n") == 421);
  CHECK(status("Host: localhost\r\nHost: localhost\r\n") == 400);
  CHECK(status("Host: localhost.evil.example:80\r\n") == 421);
  for (const std::string host : {"localhost:80@evil.example",
                                 "localhost@evil.example",
                                 "user@localhost",
                                 "[::1]evil.example",
                                 "[::1]@evil.example:80",
                                 "[::1",
                                 "[",
                                 "[]",
                                 "[localhost]",
                                 "[127.0.0.1]",
                                 "[::1%lo]",
                                 "::1",
                                 "localhost:80:80",
                                 "localhost:+80",
                                 "localhost:0x50",
                                 "localhost:123456",
                                 ":80",
                                 "localhost/",
                                 "localhost evil.example",
                                 "localhost,evil.example",
                                 "127.0.0.1#",
                                 "0x7f.1"}) {
    CAPTURE(host);
    CHECK(status("Host: " + host + "\r\n") == 421);
    // Nor does it help to be of one origin with that.
    CHECK(status("Host: " + host + "\r\nOrigin: http://" + host + "\r\n") == 421);
  }
  CHECK(status("Host: localhost:\r\n") == 200);
  CHECK(status("Host: LOCALHOST:8080\r\n") == 200);
  CHECK(status("Host: 127.0.0.1\r\n") == 200);
  CHECK(status("Host: [::1]:8080\r\n") == 200);
  CHECK(status("Host: engine.example:8080\r\n") == 200);
  CHECK(status("Host: localhost:1\r\nOrigin: http://localhost:1\r\n") == 200);
  CHECK(status("Host: localhost:1\r\nOrigin: http://localhost:2\r\n") == 403);
  CHECK(status("Host: localhost:1\r\nOrigin: null\r\n") == 403);
  CHECK(status("Host: localhost\r\nOrigin: http://localhost@evil.example\r\n") == 403);
  CHECK(status("Host: localhost\r\nOrigin: http://localhost.evil.example\r\n") == 403);
  CHECK(status("Host: localhost\r\nOrigin: localhost\r\n") == 403);
  const HttpResponse allowed = served.get("/status", "Origin: https://board.example\r\n");
  CHECK(allowed.status == 200);
  CHECK(allowed.fields.at("access-control-allow-origin") == "https://board.example");
  HttpClient preflight(served.port());
  preflight.send(
      "OPTIONS /analysis HTTP/1.1\r\nHost: localhost\r\nOrigin: https://board.example\r\n"
      "Access-Control-Request-Method: POST\r\n\r\n");
  const auto answer = preflight.read();
  CHECK(answer->status == 204);
  CHECK(answer->fields.at("access-control-allow-methods") == "POST");
  CHECK(answer->fields.at("access-control-allow-origin") == "https://board.example");
  CHECK(served.get("/status").fields.count("access-control-allow-origin") == 0);
}

TEST_CASE("who has no token is refused") {
  ServeOptions options;
  options.token = "open-sesame";
  const Served served(options);
  const HttpResponse none = served.get("/status");
  CHECK(none.status == 401);
  CHECK(none.fields.at("www-authenticate") == "Bearer");
  CHECK(served.get("/metrics").status == 401);
  CHECK(served.get("/nowhere").status == 401);
  CHECK(served.post("/analysis", "{}").status == 401);
  for (const char* wrong : {"Bearer open-sesam", "Bearer open-sesame2", "Bearer ", "open-sesame",
                            "Basic open-sesame", "Bearer open-sesameopen-sesame"}) {
    CAPTURE(wrong);
    CHECK(served.get("/status", "Authorization: " + std::string(wrong) + "\r\n").status == 401);
  }
  CHECK(served.get("/status", "Authorization: Bearer open-sesame\r\n").status == 200);
  CHECK(served.get("/status", "authorization: bearer open-sesame\r\n").status == 200);
}

TEST_CASE("beyond this machine a server will not listen without a token") {
  ServeOptions options;
  options.port = 0;
  AnalysisService::Options service;
  for (const char* host : {"0.0.0.0", "::"}) {
    options.host = host;
    options.token = "";
    CHECK_THROWS_WITH_AS(Server(options, service), doctest::Contains("--token-file"),
                         std::runtime_error);
  }
  options.host = "0.0.0.0";
  options.token = "secret";
  CHECK_NOTHROW(Server(options, service));
  options.host = "no.such.host.invalid";
  CHECK_THROWS_AS(Server(options, service), std::runtime_error);
  const Served served;
  options.host = "127.0.0.1";
  options.port = served.port();
  CHECK_THROWS_WITH_AS(Server(options, service),
                       doctest::Contains(std::to_string(options.port).c_str()), std::runtime_error);
}

TEST_CASE("bodies and heads that are too large are refused before they have come") {
  ServeOptions options;
  options.max_body_bytes = 1000;
  const Served served(options);
  HttpClient told(served.port());
  told.send(
      "POST /analysis HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
      "Content-Length: 1001\r\n\r\n");
  CHECK(told.read()->status == 413);
  CHECK(told.is_closed());
  HttpClient chunked(served.port());
  chunked.send(
      "POST /analysis HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
      "Transfer-Encoding: chunked\r\n\r\n3e8\r\n" +
      std::string(1000, ' ') + "\r\n2\r\n");
  chunked.send("{}\r\n0\r\n\r\n");
  CHECK(chunked.read()->status == 413);
  CHECK(chunked.is_closed());
  CHECK(served.post("/analysis", R"({"size": 2, "maxVisits": 1})" + std::string(972, ' ')).status ==
        200);
  CHECK(served.get("/status", "X: " + std::string(9000, 'x') + "\r\n").status == 431);
}

TEST_CASE("what is no HTTP is told so, and no more is read") {
  const Served served;
  for (const char* wrong :
       {"hello\r\n\r\n", "GET\r\n\r\n", "GET /status HTTP/9.9\r\n\r\n", "\x16\x03\x01\x02\x01\x01",
        "GET /status HTTP/1.1\r\nHost localhost\r\n\r\n",
        "POST /analysis HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n",
        "POST /analysis HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
        "Transfer-Encoding: chunked\r\n\r\nzz\r\n",
        "POST /analysis HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n"}) {
    CAPTURE(wrong);
    HttpClient client(served.port());
    client.send(wrong);
    const auto response = client.read();
    REQUIRE(response);
    CHECK(response->status == 400);
    CHECK(client.is_closed());
  }
  CHECK(served.get("/status").status == 200);
}

TEST_CASE("a client may send requests one after the other, or all at once") {
  const Served served;
  HttpClient client(served.port());
  for (int i = 0; i < 3; ++i) {
    client.post("/analysis",
                R"({"id": ")" + std::to_string(i) + R"(", "size": 3, "maxVisits": 5})");
    CHECK(Json::parse(client.read()->body)["id"] == std::to_string(i));
  }
  std::string all;
  for (int i = 0; i < 20; ++i) {
    const std::string body = R"({"id": ")" + std::to_string(i) + R"(", "size": 3, "maxVisits": 5})";
    all +=
        "POST /analysis HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
        "Content-Length: " +
        std::to_string(body.size()) + "\r\n\r\n" + body;
  }
  client.send(all);
  for (int i = 0; i < 20; ++i) CHECK(Json::parse(client.read()->body)["id"] == std::to_string(i));
  // Also more of them than are read ahead.
  client.post("/analysis", R"({"size": 9, "maxTime": 0.3})");
  all.clear();
  for (int i = 0; i < 5000; ++i) all += "GET /status HTTP/1.1\r\nHost: localhost\r\n\r\n";
  client.send(all);
  int good = 0;
  for (int i = 0; i < 5001; ++i) {
    const auto response = client.read();
    good += response && response->status == 200 ? 1 : 0;
  }
  CHECK(good == 5001);
  client.send("GET /status HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
  CHECK(client.read()->fields.at("connection") == "close");
  CHECK(client.is_closed());
  HttpClient old(served.port());
  old.send("GET /status HTTP/1.0\r\n\r\n");
  CHECK(old.read()->status == 200);
  CHECK(old.is_closed());
}

TEST_CASE("a client that waits for leave to send its body gets it") {
  const Served served;
  HttpClient client(served.port());
  client.send(
      "POST /analysis HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
      "Expect: 100-continue\r\nContent-Length: 27\r\n\r\n");
  CHECK(client.read()->status == 100);
  client.send(R"({"size": 2, "maxVisits": 1})");
  CHECK(client.read()->status == 200);
}

TEST_CASE("slow clients are told so, silent ones are left") {
  const Served served(quick());
  HttpClient head(served.port()), body(served.port()), silent(served.port()), drip(served.port());
  head.send("GET /status HTT");
  body.send(
      "POST /analysis HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
      "Content-Length: 27\r\n\r\n{");
  // A byte now and then does not help.
  std::thread dripping([&] {
    try {
      for (const char c : std::string("GET /status HTTP/1.1\r\nHost: localhost\r\n\r\n")) {
        drip.send(std::string(1, c));
        std::this_thread::sleep_for(std::chrono::milliseconds(30));
      }
    } catch (const std::exception&) {
    }
  });
  CHECK(head.read()->status == 408);
  CHECK(head.is_closed());
  CHECK(body.read()->status == 408);
  CHECK(body.is_closed());
  CHECK(silent.is_closed());
  CHECK(drip.read()->status == 408);
  dripping.join();
}

TEST_CASE("a client that does not read its response loses the connection") {
  const Served served(quick());
  HttpClient client(served.port(), 4096);
  // Some 8 MB.
  std::string turns = "0";
  for (int i = 1; i < 600; ++i) turns += ", 0";
  client.post("/analysis", R"({"size": 32, "maxVisits": 1, "includePolicy": true,
                               "includeOwnership": true, "analyzeTurns": [)" +
                               turns + "]}");
  CHECK(served.comes_to("isthmus_cut_requests_total", 1));
  CHECK(served.comes_to(R"(isthmus_connections{kind="http"})", 1));  // the one that asks
  CHECK(served.metric(R"(isthmus_http_requests_total{path="/analysis",status="200"})") == -1);
}

TEST_CASE("the searches of a client that goes away end") {
  const Served served;
  HttpClient client(served.port());
  client.post("/analysis", kEndless);
  REQUIRE(served.comes_to("isthmus_positions_searched", 1));
  client.close();
  CHECK(served.comes_to("isthmus_positions_searched", 0));
  CHECK(served.metric("isthmus_cut_requests_total") == 1);
  // Also one that has sent the beginning of another request.
  HttpClient eager(served.port());
  eager.post("/analysis", kEndless);
  eager.send("GET /sta");
  REQUIRE(served.comes_to("isthmus_positions_searched", 1));
  eager.close();
  CHECK(served.comes_to("isthmus_positions_searched", 0));
  CHECK(served.comes_to(R"(isthmus_connections{kind="http"})", 1));
}

TEST_CASE("queries for which there is no room are refused until there is") {
  Served::Limits limits;
  limits.searches = 1;
  limits.max_waiting = 3;
  limits.max_waiting_in_all = 5;
  Served served({}, limits);
  served.control().is_held = true;
  const auto query = [](int positions) {
    std::string turns = "0";
    for (int i = 1; i < positions; ++i) turns += ", 0";
    return R"({"size": 3, "maxVisits": 2, "analyzeTurns": [)" + turns + "]}";
  };
  const auto is_refused = [&](const HttpResponse& response) {
    CHECK(response.status == 429);
    CHECK(response.fields.at("retry-after") == "1");
    CHECK(response.body.find("too many positions are waiting") != std::string::npos);
  };
  is_refused(served.post("/analysis", query(4)));  // more than one may have waiting
  std::vector<std::unique_ptr<HttpClient>> clients;
  const auto ask = [&](int positions) {
    clients.push_back(std::make_unique<HttpClient>(served.port()));
    clients.back()->post("/analysis", query(positions));
  };
  ask(2);
  REQUIRE(served.comes_to("isthmus_positions_searched", 1));
  REQUIRE(served.comes_to("isthmus_positions_waiting", 1));
  ask(2);  // room for four is left
  REQUIRE(served.comes_to("isthmus_positions_waiting", 3));
  is_refused(served.post("/analysis", query(3)));
  ask(2);  // but not for more than is left
  REQUIRE(served.comes_to("isthmus_positions_waiting", 5));
  is_refused(served.post("/analysis", query(1)));
  is_refused(served.post("/calculate-move", R"({"game": {"size": 3, "movesHistory": "",
        "currentPlayer": "black", "swapRule": false}})"));
  CHECK(served.metric("isthmus_full_refusals_total") == 4);
  served.control().is_held = false;
  for (const auto& client : clients) CHECK(client->read()->status == 200);
  CHECK(served.post("/analysis", query(3)).status == 200);
}

TEST_CASE("connections for which there is no room are refused until there is") {
  ServeOptions options;
  options.max_connections = 3;
  Served::Limits limits;
  limits.threads = 3;
  Served served(options, limits);
  served.control().is_held = true;
  std::vector<std::unique_ptr<HttpClient>> clients;
  for (int i = 0; i < 3; ++i) {
    clients.push_back(std::make_unique<HttpClient>(served.port()));
    clients.back()->post("/analysis", R"({"size": 2, "maxVisits": 1})");
    served.wait_for_evaluation(i + 1);
  }
  HttpClient more(served.port());
  const auto refused = more.read();
  REQUIRE(refused);
  CHECK(refused->status == 429);
  CHECK(refused->fields.at("retry-after") == "1");
  CHECK(more.is_closed());
  served.control().is_held = false;
  for (const auto& client : clients) CHECK(client->read()->status == 200);
  more.close();
  CHECK(served.get("/status").status == 200);
}

TEST_CASE("a request that takes too long is answered with what is known") {
  ServeOptions options;
  options.answering = Seconds(0.3);
  const Served served(options);
  const HttpResponse response = served.post("/analysis", kEndless);
  CHECK(response.status == 200);
  CHECK(Json::parse(response.body)["rootInfo"]["visits"] > 0);
}

TEST_CASE("a server that is told to end answers what is under way") {
  Served served;
  served.control().is_held = true;
  HttpClient busy(served.port()), idle(served.port());
  busy.post("/analysis", R"({"size": 3, "maxVisits": 20, "analyzeTurns": [0, 0, 0]})");
  idle.get("/status");
  CHECK(idle.read()->status == 200);
  served.wait_for_evaluation();
  served.stop();
  CHECK(idle.is_closed());
  CHECK(served.comes_to_listen_no_more());
  served.control().is_held = false;
  const auto response = busy.read();
  REQUIRE(response);
  CHECK(response->status == 200);
  CHECK(response->fields.at("connection") == "close");
  const auto answers = lines(response->body);
  CHECK(answers.size() == 3);
  for (const Json& answer : answers) CHECK(answer["rootInfo"]["visits"] >= 1);
  busy.close();
  CHECK_FALSE(served.wait());
}

TEST_CASE("searches that outlast the time of grace are ended, and answered") {
  ServeOptions options;
  options.grace = Seconds(0.2);
  Served served(options);
  HttpClient client(served.port());
  client.post("/analysis", kEndless);
  REQUIRE(served.comes_to("isthmus_positions_searched", 1));
  served.stop();
  const auto response = client.read();
  REQUIRE(response);
  CHECK(Json::parse(response->body)["rootInfo"]["visits"] > 0);
  client.close();
  CHECK_FALSE(served.wait());
}

TEST_CASE("a server whose evaluator fails says so, and ends") {
  Served served;
  served.control().fails = true;
  const HttpResponse response = served.post("/analysis", R"({"size": 3, "maxVisits": 20})");
  CHECK(response.status == 500);
  CHECK(Json::parse(response.body)["error"] == "the device is gone");
  const std::exception_ptr failure = served.wait();
  REQUIRE(failure);
  CHECK_THROWS_WITH_AS(std::rethrow_exception(failure), "the device is gone", std::runtime_error);
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
