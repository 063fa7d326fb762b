#include <algorithm>
#include <ctime>
#include <memory>
#include <string>
#include <vector>

#include <doctest/doctest.h>
#include <pthread.h>

#include "protocols/json/json_text.hpp"
#include "tests/protocols/http/served.hpp"
#include "tests/support/fewer_if_sanitized.hpp"

using namespace isthmus;

namespace {

struct Shape {
  std::string name, body;
  int status;  // that it is answered with
};

// As long as JSON may be; with sanitizers a quarter of that.
constexpr std::size_t kBytes = test::fewer_if_sanitized(int{kMaxJsonBytes}, 4);

// So much JSON: `begin`, the part again and again with commas, and `end`.
std::string filled(const std::string& begin, const std::string& part, const std::string& end) {
  std::string text = begin + part;
  while (text.size() + part.size() + end.size() < kBytes) text += ',' + part;
  return text + end;
}

// Texts of that length, of whatever JSON is made of.
std::vector<Shape> shapes() {
  const std::string begin = R"({"size": 2, "maxVisits": 1, "x": [)";
  const std::size_t room = kBytes - 100;
  std::string keys = R"({"size": 2, "maxVisits": 1)";
  for (int i = 0; keys.size() < room; ++i) keys += ",\"" + std::to_string(i) + "\":1";
  const auto nested = [](std::size_t levels) {
    return std::string(levels, '[') + std::string(levels, ']');
  };
  return {
      {"objects", filled(begin, "{}", "]}"), 200},
      {"objects of one", filled(begin, R"({"a":{}})", "]}"), 200},
      {"arrays", filled(begin, "[]", "]}"), 200},
      {"deep arrays", filled(begin, nested(30), "]}"), 200},
      {"numbers", filled(begin, "1", "]}"), 200},
      {"fractions", filled(begin, "1.5e300", "]}"), 200},
      {"strings", filled(begin, "\"\"", "]}"), 200},
      {"passes", filled(R"({"size": 2, "maxVisits": 1, "moves": [)", R"(["B","pass"])", "]}"), 400},
      {"one string", begin + '"' + std::string(room, 'x') + "\"]}", 200},
      {"one fraction", begin + "0." + std::string(room, '1') + "]}", 200},
      {"one number", begin + std::string(room, '1') + "]}", 400},
      {"keys", keys + "}", 200},
      {"one key", R"({"size": 2, "maxVisits": 1, ")" + std::string(room, 'k') + "\": 1}", 200},
      {"settings", R"({"overrideSettings": )" + keys + "}}", 400},
      {"turns", filled(R"({"analyzeTurns": [)", "0", "]}"), 400},
      {"too deep", nested(room / 2), 400},
      {"brackets", std::string(room, '['), 400},
      {"what is no JSON", filled(begin, "{}", ""), 400},
  };
}

double seconds_of(clockid_t clock) {
  timespec time{};
  REQUIRE(clock_gettime(clock, &time) == 0);
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

}  // namespace

TEST_CASE("JSON of any shape is read soon, and beside the connections") {
  Served served;
  clockid_t connections{};
  REQUIRE(pthread_getcpuclockid(served.thread(), &connections) == 0);
  const std::vector<Shape> all = shapes();
  const double of_connections = seconds_of(connections);
  const double of_all = seconds_of(CLOCK_PROCESS_CPUTIME_ID);
  std::vector<std::unique_ptr<HttpClient>> clients;
  for (const Shape& shape : all) {
    clients.push_back(std::make_unique<HttpClient>(served.port()));
    clients.back()->post("/analysis", shape.body);
    // While those before are read.
    CHECK(served.get("/ping").body == "pong");
  }
  for (std::size_t i = 0; i < all.size(); ++i) {
    CAPTURE(all[i].name);
    const auto response = clients[i]->read();
    REQUIRE(response);
    CHECK(response->status == all[i].status);
  }
  // Work, not time: what others do on the machine counts for neither.
  CHECK(seconds_of(connections) - of_connections <
        (seconds_of(CLOCK_PROCESS_CPUTIME_ID) - of_all) / 4);
}

TEST_CASE("of many fields that have no effect the first are named") {
  const Served served;
  std::string query = R"({"size": 2, "maxVisits": 1)";
  for (int i = 0; i < 1000; ++i) query += ",\"x" + std::to_string(i) + "\":1";
  const std::string body = served.post("/analysis", query + "}").body;
  CHECK(std::count(body.begin(), body.end(), '\n') == 1 + 100 + 1);
  CHECK(body.find("900 more unknown fields") != body.npos);
}
