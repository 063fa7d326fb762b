#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "engine/evaluation/evaluator.hpp"
#include "engine/settings/settings.hpp"

namespace isthmus {

// What JavaScript has given the engine so far: nets, and what a user has set.

// The settings of all that is started later. They begin with what a page in a browser may have of
// memory (CMakeLists.txt).
Settings& given_settings();

// Sets the setting of that name, or `evaluator`. Throws SettingError for what is none, or not in
// its range, and BadInput for an evaluator that there is not.
void give_setting(std::string_view name, std::string_view value);

// Gives the net of a game, as the contents of its file; it takes the place of an earlier one of
// that game. May be called while others search. Throws NetError where it is none.
void give_net(std::string_view net_file);

// Makes the evaluators that were asked for, of the nets that are there when a game begins.
EvaluatorFactory make_evaluators();

}  // namespace isthmus
