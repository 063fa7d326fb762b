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
  // How large the net is that judges them: "10 blocks of 64 channels"; empty where none does.
  std::function<std::string(const Game& game)> net_size_of = {};

  // Both, as users read it: "wide net, 10 blocks of 64 channels".
  std::string judge_of(const Game& game) const {
    const std::string size = net_size_of ? net_size_of(game) : "";
    return evaluator_of(game) + (size.empty() ? "" : ", " + size);
  }
};

// What the actions of this room are made from.
struct ActionOptions {
  EvaluatorFactory make_evaluator;
  Settings settings = {};  // what requests leave open
  EngineFacts engine = {};
  std::optional<QueryCaps> caps = {};  // what long actions may ask for; otherwise anything
};

}  // namespace isthmus
