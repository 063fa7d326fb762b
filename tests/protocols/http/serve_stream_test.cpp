#include <list>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include <boost/beast/core/buffers_to_string.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/websocket/stream.hpp>
#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "tests/protocols/http/served.hpp"

using namespace isthmus;
using Json = nlohmann::json;
namespace websocket = boost::beast::websocket;

namespace {

// Those of a query whose search does not end by itself, and its closing bracket.
const std::string kEndlessFields = R"("size": 9, "maxVisits": 1000000000, "overrideSettings": )"
                                   R"({"memory": 8}})";

// A client of the stream.
class StreamClient {
 public:
  explicit StreamClient(std::uint16_t port, int receive_buffer = 0)
      : http_(port, receive_buffer), stream_(std::move(http_.socket())) {
    stream_.handshake("localhost", "/analysis/stream");
  }

  void send(const std::string& text) { stream_.write(boost::asio::buffer(text)); }
  void send_binary(const std::string& bytes) {
    stream_.binary(true);
    send(bytes);
  }

  // The next answer; nothing where the stream has ended.
  std::optional<Json> read() {
    boost::beast::flat_buffer buffer;
    boost::system::error_code error;
    stream_.read(buffer, error);
    if (error) return std::nullopt;
    return std::make_optional(Json::parse(boost::beast::buffers_to_string(buffer.data())));
  }
  // Reads to the end, and returns the reason that the server gave for it.
  int end() {
    while (read()) {
    }
    return stream_.reason().code;
  }

  websocket::stream<boost::asio::ip::tcp::socket>& stream() { return stream_; }

 private:
  HttpClient http_;
  websocket::stream<boost::asio::ip::tcp::socket> stream_;
};

}  // namespace

TEST_CASE("a stream answers queries and actions, as the program's own does") {
  const Served served;
  StreamClient client(served.port());
  client.send(R"({"id": "long", "reportDuringSearchEvery": 0.05, )" + kEndlessFields);
  // Reports come while it goes on.
  CHECK((*client.read())["isDuringSearch"] == true);
  client.send(R"({"id": "short", "size": 2, "maxVisits": 50})");
  client.send(R"({"id": "v", "action": "query_version"})");
  client.send("  ");  // nothing
  client.send(R"({"id": "wrong", "size": 0})");
  std::map<std::string, Json> answers;
  while (answers.size() < 3) {
    const Json answer = client.read().value();
    if (answer.contains("isDuringSearch") && answer["isDuringSearch"] == true) continue;
    CHECK(answers.emplace(answer["id"], answer).second);
  }
  CHECK(answers["short"]["rootInfo"]["proof"] == "win");
  CHECK(answers["v"]["version"] != "");
  CHECK(answers["wrong"]["field"] == "size");
  client.send(R"({"id": "t", "action": "terminate", "terminateId": "long"})");
  std::optional<Json> answer;
  do {
    answer = client.read();
  } while (answer && (*answer)["isDuringSearch"] != false);
  REQUIRE(answer);
  CHECK((*answer)["id"] == "long");
  CHECK((*answer)["rootInfo"]["visits"] > 0);
  CHECK(served.metric("isthmus_stream_messages_total") == 6);
}

TEST_CASE("a stream keeps to the protocol of WebSocket") {
  const Served served;
  StreamClient pinged(served.port());
  std::string pong;
  pinged.stream().control_callback([&](websocket::frame_type type, boost::beast::string_view text) {
    if (type == websocket::frame_type::pong) pong = std::string(text);
  });
  pinged.stream().ping("marco");
  pinged.send(R"({"action": "query_version", "id": ""})");
  CHECK(pinged.read());
  CHECK(pong == "marco");
  pinged.stream().close(websocket::close_code::normal);
  CHECK(served.comes_to(R"(isthmus_connections{kind="stream"})", 0));
  StreamClient binary(served.port());
  binary.send_binary("{}");
  CHECK(binary.end() == 1003);
  StreamClient large(served.port());
  large.send("\"" + std::string(std::size_t{1} << 20, ' ') + "\"");
  CHECK(large.end() == 1009);
  StreamClient broken(served.port());
  broken.send("{\"id\": \"\xff\"}");
  CHECK(broken.end() == 1007);
  CHECK(served.comes_to(R"(isthmus_connections{kind="stream"})", 0));
  // No frame at all.
  StreamClient raw(served.port());
  boost::asio::write(raw.stream().next_layer(), boost::asio::buffer(std::string(100, '\xff')));
  CHECK(raw.end() == 1002);
  CHECK(served.comes_to(R"(isthmus_connections{kind="stream"})", 0));
}

// Frames that break the protocol in one way each, as a client sends them.
TEST_CASE("a stream ends when its client breaks the protocol, whatever came before") {
  const std::string mask(4, '\0');
  const std::vector<std::string> breaks{
      "\xf1\x80" + mask,                               // reserved bits
      "\x81\x02{}",                                    // no mask
      "\x83\x80" + mask,                               // no such opcode
      "\x89\xfe\x01\x00" + mask,                       // a ping that is too long
      "\x81\xff\x7f" + std::string(7, '\xff') + mask,  // a message that is too long
      "\x81\x81" + mask + "\xff",                      // no UTF-8
      "\x80\x80" + mask,                               // goes on with nothing
  };
  ServeOptions options;
  options.grace = Seconds(0.1);
  options.idle = options.reading = options.writing = Seconds(600);
  Served served(options);
  const std::string binary = "\x82\x82" + mask + "{}";
  // The last is one that the server closes, and whose client does not agree to that. All of them
  // at once, as the server may wait for each.
  std::vector<std::unique_ptr<StreamClient>> clients;
  for (std::size_t i = 0; i <= breaks.size(); ++i) {
    clients.push_back(std::make_unique<StreamClient>(served.port()));
  }
  CHECK(served.comes_to(R"(isthmus_connections{kind="stream"})",
                        static_cast<double>(clients.size())));
  for (std::size_t i = 0; i < clients.size(); ++i) {
    boost::asio::write(clients[i]->stream().next_layer(),
                       boost::asio::buffer(binary + (i < breaks.size() ? breaks[i] : "")));
  }
  CHECK(served.comes_to(R"(isthmus_connections{kind="stream"})", 0));
  // Those that break it when the server is about to end do not hold it up.
  clients.clear();
  for (std::size_t i = 0; i < 2 * breaks.size(); ++i) {
    clients.push_back(std::make_unique<StreamClient>(served.port()));
  }
  CHECK(served.comes_to(R"(isthmus_connections{kind="stream"})",
                        static_cast<double>(clients.size())));
  served.stop();
  CHECK(served.comes_to_listen_no_more());
  for (std::size_t i = 0; i < clients.size(); ++i) {
    boost::system::error_code ignored;
    boost::asio::write(clients[i]->stream().next_layer(),
                       boost::asio::buffer((i % 2 == 0 ? binary : "") + breaks[i / 2]), ignored);
  }
  CHECK_FALSE(served.wait());
}

TEST_CASE("streams by which nothing is asked make room for who asks") {
  ServeOptions options;
  options.max_connections = 4;
  Served served(options);
  served.control().is_held = true;
  StreamClient busy(served.port());
  busy.send(R"({"size": 2, "maxVisits": 1})");
  served.wait_for_evaluation();
  StreamClient asked(served.port());
  asked.send(R"({"action": "query_version", "id": ""})");
  CHECK(asked.read());
  StreamClient silent(served.port()), pinging(served.port());
  CHECK(served.comes_to(R"(isthmus_connections{kind="stream"})", 3));
  for (int i = 0; i < 3; ++i) {
    pinging.send(" ");  // counts for nothing, nor do pings
    pinging.stream().ping("");
  }
  // The first that asks has taken the place of the one that came first.
  CHECK_FALSE(silent.read());
  for (int i = 0; i < 3; ++i) CHECK(served.get("/ping").status == 200);
  // One after the other, for who has not made a request yet goes before all of them.
  std::list<HttpClient> clients;
  const auto ask = [&] {
    clients.emplace_back(served.port()).get("/ping");
    const std::optional<HttpResponse> response = clients.back().read();
    REQUIRE(response);
    CHECK(response->status == 200);
  };
  ask();
  ask();
  CHECK_FALSE(pinging.read());
  // Then who has asked, but waits for nothing, and never who does.
  ask();
  CHECK_FALSE(asked.read());
  served.control().is_held = false;
  CHECK((*busy.read())["isDuringSearch"] == false);
}

TEST_CASE("a web page of another site gets no stream, nor does who has no token") {
  ServeOptions options;
  options.token = "secret";
  const Served served(options);
  const std::string upgrade =
      "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
      "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n";
  CHECK(served.get("/analysis/stream", upgrade + "Origin: http://evil.example\r\n").status == 403);
  CHECK(served.get("/analysis/stream", upgrade).status == 401);
  CHECK(served.get("/status", upgrade + "Authorization: Bearer secret\r\n").status == 200);
  const HttpResponse good =
      served.get("/analysis/stream", upgrade + "Authorization: Bearer secret\r\n");
  CHECK(good.status == 101);
  // The example of RFC 6455, section 1.3.
  CHECK(good.fields.at("sec-websocket-accept") == "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=");
}

TEST_CASE("the searches of a stream whose client goes away end") {
  const Served served;
  for (const bool is_polite : {true, false}) {
    StreamClient client(served.port());
    for (int i = 0; i < 3; ++i) client.send("{" + kEndlessFields);
    REQUIRE(served.comes_to("isthmus_positions_searched", 3));
    if (is_polite) {
      client.stream().close(websocket::close_code::normal);
    } else {
      client.stream().next_layer().close();
    }
    CHECK(served.comes_to("isthmus_positions_searched", 0));
    CHECK(served.comes_to(R"(isthmus_connections{kind="stream"})", 0));
  }
}

TEST_CASE("a stream that is not read is cut, and its searches end") {
  ServeOptions options;
  options.max_unread_bytes = 1 << 20;
  const Served served(options);
  StreamClient client(served.port(), 4096);
  client.send("{" + kEndlessFields);
  REQUIRE(served.comes_to("isthmus_positions_searched", 1));
  // An action is answered with all of its fields. The kernel takes some megabytes on the way.
  const std::string large =
      R"({"action": "query_version", "id": ")" + std::string(500'000, 'x') + "\"}";
  try {
    for (int i = 0; i < 40; ++i) client.send(large);
  } catch (const std::exception&) {
  }
  CHECK(served.comes_to("isthmus_slow_readers_total", 1));
  CHECK(served.comes_to("isthmus_positions_searched", 0));
  CHECK(served.comes_to(R"(isthmus_connections{kind="stream"})", 0));
}

TEST_CASE("a client of a stream that gives no sign of life is left") {
  ServeOptions options;
  options.idle = Seconds(2);
  const Served served(options);
  StreamClient client(served.port());  // which does not read, and so answers no ping
  CHECK(served.comes_to(R"(isthmus_connections{kind="stream"})", 1));
  CHECK(served.comes_to(R"(isthmus_connections{kind="stream"})", 0));
}

TEST_CASE("a stream of a server that is asked to end gets its answers, and is closed") {
  Served served;
  served.control().is_held = true;
  StreamClient client(served.port());
  for (const char* id : {"a", "b", "c"}) {
    client.send(R"({"id": ")" + std::string(id) + R"(", "size": 3, "maxVisits": 20})");
  }
  REQUIRE(served.comes_to("isthmus_stream_messages_total", 3));
  served.wait_for_evaluation();
  served.stop();
  CHECK(served.comes_to_listen_no_more());
  client.send(R"({"id": "late", "size": 3})");
  CHECK((*client.read())["error"] == "the server is about to end");
  served.control().is_held = false;
  std::set<std::string> ids;
  for (int i = 0; i < 3; ++i) {
    const Json answer = client.read().value();
    CHECK(answer["isDuringSearch"] == false);
    ids.insert(answer["id"].get<std::string>());
  }
  CHECK(ids == std::set<std::string>{"a", "b", "c"});
  CHECK(client.end() == 1001);
  CHECK_FALSE(served.wait());
}

TEST_CASE("64 clients at once get every answer once, by HTTP and by stream") {
  Served::Limits limits;
  limits.max_waiting = 10'000;
  const Served served({}, limits);
  constexpr int kClients = 32, kQueries = 20;
  std::vector<int> good(2 * kClients, 0);
  const auto query = [](int client, int i) {
    return R"({"id": ")" + std::to_string(client) + "-" + std::to_string(i) +
           R"(", "size": 4, "moves": [["B", "a1"]], "analyzeTurns": [0, 1], "overrideSettings":
        {"reuse-tree": false}, "maxVisits": )" +
           std::to_string(2 + i) + "}";
  };
  // An answer is that of its query where its visits are, if they were not cut short by a proof.
  const auto is_of = [](const Json& answer, int client, int i) {
    return answer["id"] == std::to_string(client) + "-" + std::to_string(i) &&
           answer["isDuringSearch"] == false &&
           (answer["rootInfo"]["visits"] == 2 + i || answer["rootInfo"].contains("proof"));
  };
  std::vector<std::thread> threads;
  for (int client = 0; client < kClients; ++client) {
    threads.emplace_back([&, client] {
      HttpClient http(served.port());
      for (int i = 0; i < kQueries; ++i) {
        http.post("/analysis", query(client, i));
        const auto response = http.read();
        if (!response || response->status != 200) return;
        std::set<int> turns;
        std::istringstream in(response->body);
        for (std::string line; std::getline(in, line);) {
          const Json answer = Json::parse(line);
          if (!is_of(answer, client, i) || !turns.insert(answer["turnNumber"].get<int>()).second)
            return;
        }
        if (turns.size() == 2) ++good[static_cast<std::size_t>(client)];
      }
    });
    threads.emplace_back([&, client = client + kClients] {
      StreamClient stream(served.port());
      for (int i = 0; i < kQueries; ++i) stream.send(query(client, i));
      std::map<std::string, int> finals;
      for (int i = 0; i < 2 * kQueries; ++i) {
        const auto answer = stream.read();
        if (!answer) return;
        const std::string id = (*answer)["id"];
        if (!is_of(*answer, client, std::stoi(id.substr(id.find('-') + 1)))) return;
        ++finals[id + (*answer)["turnNumber"].dump()];
      }
      // Nothing is left: the next answer is that of an action.
      stream.send(R"({"action": "query_version", "id": "last"})");
      if ((*stream.read())["id"] != "last" || finals.size() != 2 * kQueries) return;
      good[static_cast<std::size_t>(client)] = kQueries;
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (std::size_t client = 0; client < good.size(); ++client) {
    CAPTURE(client);
    CHECK(good[client] == kQueries);
  }
  CHECK(served.metric("isthmus_positions_answered_total") == 2 * kClients * kQueries * 2);
  CHECK(served.metric("isthmus_positions_waiting") == 0);
  CHECK(served.metric("isthmus_positions_searched") == 0);
}
