#include <nlohmann/json.hpp>

#include "tools/tournament/spec.hpp"

namespace isthmus::tournament {

namespace {

using nlohmann::ordered_json;

ordered_json size_json(BoardSize size) {
  if (size.columns == size.rows) return size.columns;
  return size_text(size);
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

ordered_json time_json(const EngineTime& time) {
  ordered_json object;
  switch (time.kind) {
    case EngineTime::Kind::none:
      return object;
    case EngineTime::Kind::per_move:
      object["perMove"] = time.per_move;
      break;
    case EngineTime::Kind::visits:
      object["visits"] = time.visits;
      break;
    case EngineTime::Kind::main:
      object["main"] = time.main.main_seconds;
      if (time.main.has_byo_yomi()) {
        object["byoYomi"] = time.main.byo_yomi_seconds;
        object["stones"] = time.main.byo_yomi_stones;
      } else {
        object["increment"] = time.main.increment;
      }
  }
  object["margin"] = time.margin;
  object["grace"] = time.grace;
  object["start"] = time.start;
  return object;
}

ordered_json adjudication_json(const Adjudication& adjudication) {
  ordered_json object = {{"resignBelow", adjudication.resign_below},
                         {"resignMoves", adjudication.resign_moves},
                         {"proven", adjudication.proven}};
  if (adjudication.max_moves > 0) object["mostMoves"] = adjudication.max_moves;
  return object;
}

ordered_json sprt_json(const Sprt& sprt) {
  return {{"elo0", sprt.elo0},
          {"elo1", sprt.elo1},
          {"alpha", sprt.alpha},
          {"beta", sprt.beta},
          {"scale", sprt.scale == Sprt::Scale::logistic ? "logistic" : "normalised"},
          {"model", sprt.model == Sprt::Model::trinomial ? "trinomial" : "pentanomial"}};
}

ordered_json engine_json(const EngineSpec& engine) {
  const bool is_net = !engine.net.empty();
  ordered_json object = {{"name", engine.name},
                         {is_net ? "net" : "command", is_net ? engine.net : engine.command},
                         {"initial", engine.initial},
                         {"restart", engine.restart},
                         {"threads", engine.threads}};
  if (engine.time) object["time"] = time_json(*engine.time);
  return object;
}

}  // namespace

ordered_json to_json(const Spec& spec) {
  ordered_json document = {{"game", spec.game->name()},
                           {"size", size_json(spec.game->size())},
                           {"swap", name(spec.game->swap_rule())},
                           {"format", name(spec.format)}};
  if (spec.format == Format::gauntlet) document["challengers"] = spec.challengers;
  if (spec.format == Format::swiss) document["rounds"] = spec.rounds;
  document["games"] = spec.games;
  if (spec.sprt) document["sprt"] = sprt_json(*spec.sprt);
  document["jobs"] = spec.jobs;
  document["seed"] = spec.seed;
  document["start"] = spec.start;
  if (spec.time.kind != EngineTime::Kind::none) document["time"] = time_json(spec.time);
  document["adjudicate"] = adjudication_json(spec.adjudication);
  document["pin"] = spec.pin;
  document["ponder"] = spec.ponder;
  document["engines"] = ordered_json::array();
  for (const EngineSpec& engine : spec.engines) document["engines"].push_back(engine_json(engine));
  document["openings"] = openings_json(spec);
  return document;
}

}  // namespace isthmus::tournament
