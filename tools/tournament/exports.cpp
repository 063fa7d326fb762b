#include "tools/tournament/exports.hpp"

#include <ostream>
#include <string>
#include <string_view>

#include "tools/tournament/game_sgf.hpp"

namespace isthmus::tournament {

namespace {

// A text as a field of CSV, in quotes where it needs them. What a spreadsheet would take for a
// formula, and carry out, begins with ' instead (OWASP, "CSV Injection").
std::string field(std::string text) {
  if (!text.empty() && std::string_view("=+-@\t\r\n").find(text[0]) != std::string_view::npos) {
    text.insert(0, 1, '\'');
  }
  if (text.find_first_of(",\"\r\n") == text.npos) return text;
  std::string quoted = "\"";
  for (char c : text) quoted.append(c == '"' ? 2 : 1, c);
  return quoted + '"';
}

std::string moves_text(const Game& game, const std::vector<Move>& moves) {
  std::string text;
  for (Move move : moves) text += (text.empty() ? "" : " ") + game.name(move);
  return text;
}

}  // namespace

void write_json_lines(std::ostream& stream, const StoredTournament& tournament) {
  for (const GameRecord& record : tournament.records) {
    stream << to_line(record, tournament.spec) << '\n';
  }
}

void write_csv(std::ostream& stream, const StoredTournament& tournament) {
  const Spec& spec = tournament.spec;
  const auto name_of = [&](int engine) {
    return field(spec.engines[static_cast<std::size_t>(engine)].name);
  };
  stream << "id,pair,round,black,white,winner,reason,detail,opening,plies,seconds,moves,"
            "milliseconds\n";
  for (const GameRecord& record : tournament.records) {
    const ScheduledGame& game = record.game;
    std::string times;
    for (int time : record.milliseconds) times += (times.empty() ? "" : " ") + std::to_string(time);
    stream << game.id << ',' << game.pair << ',' << game.round << ',' << name_of(game.black) << ','
           << name_of(game.white) << ',' << (record.winner ? name_of(*record.winner) : "") << ','
           << name(record.reason) << ',' << field(record.detail) << ','
           << moves_text(*spec.game, spec.openings[game.opening]) << ',' << record.moves.size()
           << ',' << record.seconds << ',' << moves_text(*spec.game, record.moves) << ',' << times
           << '\n';
  }
}

void write_sgf_collection(std::ostream& stream, const StoredTournament& tournament) {
  for (const GameRecord& record : tournament.records) {
    stream << game_sgf(record, tournament.spec);
  }
}

}  // namespace isthmus::tournament
