#include "tools/tournament/spec.hpp"

#include <random>
#include <set>
#include <utility>

#include "games/list.hpp"
#include "tools/bad_input.hpp"
#include "tools/game_choice.hpp"
#include "tools/tournament/field.hpp"

namespace isthmus::tournament {

namespace {

using nlohmann::json;

constexpr double kLongestTime = 1e6;            // seconds; eleven days
constexpr std::int64_t kMostGames = 1'000'000;  // of the whole tournament
constexpr std::size_t kMostEngines = 100;

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

BoardSize read_size(const Field& field) {
  if (!field.value().is_string()) {
    const int side = static_cast<int>(field.whole_number(1, kMaxSide));
    return {side, side};
  }
  const auto size = parse_size(field.text());
  if (!size) field.refuse("give a side, or COLUMNSxROWS such as \"13x9\"");
  return *size;
}

SwapRule read_swap(const Field& field) {
  const auto rule = find_swap_rule(field.text());
  if (!rule) field.refuse("give \"none\", \"swap-pieces\" or \"swap-sides\"");
  return *rule;
}

std::shared_ptr<const Game> read_game(const Field& document) {
  const auto name = document.find("game");
  const auto size = document.find("size");
  const auto swap = document.find("swap");
  const std::string game_name = name ? name->text() : "hex";
  const BoardSize board = size ? read_size(*size) : default_size(game_name);
  const SwapRule rule = swap ? read_swap(*swap) : SwapRule::none;
  try {
    return make_game(game_name, board.rows, board.columns, rule);
  } catch (const std::invalid_argument& error) {
    throw BadInput("/game, /size, /swap: " + std::string(error.what()));
  }
}

std::vector<Opening> all_one_ply(const Game& game, std::uint64_t seed) {
  std::vector<Opening> openings;
  for (Move move : game.legal_moves(game.start())) {
    Position position = game.start();
    game.play(position, move);
    if (position.result == Result::ongoing) openings.push_back({move});
  }
  // Fisher and Yates; std::shuffle differs between libraries.
  std::mt19937_64 random(seed);
  for (std::size_t i = openings.size(); i > 1; --i) {
    std::swap(openings[i - 1], openings[random() % i]);
  }
  return openings;
}

Opening read_opening(const Field& field, const Game& game) {
  Opening opening;
  Position position = game.start();
  for (const Field& item : field.items()) {
    const auto move = game.find_move(item.text());
    if (!move) item.refuse("give a move of the game, such as \"a1\"");
    if (!game.is_legal(position, *move)) item.refuse("this move is not legal here");
    game.play(position, *move);
    opening.push_back(*move);
  }
  if (position.result != Result::ongoing) field.refuse("an opening must not end the game");
  return opening;
}

std::vector<Opening> read_openings(const Field& field, const Game& game, std::uint64_t seed) {
  constexpr auto kForms = "give \"none\", \"all-1ply\" or an array of arrays of moves";
  if (field.value().is_string()) {
    const std::string name = field.text();
    if (name == "none") return {Opening{}};
    if (name != "all-1ply") field.refuse(kForms);
    auto openings = all_one_ply(game, seed);
    if (openings.empty()) field.refuse("here every first stone ends the game; give \"none\"");
    return openings;
  }
  if (!field.value().is_array() || field.value().empty()) field.refuse(kForms);
  std::vector<Opening> openings;
  for (const Field& item : field.items()) openings.push_back(read_opening(item, game));
  return openings;
}

TimeControl read_time(const Field& field) {
  constexpr double kShortest = 0.001;
  field.allow({"perMove", "main", "increment", "margin"});
  const auto per_move = field.find("perMove");
  const auto main = field.find("main");
  const auto increment = field.find("increment");
  TimeControl time;
  if (per_move.has_value() == main.has_value()) field.refuse("give either perMove or main");
  if (per_move) {
    time.kind = TimeControl::Kind::per_move;
    time.per_move = per_move->number(kShortest, kLongestTime);
    if (increment) increment->refuse("an increment goes with main, not with perMove");
  } else {
    time.kind = TimeControl::Kind::main;
    time.main = main->number(kShortest, kLongestTime);
    if (increment) time.increment = increment->number(0, kLongestTime);
  }
  if (const auto margin = field.find("margin")) time.margin = margin->number(0, kLongestTime);
  return time;
}

EngineSpec read_engine(const Field& field) {
  field.allow({"name", "command", "initial", "restart"});
  EngineSpec engine{field.at("name").text(), field.at("command").text(), {}};
  if (const auto initial = field.find("initial")) {
    for (const Field& item : initial->items()) engine.initial.push_back(item.text());
  }
  if (const auto restart = field.find("restart")) engine.restart = restart->truth();
  return engine;
}

std::vector<EngineSpec> read_engines(const Field& field) {
  std::vector<EngineSpec> engines;
  std::set<std::string> names;
  for (const Field& item : field.items()) {
    if (engines.size() == kMostEngines) {
      field.refuse("give at most " + std::to_string(kMostEngines) + " engines");
    }
    engines.push_back(read_engine(item));
    if (!names.insert(engines.back().name).second) {
      item.at("name").refuse("another engine has this name; give each its own");
    }
  }
  if (engines.size() < 2) field.refuse("give two engines or more");
  return engines;
}

int read_games(const Field& field, std::size_t engines) {
  const std::int64_t most = kMostGames / static_cast<std::int64_t>(engines * (engines - 1) / 2);
  const std::int64_t games = field.whole_number(2, most);
  if (games % 2 != 0) field.refuse("give an even number: each opening is played twice");
  return static_cast<int>(games);
}

}  // namespace

Spec parse_spec(std::string_view text) {
  const json value = parse_json(text);
  const Field document(value);
  document.allow({"game", "size", "swap", "games", "jobs", "seed", "openings", "time", "engines"});
  Spec spec;
  spec.game = read_game(document);
  spec.engines = read_engines(document.at("engines"));
  spec.games = read_games(document.at("games"), spec.engines.size());
  if (const auto jobs = document.find("jobs")) {
    spec.jobs = static_cast<int>(jobs->whole_number(1, kMostJobs));
  }
  if (const auto seed = document.find("seed")) {
    spec.seed = static_cast<std::uint64_t>(seed->whole_number(0, 9'000'000'000'000'000));
  }
  const auto openings = document.find("openings");
  spec.openings =
      openings ? read_openings(*openings, *spec.game, spec.seed) : std::vector<Opening>{Opening{}};
  if (const auto time = document.find("time")) spec.time = read_time(*time);
  return spec;
}

}  // namespace isthmus::tournament
