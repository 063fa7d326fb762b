// The commands that HexGui offers to click on, and what it draws from their answers.

#include <array>

#include "engine/fills/bridges.hpp"
#include "protocols/gtp/gogui_graphics.hpp"
#include "protocols/gtp/gtp.hpp"

namespace isthmus {

namespace {

constexpr std::string_view kDraws = "live-graphics";

using Arguments = GtpArguments;

// One entry of HexGui's list. %m is the side to move, %c a colour that the user chooses, %p a cell
// and %P several that the user has marked.
struct ClickableCommand {
  // What the answer is: gfx, pspairs (cells and texts), plist (cells), var, string, param, inferior
  // (cells and what is known of them), vc (connections).
  std::string_view type;
  std::string_view label;
  std::string_view command;
};

constexpr std::array kClickable{
    ClickableCommand{"gfx", "Cell Values (Colours)", "isthmus-cell-values-gfx %m"},
    ClickableCommand{"pspairs", "Cell Values (Percent)", "isthmus-cell-values %m"},
    ClickableCommand{"pspairs", "Win Rates (Percent)", "isthmus-win-rates %m"},
    ClickableCommand{"pspairs", "Visits", "isthmus-visits %m"},
    ClickableCommand{"pspairs", "Moves Proven By Search", "isthmus-proofs %m"},
    ClickableCommand{"plist", "Bridges", "isthmus-bridges"},
    ClickableCommand{"inferior", "Inferior Cells", "compute-inferior %m"},
    ClickableCommand{"inferior", "Must-Play", "vc-get-mustplay %m"},
    ClickableCommand{"inferior", "Inferior Cells And Must-Play", "vc-build %m"},
    ClickableCommand{"plist", "Connected To Cell", "vc-connected-to-full %c %p"},
    ClickableCommand{"plist", "Connected To Cell By Moving First", "vc-connected-to-semi %c %p"},
    ClickableCommand{"vc", "Connections Between Two Cells", "vc-between-cells-full %c %P"},
    ClickableCommand{"vc", "Semi-Connections Between Two Cells", "vc-between-cells-semi %c %P"},
    ClickableCommand{"vc", "Connections Between The Edges", "isthmus-winning-connections %c"},
    ClickableCommand{"string", "Solve", "isthmus-solve %m"},
    ClickableCommand{"pspairs", "Solve All Moves", "isthmus-solve-moves %m"},
    ClickableCommand{"plist", "Winning Moves", "dfpn-solver-find-winning %m"},
    ClickableCommand{"var", "Line That Proves", "dfpn-get-pv %m"},
    ClickableCommand{"plist", "Cells That Suffice To Win", "isthmus-proof-cells %m"},
    ClickableCommand{"var", "Principal Variation", "isthmus-variation %m"},
    ClickableCommand{"string", "Summary Of The Search", "isthmus-summary %m"},
    ClickableCommand{"string", "Live Analysis Until Stopped", "gogui-gfx-analyze %m"},
    ClickableCommand{"param", "Settings", "isthmus-settings"},
    ClickableCommand{"none", "Forget Searches", "clear_cache"},
};

std::string analyze_commands(GtpEngine& engine, const Arguments&) {
  engine.set_for_hexgui();
  std::string text;
  for (const ClickableCommand& entry : kClickable) {
    text.append(entry.type).append("/").append(entry.label).append("/").append(entry.command);
    text += '\n';
  }
  return text;
}

SearchReport searched(GtpEngine& engine, const Arguments& arguments) {
  return engine.search(player(engine, arguments), GtpPurpose::analysis, drawing_watch(engine));
}

// A text for each cell that the side to move may play on; cells with an empty text are left out.
template <class Text>
std::string pairs(const Game& game, const SearchReport& report, Text&& text_of) {
  std::string text;
  for (const MoveReport& move : report.moves) {
    const std::string value = move.move.is_cell() ? text_of(move) : std::string();
    if (value.empty()) continue;
    text += (text.empty() ? "" : " ") + game.name(move.move) + ' ' + value;
  }
  return text;
}

std::string cell_values(GtpEngine& engine, const Arguments& arguments) {
  const SearchReport report = engine.judge(player(engine, arguments));
  const CellHeat heat(report.evaluation);
  return pairs(engine.record().game(), report, [&](const MoveReport& move) {
    const Cell cell = move.move.cell();
    const double percent = 100 * static_cast<double>(heat.values[cell]);
    return is_value_shown(heat, cell) ? fixed_text(percent, 1) : "";
  });
}

std::string cell_values_gfx(GtpEngine& engine, const Arguments& arguments) {
  const SearchReport report = engine.judge(player(engine, arguments));
  return cell_value_graphics(engine.record().game(), report);
}

std::string win_rates(GtpEngine& engine, const Arguments& arguments) {
  const SearchReport report = searched(engine, arguments);
  return pairs(engine.record().game(), report, [](const MoveReport& move) {
    return move.is_known() ? fixed_text(100 * move.win_rate, 1) : "";
  });
}

std::string visits(GtpEngine& engine, const Arguments& arguments) {
  const SearchReport report = searched(engine, arguments);
  return pairs(engine.record().game(), report, [](const MoveReport& move) {
    return move.visits > 0 ? std::to_string(move.visits) : "";
  });
}

std::string proofs(GtpEngine& engine, const Arguments& arguments) {
  const SearchReport report = searched(engine, arguments);
  return pairs(engine.record().game(), report, [](const MoveReport& move) {
    return move.proof == Proof::win    ? "W"
           : move.proof == Proof::loss ? "L"
           : move.proof == Proof::draw ? "D"
                                       : "";
  });
}

// The cells of virtual connections of the simplest kind, of both colours.
std::string bridges(GtpEngine& engine, const Arguments& arguments) {
  expect(arguments, 0, 0, "nothing");
  const Game& game = engine.record().game();
  const Position& position = engine.record().position();
  std::string text;
  for (const auto& [first, second] :
       find_bridges(game.board(), position.of(Colour::black), position.of(Colour::white))) {
    text += (text.empty() ? "" : " ") + game.name(Move(first)) + ' ' + game.name(Move(second));
  }
  return text;
}

// Up to a swap, which is no stone that could be drawn.
std::string variation(GtpEngine& engine, const Arguments& arguments) {
  const SearchReport report = searched(engine, arguments);
  std::string text;
  for (Move move : report.moves.front().variation) {
    if (!move.is_cell()) break;
    text += (text.empty() ? "" : " ") + engine.record().game().name(move);
  }
  return text;
}

std::string summary(GtpEngine& engine, const Arguments& arguments) {
  const SearchReport report = searched(engine, arguments);
  return summary_text(engine.record().game(), report);
}

std::string gfx_analyze(GtpEngine& engine, const Arguments& arguments) {
  const Colour to_move = player(engine, arguments);
  const bool draws = engine.draws_searches();
  engine.set_draws_searches(true);
  const GtpWatch watch = drawing_watch(engine);
  engine.set_draws_searches(draws);
  return summary_text(engine.record().game(), engine.analyze(to_move, watch));
}

// As GoGui's parameter dialogs have it: [TYPE] NAME VALUE on each line.
std::string settings(GtpEngine& engine, const Arguments& arguments) {
  if (!arguments.empty()) {
    expect(arguments, 2, 2, "nothing, or NAME VALUE");
    if (arguments[0] != kDraws) {
      engine.set(arguments[0], arguments[1]);
    } else {
      engine.set_draws_searches(number(arguments[1], 0, 1, arguments[0]) == 1);
    }
    return {};
  }
  std::string text = "[bool] " + std::string(kDraws) + (engine.draws_searches() ? " 1" : " 0");
  for (const SettingRow& row : setting_rows()) {
    const std::string value = get(engine.settings(), row);
    const bool is_flag = std::holds_alternative<bool Settings::*>(row.member);
    text += is_flag ? "\n[bool] " : "\n[string] ";
    text.append(row.name).append(" ");
    text += !is_flag ? value : value == "true" ? "1" : "0";
  }
  return text;
}

constexpr std::array kHexGuiCommands{
    GtpCommand{"hexgui-analyze_commands", "- what HexGui offers to click on: TYPE/LABEL/COMMAND",
               analyze_commands},
    GtpCommand{"isthmus-cell-values", "[COLOR] - the value of each cell, in percent", cell_values},
    GtpCommand{"isthmus-cell-values-gfx", "[COLOR] - the same as graphics", cell_values_gfx},
    GtpCommand{"isthmus-win-rates", "[COLOR] - search, then the win rates of moves in percent",
               win_rates},
    GtpCommand{"isthmus-visits", "[COLOR] - search, then the visits of moves", visits},
    GtpCommand{"isthmus-proofs", "[COLOR] - search, then the moves known to win (W) or lose (L)",
               proofs},
    GtpCommand{"isthmus-bridges", "- the cells of bridges, pair by pair", bridges},
    GtpCommand{"isthmus-variation", "[COLOR] - search, then the line that is expected", variation},
    GtpCommand{"isthmus-summary", "[COLOR] - search, then one line about it", summary},
    GtpCommand{"gogui-gfx-analyze", "[COLOR] - draw a search until more input comes", gfx_analyze},
    GtpCommand{"isthmus-settings", "[NAME VALUE] - settings for GoGui's parameter dialog",
               settings},
};

}  // namespace

std::span<const GtpCommand> gtp_hexgui_commands() { return kHexGuiCommands; }

std::string hexgui_message(std::string_view command, std::string_view answer, bool is_failure) {
  if (is_failure && (command == "play" || command == "genmove")) return std::string(answer);
  for (const ClickableCommand& entry : kClickable) {
    if (entry.command.substr(0, entry.command.find(' ')) != command) continue;
    const std::string label(entry.label);
    if (is_failure) return label + ": " + std::string(answer);
    if (entry.type == "param" || entry.type == "none") return {};
    if (answer.empty()) return label + ": none";
    // HexGui itself writes texts, and those of graphics, into its status line.
    return entry.type == "string" || entry.type == "gfx" ? std::string() : label;
  }
  return {};
}

}  // namespace isthmus
