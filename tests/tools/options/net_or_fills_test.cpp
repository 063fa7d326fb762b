#include "tools/options/net_or_fills.hpp"

#include <deque>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "games/list.hpp"

using namespace isthmus;

namespace {

// Stands for the net, with a clock of its own: judgements take what is noted for them, and when
// none is noted any more, no time.
class Stub final : public Evaluator {
 public:
  Stub(double& now, std::deque<double>& takes) : now_(now), takes_(takes) {}

  void evaluate(std::span<const EvaluationRequest> requests, std::span<Evaluation>) const override {
    REQUIRE(requests.size() == 1);
    REQUIRE(requests[0].position->result == Result::ongoing);
    if (takes_.empty()) return;
    const double seconds = takes_.front();
    takes_.pop_front();
    if (seconds < 0) throw std::runtime_error("out of order");
    now_ += seconds;
  }

 private:
  double& now_;
  std::deque<double>& takes_;
};

class Fills final : public Evaluator {
 public:
  void evaluate(std::span<const EvaluationRequest>, std::span<Evaluation>) const override {
    FAIL("fills are not tried out");
  }
};

struct Fixture {
  // "net" or "fills": what is made for a board of this many rows and columns.
  std::string made(const std::string& name, int rows, int columns) const {
    const auto game = make_game(name, rows, columns, SwapRule::none);
    const auto evaluator = factory(*game, settings);
    return dynamic_cast<const Stub*>(evaluator.get()) != nullptr ? "net" : "fills";
  }

  Settings settings;
  double now = 1000;
  std::deque<double> takes;
  std::vector<std::string> said;
  EvaluatorFactory factory = net_or_fills(
      "hex", [this](const Game&, const Settings&) { return std::make_unique<Stub>(now, takes); },
      [](const Game&, const Settings&) { return std::make_unique<Fills>(); },
      [this](const std::string& line) { said.push_back(line); }, [this] { return now; });
};

}  // namespace

TEST_CASE("a net that is quick enough plays") {
  Fixture fixture;
  fixture.takes = {kMostSecondsByNet};
  CHECK(fixture.made("hex", 11, 11) == "net");
  CHECK(fixture.said.empty());
}

TEST_CASE("a net that is too slow leaves the board to fills, which is said once") {
  Fixture fixture;
  fixture.takes = {1.7, 1.26};
  CHECK(fixture.made("hex", 11, 9) == "fills");
  REQUIRE(fixture.said.size() == 1);
  CHECK(fixture.said[0] ==
        "playing hex 9x11 by fills: here the net takes 1.3 s to judge a position; "
        "--evaluator net has it play all the same");
  // It is not tried again.
  CHECK(fixture.made("hex", 11, 9) == "fills");
  CHECK(fixture.said.size() == 1);
}

TEST_CASE("a first judgement that had to wait is not held against the net") {
  Fixture fixture;
  fixture.takes = {30, 0.01};
  CHECK(fixture.made("hex", 11, 11) == "net");
  CHECK(fixture.said.empty());
}

TEST_CASE("each board is tried on its own, once") {
  Fixture fixture;
  fixture.takes = {0.1, 0.9, 0.8};
  CHECK(fixture.made("hex", 11, 11) == "net");
  CHECK(fixture.made("hex", 19, 19) == "fills");
  CHECK(fixture.takes.empty());
  fixture.takes = {9};
  CHECK(fixture.made("hex", 11, 11) == "net");
  CHECK(fixture.made("hex", 19, 19) == "fills");
  CHECK(fixture.takes.size() == 1);
}

TEST_CASE("a trial that fails is made again") {
  Fixture fixture;
  fixture.takes = {-1, 2, 2};
  CHECK_THROWS_AS(fixture.made("hex", 11, 11), std::runtime_error);
  CHECK(fixture.made("hex", 11, 11) == "fills");
}

TEST_CASE("other games are played by fills without a trial, each said once") {
  Fixture fixture;
  fixture.takes = {9};
  CHECK(fixture.made("rex", 11, 11) == "fills");
  CHECK(fixture.made("rex", 5, 5) == "fills");
  CHECK(fixture.made("y", 5, 5) == "fills");
  CHECK(fixture.takes.size() == 1);
  CHECK(fixture.said == std::vector<std::string>{"playing rex by fills: the net is one for hex",
                                                 "playing y by fills: the net is one for hex"});
}
