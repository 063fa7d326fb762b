#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "engine/evaluation/evaluator.hpp"
#include "engine/settings/settings.hpp"
#include "protocols/actions/action_options.hpp"
#include "tools/evaluators/shipped_net.hpp"

namespace isthmus {

// What JavaScript has given the engine so far: nets, and what a user has set.

// The settings of all that is started later. They begin with what a page in a browser may have of
// memory (CMakeLists.txt).
Settings& given_settings();

// Sets the setting of that name, or `evaluator`. Throws SettingError for what is none, or not in
// its range, and BadInput for an evaluator that there is not.
void give_setting(std::string_view name, std::string_view value);

// Gives a net, as the contents of its file: of a kind that comes with the program, in place of an
// earlier one of its game and that kind, or of none for all boards of its game, in place of all.
// May be called while others search. Throws NetError where it is none.
void give_net(std::string_view net_file, std::optional<NetKind> kind);

// Makes the evaluators that were asked for, of the nets that are there when a game begins.
EvaluatorFactory make_evaluators();

// What is to be said of these, and of what computes them.
EngineFacts given_facts();

}  // namespace isthmus
