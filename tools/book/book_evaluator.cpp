#include "tools/book/book_evaluator.hpp"

#include <utility>

#include "engine/evaluation/known_moves.hpp"

namespace isthmus::book {

EvaluatorFactory with_proofs(EvaluatorFactory make_evaluator, std::shared_ptr<SharedBook> book) {
  if (!book) return make_evaluator;
  return with_known_moves(
      std::move(make_evaluator),
      {.proofs = [book = std::move(book)](const Game& game, const Position& position) {
        return book->known_proofs(game, position);
      }});
}

}  // namespace isthmus::book
