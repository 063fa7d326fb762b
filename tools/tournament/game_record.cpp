#include "tools/tournament/game_record.hpp"

#include <array>
#include <limits>

#include <nlohmann/json.hpp>

#include "tools/base/bad_input.hpp"
#include "tools/tournament/bad_field.hpp"

namespace isthmus::tournament {

namespace {

using nlohmann::ordered_json;

constexpr std::array<std::string_view, kReasons> kReasonNames{
    "rules", "resignation", "illegal-move", "time-out", "crash",      "wrong-answer", "hang",
    "flood", "slow-start",  "refusal",      "strays",   "move-limit", "agreed",       "proven"};

ordered_json move_names(const Game& game, const std::vector<Move>& moves) {
  ordered_json names = ordered_json::array();
  for (Move move : moves) names.push_back(game.name(move));
  return names;
}

int read_int(const JsonField& field) {
  return static_cast<int>(field.whole_number(0, std::numeric_limits<int>::max()));
}

double read_duration(const JsonField& field) {
  return field.number({0, std::numeric_limits<double>::max()});
}

std::vector<Move> read_moves(const Game& game, const JsonField& names) {
  std::vector<Move> moves;
  for (const JsonField& name : names.items()) {
    const auto move = game.find_move(name.line());
    if (!move) name.expect("a move of the game");
    moves.push_back(*move);
  }
  return moves;
}

int read_engine(const Spec& spec, const JsonField& name) {
  for (std::size_t i = 0; i < spec.engines.size(); ++i) {
    if (name.value() == spec.engines[i].name) return static_cast<int>(i);
  }
  name.expect("an engine of the spec");
}

GameRecord read_record(const JsonField& line, const Spec& spec) {
  const auto last_opening = static_cast<std::int64_t>(spec.openings.size()) - 1;
  GameRecord record;
  record.game = {
      .id = read_int(line.at("id")),
      .pair = read_int(line.at("pair")),
      .round = read_int(line.at("round")),
      .black = read_engine(spec, line.at("black")),
      .white = read_engine(spec, line.at("white")),
      .opening = static_cast<std::size_t>(line.at("openingNumber").whole_number(0, last_opening))};
  if (const JsonField winner = line.at("winner"); !winner.value().is_null()) {
    record.winner = read_engine(spec, winner);
    if (record.winner != record.game.black && record.winner != record.game.white) {
      winner.expect("an engine that played");
    }
  }
  const JsonField reason = line.at("reason");
  const auto found = find_reason(reason.line());
  if (!found) reason.expect("a reason");
  record.reason = *found;
  record.detail = line.at("detail").text();
  record.moves = read_moves(*spec.game, line.at("moves"));
  for (const JsonField& milliseconds : line.at("milliseconds").items()) {
    record.milliseconds.push_back(read_int(milliseconds));
  }
  record.overhead = read_duration(line.at("overhead"));
  record.seconds = read_duration(line.at("seconds"));
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
      {"columns", game.size().columns},
      {"rows", game.size().rows},
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
  nlohmann::json value;
  try {
    value = nlohmann::json::parse(line);
  } catch (const nlohmann::json::exception& error) {
    throw BadInput("a record of a game is no JSON: " + std::string(error.what()));
  }
  try {
    return read_record(JsonField(value), spec);
  } catch (const JsonFieldError& error) {
    throw bad_field(error);
  }
}

}  // namespace isthmus::tournament
