#include "engine/search/shared_batch.hpp"

#include <stdexcept>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "tests/support/error_of.hpp"
#include "tests/support/function_evaluator.hpp"

using namespace isthmus;

namespace {

// Asks for positions of these seeds, and keeps the answers.
class Member : public BatchMember {
 public:
  Member(const Evaluator& evaluator, const std::vector<std::uint64_t>& seeds)
      : evaluator_(evaluator) {
    for (const std::uint64_t seed : seeds) requests_.push_back({nullptr, seed});
  }

  const Evaluator& evaluator() const override { return evaluator_; }
  std::span<const EvaluationRequest> asked() const override { return requests_; }
  void answer(std::span<Evaluation> evaluations) override {
    if (refuses) throw std::runtime_error("no room");
    ++answered;
    for (const Evaluation& evaluation : evaluations) answers.push_back(evaluation.black_wins);
  }
  void fail(const std::exception_ptr& with) override {
    ++answered;
    failure = with;
  }

  bool refuses = false;  // throws in place of taking an answer
  int answered = 0;
  std::vector<float> answers;
  std::exception_ptr failure;

 private:
  const Evaluator& evaluator_;
  std::vector<EvaluationRequest> requests_;
};

}  // namespace

TEST_CASE("each evaluator is called once, and each member answered once") {
  int calls = 0;
  const auto times = [&](float factor) {
    return [&calls, factor](const EvaluationRequest& request, Evaluation& evaluation) {
      ++calls;
      evaluation.black_wins = factor * static_cast<float>(request.seed);
    };
  };
  const test::FunctionEvaluator once(times(1)), tenfold(times(10));
  const test::FunctionEvaluator broken(
      [](const EvaluationRequest&, Evaluation&) { throw std::runtime_error("out of order"); });
  Member a(once, {1, 2}), b(tenfold, {3}), c(broken, {4}), d(once, {}), e(once, {5}),
      f(tenfold, {6, 7}), g(broken, {8}), h(once, {9}), i(once, {10});
  h.refuses = true;
  std::vector<BatchMember*> members{&a, &b, &c, &d, &e, &f, &g, &h, &i};
  SharedBatch batch;
  const SharedBatch::Counts counts = batch.answer(members);
  CHECK(counts.calls == 2);  // that came to something
  CHECK(counts.evaluations == 8);
  CHECK(calls == 8);
  CHECK(a.answers == std::vector<float>{1, 2});
  CHECK(b.answers == std::vector<float>{30});
  CHECK(e.answers == std::vector<float>{5});
  CHECK(f.answers == std::vector<float>{60, 70});
  for (const Member* failed : {&c, &g}) {
    REQUIRE(failed->failure);
    CHECK(test::error_of<std::runtime_error>([&] { std::rethrow_exception(failed->failure); }) ==
          "out of order");
    CHECK(failed->answers.empty());
  }
  CHECK(i.answers == std::vector<float>{10});
  REQUIRE(h.failure);
  CHECK(test::error_of<std::runtime_error>([&] { std::rethrow_exception(h.failure); }) ==
        "no room");
  CHECK(d.answered == 0);
  for (const Member* member : {&a, &b, &c, &e, &f, &g, &h, &i}) CHECK(member->answered == 1);
}
