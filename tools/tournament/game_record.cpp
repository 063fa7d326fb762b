#include "tools/tournament/game_record.hpp"

#include <array>

#include <nlohmann/json.hpp>

#include "tools/bad_input.hpp"

namespace isthmus::tournament {

namespace {

using nlohmann::ordered_json;

constexpr std::array<std::string_view, kReasons> kReasonNames{
    "rules", "resignation", "illegal-move", "time-out", "crash", "wrong-answer"};

std::optional<Reason> find_reason(std::string_view name) {
  for (std::size_t i = 0; i < kReasonNames.size(); ++i) {
    if (kReasonNames[i] == name) return static_cast<Reason>(i);
  }
  return std::nullopt;
}

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

// What the schedule says about a game; a record begins with the same.
ordered_json heading(const ScheduledGame& scheduled, const Spec& spec) {
  const Game& game = *spec.game;
  return {{"id", scheduled.id},
          {"game", game.name()},
          {"columns", game.board().columns()},
          {"rows", game.board().rows()},
          {"swap", name(game.swap_rule())},
          {"opening", move_names(game, spec.openings[scheduled.opening])},
          {"black", engine_name(spec, scheduled.black)},
          {"white", engine_name(spec, scheduled.white)}};
}

GameRecord read_record(const ordered_json& line, const Spec& spec,
                       const std::vector<ScheduledGame>& schedule) {
  GameRecord record;
  const auto id = line.at("id").get<std::size_t>();
  if (id >= schedule.size()) {
    throw BadInput("is of game " + std::to_string(id) + ", but the spec has games 0 to " +
                   std::to_string(schedule.size() - 1));
  }
  record.game = schedule[id];
  const ordered_json expected = heading(record.game, spec);
  for (const auto& [field, value] : expected.items()) {
    if (line.at(field) == value) continue;
    throw BadInput("has " + field + " " + line.at(field).dump() + ", but the spec " + value.dump());
  }
  const ordered_json& winner = line.at("winner");
  if (winner == line.at("black")) {
    record.winner = record.game.black;
  } else if (winner == line.at("white")) {
    record.winner = record.game.white;
  } else if (!winner.is_null()) {
    throw BadInput("names a winner who did not play, " + winner.dump());
  }
  const auto reason = find_reason(line.at("reason").get<std::string>());
  if (!reason) throw BadInput("has the unknown reason " + line.at("reason").dump());
  record.reason = *reason;
  record.detail = line.at("detail").get<std::string>();
  record.moves = read_moves(*spec.game, line.at("moves"));
  record.milliseconds = line.at("milliseconds").get<std::vector<int>>();
  record.seconds = line.at("seconds").get<double>();
  return record;
}

}  // namespace

std::string_view name(Reason reason) { return kReasonNames[static_cast<std::size_t>(reason)]; }

std::string to_line(const GameRecord& record, const Spec& spec) {
  ordered_json line = heading(record.game, spec);
  line["winner"] = record.winner ? ordered_json(engine_name(spec, *record.winner)) : ordered_json();
  line["reason"] = name(record.reason);
  line["detail"] = record.detail;
  line["moves"] = move_names(*spec.game, record.moves);
  line["plies"] = record.moves.size();
  line["milliseconds"] = record.milliseconds;
  line["seconds"] = record.seconds;
  return line.dump(-1, ' ', false, ordered_json::error_handler_t::replace);
}

GameRecord from_line(std::string_view line, const Spec& spec,
                     const std::vector<ScheduledGame>& schedule) {
  try {
    return read_record(ordered_json::parse(line), spec, schedule);
  } catch (const ordered_json::exception& error) {
    throw BadInput("is not a record of a game: " + std::string(error.what()));
  }
}

}  // namespace isthmus::tournament
