#include "tools/tournament/game_sgf.hpp"

#include "engine/game/record.hpp"
#include "protocols/formats/sgf.hpp"

namespace isthmus::tournament {

namespace {

// RE of SGF for the colour that won.
std::string sgf_result(Reason reason, Colour winner) {
  const std::string side = winner == Colour::black ? "B+" : "W+";
  if (reason == Reason::rules || reason == Reason::proven) return side;
  if (reason == Reason::resignation || reason == Reason::agreed) return side + "R";
  if (reason == Reason::time_out) return side + "T";
  return side + "F";
}

}  // namespace

GameFile game_file(const GameRecord& record, const Spec& spec) {
  Record game(spec.game);
  for (Move move : record.moves) game.play(move);
  // SGF goes by the colours that the players have at the end.
  const bool swapped = game.position().sides_swapped;
  const int black = swapped ? record.game.white : record.game.black;
  const int white = swapped ? record.game.black : record.game.white;
  const auto name_of = [&](int engine) {
    return spec.engines[static_cast<std::size_t>(engine)].name;
  };
  GameFile file{.record = game, .black_name = name_of(black), .white_name = name_of(white)};
  file.result = "0";
  if (record.winner) {
    file.result =
        sgf_result(record.reason, *record.winner == black ? Colour::black : Colour::white);
  }
  file.comment = std::string(name(record.reason));
  if (!record.detail.empty()) file.comment += ": " + record.detail;
  return file;
}

std::string game_sgf(const GameRecord& record, const Spec& spec) {
  return write_sgf(game_file(record, spec));
}

}  // namespace isthmus::tournament
