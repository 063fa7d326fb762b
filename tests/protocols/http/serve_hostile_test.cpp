#include <cerrno>
#include <chrono>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>
#include <poll.h>
#include <sys/socket.h>

#include "tests/protocols/http/served.hpp"
#include "tests/support/fewer_if_sanitized.hpp"

using namespace isthmus;
using Json = nlohmann::json;

namespace {

using Clients = std::vector<std::unique_ptr<HttpClient>>;

const std::string kHead =
    "POST /analysis HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n";

// A text that a client sends again and again.
struct Endless {
  HttpClient* client;
  std::string text;
  std::size_t sent = 0;  // in bytes

  // Sends what is taken at once, up to `most` bytes in all. Whether more may be, later.
  bool send_on(std::size_t most) {
    while (sent < most) {
      const std::size_t begin = sent % text.size();
      const ssize_t more = ::send(client->socket().native_handle(), text.data() + begin,
                                  text.size() - begin, MSG_DONTWAIT | MSG_NOSIGNAL);
      if (more <= 0) return errno == EAGAIN;
      sent += static_cast<std::size_t>(more);
    }
    return false;
  }
};

// Sends until of none more is taken for 50 ms, or `most` bytes of each have been.
void send_all_that_fits(std::vector<Endless> texts, std::size_t most) {
  std::vector<pollfd> room;
  do {
    room.clear();
    for (Endless& text : texts) {
      if (text.send_on(most)) {
        room.push_back({text.client->socket().native_handle(), POLLOUT, 0});
      }
    }
  } while (!room.empty() && ::poll(room.data(), room.size(), 50) > 0);
}

std::unique_ptr<HttpClient> connect(const Served& served, const std::string& text) {
  auto client = std::make_unique<HttpClient>(served.port());
  client->send(text);
  return client;
}

}  // namespace

TEST_CASE("clients that ask for leave to send and read nothing hold up no others") {
  ServeOptions options;
  options.max_connections = 500;
  options.grace = Seconds(0.1);
  Served served(options);
  Clients clients;
  std::vector<Endless> leaves;
  // Where the room for what is sent ends depends on what was sent before; for one client of a
  // hundred or so it ends just before a leave.
  constexpr int kClients = test::fewer_if_sanitized(400, 2);
  for (int i = 0; i < kClients; ++i) {
    clients.push_back(std::make_unique<HttpClient>(served.port(), 2048, 536));
    for (int k = 0; k < i % 20; ++k) clients.back()->get("/nowhere");
    leaves.push_back(
        {clients.back().get(), kHead + "X-Pad: " + std::string(static_cast<std::size_t>(i), 'x') +
                                   "\r\nExpect: 100-continue\r\nContent-Length: 1\r\n\r\n["});
  }
  send_all_that_fits(leaves, 200'000);
  CHECK(served.get("/status").status == 200);
  CHECK_FALSE(served.end());
}

TEST_CASE("all bytes of a body count, however they are put") {
  ServeOptions options;
  options.max_body_bytes = 100'000;
  const Served served(options);
  const std::string chunked = "Transfer-Encoding: chunked\r\n\r\n";
  struct Attack {
    std::string begin, endless;
    int status;
  };
  const std::vector<Attack> attacks{
      {"1;", "extension=1;", 431},
      {"", "1;extension=" + std::string(5000, 'x') + "\r\n \r\n", 413},
      {"", "0", 431},
      {"0\r\n", "X-Trailer: 1\r\n", 431},
      {"1\r\n{\r\n0\r\nX-Trailer: ", "trailer", 431},
      {"", "1\r\n \r\n", 413},
  };
  for (const Attack& attack : attacks) {
    CAPTURE(attack.begin + attack.endless.substr(0, 20));
    HttpClient client(served.port());
    client.send(kHead + chunked + attack.begin);
    std::thread sending([&] { send_all_that_fits({{&client, attack.endless}}, 300'000); });
    const auto response = client.read();
    sending.join();
    REQUIRE(response);
    CHECK(response->status == attack.status);
    CHECK(Json::parse(response->body).contains("error"));
  }
  // What is within the limits is taken, in whatever pieces.
  HttpClient client(served.port());
  client.send(kHead + chunked);
  for (const char c : std::string(R"({"size": 2, "maxVisits": 1})")) {
    client.send("1;note=\"x\"\r\n" + std::string(1, c) + "\r\n");
  }
  client.send("0\r\nX-Trailer: 1\r\n\r\n");
  CHECK(client.read()->status == 200);
}

TEST_CASE("unauthenticated clients hold few connections, and the owner always gets one") {
  ServeOptions options;
  options.token = "secret";
  options.max_connections = 16;
  options.reading = Seconds(20);
  options.idle = Seconds(40);
  const Served served(options);
  const std::string token = "Authorization: Bearer secret\r\n";
  HttpClient owner(served.port());
  owner.get("/status", token);
  CHECK(owner.read()->status == 200);
  Clients unauthenticated;
  for (int i = 0; i < 100; ++i) {
    unauthenticated.push_back(connect(served, i % 3 == 0   ? ""
                                              : i % 3 == 1 ? "GET /status HT"
                                                           : kHead + "Content-Length: 99\r\n\r\n"));
  }
  CHECK(served.get("/status", token).status == 200);
  owner.get("/metrics", token);
  const std::string metrics = owner.read()->body;
  const auto value = [&](const std::string& name) {
    const std::size_t found = metrics.find("\n" + name + " ");
    REQUIRE(found != metrics.npos);
    return std::atoi(metrics.c_str() + found + name.size() + 2);
  };
  // A quarter of the connections, and the owner's.
  CHECK(value(R"(isthmus_connections{kind="http"})") <= 4 + 2);
  CHECK(value("isthmus_displaced_connections_total") +
            value(R"(isthmus_http_requests_total{path="/analysis",status="401"})") >=
        90);
}

TEST_CASE("who asks nothing makes room for who does") {
  ServeOptions options;
  options.max_connections = 3;
  const Served served(options);
  Clients idle;
  for (int i = 0; i < 3; ++i) {
    idle.push_back(connect(served, "GET /status HTTP/1.1\r\nHost: localhost\r\n\r\n"));
    CHECK(idle.back()->read()->status == 200);
  }
  HttpClient next(served.port());
  next.get("/status");
  CHECK(next.read()->status == 200);
  CHECK(idle.front()->is_closed());  // the one that had been idle longest
  idle.back()->get("/metrics");
  const auto metrics = idle.back()->read();
  REQUIRE(metrics);
  CHECK(metrics->body.find("\nisthmus_displaced_connections_total 1\n") != std::string::npos);
  CHECK(metrics->body.find("\nisthmus_refused_connections_total 0\n") != std::string::npos);
}

TEST_CASE("every connection that is refused counts") {
  ServeOptions options;
  options.max_connections = 2;
  Served::Limits limits;
  limits.threads = 2;
  Served served(options, limits);
  served.control().is_held = true;
  Clients busy, refused;
  for (int i = 0; i < 2; ++i) {
    busy.push_back(std::make_unique<HttpClient>(served.port()));
    busy.back()->post("/analysis", R"({"size": 2, "maxVisits": 1})");
    served.wait_for_evaluation(i + 1);
  }
  // Some are answered so, others are just closed.
  constexpr int kMany = 150;
  for (int i = 0; i < kMany; ++i) {
    refused.push_back(std::make_unique<HttpClient>(served.port()));
  }
  for (const auto& client : refused) {
    if (const auto response = client->read()) CHECK(response->status == 429);
  }
  refused.clear();
  served.control().is_held = false;
  for (const auto& client : busy) CHECK(client->read()->status == 200);
  CHECK(served.metric("isthmus_refused_connections_total") == kMany);
}

TEST_CASE("the time of a request is that from all of it to all of its answer") {
  Served served;
  HttpClient client(served.port());
  const std::string query = R"({"size": 2, "maxVisits": 1})";
  // It comes in two parts, and then its search is held.
  client.send(kHead + "Content-Length: " + std::to_string(query.size()) + "\r\n\r\n");
  std::this_thread::sleep_for(std::chrono::milliseconds(300));
  served.control().is_held = true;
  const auto begin = std::chrono::steady_clock::now();
  client.send(query);
  served.wait_for_evaluation();
  std::this_thread::sleep_for(std::chrono::milliseconds(150));
  served.control().is_held = false;
  CHECK(client.read()->status == 200);
  const double seconds = served.metric(R"(isthmus_http_request_seconds_sum{path="/analysis"})");
  const Seconds seen = std::chrono::steady_clock::now() - begin;
  CHECK(seconds >= 0.15);
  CHECK(seconds < seen.count());
}

TEST_CASE("whatever clients do, the server ends when it is asked to") {
  ServeOptions options;
  options.grace = Seconds(0.2);
  options.idle = options.reading = options.writing = options.answering = Seconds(600);
  Served served(options);
  Clients clients;
  clients.push_back(connect(served, ""));
  clients.push_back(connect(served, "GET /status HT"));
  clients.push_back(connect(served, kHead + "Content-Length: 99\r\n\r\n{"));
  clients.push_back(connect(served, kHead + "Expect: 100-continue\r\nContent-Length: 9\r\n\r\n"));
  clients.push_back(connect(served, kHead + "Content-Length: " + std::to_string(kEndless.size()) +
                                        "\r\n\r\n" + kEndless));
  clients.push_back(connect(served,
                            "GET /analysis/stream HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket"
                            "\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"));
  // Some 8 MB of answers that are not read.
  std::string turns = "0";
  for (int i = 1; i < 600; ++i) turns += ", 0";
  clients.push_back(std::make_unique<HttpClient>(served.port(), 4096));
  clients.back()->post("/analysis", R"({"size": 32, "maxVisits": 1, "includePolicy": true,
                                        "includeOwnership": true, "analyzeTurns": [)" +
                                        turns + "]}");
  CHECK(served.comes_to("isthmus_positions_answered_total", 600));
  // Within the grace and a second: tools/scripts/serve_soak.py measures it. Here, that it ends.
  CHECK_FALSE(served.end());
}
