#include "tools/book/book_evaluator.hpp"

#include <span>
#include <utility>
#include <vector>

namespace isthmus::book {

namespace {

class BookEvaluator final : public Evaluator {
 public:
  BookEvaluator(const Game& game, std::unique_ptr<Evaluator> evaluator,
                std::shared_ptr<SharedBook> book)
      : game_(game), evaluator_(std::move(evaluator)), book_(std::move(book)) {}

  void evaluate(std::span<const EvaluationRequest> requests,
                std::span<Evaluation> evaluations) const override {
    evaluator_->evaluate(requests, evaluations);
  }
  std::vector<ProvenMove> known_proofs(const Position& position) const override {
    return book_->known_proofs(game_, position);
  }
  int preferred_batch() const override { return evaluator_->preferred_batch(); }

 private:
  const Game& game_;
  const std::unique_ptr<Evaluator> evaluator_;
  const std::shared_ptr<SharedBook> book_;
};

}  // namespace

EvaluatorFactory with_proofs(EvaluatorFactory make_evaluator, std::shared_ptr<SharedBook> book) {
  if (!book) return make_evaluator;
  return [make_evaluator = std::move(make_evaluator), book = std::move(book)](
             const Game& game, const EvaluatorSettings& settings) {
    return std::make_unique<BookEvaluator>(game, make_evaluator(game, settings), book);
  };
}

}  // namespace isthmus::book
