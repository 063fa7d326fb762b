#include <algorithm>
#include <array>
#include <optional>

#include "games/list.hpp"
#include "protocols/drawing/board_text.hpp"
#include "protocols/formats/sgf.hpp"
#include "protocols/gtp/gogui_graphics.hpp"
#include "protocols/gtp/gtp.hpp"
#include "protocols/text/move_text.hpp"

namespace isthmus {

namespace {

constexpr double kMaxSeconds = 1e9;
constexpr int kMaxStones = 10'000;

using Arguments = GtpArguments;

std::string protocol_version(GtpEngine&, const Arguments&) { return "2"; }
std::string engine_name(GtpEngine&, const Arguments&) { return "Isthmus"; }
// With what is played, as clients show it.
std::string version(GtpEngine& engine, const Arguments&) {
  const Game& game = engine.record().game();
  const bool has_swap = game.swap_rule() != SwapRule::none;
  return ISTHMUS_VERSION " (" + game.name() + ", " +
         (has_swap ? std::string(name(game.swap_rule())) : "no swap") + ')';
}
std::string quit(GtpEngine&, const Arguments&) { return {}; }

std::string known_command(GtpEngine&, const Arguments& arguments) {
  expect(arguments, 1, 1, "a command's name");
  for (const GtpCommand& command : gtp_commands()) {
    if (command.name == arguments[0]) return "true";
  }
  return "false";
}

std::string list_commands(GtpEngine&, const Arguments&) {
  std::string text;
  for (const GtpCommand& command : gtp_commands()) text += std::string(command.name) + '\n';
  return text;
}

std::string help(GtpEngine&, const Arguments& arguments) {
  expect(arguments, 0, 1, "a command's name, or nothing for all of them");
  std::string text;
  for (const GtpCommand& command : gtp_commands()) {
    if (!arguments.empty() && command.name != arguments[0]) continue;
    text += std::string(command.name) + " " + std::string(command.help) + '\n';
  }
  if (text.empty()) throw GtpError("there is no command " + in_quotes(arguments[0]));
  return text;
}

std::string boardsize(GtpEngine& engine, const Arguments& arguments) {
  expect(arguments, 1, 2, "SIZE, or COLUMNS ROWS");
  const int columns = number(arguments[0], 1, kMaxSide, "unacceptable size: columns");
  const int rows = number(arguments.back(), 1, kMaxSide, "unacceptable size: rows");
  const Game& game = engine.record().game();
  try {
    engine.new_game(game.name(), rows, columns, game.swap_rule());
  } catch (const std::invalid_argument& error) {
    throw GtpError(std::string("unacceptable size: ") + error.what());
  }
  return {};
}

// There is no score to which it could be added, but programs for Go insist on giving one.
std::string komi(GtpEngine&, const Arguments& arguments) {
  constexpr double kMaxKomi = 1e6;
  expect(arguments, 1, 1, "a number");
  number(arguments[0], -kMaxKomi, kMaxKomi, "komi");
  return {};
}

std::string clear_board(GtpEngine& engine, const Arguments&) {
  engine.clear_board();
  return {};
}

// Keeps the board's size where the other game can be played on it.
std::string select_game(GtpEngine& engine, const Arguments& arguments) {
  const Game& game = engine.record().game();
  if (arguments.empty()) return game.name() + " " + std::string(name(game.swap_rule()));
  expect(arguments, 1, 2, "GAME [none|swap-pieces|swap-sides]");
  auto swap_rule = std::optional(game.swap_rule());
  if (arguments.size() == 2) swap_rule = find_swap_rule(arguments[1]);
  if (!swap_rule) {
    throw GtpError("unknown swap rule " + in_quotes(arguments[1]) +
                   "; known: none, swap-pieces, swap-sides");
  }
  auto [rows, columns] = game.size();
  if (const GameEntry* entry = find_game(arguments[0])) {
    if (rows < entry->min_size || rows > entry->max_size) rows = columns = entry->default_size;
    if (!entry->any_rectangle) columns = rows;
  }
  engine.new_game(arguments[0], rows, columns, *swap_rule);
  return {};
}

std::string play(GtpEngine& engine, const Arguments& arguments) {
  expect(arguments, 2, 2, "COLOR MOVE");
  const Colour player = colour(arguments[0]);
  const std::string& move = arguments[1];
  if (move.size() == 6 && std::equal(move.begin(), move.end(), "resign",
                                     [](char a, char b) { return (a | 0x20) == b; })) {
    engine.resign(player);
    return {};
  }
  try {
    engine.play(player, parse_move(engine.record().game(), move));
  } catch (const MoveError& error) {
    throw GtpError(std::string("illegal move: ") + error.what());
  }
  return {};
}

std::string genmove(GtpEngine& engine, const Arguments& arguments) {
  expect(arguments, 1, 1, "COLOR");
  const auto move = engine.generate(colour(arguments[0]), drawing_watch(engine));
  return move ? engine.record().game().name(*move) : "resign";
}

std::string reg_genmove(GtpEngine& engine, const Arguments& arguments) {
  expect(arguments, 1, 1, "COLOR");
  const SearchReport report =
      engine.search(colour(arguments[0]), GtpPurpose::move, drawing_watch(engine));
  return engine.record().game().name(report.moves.front().move);
}

std::string undo(GtpEngine& engine, const Arguments&) {
  engine.undo();
  return {};
}

std::string showboard(GtpEngine& engine, const Arguments&) {
  const Record& record = engine.record();
  const Position& position = record.position();
  std::string text = '\n' + board_text(record.game(), position);
  if (position.result == Result::ongoing) {
    return text + (position.to_move == Colour::black ? "Black" : "White") + " to move";
  }
  return text + (position.result == Result::black   ? "Black has won"
                 : position.result == Result::white ? "White has won"
                                                    : "drawn");
}

std::string time_settings(GtpEngine& engine, const Arguments& arguments) {
  expect(arguments, 3, 4, "MAIN_TIME BYO_YOMI_TIME BYO_YOMI_STONES [INCREMENT]");
  TimeControl control;
  control.main_seconds = number(arguments[0], 0.0, kMaxSeconds, "main time");
  control.byo_yomi_seconds = number(arguments[1], 0.0, kMaxSeconds, "byo-yomi time");
  control.byo_yomi_stones = number(arguments[2], 0, kMaxStones, "byo-yomi stones");
  if (arguments.size() == 4) {
    control.increment = number(arguments[3], 0.0, kMaxSeconds, "increment");
  }
  engine.set_time(control);
  return {};
}

std::string time_left(GtpEngine& engine, const Arguments& arguments) {
  expect(arguments, 3, 3, "COLOR TIME STONES");
  const Colour player = colour(arguments[0]);
  const double seconds = number(arguments[1], 0.0, kMaxSeconds, "time");
  engine.set_time_left(player, seconds, number(arguments[2], 0, kMaxStones, "stones"));
  return {};
}

std::string final_score(GtpEngine& engine, const Arguments&) {
  const std::string_view result = mark(engine.record().position().result);
  if (!result.empty()) return std::string(result);
  if (engine.resigned()) return std::string(1, letter(opponent(*engine.resigned()))) + "+R";
  throw GtpError("cannot score: the game is not over");
}

std::string all_legal_moves(GtpEngine& engine, const Arguments&) {
  const Record& record = engine.record();
  std::string text;
  for (Move move : record.game().legal_moves(record.position())) {
    text += (text.empty() ? "" : " ") + record.game().name(move);
  }
  return text;
}

std::string loadsgf(GtpEngine& engine, const Arguments& arguments) {
  expect(arguments, 1, 2, "FILE [MOVE_NUMBER]");
  std::optional<int> move_number;
  if (arguments.size() == 2) move_number = number(arguments[1], 1, 1 << 20, "move number");
  GameFile file = [&] {
    try {
      return read_sgf(
          engine.options().read_file(arguments[0]),
          {.game = engine.record().game().name(), .swap_rule = engine.record().game().swap_rule()});
    } catch (const std::runtime_error& error) {
      throw GtpError(std::string("cannot load file: ") + error.what());
    }
  }();
  // The position before the move with this number.
  while (move_number && static_cast<int>(file.record.turns().size()) >= *move_number) {
    file.record.undo();
  }
  engine.set_record(std::move(file.record));
  return {};
}

std::string printsgf(GtpEngine& engine, const Arguments&) {
  GameFile file{.record = engine.record()};
  if (engine.resigned()) file.result = final_score(engine, {});
  return '\n' + write_sgf(file);
}

std::string param(GtpEngine& engine, const Arguments& arguments) {
  expect(arguments, 0, 2, "nothing, NAME, or NAME VALUE");
  if (arguments.size() == 2) {
    engine.set(arguments[0], arguments[1]);
    return {};
  }
  if (arguments.size() == 1) return get(engine.settings(), find_setting(arguments[0]));
  std::string text;
  for (const SettingRow& row : setting_rows()) {
    const std::string range = range_text(row);
    const std::string type(type_name(row));
    text += '\n' + std::string(row.name) + " = " + get(engine.settings(), row) + "  (" +
            (type == range ? type : type + ", " + range) + ")  " + std::string(row.help);
  }
  return text;
}

constexpr std::array kCommon{
    GtpCommand{"protocol_version", "- the version of GTP", protocol_version},
    GtpCommand{"name", "- the engine's name", engine_name},
    GtpCommand{"version", "- the engine's version, the game and its swap rule", version},
    GtpCommand{"known_command", "NAME - whether there is this command", known_command},
    GtpCommand{"list_commands", "- all commands, one a line", list_commands},
    GtpCommand{"help", "[NAME] - what commands do", help},
    GtpCommand{"quit", "- end the conversation", quit},
    GtpCommand{"boardsize", "SIZE | COLUMNS ROWS - begin a new game on such a board", boardsize},
    GtpCommand{"rectangular_boardsize", "COLUMNS ROWS - the same", boardsize},
    GtpCommand{"clear_board", "- begin a new game", clear_board},
    GtpCommand{"komi", "NUMBER - has no effect", komi},
    GtpCommand{"isthmus-game", "[GAME [SWAP]] - show or choose the game and its swap rule",
               select_game},
    GtpCommand{"play", "COLOR MOVE - make a move: c3, swap-pieces, swap-sides or resign", play},
    GtpCommand{"genmove", "COLOR - choose a move and make it, or resign", genmove},
    GtpCommand{"reg_genmove", "COLOR - choose a move, without making it", reg_genmove},
    GtpCommand{"undo", "- take the last move back", undo},
    GtpCommand{"showboard", "- draw the position", showboard},
    GtpCommand{"time_settings", "MAIN BYO_YOMI STONES [INCREMENT] - set the clocks, in seconds",
               time_settings},
    GtpCommand{"time_left", "COLOR SECONDS STONES - correct a clock; 0 stones: main time",
               time_left},
    GtpCommand{"final_score", "- B+ or W+ for a win, B+R or W+R by resignation", final_score},
    GtpCommand{"all_legal_moves", "- the moves of the side to move", all_legal_moves},
    GtpCommand{"loadsgf", "FILE [MOVE_NUMBER] - load a game, up to before a move", loadsgf},
    GtpCommand{"printsgf", "- the game as SGF", printsgf},
    GtpCommand{"isthmus-param", "[NAME [VALUE]] - list, show or change settings", param},
};

}  // namespace

std::span<const GtpCommand> gtp_commands() {
  static const std::vector<GtpCommand> commands = [] {
    std::vector<GtpCommand> all(kCommon.begin(), kCommon.end());
    for (const auto& more :
         {gtp_analysis_commands(), gtp_hexgui_commands(), gtp_proof_commands()}) {
      all.insert(all.end(), more.begin(), more.end());
    }
    return all;
  }();
  return commands;
}

}  // namespace isthmus
