#include "engine/evaluation/known_moves.hpp"

#include <memory>
#include <span>
#include <utility>

namespace isthmus {

namespace {

class KnowingEvaluator final : public Evaluator {
 public:
  KnowingEvaluator(const Game& game, std::unique_ptr<Evaluator> evaluator, KnownMoves known)
      : game_(game), evaluator_(std::move(evaluator)), known_(std::move(known)) {}

  void evaluate(std::span<const EvaluationRequest> requests,
                std::span<Evaluation> evaluations) const override {
    evaluator_->evaluate(requests, evaluations);
  }
  std::vector<ProvenMove> known_proofs(const Position& position) const override {
    return both(known_.proofs, position, evaluator_->known_proofs(position));
  }
  std::vector<MoveValue> known_values(const Position& position) const override {
    return both(known_.values, position, evaluator_->known_values(position));
  }
  int preferred_batch() const override { return evaluator_->preferred_batch(); }

 private:
  template <class Of>
  std::vector<Of> both(const std::function<std::vector<Of>(const Game&, const Position&)>& know,
                       const Position& position, const std::vector<Of>& others) const {
    std::vector<Of> all = know ? know(game_, position) : std::vector<Of>{};
    all.insert(all.end(), others.begin(), others.end());
    return all;
  }

  const Game& game_;
  const std::unique_ptr<Evaluator> evaluator_;
  const KnownMoves known_;
};

}  // namespace

EvaluatorFactory with_known_moves(EvaluatorFactory make_evaluator, KnownMoves known) {
  return [make_evaluator = std::move(make_evaluator), known = std::move(known)](
             const Game& game, const EvaluatorSettings& settings) {
    return std::make_unique<KnowingEvaluator>(game, make_evaluator(game, settings), known);
  };
}

}  // namespace isthmus
