#pragma once

#include <memory>

#include "engine/evaluation/evaluator.hpp"
#include "tools/book/shared_book.hpp"

namespace isthmus::book {

// Makes evaluators that judge as those of the factory do, and know what is proven in the book,
// where it is not null.
EvaluatorFactory with_proofs(EvaluatorFactory make_evaluator, std::shared_ptr<SharedBook> book);

}  // namespace isthmus::book
