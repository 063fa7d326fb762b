#pragma once

#include "engine/evaluation/evaluator.hpp"
#include "tools/tournament/spec.hpp"

namespace isthmus::tournament {

// Sets the openings of a spec that names a source of them: reads the file, or draws stones at
// random by the spec's seed, and keeps what is balanced. The openings then count as listed. The
// evaluator is made only where it is needed. Throws BadInput where there are none, or too few.
void make_openings(Spec& spec, const EvaluatorFactory& make_evaluator);

}  // namespace isthmus::tournament
