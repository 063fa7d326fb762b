#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <stop_token>

#include "engine/game/record.hpp"
#include "engine/search/search_pool.hpp"
#include "engine/settings/settings.hpp"
#include "protocols/review/problems.hpp"

namespace isthmus {

// Grades the problems of a record: by the number, from 1 on, of the first of these visits, which
// should rise, with which a search chooses the answer; one more than there are where none does.
// With one visit the evaluator's policy chooses. Each search begins with an empty tree, and asks
// for one position at a time, unless the settings say otherwise: so a problem has the same grade
// whatever else is searched. The pool must not reuse trees. Where stop is requested, problems are
// left as they were. Throws what an evaluator threw.
void grade_problems(const Record& record, std::span<Problem> problems, SearchPool& pool,
                    const Settings& settings, std::span<const std::int64_t> visits,
                    const std::stop_token& stop);

}  // namespace isthmus
