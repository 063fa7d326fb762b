#include "protocols/json/playhex_requests.hpp"

#include <algorithm>
#include <array>
#include <memory>
#include <span>
#include <utility>

#include <nlohmann/json.hpp>

#include "engine/search/level.hpp"
#include "games/list.hpp"
#include "protocols/json/json_field.hpp"
#include "protocols/json/json_text.hpp"
#include "protocols/text/move_text.hpp"

namespace isthmus {

namespace {

constexpr int kMaxPasses = 2;  // on end; MAX_CONSECUTIVE_PASSES in PlayHex's passUtils.ts
// Requests for a move go before those of spectators.
constexpr std::int64_t kMovePriority = 1;

nlohmann::json parse_body(std::string_view body) {
  nlohmann::json json = parse_json(body);
  if (!json.is_object()) {
    throw QueryError("", "the body should be a JSON object, not " + quoted(json));
  }
  return json;
}

std::vector<std::string> moves_of(const std::string& text) {
  std::vector<std::string> words;
  for (std::size_t begin = text.find_first_not_of(' '); begin != text.npos;) {
    const std::size_t end = std::min(text.find(' ', begin), text.size());
    words.push_back(text.substr(begin, end - begin));
    begin = text.find_first_not_of(' ', end);
  }
  return words;
}

// Moves or cells: a text with blanks between them, or an array.
std::vector<std::string> read_words(const JsonField& object, const std::string& name) {
  const auto field = object.find(name);
  if (!field) return {};
  if (!field->value().is_array()) return moves_of(field->text());
  std::vector<std::string> words;
  for (const JsonField& item : field->items()) words.push_back(item.text());
  return words;
}

Colour read_side(const JsonField& field) {
  if (field.value() == "black") return Colour::black;
  if (field.value() == "white") return Colour::white;
  field.expect("black or white");
}

int read_size(const JsonField& object) { return object.at("size").integer(1, kMaxSide); }

// A member that is an object; errors name its own members by their names alone.
JsonField read_object(const JsonField& field) {
  if (!field.value().is_object()) field.expect("an object");
  return JsonField(field.value());
}

// The game. Passes are counted, and no turns of the record. The search may swap where the game is
// said to allow it, or where a swap was made; not where a pass took its place.
SearchQuery read_history(int size, bool may_swap, const std::vector<std::string>& moves,
                         const Settings& settings) {
  const auto opening = std::span(moves).first(std::min<std::size_t>(2, moves.size()));
  const bool is_passed = std::find(opening.begin(), opening.end(), "pass") != opening.end();
  const bool swaps = !is_passed && (may_swap || (moves.size() > 1 && moves[1] == "swap-pieces"));
  const std::shared_ptr<const Game> game =
      make_game(kDefaultGame, size, size, swaps ? SwapRule::pieces : SwapRule::none);
  SearchQuery query{.record = Record(game, game->start()), .settings = settings};
  query.counted.push_back({0, Colour::black});
  int passes = 0;
  for (std::size_t i = 0; i < moves.size(); ++i) {
    const std::string number = "'movesHistory', move " + std::to_string(i + 1) + ": ";
    passes = moves[i] == "pass" ? passes + 1 : 0;
    if (passes > kMaxPasses) {
      throw QueryError("movesHistory", "'movesHistory': there are more than two passes on end");
    }
    if (passes == 0) {
      try {
        play_or_explain(query.record, playhex_mover(i), parse_move(*game, moves[i]));
      } catch (const MoveError& error) {
        throw QueryError("movesHistory", number + error.what());
      }
    } else if (query.record.position().result != Result::ongoing) {
      throw QueryError("movesHistory", number + "pass: the game is over");
    }
    query.counted.push_back({static_cast<int>(query.record.turns().size()), playhex_mover(i + 1)});
  }
  return query;
}

// A query about the last position.
AnalysisQuery query_of(SearchQuery searches) {
  AnalysisQuery query(std::move(searches));
  query.turns = {last_turn(query)};
  query.priorities = {0};
  return query;
}

// Of a move, for which a player waits.
SearchLimits limits_of(const PlayhexOptions& options) {
  const Settings& settings = options.settings;
  if (settings.visits == 0 && settings.time == 0) return {0, options.move_seconds};
  return {settings.visits, settings.time};
}

// A level should be as strong in one game as in another, whatever was searched before.
void set_level(AnalysisQuery& query, std::int64_t visits) {
  query.limits = {visits, 0};
  query.settings.reuse_tree = false;
}

// A level of play, or as many visits as a request names in place of one.
void read_level(JsonFields& fields, AnalysisQuery& query) {
  for (const char* name : {"maxGames", "maxPlayouts"}) {
    const auto visits = fields.number(name, {1, 4e9, true});
    if (visits) set_level(query, static_cast<std::int64_t>(*visits));
  }
  if (fields.find("treeSearch") && !fields.flag("treeSearch"))
    set_level(query, kPlayhexPolicyVisits);
  if (const auto level = fields.integer("level", 1, kMaxLevel)) query.settings.level = *level;
}

// A query for PlayHex about the positions before and after moves.
void ask_about(PlayhexGame& game, std::size_t first, std::int64_t visits) {
  game.query.turns.clear();
  for (std::size_t turn = first; turn <= game.moves.size(); ++turn) {
    game.query.turns.push_back(static_cast<int>(turn));
  }
  game.query.priorities.assign(game.query.turns.size(), 0);
  game.query.limits = {visits, 0};
  game.query.include_policy = true;
}

}  // namespace

AnalysisQuery parse_calculate_move(std::string_view body, const PlayhexOptions& options) {
  const nlohmann::json json = parse_body(body);
  const JsonField request(json);
  const JsonField game = read_object(request.at("game"));
  JsonFields of_game(game);
  const int size = read_size(game);
  const auto moves = moves_of(of_game.text("movesHistory", ""));
  AnalysisQuery query =
      query_of(read_history(size, of_game.flag("swapRule"), moves, options.settings));
  const Colour to_move = read_side(game.at("currentPlayer"));
  if (to_move != playhex_mover(moves.size())) {
    throw QueryError("currentPlayer", "'currentPlayer' is " + std::string(name(to_move)) +
                                          ", but after " + std::to_string(moves.size()) +
                                          " moves it is the other's turn");
  }
  if (query.record.position().result != Result::ongoing) {
    throw QueryError("movesHistory", "'movesHistory': the game is over");
  }
  query.limits = limits_of(options);
  query.priorities = {kMovePriority};
  JsonFields of_job(request);
  read_level(of_job, query);
  if (const auto ai = request.find("ai")) {
    JsonFields of_ai(read_object(*ai));
    read_level(of_ai, query);
  }
  return query;
}

AnalysisQuery parse_intuition_move(std::string_view body, const PlayhexOptions& options) {
  AnalysisQuery query = parse_calculate_move(body, options);
  set_level(query, kPlayhexPolicyVisits);
  return query;
}

Record read_playhex_position(const JsonField& request) {
  const int size = read_size(request);
  const Colour to_move = read_side(request.at("color"));
  const std::shared_ptr<const Game> game = make_game(kDefaultGame, size, size, SwapRule::none);
  std::array<CellSet, 2> stones;
  for (const Colour colour : {Colour::black, Colour::white}) {
    const std::string field(name(colour));
    for (const std::string& word : read_words(request, field)) {
      const auto cell = game->board().find(word);
      if (!cell) {
        throw QueryError(field, "'" + field + "': " + in_quotes(word) + " is none of the cells " +
                                    cell_names(game->board()));
      }
      if ((stones[0] | stones[1]).contains(*cell)) {
        throw QueryError(field, "'" + field + "': there is a stone on " + word + " already");
      }
      stones[static_cast<std::size_t>(colour)].insert(*cell);
    }
  }
  return {game, game->setup(stones[0], stones[1], to_move)};
}

AnalysisQuery parse_analyze_position(std::string_view body, const PlayhexOptions& options) {
  const nlohmann::json json = parse_body(body);
  JsonFields fields{JsonField(json)};
  AnalysisQuery query =
      query_of({.record = read_playhex_position(JsonField(json)), .settings = options.settings});
  set_level(query, kPlayhexPolicyVisits);
  read_level(fields, query);
  query.include_policy = true;
  return query;
}

PlayhexGame parse_analyze_game(std::string_view body, const PlayhexOptions& options) {
  const nlohmann::json json = parse_body(body);
  JsonFields fields{JsonField(json)};
  const int size = read_size(JsonField(json));
  std::vector<std::string> moves = moves_of(fields.text("movesHistory", ""));
  if (moves.empty()) throw QueryError("movesHistory", "'movesHistory' holds no move");
  AnalysisQuery query = query_of(read_history(size, false, moves, options.settings));
  PlayhexGame game{.moves = std::move(moves), .query = std::move(query)};
  ask_about(game, 0, options.review_visits);
  return game;
}

PlayhexGame parse_analyze_move(std::string_view body, const PlayhexOptions& options) {
  const nlohmann::json json = parse_body(body);
  const JsonField request(json);
  JsonFields fields(request);
  const int size = read_size(request);
  std::vector<std::string> moves = moves_of(fields.text("movesHistory", ""));
  const std::size_t turn = moves.size();
  if (read_side(request.at("color")) != playhex_mover(turn)) {
    throw QueryError("color",
                     "'color': after " + std::to_string(turn) + " moves it is the other's turn");
  }
  moves.push_back(request.at("move").text());
  AnalysisQuery query = query_of(read_history(size, false, moves, options.settings));
  PlayhexGame game{.moves = std::move(moves), .query = std::move(query)};
  ask_about(game, turn, options.review_visits);
  read_level(fields, game.query);
  return game;
}

}  // namespace isthmus
