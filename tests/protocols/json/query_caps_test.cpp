#include "protocols/json/query_caps.hpp"

#include <atomic>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "protocols/json/analysis_service.hpp"
#include "tests/protocols/make_fills.hpp"

using namespace isthmus;

namespace {

const QueryCaps kCaps{.visits = 1000, .seconds = 5, .positions = 2, .report_every = 0.1};

// The field that a query is refused for, or those that it is warned of.
std::string outcome(const std::string& fields, const Settings& own = {}) {
  AnalysisQuery query = parse_query(R"({"id": "q", "size": 3)" + fields + "}", own);
  try {
    std::string text;
    for (const CapWarning& warning : apply_caps(kCaps, own, query)) text += warning.field + " ";
    return text + std::to_string(query.limits.visits) + " visits, " +
           std::to_string(static_cast<int>(query.limits.seconds)) + " s";
  } catch (const QueryError& error) {
    CHECK(error.id() == "q");
    return error.field() + " refused";
  }
}

AnalysisService::Options capped() {
  AnalysisService::Options options;
  options.pool.make_evaluator = test::make_fills;
  options.caps = kCaps;
  return options;
}

}  // namespace

TEST_CASE("limits of searches are lowered to the caps, with a warning") {
  CHECK(outcome("") == "maxVisits 1000 visits, 5 s");
  CHECK(outcome(R"(, "maxVisits": 1000)") == "1000 visits, 5 s");
  CHECK(outcome(R"(, "maxVisits": 7, "maxTime": 1)") == "7 visits, 1 s");
  CHECK(outcome(R"(, "maxVisits": 1001, "maxTime": 5)") == "maxVisits 1000 visits, 5 s");
  CHECK(outcome(R"(, "maxTime": 1e9)") == "maxTime 1000 visits, 5 s");
  CHECK(outcome(R"(, "overrideSettings": {"visits": 4000000000, "time": 100})") ==
        "maxVisits maxTime 1000 visits, 5 s");
}

TEST_CASE("what would take more of the machine is refused") {
  Settings own;
  own.memory = 100;
  own.cache = 10;
  own.fills = 2048;
  for (const std::string name : {"memory", "cache", "fills", "solver-threads"}) {
    const std::int64_t most = own.*std::get<std::int64_t Settings::*>(find_setting(name).member);
    const auto query = [&](std::int64_t value) {
      return R"(, "maxVisits": 7, "overrideSettings": {")" + name + "\": " + std::to_string(value) +
             "}";
    };
    CHECK(outcome(query(most), own) == "7 visits, 5 s");
    CHECK(outcome(query(most + 1), own) == "overrideSettings/" + name + " refused");
  }
  const std::string visits = R"(, "maxVisits": 7)";
  CHECK(outcome(visits + R"(, "analyzeTurns": [0, 0])") == "7 visits, 5 s");
  CHECK(outcome(visits + R"(, "analyzeTurns": [0, 0, 0])") == "analyzeTurns refused");
  CHECK(outcome(visits + R"(, "reportDuringSearchEvery": 0.1)") == "7 visits, 5 s");
  CHECK(outcome(visits + R"(, "reportDuringSearchEvery": 0.09)") ==
        "reportDuringSearchEvery refused");
  CHECK(outcome(visits + R"(, "firstReportDuringSearchAfter": 0.01)") ==
        "reportDuringSearchEvery refused");
}

TEST_CASE("a service holds to its caps, reports when all is answered, and counts") {
  std::atomic<int> ends{0};
  std::vector<std::string> lines;
  AnalysisService service(capped());
  const auto client = std::make_shared<AnalysisClient>(
      [&](const std::string& line) { lines.push_back(line); }, [&] { ++ends; });
  CHECK(client->is_answered());
  AnalysisQuery query = parse_query(
      R"({"size": 3, "maxVisits": 5000, "analyzeTurns": [0, 1], "moves": [["B", "a1"]]})", {});
  query.settings.reuse_tree = false;
  service.submit(client, query);
  client->wait();
  while (ends == 0) std::this_thread::yield();
  CHECK(ends == 1);
  REQUIRE(lines.size() == 3);
  CHECK(nlohmann::json::parse(lines[2])["field"] == "maxVisits");
  CHECK(service.counts().answered == 2);
  CHECK(service.counts().waiting == 0);
  CHECK(service.counts().under_way == 0);
  query.turns = {0, 0, 0};
  CHECK_THROWS_AS(service.submit(client, query), QueryError);
  CHECK(ends == 1);
}

TEST_CASE("a query for which there is no room now is distinguished from one that is wrong") {
  AnalysisService::Options none = capped();
  none.max_waiting = 0;
  AnalysisService service(none);
  const auto client = std::make_shared<AnalysisClient>([](const std::string&) {});
  CHECK_THROWS_AS(service.submit(client, parse_query("{}", {})), QueueFull);
  CHECK(service.counts().too_many == 1);
}
