#include <nlohmann/json.hpp>

#include "tools/tournament/spec.hpp"

namespace isthmus::tournament {

namespace {

using nlohmann::ordered_json;

ordered_json size_json(const Board& board) {
  if (board.columns() == board.rows()) return board.columns();
  return std::to_string(board.columns()) + "x" + std::to_string(board.rows());
}

ordered_json openings_json(const Spec& spec) {
  ordered_json openings = ordered_json::array();
  for (const Opening& opening : spec.openings) {
    ordered_json moves = ordered_json::array();
    for (Move move : opening) moves.push_back(spec.game->name(move));
    openings.push_back(std::move(moves));
  }
  return openings;
}

ordered_json time_json(const TimeControl& time) {
  ordered_json object;
  if (time.kind == TimeControl::Kind::per_move) {
    object["perMove"] = time.per_move;
  } else {
    object["main"] = time.main;
    object["increment"] = time.increment;
  }
  object["margin"] = time.margin;
  return object;
}

ordered_json engine_json(const EngineSpec& engine) {
  return {{"name", engine.name},
          {"command", engine.command},
          {"initial", engine.initial},
          {"restart", engine.restart}};
}

}  // namespace

ordered_json to_json(const Spec& spec) {
  ordered_json document = {{"game", spec.game->name()},
                           {"size", size_json(spec.game->board())},
                           {"swap", name(spec.game->swap_rule())},
                           {"games", spec.games},
                           {"jobs", spec.jobs},
                           {"seed", spec.seed},
                           {"openings", openings_json(spec)}};
  if (spec.time.kind != TimeControl::Kind::none) document["time"] = time_json(spec.time);
  document["engines"] = ordered_json::array();
  for (const EngineSpec& engine : spec.engines) document["engines"].push_back(engine_json(engine));
  return document;
}

}  // namespace isthmus::tournament
