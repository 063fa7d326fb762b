#include <atomic>
#include <chrono>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "protocols/json/action_runner.hpp"
#include "protocols/json/analysis_service.hpp"
#include "tests/support/even_evaluator.hpp"

using namespace isthmus;
using Json = nlohmann::json;
using OrderedJson = nlohmann::ordered_json;

namespace {

// Actions that the tests hold and let go.
struct Held {
  std::atomic<int> begun{0}, under_way{0}, most_under_way{0};
  std::atomic<bool> go{false};

  // Waits until it may go or is stopped, and returns which it was.
  OrderedJson wait(JsonFields&, ActionRun& run) {
    const int now = ++under_way;
    int most = most_under_way;
    while (now > most && !most_under_way.compare_exchange_weak(most, now)) {
    }
    if (run.report) run.report({{"done", 1}, {"of", 2}});
    ++begun;
    while (!go && !run.stop.stop_requested()) {
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    --under_way;
    return {{"wasStopped", run.stop.stop_requested()}};
  }
};

class Asker {
 public:
  Asker(AnalysisService& service, std::uint64_t owner = AnalysisClient::new_owner())
      : service_(service),
        client_(std::make_shared<AnalysisClient>(
            [this](const std::string& line) {
              const std::lock_guard lock(mutex_);
              answers_.push_back(Json::parse(line));
            },
            std::function<void()>(), owner)) {}

  void ask(const std::string& text) { service_.submit(client_, text); }
  void wait() { client_->wait(); }
  std::vector<Json> answers() const {
    const std::lock_guard lock(mutex_);
    return answers_;
  }
  // Of an id, those that are not on the way.
  std::vector<Json> finals(const std::string& id) const {
    std::vector<Json> found;
    for (const Json& answer : answers()) {
      if (answer["id"] == id && !answer.value("isDuringSearch", false)) found.push_back(answer);
    }
    return found;
  }

 private:
  AnalysisService& service_;
  mutable std::mutex mutex_;
  std::vector<Json> answers_;
  std::shared_ptr<AnalysisClient> client_;
};

void wait_until(const std::function<bool()>& is_so) {
  for (int i = 0; i < 120'000 && !is_so(); ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  REQUIRE(is_so());
}

AnalysisService::Options options(Held& held) {
  AnalysisService::Options options;
  options.pool.make_evaluator = EvenEvaluator::make;
  options.actions = {
      {"double", false,
       [](JsonFields& fields, ActionRun& run) {
         const int number = fields.integer("number", 0, 100).value_or(1);
         if (number == 100) run.warnings.push_back({"number", "that is as much as there is"});
         return OrderedJson{{"result", 2 * number}};
       }},
      {"wait", true,
       [&held](JsonFields& fields, ActionRun& run) { return held.wait(fields, run); }},
      {"fail", true, [](JsonFields&, ActionRun&) -> OrderedJson {
         throw std::runtime_error("the device is gone");
       }}};
  return options;
}

}  // namespace

TEST_CASE("an action beside the service's own is answered, and its faults are named") {
  Held held;
  AnalysisService service(options(held));
  Asker asker(service);
  asker.ask(R"({"id": "a", "action": "double", "number": 21})");
  asker.ask(R"({"id": "b", "action": "double", "number": 101})");
  asker.ask(R"({"id": "c", "action": "double", "number": 100, "colour": 1})");
  asker.ask(R"({"id": "d", "action": "triple"})");
  asker.wait();
  const Json a = Json::parse(R"({"id": "a", "action": "double", "result": 42})");
  CHECK(asker.finals("a") == std::vector<Json>{a});
  REQUIRE(asker.finals("b").size() == 1);
  CHECK(asker.finals("b")[0]["field"] == "number");
  // Warnings follow the answer.
  const auto c = asker.finals("c");
  REQUIRE(c.size() == 3);
  CHECK(c[0]["result"] == 200);
  CHECK(c[1]["field"] == "number");
  CHECK(c[2]["field"] == "colour");
  REQUIRE(asker.finals("d").size() == 1);
  const std::string error = asker.finals("d")[0]["error"];
  CHECK(error ==
        "'action' should be query_version, query_models, terminate, terminate_all, clear_cache, "
        "double, wait or fail, not \"triple\"");
}

TEST_CASE("a long action holds up no quick one, and of one client one runs at a time") {
  Held held;
  AnalysisService service(options(held));
  const std::uint64_t owner = AnalysisClient::new_owner();
  Asker asker(service, owner), same(service, owner), other(service);
  asker.ask(R"({"id": "1", "action": "wait"})");
  wait_until([&] { return held.begun == 1; });
  asker.ask(R"({"id": "2", "action": "wait"})");
  same.ask(R"({"id": "3", "action": "wait"})");
  asker.ask(R"({"id": "quick", "action": "double"})");
  asker.ask(R"({"id": "query", "size": 3, "maxVisits": 5})");
  wait_until(
      [&] { return asker.finals("quick").size() == 1 && asker.finals("query").size() == 1; });
  CHECK(held.begun == 1);
  other.ask(R"({"id": "4", "action": "wait"})");
  wait_until([&] { return held.begun == 2; });
  CHECK(
      asker.answers()[0] ==
      Json::parse(R"({"id": "1", "action": "wait", "isDuringSearch": true, "done": 1, "of": 2})"));
  held.go = true;
  for (Asker* each : {&asker, &same, &other}) each->wait();
  CHECK(held.begun == 4);
  CHECK(held.most_under_way == 2);
  CHECK(asker.finals("2")[0] ==
        Json::parse(R"({"id": "2", "action": "wait", "isDuringSearch": false,
                        "wasStopped": false})"));
}

TEST_CASE("a long action that is terminated is answered with what is known") {
  Held held;
  AnalysisService service(options(held));
  Asker asker(service);
  asker.ask(R"({"id": "runs", "action": "wait"})");
  wait_until([&] { return held.begun == 1; });
  asker.ask(R"({"id": "waits", "action": "wait"})");
  asker.ask(R"({"id": "x", "action": "terminate", "terminateId": "waits"})");
  REQUIRE(asker.finals("waits").size() == 1);
  CHECK(asker.finals("waits")[0]["noResults"] == true);
  // A turn is one of a position.
  asker.ask(R"({"id": "x", "action": "terminate", "terminateId": "runs", "turnNumbers": [0]})");
  CHECK(asker.finals("runs").empty());
  asker.ask(R"({"id": "x", "action": "terminate", "terminateId": "runs"})");
  asker.wait();
  REQUIRE(asker.finals("runs").size() == 1);
  CHECK(asker.finals("runs")[0]["wasStopped"] == true);
  CHECK(held.begun == 1);
}

TEST_CASE("where there are caps a long action ends in time by itself") {
  Held held;
  AnalysisService::Options capped = options(held);
  capped.caps = QueryCaps{.action_seconds = 0.05};
  AnalysisService service(std::move(capped));
  Asker asker(service);
  asker.ask(R"({"id": "a", "action": "wait"})");
  asker.ask(R"({"id": "b", "action": "wait"})");
  asker.wait();
  for (const char* id : {"a", "b"}) {
    REQUIRE(asker.finals(id).size() == 1);
    CHECK(asker.finals(id)[0]["wasStopped"] == true);
  }
}

TEST_CASE("too many actions are refused, and a service that ends answers those it took") {
  Held held;
  AnalysisService::Options few = options(held);
  few.long_actions.max_waiting = 2;
  auto service = std::make_unique<AnalysisService>(std::move(few));
  Asker asker(*service);
  asker.ask(R"({"id": "0", "action": "wait"})");
  wait_until([&] { return held.begun == 1; });
  for (int i = 1; i <= 3; ++i) {
    asker.ask(R"({"id": ")" + std::to_string(i) + R"(", "action": "wait"})");
  }
  REQUIRE(asker.finals("3").size() == 1);
  CHECK(asker.finals("3")[0].contains("error"));
  CHECK(service->counts().too_many == 1);
  service.reset();
  CHECK(asker.finals("0")[0]["wasStopped"] == true);
  CHECK(asker.finals("1")[0]["noResults"] == true);
  CHECK(asker.finals("2")[0]["noResults"] == true);
}

TEST_CASE("actions that wait are limited by their bytes") {
  Held held;
  auto limited = options(held);
  limited.max_bytes = 2 << 20;
  AnalysisService service(limited);
  Asker asker(service);
  for (const char* id : {"a", "b", "c"}) {
    asker.ask(R"({"action": "wait", "id": ")" + std::string(id) + R"(", "note": ")" +
              std::string(900'000, 'x') + "\"}");
  }
  REQUIRE(asker.finals("c").size() == 1);
  CHECK(asker.finals("c")[0]["error"].get<std::string>().find("too much is waiting") == 0);
  held.go = true;
  asker.wait();
  CHECK(asker.finals("a").size() == 2);  // and a warning of the note
  CHECK(asker.finals("b").size() == 2);
}

TEST_CASE("an action that fails for no fault of its request fails the service") {
  Held held;
  AnalysisService service(options(held));
  Asker asker(service);
  asker.ask(R"({"id": "a", "action": "fail"})");
  asker.wait();
  CHECK(asker.finals("a")[0]["error"] == "the device is gone");
  CHECK(service.failure());
}

TEST_CASE("without threads actions are run by who adds them") {
  ActionRunner runner({.threads = 0});
  const std::thread::id here = std::this_thread::get_id();
  std::vector<int> order;
  for (int i = 0; i < 3; ++i) {
    runner.add({.owner = 1,
                .run =
                    [&, i](const std::stop_token&) {
                      CHECK(std::this_thread::get_id() == here);
                      order.push_back(i);
                    },
                .cancel = [&] { order.push_back(-1); }});
  }
  std::stop_source stopped;
  stopped.request_stop();
  runner.add({.owner = 1,
              .stop = stopped.get_token(),
              .run = [&](const std::stop_token&) { order.push_back(3); },
              .cancel = [&] { order.push_back(-1); }});
  CHECK(order == std::vector<int>{0, 1, 2, -1});
}
