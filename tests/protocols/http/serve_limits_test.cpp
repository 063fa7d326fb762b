// Clients that are slow to read or go away, no room, and the end of the server.

#include <memory>
#include <string>
#include <vector>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "tests/protocols/http/served.hpp"

using namespace isthmus;
using Json = nlohmann::json;

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

TEST_CASE("a server that is asked to end answers what is under way") {
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
