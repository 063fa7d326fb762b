#include "engine/evaluation/known_proofs.hpp"

#include <memory>
#include <span>
#include <utility>

namespace isthmus {

namespace {

class KnowingEvaluator final : public Evaluator {
 public:
  KnowingEvaluator(const Game& game, std::unique_ptr<Evaluator> evaluator, KnowProofs know)
      : game_(game), evaluator_(std::move(evaluator)), know_(std::move(know)) {}

  void evaluate(std::span<const EvaluationRequest> requests,
                std::span<Evaluation> evaluations) const override {
    evaluator_->evaluate(requests, evaluations);
  }
  std::vector<ProvenMove> known_proofs(const Position& position) const override {
    std::vector<ProvenMove> known = know_(game_, position);
    const std::vector<ProvenMove> others = evaluator_->known_proofs(position);
    known.insert(known.end(), others.begin(), others.end());
    return known;
  }
  int preferred_batch() const override { return evaluator_->preferred_batch(); }

 private:
  const Game& game_;
  const std::unique_ptr<Evaluator> evaluator_;
  const KnowProofs know_;
};

}  // namespace

EvaluatorFactory with_known_proofs(EvaluatorFactory make_evaluator, KnowProofs know) {
  return [make_evaluator = std::move(make_evaluator), know = std::move(know)](
             const Game& game, const EvaluatorSettings& settings) {
    return std::make_unique<KnowingEvaluator>(game, make_evaluator(game, settings), know);
  };
}

}  // namespace isthmus
