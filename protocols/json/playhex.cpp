#include "protocols/json/playhex.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <memory>
#include <stdexcept>
#include <utility>

#include <nlohmann/json.hpp>

#include "games/list.hpp"
#include "protocols/json/json_field.hpp"
#include "protocols/json/json_text.hpp"
#include "protocols/text/move_text.hpp"

namespace isthmus {

namespace {

using OrderedJson = nlohmann::ordered_json;

constexpr int kMaxPasses = 2;  // on end; MAX_CONSECUTIVE_PASSES in PlayHex's passUtils.ts
constexpr std::size_t kBestMoves = 4;
// A position's policy picks the first move that is searched.
constexpr std::int64_t kVisitsOfPolicy = 2;
// Whoever waits for a move goes before those who look at games.
constexpr std::int64_t kMovePriority = 1;

nlohmann::json parse_body(std::string_view body) {
  nlohmann::json json = parse_json(body);
  if (!json.is_object()) {
    throw QueryError("", "the body should be a JSON object, not " + quoted(json));
  }
  return json;
}

std::vector<std::string> split(const std::string& text) {
  std::vector<std::string> words;
  for (std::size_t begin = text.find_first_not_of(' '); begin != text.npos;) {
    const std::size_t end = std::min(text.find(' ', begin), text.size());
    words.push_back(text.substr(begin, end - begin));
    begin = text.find_first_not_of(' ', end);
  }
  return words;
}

Colour read_side(const JsonField& field) {
  if (field.value() == "black") return Colour::black;
  if (field.value() == "white") return Colour::white;
  field.expect("black or white");
}

int read_size(const JsonField& object) { return object.at("size").integer(1, kMaxSide); }

// A member that is an object; its own members are told of by their names alone.
JsonField read_object(const JsonField& field) {
  if (!field.value().is_object()) field.expect("an object");
  return JsonField(field.value());
}

Colour mover(std::size_t turn) { return turn % 2 == 0 ? Colour::black : Colour::white; }

// The position as the start of another game, with this side to move.
Record restart(const Record& record, Colour to_move) {
  const Position& position = record.position();
  const Board& board = record.game().board();
  const std::shared_ptr<const Game> game =
      make_game(kDefaultGame, board.rows(), board.columns(), SwapRule::none);
  return {game, game->setup(position.of(Colour::black), position.of(Colour::white), to_move)};
}

// The games between passes, one more than there are passes.
std::vector<Record> read_history(int size, bool may_swap, const std::vector<std::string>& moves) {
  const bool swaps = may_swap || (moves.size() > 1 && moves[1] == "swap-pieces");
  const std::shared_ptr<const Game> game =
      make_game(kDefaultGame, size, size, swaps ? SwapRule::pieces : SwapRule::none);
  std::vector<Record> records{Record(game, game->start())};
  int passes = 0;
  for (std::size_t i = 0; i < moves.size(); ++i) {
    Record& record = records.back();
    passes = moves[i] == "pass" ? passes + 1 : 0;
    if (passes > kMaxPasses) {
      throw QueryError("movesHistory", "'movesHistory': there are more than two passes on end");
    }
    if (passes > 0) {
      records.push_back(restart(record, opponent(mover(i))));
      continue;
    }
    try {
      play_or_explain(record, mover(i), parse_move(record.game(), moves[i]));
    } catch (const MoveError& error) {
      throw QueryError("movesHistory",
                       "'movesHistory', move " + std::to_string(i + 1) + ": " + error.what());
    }
  }
  return records;
}

AnalysisQuery query_of(Record record, const PlayhexOptions& options) {
  AnalysisQuery query({.record = std::move(record), .settings = options.settings});
  query.turns = {static_cast<int>(query.record.turns().size())};
  query.priorities = {0};
  return query;
}

SearchLimits limits_of(const Settings& settings) {
  if (settings.visits == 0 && settings.time == 0) return {kDefaultVisits, 0};
  return {settings.visits, settings.time};
}

// A level should be as strong in one game as in another, whatever was searched before.
void set_level(AnalysisQuery& query, std::int64_t visits) {
  query.limits = {visits, 0};
  query.settings.reuse_tree = false;
}

// An answer that is one.
OrderedJson read_answer(const std::string& answer) {
  OrderedJson json = OrderedJson::parse(answer);
  if (json.contains("error")) throw std::runtime_error(json["error"].get<std::string>());
  if (json.contains("noResults")) throw std::runtime_error("the search was ended before it began");
  return json;
}

// With four digits, as answers have them.
double white_probability(const std::string& player, double probability) {
  return player == "W" ? probability : std::round((1 - probability) * 1e4) / 1e4;
}

double white_win(const OrderedJson& root, const char* field) {
  if (root.contains("winner")) return root["winner"] == "W" ? 1 : 0;
  return white_probability(root["currentPlayer"], root[field]);
}

// The share of the policy that a move has.
double value_of(const Game& game, const OrderedJson& answer, const std::string& name) {
  const auto move = game.find_move(name);
  if (move && move->is_cell()) {
    const OrderedJson& share = answer["policy"][move->cell()];
    return share.is_null() ? 0 : share.get<double>();
  }
  for (const OrderedJson& info : answer["moveInfos"]) {
    if (info["move"] == name) return info["prior"];
  }
  return 0;
}

OrderedJson judged_move(const PlayhexGame& game, std::size_t turn, const OrderedJson& answer,
                        const OrderedJson& after) {
  const AnalysisQuery& query = game.queries.front();  // all are about the same board
  OrderedJson move{{"move", game.moves[turn]},
                   {"value", value_of(query.record.game(), answer, game.moves[turn])}};
  if (!after.is_null()) move["whiteWin"] = white_win(after["rootInfo"], "winrate");
  OrderedJson best = OrderedJson::array();
  for (const OrderedJson& info : answer["moveInfos"]) {
    if (best.size() == kBestMoves) break;
    const std::string player = answer["rootInfo"]["currentPlayer"];
    best.push_back(info["move"] == move["move"]
                       ? move
                       : OrderedJson{{"move", info["move"]},
                                     {"value", info["prior"]},
                                     {"whiteWin", white_probability(player, info["winrate"])}});
  }
  if (best.empty()) return nullptr;  // PlayHex shows the first of them
  return {{"moveIndex", turn},
          {"color", name(mover(turn))},
          {"whiteWin", white_win(answer["rootInfo"], "winrate")},
          {"move", std::move(move)},
          {"bestMoves", std::move(best)}};
}

}  // namespace

AnalysisQuery parse_calculate_move(std::string_view body, const PlayhexOptions& options) {
  const nlohmann::json json = parse_body(body);
  const JsonField request(json);
  const JsonField game = read_object(request.at("game"));
  JsonFields of_game(game);
  const int size = read_size(game);
  const auto moves = split(of_game.text("movesHistory", ""));
  std::vector<Record> records = read_history(size, of_game.flag("swapRule"), moves);
  const Colour to_move = read_side(game.at("currentPlayer"));
  if (to_move != mover(moves.size())) {
    throw QueryError("currentPlayer", "'currentPlayer' is " + std::string(name(to_move)) +
                                          ", but after " + std::to_string(moves.size()) +
                                          " moves it is the other's turn");
  }
  AnalysisQuery query = query_of(std::move(records.back()), options);
  if (query.record.position().result != Result::ongoing) {
    throw QueryError("movesHistory", "'movesHistory': the game is over");
  }
  query.limits = limits_of(options.settings);
  query.priorities = {kMovePriority};
  if (const auto ai = request.find("ai")) {
    JsonFields of_ai(read_object(*ai));
    const auto games = of_ai.number("maxGames", {1, 4e9, true});
    if (games) set_level(query, std::max(kVisitsOfPolicy, static_cast<std::int64_t>(*games)));
    if (of_ai.find("treeSearch") && !of_ai.flag("treeSearch")) set_level(query, kVisitsOfPolicy);
  }
  return query;
}

std::string calculated_move(const std::string& answer) {
  const OrderedJson json = read_answer(answer);
  if (json["moveInfos"].empty()) throw std::runtime_error("the search has found no move");
  return json["moveInfos"][0]["move"];
}

AnalysisQuery parse_analyze_position(std::string_view body, const PlayhexOptions& options) {
  const nlohmann::json json = parse_body(body);
  JsonFields fields{JsonField(json)};
  const int size = read_size(JsonField(json));
  const Colour to_move = read_side(JsonField(json).at("color"));
  const std::shared_ptr<const Game> game = make_game(kDefaultGame, size, size, SwapRule::none);
  std::array<CellSet, 2> stones;
  for (const Colour colour : {Colour::black, Colour::white}) {
    const std::string field(name(colour));
    for (const std::string& word : split(fields.text(field, ""))) {
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
  AnalysisQuery query = query_of(Record(game, game->setup(stones[0], stones[1], to_move)), options);
  set_level(query, 1);
  query.include_policy = true;
  return query;
}

std::string analyzed_position(const AnalysisQuery& query, const std::string& answer) {
  const OrderedJson json = read_answer(answer);
  const Board& board = query.record.game().board();
  OrderedJson policy = OrderedJson::array();
  for (int row = 0; row < board.rows(); ++row) {
    OrderedJson shares = OrderedJson::array();
    for (int column = 0; column < board.columns(); ++column) {
      const OrderedJson& share =
          json["policy"][static_cast<std::size_t>(row * board.columns() + column)];
      shares.push_back(share.is_null() ? OrderedJson(0) : share);
    }
    policy.push_back(std::move(shares));
  }
  return OrderedJson{{"whiteWin", white_win(json["rootInfo"], "rawWinrate")}, {"policy", policy}}
      .dump();
}

PlayhexGame parse_analyze_game(std::string_view body, const PlayhexOptions& options) {
  const nlohmann::json json = parse_body(body);
  JsonFields fields{JsonField(json)};
  const int size = read_size(JsonField(json));
  PlayhexGame game{.moves = split(fields.text("movesHistory", "")), .queries = {}};
  if (game.moves.empty()) throw QueryError("movesHistory", "'movesHistory' holds no move");
  int first = 0;
  for (Record& record : read_history(size, false, game.moves)) {
    AnalysisQuery query = query_of(std::move(record), options);
    query.id = std::to_string(first);
    const int moves = query.turns[0];
    query.turns.clear();
    for (int turn = 0; turn <= moves; ++turn) query.turns.push_back(turn);
    query.priorities.assign(query.turns.size(), 0);
    query.limits = {options.review_visits, 0};
    query.include_policy = true;
    first += moves + 1;
    game.queries.push_back(std::move(query));
  }
  return game;
}

std::string analyzed_game(const PlayhexGame& game, const std::vector<std::string>& answers) {
  std::vector<OrderedJson> positions(game.moves.size() + 1);
  for (const std::string& answer : answers) {
    OrderedJson json = OrderedJson::parse(answer);
    if (!json.contains("rootInfo")) continue;
    const auto position = static_cast<std::size_t>(std::stoi(json["id"].get<std::string>()) +
                                                   json["turnNumber"].get<int>());
    positions.at(position) = std::move(json);
  }
  OrderedJson judged = OrderedJson::array();
  for (std::size_t turn = 0; turn < game.moves.size(); ++turn) {
    judged.push_back(positions[turn].is_null()
                         ? OrderedJson()
                         : judged_move(game, turn, positions[turn], positions[turn + 1]));
  }
  return judged.dump();
}

}  // namespace isthmus
