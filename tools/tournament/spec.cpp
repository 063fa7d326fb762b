#include "tools/tournament/spec.hpp"

#include <array>
#include <bit>
#include <filesystem>
#include <random>
#include <set>
#include <utility>

#include "games/list.hpp"
#include "tools/base/bad_input.hpp"
#include "tools/base/game_choice.hpp"
#include "tools/base/shell_word.hpp"
#include "tools/base/suggestion.hpp"
#include "tools/openings/openings.hpp"
#include "tools/tournament/bad_field.hpp"

namespace isthmus::tournament {

namespace {

using nlohmann::json;

constexpr double kShortestTime = 0.001;  // seconds
constexpr double kLongestTime = 1e6;     // eleven days
constexpr std::size_t kMaxEngines = 100;
constexpr std::int64_t kMaxOpenings = 100'000;
constexpr std::int64_t kMaxThreads = 1024;
constexpr std::array<std::string_view, 4> kFormatNames{"round-robin", "gauntlet", "swiss",
                                                       "knockout"};

std::optional<Format> find_format(std::string_view name) {
  for (std::size_t i = 0; i < kFormatNames.size(); ++i) {
    if (kFormatNames[i] == name) return static_cast<Format>(i);
  }
  return std::nullopt;
}

json parse_json(std::string_view text) {
  try {
    return json::parse(text);
  } catch (const json::exception& error) {
    // "[json.exception.parse_error.101] parse error at line 1, column 2: ..."
    const std::string_view message = error.what();
    const std::size_t bracket = message.find("] ");
    throw BadInput("not JSON: " +
                   std::string(bracket == message.npos ? message : message.substr(bracket + 2)));
  }
}

// A member's name as a part of a JSON pointer (RFC 6901), with what a terminal cannot show escaped.
std::string reference_token(const std::string& name) {
  const std::string quoted_name = json(name).dump(-1, ' ', true, json::error_handler_t::replace);
  std::string token;
  for (const char letter : quoted_name.substr(1, quoted_name.size() - 2)) {
    if (letter == '~') {
      token += "~0";
    } else if (letter == '/') {
      token += "~1";
    } else {
      token += letter;
    }
  }
  return token;
}

// Refuses members of other names than these, and what is no object.
void allow(const JsonField& field, const std::vector<std::string>& names) {
  if (!field.value().is_object()) field.expect("an object");
  for (const std::string& name : field.unknown(names)) {
    throw BadInput((field.path().empty() ? "/" : "/" + field.path() + "/") + reference_token(name) +
                   " is not a known field" + suggestion(name, names));
  }
}

BoardSize read_size(const JsonField& field) {
  if (!field.value().is_string()) {
    const int side = static_cast<int>(field.whole_number(1, kMaxSide));
    return {side, side};
  }
  const auto size = parse_size(field.line());
  if (!size) field.expect("a side, or COLUMNSxROWS such as \"13x9\"");
  return *size;
}

SwapRule read_swap(const JsonField& field) {
  const auto rule = find_swap_rule(field.line());
  if (!rule) field.expect("\"none\", \"swap-pieces\" or \"swap-sides\"");
  return *rule;
}

std::shared_ptr<const Game> read_game(const JsonField& document) {
  const auto name = document.find("game");
  const auto size = document.find("size");
  const auto swap = document.find("swap");
  const std::string game_name = name ? name->line() : std::string(kDefaultGame);
  const BoardSize board = size ? read_size(*size) : default_size(game_name);
  const SwapRule rule = swap ? read_swap(*swap) : SwapRule::none;
  try {
    return make_game(game_name, board.rows, board.columns, rule);
  } catch (const std::invalid_argument& error) {
    throw BadInput("/game, /size, /swap: " + std::string(error.what()));
  }
}

Opening read_opening(const JsonField& field, const Game& game) {
  Opening opening;
  Position position = game.start();
  for (const JsonField& item : field.items()) {
    const auto move = game.find_move(item.line());
    if (!move) item.expect("a move of the game, such as \"a1\"");
    if (!game.is_legal(position, *move)) item.refuse("this move is not legal here");
    game.play(position, *move);
    opening.push_back(*move);
  }
  if (position.result != Result::ongoing) field.refuse("an opening must not end the game");
  return opening;
}

OpeningSource read_source(const JsonField& field) {
  allow(field, {"from", "file", "moves", "stones", "count", "shuffle", "balanced"});
  using Kind = OpeningSource::Kind;
  OpeningSource source;
  const JsonField from = field.at("from");
  const std::string name = from.line();
  // What goes with one kind alone.
  const auto only = [&](const char* member, Kind kind) -> std::optional<JsonField> {
    const auto found = field.find(member);
    if (found && source.kind != kind) found->refuse("it does not go with these openings");
    return found;
  };
  if (name == "all-1ply") {
    source.kind = Kind::one_ply;
  } else if (name == "random") {
    source.kind = Kind::random;
    source.stones = static_cast<int>(field.at("stones").whole_number(1, kMaxCells));
    source.count = static_cast<int>(field.at("count").whole_number(1, kMaxOpenings));
  } else if (name == "file") {
    source.kind = Kind::file;
    source.file = field.at("file").line();
  } else {
    from.expect("\"all-1ply\", \"random\" or \"file\"");
  }
  only("stones", Kind::random);
  only("count", Kind::random);
  only("file", Kind::file);
  if (const auto moves = only("moves", Kind::file)) {
    source.moves = static_cast<int>(moves->whole_number(0, kMaxCells));
  }
  if (const auto shuffle = field.find("shuffle")) source.shuffle = shuffle->truth();
  if (const auto balanced = field.find("balanced"))
    source.balanced = balanced->number({0.001, 0.5});
  return source;
}

// Sets the openings, or where they come from.
void read_openings(const JsonField& field, Spec& spec) {
  constexpr auto kForms = "\"none\", \"all-1ply\", an array of arrays of moves, or {\"from\"}";
  if (field.value().is_string()) {
    const std::string name = field.line();
    if (name == "none") {
      spec.openings = {Opening{}};
      return;
    }
    if (name != "all-1ply") field.expect(kForms);
    spec.source.kind = OpeningSource::Kind::one_ply;
  } else if (field.value().is_object()) {
    spec.source = read_source(field);
  } else {
    if (!field.value().is_array() || field.value().empty()) field.expect(kForms);
    for (const JsonField& item : field.items())
      spec.openings.push_back(read_opening(item, *spec.game));
  }
  if (spec.source.kind == OpeningSource::Kind::one_ply && !spec.source.balanced) {
    spec.openings = first_moves(*spec.game);
    std::mt19937_64 random(spec.seed);
    if (spec.source.shuffle) shuffle(spec.openings, random);
    spec.source = {};
    if (spec.openings.empty()) field.refuse("here every first stone ends the game; give \"none\"");
  }
}

// Main time and what comes with it.
void read_main_time(const JsonField& field, EngineTime& time) {
  time.kind = EngineTime::Kind::main;
  if (const auto main = field.find("main")) {
    // Byo-yomi may begin at once.
    time.main.main_seconds =
        main->number({field.find("byoYomi") ? 0 : kShortestTime, kLongestTime});
  }
  if (const auto increment = field.find("increment")) {
    time.main.increment = increment->number({0, kLongestTime});
    if (const auto byo_yomi = field.find("byoYomi")) {
      byo_yomi->expect("either an increment or byo-yomi");
    }
  }
  if (const auto byo_yomi = field.find("byoYomi")) {
    time.main.byo_yomi_seconds = byo_yomi->number({kShortestTime, kLongestTime});
    time.main.byo_yomi_stones = 1;
  }
  if (const auto stones = field.find("stones")) {
    if (!time.main.has_byo_yomi()) stones->refuse("stones go with byoYomi");
    time.main.byo_yomi_stones = static_cast<int>(stones->whole_number(1, kMaxCells));
  }
}

EngineTime read_time(const JsonField& field) {
  allow(field, {"perMove", "main", "increment", "byoYomi", "stones", "visits", "margin", "grace",
                "start"});
  const auto per_move = field.find("perMove");
  const auto visits = field.find("visits");
  const bool has_main = field.find("main") || field.find("byoYomi");
  EngineTime time;
  if (int{per_move.has_value()} + int{visits.has_value()} + int{has_main} != 1) {
    field.expect("one of perMove, main (or byoYomi) and visits");
  }
  if (has_main) {
    read_main_time(field, time);
  } else {
    for (const char* name : {"increment", "stones"}) {
      if (const auto member = field.find(name)) member->refuse("it goes with main time");
    }
  }
  if (per_move) {
    time.kind = EngineTime::Kind::per_move;
    time.per_move = per_move->number({kShortestTime, kLongestTime});
  }
  if (visits) {
    time.kind = EngineTime::Kind::visits;
    time.visits = visits->whole_number(1, 4'000'000'000);
  }
  if (const auto margin = field.find("margin")) time.margin = margin->number({0, kLongestTime});
  if (const auto grace = field.find("grace")) time.grace = grace->number({0, kLongestTime});
  if (const auto start = field.find("start")) {
    time.start = start->number({kShortestTime, kLongestTime});
  }
  return time;
}

Adjudication read_adjudication(const JsonField& field) {
  allow(field, {"resignBelow", "resignMoves", "proven", "mostMoves"});
  Adjudication adjudication;
  if (const auto below = field.find("resignBelow")) {
    adjudication.resign_below = below->number({0, 0.5});
  }
  if (const auto moves = field.find("resignMoves")) {
    adjudication.resign_moves = static_cast<int>(moves->whole_number(1, kMaxCells));
  }
  if (const auto proven = field.find("proven")) adjudication.proven = proven->truth();
  if (const auto most = field.find("mostMoves")) {
    adjudication.max_moves = static_cast<int>(most->whole_number(1, 2 * kMaxCells));
  }
  return adjudication;
}

Sprt read_sprt(const JsonField& field) {
  allow(field, {"elo0", "elo1", "alpha", "beta", "scale", "model"});
  Sprt sprt;
  if (const auto scale = field.find("scale")) {
    const std::string text = scale->line();
    if (text == "normalised") sprt.scale = Sprt::Scale::normalised;
    if (text != "normalised" && text != "logistic") {
      scale->expect("\"logistic\" or \"normalised\"");
    }
  }
  if (const auto model = field.find("model")) {
    const std::string text = model->line();
    if (text == "trinomial") sprt.model = Sprt::Model::trinomial;
    if (text != "trinomial" && text != "pentanomial") {
      model->expect("\"pentanomial\" or \"trinomial\"");
    }
  }
  const double most = sprt.scale == Sprt::Scale::normalised ? kMaxNormalisedElo : kMaxElo;
  if (const auto elo0 = field.find("elo0")) sprt.elo0 = elo0->number({-most, most});
  if (const auto elo1 = field.find("elo1")) sprt.elo1 = elo1->number({-most, most});
  if (const auto alpha = field.find("alpha"))
    sprt.alpha = alpha->number({kMinProbability, kMaxProbability});
  if (const auto beta = field.find("beta"))
    sprt.beta = beta->number({kMinProbability, kMaxProbability});
  if (!(sprt.elo0 < sprt.elo1)) field.expect("an elo0 (0) below elo1 (10)");
  return sprt;
}

EngineSpec read_engine(const JsonField& field) {
  allow(field, {"name", "command", "net", "initial", "restart", "time", "threads"});
  EngineSpec engine;
  engine.name = field.at("name").line();
  const auto net = field.find("net");
  if (net && field.find("command")) net->refuse("give a command or a net, not both");
  if (net) {
    engine.net = net->line();
  } else {
    engine.command = field.at("command").line();
  }
  if (const auto initial = field.find("initial")) {
    for (const JsonField& item : initial->items()) engine.initial.push_back(item.line());
  }
  if (const auto restart = field.find("restart")) engine.restart = restart->truth();
  if (const auto time = field.find("time")) engine.time = read_time(*time);
  if (const auto threads = field.find("threads")) {
    engine.threads = static_cast<int>(threads->whole_number(0, kMaxThreads));
  }
  return engine;
}

std::vector<EngineSpec> read_engines(const JsonField& field) {
  std::vector<EngineSpec> engines;
  std::set<std::string> names;
  for (const JsonField& item : field.items()) {
    if (engines.size() == kMaxEngines) {
      field.expect("at most " + std::to_string(kMaxEngines) + " engines");
    }
    engines.push_back(read_engine(item));
    if (!names.insert(engines.back().name).second) {
      item.at("name").refuse("another engine has this name; give each its own");
    }
  }
  if (engines.size() < 2) field.expect("two engines or more");
  return engines;
}

// Sets who meets whom, and for how many games.
void read_format(const JsonField& document, Spec& spec) {
  const auto engines = static_cast<std::int64_t>(spec.engines.size());
  if (const auto format = document.find("format")) {
    const auto found = find_format(format->line());
    if (!found) format->expect("\"round-robin\", \"gauntlet\", \"swiss\" or \"knockout\"");
    spec.format = *found;
  }
  if (const auto challengers = document.find("challengers")) {
    if (spec.format != Format::gauntlet) challengers->refuse("challengers go with a gauntlet");
    spec.challengers = static_cast<int>(challengers->whole_number(1, engines - 1));
  }
  if (const auto rounds = document.find("rounds")) {
    if (spec.format != Format::swiss) rounds->refuse("rounds go with a Swiss tournament");
    spec.rounds = static_cast<int>(rounds->whole_number(1, engines));
  } else if (spec.format == Format::swiss) {
    spec.rounds =
        static_cast<int>(std::bit_width(static_cast<unsigned>(engines - 1)));  // as a knockout has
  }
  const JsonField games = document.at("games");
  spec.games = static_cast<int>(games.whole_number(2, kMaxGames / (engines * (engines - 1) / 2)));
  if (spec.games % 2 != 0) games.expect("an even number: each opening is played twice");
  if (const auto sprt = document.find("sprt")) {
    if (engines != 2) sprt->refuse("it ends a match of two engines, and here are more");
    spec.sprt = read_sprt(*sprt);
  }
}

Spec read_spec(const JsonField& document) {
  allow(document,
        {"game", "size", "swap", "format", "challengers", "rounds", "games", "sprt", "jobs", "seed",
         "openings", "start", "time", "adjudicate", "pin", "ponder", "engines"});
  Spec spec;
  spec.game = read_game(document);
  spec.engines = read_engines(document.at("engines"));
  read_format(document, spec);
  if (const auto jobs = document.find("jobs")) {
    spec.jobs = static_cast<int>(jobs->whole_number(1, kMaxJobs));
  }
  if (const auto seed = document.find("seed")) {
    spec.seed = static_cast<std::uint64_t>(seed->whole_number(0, 9'000'000'000'000'000));
  }
  if (const auto openings = document.find("openings")) {
    read_openings(*openings, spec);
  } else {
    spec.openings = {Opening{}};
  }
  if (const auto start = document.find("start")) {
    spec.start = static_cast<int>(start->whole_number(0, kMaxGames));
  }
  if (const auto time = document.find("time")) spec.time = read_time(*time);
  if (const auto field = document.find("adjudicate")) spec.adjudication = read_adjudication(*field);
  if (const auto pin = document.find("pin")) spec.pin = pin->truth();
  if (const auto ponder = document.find("ponder")) spec.ponder = ponder->truth();
  return spec;
}

}  // namespace

std::string command_of(const EngineSpec& engine) {
  if (engine.net.empty()) return engine.command;
  const std::string program = std::filesystem::read_symlink("/proc/self/exe").string();
  return shell_word(program) + " gtp --threads 1 --batch 1 --root-views 1 --reuse-tree false" +
         " --solver-share 0 --cache 0 --resign 0 --evaluator net --net " + shell_word(engine.net);
}

std::string_view name(Format format) { return kFormatNames[static_cast<std::size_t>(format)]; }

Spec parse_spec(std::string_view text) {
  const json value = parse_json(text);
  try {
    return read_spec(JsonField(value));
  } catch (const JsonFieldError& error) {
    throw bad_field(error);
  }
}

}  // namespace isthmus::tournament
