#pragma once

#include <memory>
#include <optional>

#include <boost/program_options/options_description.hpp>
#include <boost/program_options/variables_map.hpp>

#include "engine/evaluation/evaluator.hpp"
#include "engine/net/net.hpp"
#include "protocols/actions/action_options.hpp"
#include "tools/evaluators/shipped_net.hpp"

namespace isthmus {

// Adds --evaluator and --net, and with them what add_backend() adds, which mean the same for every
// command.
void add_evaluator(boost::program_options::options_description& options);

// The net that was asked for by name; null where it was not, or where none is played. Throws
// BadInput where it cannot be read.
std::shared_ptr<const Net> read_given_net(const boost::program_options::variables_map& values);

// What makes the evaluators that were asked for. Where the choice was left to it and it plays by
// fills, it says so on standard error, once. Throws BadInput for an evaluator that there is not and
// for a net that cannot be read, and BackendError as read_playout_backends() does. Of the nets that
// come with the program that of the kind `only` plays, if it is given and no other was asked for.
EvaluatorFactory read_evaluators(const boost::program_options::variables_map& values,
                                 std::optional<NetKind> only = std::nullopt);

// The net by which the evaluators that were asked for judge this game; null where none does. Throws
// BadInput as read_given_net() does.
std::shared_ptr<const Net> read_judging_net(const boost::program_options::variables_map& values,
                                            const Game& game);

// What there is to say of these evaluators. Throws BadInput likewise.
EngineFacts read_engine_facts(const boost::program_options::variables_map& values);

}  // namespace isthmus
