#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/board/move.hpp"
#include "tools/tournament/scheduled_game.hpp"
#include "tools/tournament/spec.hpp"

namespace isthmus::tournament {

// How a game came to its end.
//   rules         won or drawn on the board
//   resignation   the engine answered "resign"
//   illegal_move  it answered with a move that the rules do not allow there
//   time_out      it answered too late
//   crash         it ended, or closed its output
//   wrong_answer  it answered something that is no move or no GTP
//   hang          it did not answer at all, within EngineTime::grace beyond its time
//   flood         it wrote more than any answer can be
//   slow_start    it was not ready in time after its start
//   refusal       it refused a command that every engine must know
//   orphans       it ended, and left processes behind
//   move_limit    drawn by the limit on moves
//   agreed        both engines took one side to be lost, as Adjudication says
//   proven        one side could not be stopped any more
enum class Reason : std::uint8_t {
  rules,
  resignation,
  illegal_move,
  time_out,
  crash,
  wrong_answer,
  hang,
  flood,
  slow_start,
  refusal,
  orphans,
  move_limit,
  agreed,
  proven
};
inline constexpr int kReasons = 14;

// Whether who lost did so by what an engine should never do.
constexpr bool is_misbehaviour(Reason reason) {
  return reason != Reason::rules && reason != Reason::resignation && reason < Reason::move_limit;
}

// The names above, with '-' for '_'.
std::string_view name(Reason reason);
std::optional<Reason> find_reason(std::string_view name);

// A game that was played. It is no Record, as it is kept by the ten thousand without positions, and
// not the record of self-play, as what counts here is which engine won and why, in what time;
// engines say nothing of their searches.
struct GameRecord {
  ScheduledGame game;
  std::optional<int> winner;  // index of the engine; nothing for a draw
  Reason reason = Reason::rules;
  std::string detail;       // what the loser did, for reasons that need it
  std::vector<Move> moves;  // those of the opening included
  // By the referee's clock, for each move: from the question to the answer; 0 for the opening.
  std::vector<int> milliseconds{};
  // What the clock counts though no engine thinks, in milliseconds: the quickest answer to `play`;
  // 0 where there was none.
  double overhead = 0;
  double seconds = 0;  // taken by the whole game, with the starts of engines

  // The points of an engine that played: 1, 0.5 or 0.
  double score(int engine) const { return !winner ? 0.5 : *winner == engine ? 1.0 : 0.0; }

  friend bool operator==(const GameRecord&, const GameRecord&) = default;
};

// One line of JSON, without its end.
std::string to_line(const GameRecord& record, const Spec& spec);

// The inverse. Throws BadInput where the line is no record of a game of such a tournament.
GameRecord from_line(std::string_view line, const Spec& spec);

}  // namespace isthmus::tournament
