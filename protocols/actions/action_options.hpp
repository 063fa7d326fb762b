#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>

#include "engine/evaluation/evaluator.hpp"
#include "engine/settings/settings.hpp"
#include "protocols/json/query_caps.hpp"

namespace isthmus {

// What a program says of the engine that it runs.
struct EngineFacts {
  std::string backend;       // what was asked for: "auto", "cpu", "gpu" or "check"
  std::string instructions;  // by which a CPU computes nets: "AVX2"
  // What judges positions of a game: "net", "large net", "wide net", "fills" or
  // "playouts".
  std::function<std::string(const Game& game)> evaluator_of;
};

// What the actions of this room are made from.
struct ActionOptions {
  EvaluatorFactory make_evaluator;
  Settings settings = {};  // what requests leave open
  EngineFacts engine = {};
  std::optional<QueryCaps> caps = {};  // what long actions may ask for; otherwise anything
};

}  // namespace isthmus
