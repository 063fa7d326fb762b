#include "protocols/json/playhex_answers.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <stdexcept>
#include <utility>

#include <nlohmann/json.hpp>

#include "protocols/text/move_text.hpp"

namespace isthmus {

namespace {

using OrderedJson = nlohmann::ordered_json;

constexpr std::size_t kBestMoves = 4;
constexpr const char* kNotSearched = "the search was ended before it began";

// An answer that is one.
OrderedJson read_answer(const std::string& answer) {
  OrderedJson json = OrderedJson::parse(answer);
  if (json.contains("error")) throw std::runtime_error(json["error"].get<std::string>());
  if (json.contains("noResults")) throw std::runtime_error(kNotSearched);
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
  OrderedJson move{{"move", game.moves[turn]},
                   {"value", value_of(game.query.record.game(), answer, game.moves[turn])}};
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
          {"color", name(playhex_mover(turn))},
          {"whiteWin", white_win(answer["rootInfo"], "winrate")},
          {"move", std::move(move)},
          {"bestMoves", std::move(best)}};
}

// An element for each move, null where its position has not been searched.
std::vector<OrderedJson> judged_moves(const PlayhexGame& game,
                                      const std::vector<std::string>& answers) {
  std::vector<OrderedJson> positions(game.moves.size() + 1);
  for (const std::string& answer : answers) {
    OrderedJson json = OrderedJson::parse(answer);
    if (!json.contains("rootInfo")) continue;
    const auto turn = json["turnNumber"].get<std::size_t>();
    positions.at(turn) = std::move(json);
  }
  std::vector<OrderedJson> judged;
  for (std::size_t turn = 0; turn < game.moves.size(); ++turn) {
    judged.push_back(positions[turn].is_null()
                         ? OrderedJson()
                         : judged_move(game, turn, positions[turn], positions[turn + 1]));
  }
  return judged;
}

// By cell, row by row, 0 where there is none; of the policy or of visits.
OrderedJson rows_of(const Board& board, const std::vector<double>& values) {
  OrderedJson rows = OrderedJson::array();
  for (int row = 0; row < board.rows(); ++row) {
    OrderedJson cells = OrderedJson::array();
    for (int column = 0; column < board.columns(); ++column) {
      const double value = values[static_cast<std::size_t>(row * board.columns() + column)];
      cells.push_back(value == 0 ? OrderedJson(0) : OrderedJson(value));
    }
    rows.push_back(std::move(cells));
  }
  return rows;
}

// The share of the visits that each move on a cell has.
std::vector<double> shares_of_visits(const Game& game, const OrderedJson& answer) {
  std::vector<double> shares(static_cast<std::size_t>(game.board().cell_range()));
  double all = 0;
  for (const OrderedJson& info : answer["moveInfos"]) all += info["visits"].get<double>();
  if (all == 0) return shares;
  for (const OrderedJson& info : answer["moveInfos"]) {
    const auto move = game.find_move(info["move"].get<std::string>());
    if (move && move->is_cell()) {
      shares[move->cell()] = std::round(info["visits"].get<double>() / all * 1e4) / 1e4;
    }
  }
  return shares;
}

}  // namespace

std::string calculated_move(const std::string& answer) {
  const OrderedJson json = read_answer(answer);
  if (json["moveInfos"].empty()) throw std::runtime_error("the search has found no move");
  return json["moveInfos"][0]["move"];
}

std::string analyzed_position(const AnalysisQuery& query, const std::string& answer) {
  const OrderedJson json = read_answer(answer);
  const Game& game = query.record.game();
  const bool is_searched = query.limits.visits > kPlayhexPolicyVisits && !json["moveInfos"].empty();
  std::vector<double> values = shares_of_visits(game, json);
  if (!is_searched) {
    const OrderedJson& policy = json["policy"];
    std::transform(policy.begin(), policy.end(), values.begin(), [](const OrderedJson& share) {
      return share.is_null() ? 0 : share.get<double>();
    });
  }
  const double white = white_win(json["rootInfo"], is_searched ? "winrate" : "rawWinrate");
  return OrderedJson{{"whiteWin", white}, {"policy", rows_of(game.board(), values)}}.dump();
}

std::string analyzed_game(const PlayhexGame& game, const std::vector<std::string>& answers) {
  const std::vector<OrderedJson> judged = judged_moves(game, answers);
  if (std::all_of(judged.begin(), judged.end(), [](const auto& move) { return move.is_null(); })) {
    throw std::runtime_error(kNotSearched);
  }
  return OrderedJson(judged).dump();
}

std::string analyzed_game_for_job(const PlayhexGame& game,
                                  const std::vector<std::string>& answers) {
  std::vector<OrderedJson> judged = judged_moves(game, answers);
  if (game.moves.size() > 1 && game.moves[1] == "swap-pieces") judged.erase(judged.begin() + 1);
  if (std::any_of(judged.begin(), judged.end(), [](const auto& move) { return move.is_null(); })) {
    throw std::runtime_error(kNotSearched);
  }
  return OrderedJson(judged).dump();
}

std::string analyzed_move(const PlayhexGame& game, const std::vector<std::string>& answers) {
  const OrderedJson judged = judged_moves(game, answers).back();
  if (judged.is_null()) throw std::runtime_error(kNotSearched);
  return judged.dump();
}

}  // namespace isthmus
