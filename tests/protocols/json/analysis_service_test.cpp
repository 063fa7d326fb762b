#include "protocols/json/analysis_service.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <memory>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "protocols/json/analysis.hpp"
#include "tests/protocols/make_fills.hpp"
#include "tests/support/fewer_if_sanitized.hpp"

using namespace isthmus;
using Json = nlohmann::json;

namespace {

// Counts, and may be set to wait or to fail.
class WatchedEvaluator : public Evaluator {
 public:
  struct Watch {
    std::atomic<int> calls{0};
    std::atomic<std::size_t> largest{0};
    std::atomic<bool> is_held{false};  // and then calls wait
    std::atomic<bool> fails{false};
    int preferred = 1;
  };

  WatchedEvaluator(const Game& game, const EvaluatorSettings& settings, Watch& watch)
      : inner_(test::make_fills(game, settings)), watch_(watch) {}

  void evaluate(std::span<const EvaluationRequest> requests,
                std::span<Evaluation> evaluations) const override {
    ++watch_.calls;
    std::size_t largest = watch_.largest;
    while (requests.size() > largest &&
           !watch_.largest.compare_exchange_weak(largest, requests.size())) {
    }
    while (watch_.is_held) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    if (watch_.fails) throw std::runtime_error("the device is gone");
    inner_->evaluate(requests, evaluations);
  }
  int preferred_batch() const override { return watch_.preferred; }

 private:
  std::unique_ptr<Evaluator> inner_;
  Watch& watch_;
};

// A client that remembers its answers.
class Asker {
 public:
  explicit Asker(AnalysisService& service) : service_(service) {}

  void ask(const std::string& text) { service_.submit(client_, text); }
  void wait() { client_->wait(); }
  std::vector<Json> answers() const {
    const std::lock_guard lock(mutex_);
    return answers_;
  }
  bool wait_for(std::size_t count) const {
    for (int i = 0; i < 60'000; ++i) {
      if (answers().size() >= count) return true;
      std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
    return false;
  }
  // The final answers for an id.
  std::vector<Json> finals(const std::string& id) const {
    std::vector<Json> result;
    for (const Json& answer : answers()) {
      if (answer["id"] == id && answer.contains("isDuringSearch") && !answer["isDuringSearch"]) {
        result.push_back(answer);
      }
    }
    return result;
  }
  const std::shared_ptr<AnalysisClient>& client() const { return client_; }

 private:
  AnalysisService& service_;
  mutable std::mutex mutex_;
  std::vector<Json> answers_;
  std::shared_ptr<AnalysisClient> client_ =
      std::make_shared<AnalysisClient>([this](const std::string& line) {
        const std::lock_guard lock(mutex_);
        answers_.push_back(Json::parse(line));
      });
};

// Few fills, and no solver in turns with searches, which would know these small boards.
Settings few_fills() {
  Settings settings;
  settings.fills = 512;
  settings.solver_share = 0;
  settings.root_views = 1;
  return settings;
}

AnalysisService::Options options(WatchedEvaluator::Watch& watch, int threads, int searches) {
  AnalysisService::Options options;
  options.pool.make_evaluator = [&watch](const Game& game, const EvaluatorSettings& settings) {
    return std::make_unique<WatchedEvaluator>(game, settings, watch);
  };
  options.pool.threads = threads;
  options.pool.searches = searches;
  options.settings = few_fills();
  return options;
}

}  // namespace

TEST_CASE("a service without threads works when it is called to") {
  WatchedEvaluator::Watch watch;
  const std::string slow = R"({"id": "slow", "size": 5, "maxVisits": 1000000})";
  const std::string quick =
      R"({"id": "quick", "size": 5, "maxVisits": 40, "moves": [["B", "c2"]]})";
  AnalysisService service(options(watch, 0, 4));
  Asker asker(service);
  CHECK_FALSE(service.work_for(std::chrono::hours(1)));  // there is nothing to do
  asker.ask(quick);
  CHECK(watch.calls == 0);
  CHECK_FALSE(service.work_for(std::chrono::hours(1)));
  const Settings settings = few_fills();
  REQUIRE(asker.finals("quick").size() == 1);
  Json alone;
  analyze(parse_query(quick, settings), options(watch, 1, 1).pool.make_evaluator, {},
          [&](const SearchedPosition& searched) {
            alone = Json::parse(answer_line(parse_query(quick, settings), searched));
          });
  Json got = asker.finals("quick")[0];
  for (Json* answer : {&got, &alone}) (*answer)["rootInfo"].erase("seconds");
  CHECK(got == alone);
  // A long search comes back in time, and ends when it is asked to.
  asker.ask(slow);
  CHECK(service.work_for(std::chrono::milliseconds(5)));
  CHECK(service.work_for(std::chrono::nanoseconds(0)));
  CHECK(asker.finals("slow").empty());
  asker.ask(R"({"id": "x", "action": "terminate", "terminateId": "slow"})");
  CHECK_FALSE(service.work_for(std::chrono::hours(1)));
  REQUIRE(asker.finals("slow").size() == 1);
  CHECK(asker.finals("slow")[0]["rootInfo"]["visits"].get<int>() > 0);
}

TEST_CASE("what waits is limited by its bytes, of each client and of all") {
  WatchedEvaluator::Watch watch;
  auto limited = options(watch, 0, 4);
  constexpr int kBytes = test::fewer_if_sanitized(1'000'000, 4);  // of an id
  limited.max_bytes = 3 * kBytes + kBytes / 8;
  limited.max_bytes_in_all = 5 * kBytes + kBytes / 8;
  AnalysisService service(limited);
  const auto ask = [](Asker& asker, char letter) {
    asker.ask(R"({"size": 3, "maxVisits": 2, "analyzeTurns": [0, 0, 0], "id": ")" +
              std::string(kBytes, letter) + "\"}");
  };
  // Three fit, and of another client two beside them.
  Asker one(service), other(service);
  for (const char letter : {'a', 'b', 'c', 'd'}) ask(one, letter);
  for (const char letter : {'a', 'b', 'c'}) ask(other, letter);
  for (const Asker* asker : {&one, &other}) {
    REQUIRE(asker->answers().size() == 1);
    CHECK(asker->answers()[0]["error"].get<std::string>().find("too much is waiting") == 0);
    CHECK(asker->answers()[0]["id"] == std::string(kBytes, asker == &one ? 'd' : 'c'));
  }
  CHECK(service.counts().too_many == 2);
  CHECK(service.counts().waiting == 5 * 3);
  CHECK_FALSE(service.work_for(std::chrono::hours(1)));
  CHECK(one.answers().size() == 1 + 3 * 3);
  CHECK(other.answers().size() == 1 + 2 * 3);
  // What is answered has gone.
  for (const char letter : {'a', 'b', 'c', 'd'}) ask(other, letter);
  CHECK(other.answers().size() == 1 + 2 * 3 + 1);
  // A query of many positions takes what they take.
  std::string turns = "0";
  for (int i = 1; i < 9000; ++i) turns += ",0";
  one.ask(R"({"size": 3, "id": "many", "analyzeTurns": [)" + turns + "]}");
  CHECK(one.answers().back()["error"].get<std::string>().find("too much is waiting") == 0);
  CHECK_FALSE(service.work_for(std::chrono::hours(1)));
}

TEST_CASE("a service without threads answers what is left when it goes") {
  WatchedEvaluator::Watch watch;
  std::optional<AnalysisService> service(options(watch, 0, 1));
  Asker asker(*service);
  for (const char* id : {"under way", "waiting"}) {
    asker.ask(R"({"id": ")" + std::string(id) + R"(", "size": 5, "maxVisits": 1000000})");
  }
  CHECK(service->work_for(std::chrono::nanoseconds(0)));
  service.reset();
  REQUIRE(asker.finals("under way").size() == 1);
  CHECK(asker.finals("under way")[0].contains("rootInfo"));
  REQUIRE(asker.finals("waiting").size() == 1);
  CHECK(asker.finals("waiting")[0]["noResults"] == true);
}

TEST_CASE("many queries at once come to what each comes to alone, in shared batches") {
  WatchedEvaluator::Watch watch;
  AnalysisService service(options(watch, 2, 8));
  Asker asker(service);
  const Settings settings = few_fills();
  std::vector<std::string> queries;
  for (int i = 0; i < 60; ++i) {
    const std::string cell =
        std::string(1, static_cast<char>('a' + i % 5)) + std::to_string(1 + i / 5 % 5);
    queries.push_back(R"({"id": ")" + std::to_string(i) + R"(", "maxVisits": 60, "size": 5,
        "game": ")" + (i % 3 == 0 ? "rex" : "hex") +
                      R"(", "moves": [["B", ")" + cell + R"("]],
        "overrideSettings": {"reuse-tree": false}})");
  }
  for (const std::string& query : queries) asker.ask(query);
  asker.wait();
  for (std::size_t i = 0; i < queries.size(); ++i) {
    const auto finals = asker.finals(std::to_string(i));
    REQUIRE(finals.size() == 1);
    const AnalysisQuery query = parse_query(queries[i], settings);
    analyze(query, test::make_fills, {}, [&](const SearchedPosition& searched) {
      CHECK(finals[0]["moveInfos"] == Json::parse(answer_line(query, searched))["moveInfos"]);
    });
  }
  CHECK(watch.largest > 4);
  CHECK(watch.largest <= 8);
}

TEST_CASE("a search alone gathers what the evaluator likes, many share it") {
  WatchedEvaluator::Watch watch;
  watch.preferred = 8;
  AnalysisService service(options(watch, 1, 4));
  Asker asker(service);
  asker.ask(R"({"id": "a", "size": 7, "maxVisits": 1000})");
  asker.wait();
  CHECK(watch.largest == 8);
}

TEST_CASE("the highest priority goes first, and of equals the oldest") {
  WatchedEvaluator::Watch watch;
  watch.is_held = true;
  AnalysisService service(options(watch, 1, 1));
  Asker asker(service);
  asker.ask(R"({"id": "first", "size": 3, "maxVisits": 5})");
  while (watch.calls == 0) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  asker.ask(R"({"id": "old", "size": 3, "maxVisits": 5})");
  asker.ask(R"({"id": "new", "size": 3, "maxVisits": 5})");
  asker.ask(R"({"id": "low", "size": 3, "maxVisits": 5, "priority": -1})");
  asker.ask(R"({"id": "turns", "size": 3, "maxVisits": 5, "moves": [["B", "a1"], ["W", "b1"]],
                "analyzeTurns": [0, 1, 2], "priorities": [1, 3, -2]})");
  asker.ask(R"({"id": "high", "size": 3, "maxVisits": 5, "priority": 2})");
  watch.is_held = false;
  asker.wait();
  std::vector<std::string> order;
  for (const Json& answer : asker.answers()) {
    order.push_back(answer["id"].get<std::string>() + answer["turnNumber"].dump());
  }
  CHECK(order == std::vector<std::string>{"first0", "turns1", "high0", "turns0", "old0", "new0",
                                          "low0", "turns2"});
}

TEST_CASE("clients share: one with few visits need not wait for one with many positions") {
  WatchedEvaluator::Watch watch;
  AnalysisService service(options(watch, 1, 4));
  Asker many(service), few(service);
  for (int i = 0; i < 300; ++i) {
    many.ask(R"({"id": "many", "size": 9, "maxVisits": 2000, "priority": 1000000})");
  }
  few.ask(R"({"id": "few", "size": 9, "maxVisits": 2})");
  few.wait();
  CHECK(few.finals("few").size() == 1);
  // As long as a few visits take, hardly one of the searches under way can have ended.
  CHECK(many.finals("many").size() <= 8);
  service.terminate(many.client());
  many.wait();
  CHECK(many.finals("many").size() == 300);
}

TEST_CASE("a search is reported on the way, and answered once at its end") {
  WatchedEvaluator::Watch watch;
  AnalysisService service(options(watch, 1, 4));
  Asker asker(service);
  asker.ask(R"({"id": "every", "size": 9, "maxTime": 0.6, "reportDuringSearchEvery": 0.1})");
  asker.ask(R"({"id": "first", "size": 9, "maxTime": 0.6, "firstReportDuringSearchAfter": 0.1})");
  asker.ask(R"({"id": "none", "size": 9, "maxTime": 0.6})");
  asker.wait();
  int every = 0, first = 0, none = 0;
  std::int64_t visits = 0;
  for (const Json& answer : asker.answers()) {
    if (answer["isDuringSearch"] == false) continue;
    every += answer["id"] == "every" ? 1 : 0;
    first += answer["id"] == "first" ? 1 : 0;
    none += answer["id"] == "none" ? 1 : 0;
    if (answer["id"] != "every") continue;
    CHECK(answer["rootInfo"]["visits"] > visits);
    visits = answer["rootInfo"]["visits"];
  }
  CHECK(every >= 2);
  CHECK(every <= 6);
  CHECK(first == 1);
  CHECK(none == 0);
  for (const char* id : {"every", "first", "none"}) CHECK(asker.finals(id).size() == 1);
}

TEST_CASE("what is terminated is answered once, with what is known") {
  WatchedEvaluator::Watch watch;
  AnalysisService service(options(watch, 1, 2));
  Asker asker(service);
  Asker other(service);
  other.ask(R"({"id": "a", "size": 4, "maxVisits": 300})");
  other.wait();
  asker.ask(R"({"id": "a", "size": 9, "maxVisits": 1000000000, "moves": [["B", "a1"]],
                "analyzeTurns": [0, 1], "reportDuringSearchEvery": 0.01})");
  REQUIRE(asker.wait_for(4));
  other.ask(R"({"id": "a", "size": 9, "maxVisits": 1000000000})");
  asker.ask(R"({"id": "b", "size": 9, "maxVisits": 1000000000, "analyzeTurns": [0, 0]})");
  asker.ask(R"({"id": "c", "size": 9, "maxVisits": 1000000000})");
  asker.ask(R"({"id": "x", "action": "terminate", "terminateId": "b"})");
  // Those were still waiting.
  const auto b = asker.finals("b");
  REQUIRE(b.size() == 2);
  CHECK(b[0] == Json::parse(R"({"id": "b", "turnNumber": 0, "isDuringSearch": false,
                                "noResults": true})"));
  asker.ask(R"({"id": "y", "action": "terminate", "terminateId": "a", "turnNumbers": [1, 7]})");
  for (int i = 0; i < 60'000 && asker.finals("a").empty(); ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  REQUIRE(asker.finals("a").size() == 1);
  CHECK(asker.finals("a")[0]["turnNumber"] == 1);
  CHECK(asker.finals("a")[0]["rootInfo"]["visits"] > 0);
  asker.ask(R"({"id": "z", "action": "terminate_all"})");
  asker.wait();
  CHECK(asker.finals("a").size() == 2);
  CHECK(asker.finals("b").size() == 2);
  CHECK(asker.finals("c").size() == 1);
  CHECK(other.finals("a").size() == 1);  // another client's query goes on
  service.terminate(other.client());
  other.wait();
  CHECK(other.finals("a").size() == 2);
}

TEST_CASE("a service that ends answers what it has been asked") {
  WatchedEvaluator::Watch watch;
  std::unique_ptr<AnalysisService> service =
      std::make_unique<AnalysisService>(options(watch, 2, 2));
  Asker asker(*service);
  for (int i = 0; i < 20; ++i) asker.ask(R"({"id": "a", "size": 9, "maxVisits": 1000000000})");
  std::this_thread::sleep_for(std::chrono::milliseconds(50));
  service.reset();
  asker.wait();
  CHECK(asker.finals("a").size() == 20);
}

TEST_CASE("a tree is kept for the next query about its game, until the cache is cleared") {
  WatchedEvaluator::Watch watch;
  AnalysisService service(options(watch, 1, 1));
  Asker asker(service);
  const auto evaluations = [&](const std::string& id, const std::string& query) {
    asker.ask(R"({"id": ")" + id + R"(", "size": 6, )" + query + "}");
    asker.wait();
    return asker.finals(id)[0]["rootInfo"]["evaluations"].get<int>();
  };
  CHECK(evaluations("1", R"("maxVisits": 400)") > 390);
  CHECK(asker.finals("1")[0]["rootInfo"]["newVisits"] == 400);
  const std::string best = asker.finals("1")[0]["moveInfos"][0]["move"];
  const int visits = asker.finals("1")[0]["moveInfos"][0]["visits"];
  REQUIRE(visits > 50);
  // The position after the best move: all of its visits are there already, but its first.
  const std::string after = R"("moves": [["B", ")" + best + R"("]], "maxVisits": 400)";
  CHECK(evaluations("2", after) <= 400 - visits + 5);
  const Json root = asker.finals("2")[0]["rootInfo"];
  CHECK(root["visits"] == 400);
  CHECK(root["newVisits"].get<int>() >= 400 - visits);
  CHECK(root["newVisits"].get<int>() <= 400 - visits + 1);
  // The same again needs no more than a look at the position.
  CHECK(evaluations("3", after) <= 1);
  CHECK(asker.finals("3")[0]["rootInfo"]["visits"] == 400);
  CHECK(asker.finals("3")[0]["rootInfo"]["newVisits"] == 0);
  CHECK(evaluations("4", after + R"(, "overrideSettings": {"exploration": 2})") > 390);
  CHECK(evaluations("5", after + R"(, "overrideSettings": {"reuse-tree": false})") > 390);
  asker.ask(R"({"id": "clear", "action": "clear_cache"})");
  CHECK(evaluations("6", after) > 390);
}

TEST_CASE("an evaluator that fails fails the queries that ask it, and the service says so") {
  WatchedEvaluator::Watch watch;
  watch.fails = true;
  AnalysisService service(options(watch, 1, 4));
  Asker asker(service);
  for (int i = 0; i < 6; ++i) asker.ask(R"({"id": "a", "size": 5, "maxVisits": 50})");
  asker.wait();
  REQUIRE(asker.answers().size() == 6);
  for (const Json& answer : asker.answers()) {
    CHECK(answer["error"] == "the device is gone");
    CHECK(answer["id"] == "a");
  }
  CHECK(service.failure());
  watch.fails = false;
  asker.ask(R"({"id": "b", "size": 5, "maxVisits": 50})");
  asker.wait();
  CHECK(asker.finals("b").size() == 1);
}

TEST_CASE("a game that no evaluator knows is refused in place of the answer") {
  AnalysisService::Options only_hex;
  only_hex.pool.make_evaluator =
      [](const Game& game, const EvaluatorSettings& settings) -> std::unique_ptr<Evaluator> {
    if (game.name() != "hex") throw std::invalid_argument("only hex here");
    return test::make_fills(game, settings);
  };
  AnalysisService service(only_hex);
  Asker asker(service);
  asker.ask(R"({"id": "a", "game": "y", "size": 5, "maxVisits": 50})");
  asker.wait();
  REQUIRE(asker.answers().size() == 1);
  CHECK(asker.answers()[0] ==
        Json::parse(R"({"error": "only hex here", "field": "game", "id": "a"})"));
  CHECK_FALSE(service.failure());
}

// Clients such as KataGo's example in Python read one line, and take it for the answer.
TEST_CASE("warnings follow the last answer to their query") {
  WatchedEvaluator::Watch watch;
  AnalysisService service(options(watch, 2, 4));
  Asker asker(service);
  asker.ask(R"({"id": "a", "size": 3, "maxVisits": 50, "analyzeTurns": [0, 1, 2], "colour": 1,
                "moves": [["B", "a1"], ["W", "b1"]], "rootPolicyTemperature": 1.1})");
  asker.wait();
  const auto answers = asker.answers();
  REQUIRE(answers.size() == 5);
  for (std::size_t i = 0; i < 3; ++i) CHECK(answers[i]["isDuringSearch"] == false);
  CHECK(answers[3]["field"] == "colour");
  CHECK(answers[4]["field"] == "rootPolicyTemperature");
}

TEST_CASE("what waits is limited, and what is wrong is refused at once") {
  WatchedEvaluator::Watch watch;
  watch.is_held = true;
  AnalysisService::Options few = options(watch, 1, 1);
  few.max_waiting = 3;
  AnalysisService service(few);
  Asker asker(service);
  asker.ask(R"({"id": "a", "size": 3, "maxVisits": 5})");
  while (watch.calls == 0) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  asker.ask(R"({"id": "b", "size": 3, "maxVisits": 5, "analyzeTurns": [0, 0]})");
  asker.ask(R"({"id": "c", "size": 3, "maxVisits": 5, "analyzeTurns": [0, 0]})");
  asker.ask("[");
  asker.ask(R"({"id": "d", "size": 3, "maxVisits": 5, "colour": 1})");
  const auto answers = asker.answers();
  watch.is_held = false;
  asker.wait();
  REQUIRE(answers.size() == 2);
  CHECK(answers[0]["id"] == "c");
  CHECK(answers[0]["error"] == "too many positions are waiting; there is room for 3");
  CHECK(answers[1]["error"].get<std::string>().substr(0, 8) == "not JSON");
  CHECK(asker.answers().size() == 7);
}
