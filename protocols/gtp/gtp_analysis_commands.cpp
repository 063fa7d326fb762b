// The commands that analyse as KataGo does
// (https://github.com/lightvector/KataGo/blob/master/docs/GTP_Extensions.md).

#include <algorithm>
#include <array>
#include <optional>

#include "engine/base/split.hpp"
#include "protocols/gtp/gtp.hpp"
#include "protocols/gtp/gtp_info.hpp"

namespace isthmus {

namespace {

constexpr double kMaxCentiseconds = 1e8;
constexpr std::size_t kMaxDepth = kMaxCells;

using Arguments = GtpArguments;

// What an analysis was asked for: [COLOR] [CENTISECONDS] KEY VALUE KEY VALUE ...
struct AnalysisArguments {
  Colour colour;
  double seconds = 1;  // between lines
  InfoOptions info = {};
  std::vector<MoveRule> rules = {};
};

bool flag(const std::string& key, const std::string& value) {
  if (value != "true" && value != "false") throw GtpError(key + " should be true or false");
  return value == "true";
}

// The rule of "avoid" or "allow": COLOR MOVE,MOVE,... UNTIL_DEPTH.
MoveRule read_rule(const Game& game, const Arguments& arguments, std::size_t first) {
  if (arguments.size() < first + 4) {
    throw GtpError(arguments[first] + " should be followed by COLOR MOVE,MOVE,... UNTIL_DEPTH");
  }
  MoveRule rule{.player = colour(arguments[first + 1]), .allows = arguments[first] == "allow"};
  for (const std::string_view name : split(arguments[first + 2], ',')) {
    try {
      rule.moves.push_back(parse_move(game, name));
    } catch (const MoveError& error) {
      throw GtpError(arguments[first] + ": " + error.what());
    }
  }
  rule.until_depth =
      number(arguments[first + 3], 1, static_cast<int>(kMaxDepth), arguments[first] + ": depth");
  return rule;
}

void read_pair(AnalysisArguments& result, const std::string& key, const std::string& value) {
  InfoOptions& info = result.info;
  if (key == "interval") {
    result.seconds = number(value, 1.0, kMaxCentiseconds, "interval") / 100;
  } else if (key == "minmoves") {
    info.min_moves = number<std::size_t>(value, 0, kMaxCells + 1, key);
  } else if (key == "maxmoves") {
    info.max_moves = number<std::size_t>(value, 1, kMaxCells + 1, key);
  } else if (info.in_units) {
    throw GtpError("unknown key " + in_quotes(key) +
                   "; known: interval, minmoves, maxmoves, avoid, allow");
  } else if (key == "rootInfo") {
    info.root = flag(key, value);
  } else if (key == "ownership") {
    info.ownership = flag(key, value);
  } else if (key == "movesOwnership") {
    info.moves_ownership = flag(key, value);
  } else if (key == "pvVisits") {
    info.variation_visits = flag(key, value);
  } else {
    throw GtpError("unknown key " + in_quotes(key) +
                   "; known: interval, minmoves, maxmoves, avoid, allow, rootInfo, ownership, "
                   "movesOwnership, pvVisits");
  }
}

// Throws GtpError where rules leave the side to move nothing to play.
void check_rules(const GtpEngine& engine, const AnalysisArguments& wanted) {
  if (wanted.rules.empty()) return;
  Position position = engine.record().position();
  position.to_move = wanted.colour;
  const std::vector<Move> legal = engine.record().game().legal_moves(position);
  if (legal.empty() || std::any_of(legal.begin(), legal.end(), [&](Move move) {
        return permits(wanted.rules, wanted.colour, move, 0);
      })) {
    return;
  }
  throw GtpError("avoid and allow leave no move");
}

AnalysisArguments read_analysis(const GtpEngine& engine, const Arguments& arguments,
                                bool in_units) {
  AnalysisArguments result{.colour = engine.record().position().to_move};
  result.info.in_units = in_units;
  std::size_t i = 0;
  if (i < arguments.size()) {
    if (const auto player = find_colour(arguments[i])) {
      result.colour = *player;
      ++i;
    }
  }
  if (i < arguments.size() && arguments[i].find_first_not_of("0123456789.") == std::string::npos) {
    read_pair(result, "interval", arguments[i++]);
  }
  while (i < arguments.size()) {
    const std::string& key = arguments[i];
    if (key == "avoid" || key == "allow") {
      result.rules.push_back(read_rule(engine.record().game(), arguments, i));
      i += 4;
    } else {
      if (i + 1 == arguments.size()) throw GtpError("there is no value for " + in_quotes(key));
      read_pair(result, key, arguments[i + 1]);
      i += 2;
    }
  }
  check_rules(engine, result);
  return result;
}

// Writes lines of analysis while a search runs.
GtpWatch info_watch(const GtpEngine& engine, const AnalysisArguments& wanted) {
  GtpWatch watch{.seconds = wanted.seconds, .rules = wanted.rules};
  if (!engine.exchange().write_line) return watch;
  watch.show = [&](const SearchReport& report) {
    std::vector<Evaluation> after;
    if (wanted.info.moves_ownership) {
      std::vector<Move> moves;
      for (const MoveReport* move : shown_moves(report, wanted.info)) moves.push_back(move->move);
      after = engine.judge_moves(wanted.colour, moves);
    }
    engine.exchange().write_line(info_line(engine.record().game(), report, wanted.info, after));
  };
  return watch;
}

template <bool in_units>
std::string analyze(GtpEngine& engine, const Arguments& arguments) {
  const AnalysisArguments wanted = read_analysis(engine, arguments, in_units);
  engine.analyze(wanted.colour, info_watch(engine, wanted));
  return {};
}

std::string name_of(const GtpEngine& engine, const std::optional<Move>& move) {
  return move ? engine.record().game().name(*move) : "resign";
}

template <bool in_units>
std::string genmove_analyze(GtpEngine& engine, const Arguments& arguments) {
  const AnalysisArguments wanted = read_analysis(engine, arguments, in_units);
  return "play " + name_of(engine, engine.generate(wanted.colour, info_watch(engine, wanted)));
}

std::string search(GtpEngine& engine, const Arguments& arguments) {
  expect(arguments, 0, 1, "[COLOR]");
  const AnalysisArguments wanted = read_analysis(engine, arguments, false);
  return name_of(engine, engine.choose(wanted.colour));
}

std::string search_analyze(GtpEngine& engine, const Arguments& arguments) {
  const AnalysisArguments wanted = read_analysis(engine, arguments, false);
  return "play " + name_of(engine, engine.choose(wanted.colour, info_watch(engine, wanted)));
}

// KataGo's names of settings that we have under others.
struct Alias {
  std::string_view theirs, ours;
};
constexpr std::array kAliases{Alias{"maxVisits", "visits"},
                              Alias{"maxTime", "time"},
                              Alias{"numSearchThreads", "threads"},
                              Alias{"cpuctExploration", "exploration"},
                              Alias{"fpuReductionMax", "first-play-reduction"},
                              Alias{"rootFpuReductionMax", "root-first-play-reduction"},
                              Alias{"rootNumSymmetriesToSample", "root-views"},
                              Alias{"nnPolicyTemperature", "net-temperature"},
                              Alias{"ponderingEnabled", "ponder"}};

std::string_view our_name(std::string_view name) {
  for (const Alias& alias : kAliases) {
    if (alias.theirs == name) return alias.ours;
  }
  return name;
}

std::string get_param(GtpEngine& engine, const Arguments& arguments) {
  expect(arguments, 1, 1, "NAME");
  return get(engine.settings(), find_setting(our_name(arguments[0])));
}

std::string set_param(GtpEngine& engine, const Arguments& arguments) {
  expect(arguments, 2, 2, "NAME VALUE");
  engine.set(our_name(arguments[0]), arguments[1]);
  return {};
}

std::string list_params(GtpEngine&, const Arguments&) {
  std::string text;
  for (const Alias& alias : kAliases) text += std::string(alias.theirs) + ' ';
  for (const SettingRow& row : setting_rows()) text += std::string(row.name) + ' ';
  text.pop_back();
  return text;
}

// Whatever rules of Go a client names.
std::string set_rules(GtpEngine&, const Arguments&) { return {}; }

std::string set_position(GtpEngine& engine, const Arguments& arguments) {
  const std::shared_ptr<const Game>& game = engine.record().shared_game();
  if (arguments.size() % 2 != 0) throw GtpError("syntax error: expected COLOR CELL COLOR CELL ...");
  std::array<CellSet, 2> stones;
  for (std::size_t i = 0; i < arguments.size(); i += 2) {
    const Colour player = colour(arguments[i]);
    const std::string& name = arguments[i + 1];
    const Move move = [&] {
      try {
        return parse_move(*game, name);
      } catch (const MoveError& error) {
        throw GtpError(std::string("illegal position: ") + error.what());
      }
    }();
    if (!move.is_cell()) throw GtpError("illegal position: " + in_quotes(name) + " is no cell");
    if ((stones[0] | stones[1]).contains(move.cell())) {
      throw GtpError("illegal position: two stones on " + game->name(move));
    }
    stones[static_cast<std::size_t>(player)].insert(move.cell());
  }
  engine.set_record(Record(game, game->setup(stones[0], stones[1], Colour::black)));
  return {};
}

std::string clear_cache(GtpEngine& engine, const Arguments&) {
  engine.clear_cache();
  return {};
}

std::string stop(GtpEngine&, const Arguments&) { return {}; }

#define ISTHMUS_ANALYSIS_ARGUMENTS "[COLOR] [CENTISECONDS] [KEY VALUE]... - "

constexpr std::array kAnalysisCommands{
    GtpCommand{"lz-analyze",
               ISTHMUS_ANALYSIS_ARGUMENTS "analyse until more input comes; numbers of 10,000",
               analyze<true>},
    GtpCommand{"kata-analyze", ISTHMUS_ANALYSIS_ARGUMENTS "analyse until more input comes",
               analyze<false>},
    GtpCommand{"analyze", ISTHMUS_ANALYSIS_ARGUMENTS "the same", analyze<false>},
    GtpCommand{"lz-genmove_analyze",
               ISTHMUS_ANALYSIS_ARGUMENTS "genmove, with lines of lz-analyze on the way",
               genmove_analyze<true>},
    GtpCommand{"kata-genmove_analyze",
               ISTHMUS_ANALYSIS_ARGUMENTS "genmove, with lines of kata-analyze on the way",
               genmove_analyze<false>},
    GtpCommand{"genmove_analyze", ISTHMUS_ANALYSIS_ARGUMENTS "the same", genmove_analyze<false>},
    GtpCommand{"kata-search", "[COLOR] - choose a move as genmove does, without making it", search},
    GtpCommand{"kata-search_analyze",
               ISTHMUS_ANALYSIS_ARGUMENTS "the same, with lines of kata-analyze on the way",
               search_analyze},
    GtpCommand{"kata-get-param", "NAME - show a setting, by our name or KataGo's", get_param},
    GtpCommand{"kata-set-param", "NAME VALUE - change a setting", set_param},
    GtpCommand{"kata-list-params", "- the names of all settings", list_params},
    GtpCommand{"kata-set-rules", "RULES - has no effect", set_rules},
    GtpCommand{"set_position", "[COLOR CELL]... - begin from these stones, Black to move",
               set_position},
    GtpCommand{"clear_cache", "- forget what searches and evaluators remember", clear_cache},
    GtpCommand{"stop", "- end an analysis; as any input does", stop},
};

}  // namespace

std::span<const GtpCommand> gtp_analysis_commands() { return kAnalysisCommands; }

}  // namespace isthmus
