#include "tools/tournament/game_record.hpp"

#include <array>

#include <nlohmann/json.hpp>

#include "tools/bad_input.hpp"

namespace isthmus::tournament {

namespace {

using nlohmann::ordered_json;

constexpr std::array<std::string_view, kReasons> kReasonNames{
    "rules", "resignation", "illegal-move", "time-out", "crash",      "wrong-answer", "hang",
    "flood", "slow-start",  "refusal",      "strays",   "move-limit", "agreed",       "proven"};

const std::string& engine_name(const Spec& spec, int engine) {
  return spec.engines[static_cast<std::size_t>(engine)].name;
}

ordered_json move_names(const Game& game, const std::vector<Move>& moves) {
  ordered_json names = ordered_json::array();
  for (Move move : moves) names.push_back(game.name(move));
  return names;
}

std::vector<Move> read_moves(const Game& game, const ordered_json& names) {
  std::vector<Move> moves;
  for (const ordered_json& name : names) {
    const auto move = game.find_move(name.get<std::string>());
    if (!move) throw BadInput("has the move " + name.dump() + ", which the game has not");
    moves.push_back(*move);
  }
  return moves;
}

int read_engine(const Spec& spec, const ordered_json& name) {
  for (std::size_t i = 0; i < spec.engines.size(); ++i) {
    if (name == spec.engines[i].name) return static_cast<int>(i);
  }
  throw BadInput("has the engine " + name.dump() + ", which the spec has not");
}

GameRecord read_record(const ordered_json& line, const Spec& spec) {
  GameRecord record;
  record.game = {.id = line.at("id").get<int>(),
                 .pair = line.at("pair").get<int>(),
                 .round = line.at("round").get<int>(),
                 .black = read_engine(spec, line.at("black")),
                 .white = read_engine(spec, line.at("white")),
                 .opening = line.at("openingNumber").get<std::size_t>()};
  if (record.game.opening >= spec.openings.size()) {
    throw BadInput("has opening " + line.at("openingNumber").dump() + ", which the spec has not");
  }
  if (const ordered_json& winner = line.at("winner"); !winner.is_null()) {
    record.winner = read_engine(spec, winner);
    if (record.winner != record.game.black && record.winner != record.game.white) {
      throw BadInput("names a winner who did not play, " + winner.dump());
    }
  }
  const auto reason = find_reason(line.at("reason").get<std::string>());
  if (!reason) throw BadInput("has the unknown reason " + line.at("reason").dump());
  record.reason = *reason;
  record.detail = line.at("detail").get<std::string>();
  record.moves = read_moves(*spec.game, line.at("moves"));
  record.milliseconds = line.at("milliseconds").get<std::vector<int>>();
  record.overhead = line.at("overhead").get<double>();
  record.seconds = line.at("seconds").get<double>();
  return record;
}

}  // namespace

std::string_view name(Reason reason) { return kReasonNames[static_cast<std::size_t>(reason)]; }

std::optional<Reason> find_reason(std::string_view name) {
  for (std::size_t i = 0; i < kReasonNames.size(); ++i) {
    if (kReasonNames[i] == name) return static_cast<Reason>(i);
  }
  return std::nullopt;
}

std::string to_line(const GameRecord& record, const Spec& spec) {
  const Game& game = *spec.game;
  const ScheduledGame& scheduled = record.game;
  const ordered_json line = {
      {"id", scheduled.id},
      {"pair", scheduled.pair},
      {"round", scheduled.round},
      {"game", game.name()},
      {"columns", game.board().columns()},
      {"rows", game.board().rows()},
      {"swap", name(game.swap_rule())},
      {"openingNumber", scheduled.opening},
      {"opening", move_names(game, spec.openings[scheduled.opening])},
      {"black", engine_name(spec, scheduled.black)},
      {"white", engine_name(spec, scheduled.white)},
      {"winner", record.winner ? ordered_json(engine_name(spec, *record.winner)) : ordered_json()},
      {"reason", name(record.reason)},
      {"detail", record.detail},
      {"moves", move_names(game, record.moves)},
      {"plies", record.moves.size()},
      {"milliseconds", record.milliseconds},
      {"overhead", record.overhead},
      {"seconds", record.seconds}};
  return line.dump(-1, ' ', false, ordered_json::error_handler_t::replace);
}

GameRecord from_line(std::string_view line, const Spec& spec) {
  try {
    return read_record(ordered_json::parse(line), spec);
  } catch (const ordered_json::exception& error) {
    throw BadInput("is not a record of a game: " + std::string(error.what()));
  }
}

}  // namespace isthmus::tournament
