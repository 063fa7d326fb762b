#include "protocols/analysis.hpp"

#include <cmath>
#include <memory>
#include <span>
#include <stdexcept>

#include <nlohmann/json.hpp>

#include "protocols/move_text.hpp"

namespace isthmus {

namespace {

using Json = nlohmann::ordered_json;

constexpr double kSecondsBetweenProgress = 0.25;

const char* name(Proof proof) {
  return proof == Proof::win ? "win" : proof == Proof::loss ? "loss" : "draw";
}

// Four digits say all that a search knows.
double rounded(double number) { return std::round(number * 1e4) / 1e4; }

Json move_info(const AnalyzedPosition& analyzed, const MoveReport& move, std::size_t order) {
  const Game& game = analyzed.query.record.game();
  Json info{{"move", game.name(move.move)},
            {"order", order},
            {"visits", move.visits},
            {"winrate", rounded(move.win_rate)},
            {"lcb", rounded(move.lower_bound)},
            {"prior", rounded(move.prior)}};
  if (move.proof != Proof::unknown) info["proof"] = name(move.proof);
  Json variation = Json::array();
  for (Move next : move.variation) variation.push_back(game.name(next));
  info["pv"] = std::move(variation);
  if (analyzed.query.include_variation_visits) info["pvVisits"] = move.variation_visits;
  return info;
}

Json root_info(const AnalyzedPosition& analyzed) {
  const SearchReport& report = analyzed.report;
  Json info{{"currentPlayer", std::string(1, letter(analyzed.position.to_move))},
            {"visits", report.visits}};
  if (analyzed.position.result != Result::ongoing) {
    const Result result = analyzed.position.result;
    info["winner"] = result == Result::draw ? "draw" : result == Result::black ? "B" : "W";
    return info;
  }
  info["winrate"] = rounded(report.win_rate);
  info["rawWinrate"] = rounded(chance_of(report.to_move, report.evaluation));
  if (report.proof != Proof::unknown) info["proof"] = name(report.proof);
  info["evaluations"] = report.evaluations;
  info["seconds"] = rounded(report.seconds);
  info["memoryFull"] = report.memory_full;
  return info;
}

// Values by cell as an array, row by row; null where `wanted` has no cell.
Json by_cell(const Board& board, const CellSet& wanted, const std::vector<float>& values) {
  Json array = Json::array();
  for (int cell = 0; cell < board.cell_range(); ++cell) {
    const bool is_wanted = !values.empty() && wanted.contains(static_cast<Cell>(cell));
    array.push_back(is_wanted
                        ? Json(rounded(static_cast<double>(values[static_cast<std::size_t>(cell)])))
                        : Json());
  }
  return array;
}

std::string line(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::unique_ptr<Evaluator> evaluator_for(const AnalysisQuery& query,
                                         const EvaluatorFactory& make_evaluator) {
  try {
    return make_evaluator(query.record.game(), query.settings);
  } catch (const std::invalid_argument& error) {
    QueryError refusal("game", error.what());
    refusal.set_id(query.id);
    throw refusal;
  }
}

}  // namespace

void analyze(const AnalysisQuery& query, const EvaluatorFactory& make_evaluator,
             const std::stop_token& stop, const std::function<void(const AnalyzedPosition&)>& done,
             const std::function<void(const AnalyzedPosition&)>& progress) {
  const Record& record = query.record;
  const auto evaluator = evaluator_for(query, make_evaluator);
  Search search(record.game(), *evaluator, query.settings);
  for (int turn : query.turns) {
    if (stop.stop_requested()) return;
    const auto count = static_cast<std::size_t>(turn);
    const Position& position = record.positions()[count];
    search.set_root(record.first_position(), std::span(record.turns()).first(count));
    Search::Progress show;
    if (progress) {
      show = [&](const SearchReport& report) { progress({query, turn, position, report}); };
    }
    const SearchReport report = search.run(query.limits, stop, show, kSecondsBetweenProgress);
    done({query, turn, position, report});
  }
}

std::string answer_line(const AnalyzedPosition& analyzed) {
  const Game& game = analyzed.query.record.game();
  const Evaluation& evaluation = analyzed.report.evaluation;
  Json answer{{"id", analyzed.query.id}, {"turnNumber", analyzed.turn}};
  Json moves = Json::array();
  for (const MoveReport& move : analyzed.report.moves) {
    if (move.visits > 0) moves.push_back(move_info(analyzed, move, moves.size()));
  }
  answer["moveInfos"] = std::move(moves);
  answer["rootInfo"] = root_info(analyzed);
  if (analyzed.query.include_policy) {
    const CellSet empty = game.board().cells() - analyzed.position.occupied();
    answer["policy"] = by_cell(game.board(), empty, evaluation.policy);
  }
  if (analyzed.query.include_ownership) {
    answer["ownership"] = by_cell(game.board(), game.board().cells(), evaluation.ownership);
  }
  return line(answer);
}

std::string warning_line(const AnalysisQuery& query, const std::string& unknown_field) {
  return line(
      {{"warning", "unknown field; it has no effect"}, {"field", unknown_field}, {"id", query.id}});
}

std::string error_line(const QueryError& error) {
  return line({{"error", error.what()}, {"field", error.field()}, {"id", error.id()}});
}

}  // namespace isthmus
