#include "protocols/json/analysis.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <new>
#include <span>
#include <stdexcept>

#include <nlohmann/json.hpp>

#include "engine/game/evaluate_moves.hpp"
#include "protocols/text/move_text.hpp"

namespace isthmus {

namespace {

using Json = nlohmann::ordered_json;

constexpr double kSecondsBetweenProgress = 0.25;

const char* name(Proof proof) {
  return proof == Proof::win ? "win" : proof == Proof::loss ? "loss" : "draw";
}

// Four digits say all that a search knows.
double rounded(double number) { return std::round(number * 1e4) / 1e4; }

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

Json move_info(const AnalyzedPosition& analyzed, const MoveReport& move, std::size_t order) {
  const AnalysisQuery& query = analyzed.query;
  const Game& game = query.record.game();
  Json info{{"move", game.name(move.move)},
            {"order", order},
            {"visits", move.visits},
            {"winrate", rounded(move.win_rate)},
            {"lcb", rounded(move.lower_bound)},
            {"prior", rounded(move.prior)}};
  if (move.proof != Proof::unknown) info["proof"] = name(move.proof);
  const std::size_t length = std::min(move.variation.size(), query.variation_length + 1);
  Json variation = Json::array(), visits = Json::array();
  for (std::size_t i = 0; i < length; ++i) {
    variation.push_back(game.name(move.variation[i]));
    visits.push_back(move.variation_visits[i]);
  }
  info["pv"] = std::move(variation);
  if (query.include_variation_visits) info["pvVisits"] = std::move(visits);
  if (order < analyzed.after.size() && !analyzed.after[order].ownership.empty()) {
    const Board& board = game.board();
    info["ownership"] = by_cell(board, board.cells(), analyzed.after[order].ownership);
  }
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

void analyze_turn(const AnalysisQuery& query, int turn, Search& search, const Evaluator& evaluator,
                  const std::stop_token& stop, const PositionListener& done,
                  const PositionListener& progress, double first_seconds, double every_seconds) {
  const Record& record = query.record;
  const auto count = static_cast<std::size_t>(turn);
  const Position& position = record.positions()[count];
  const auto show = [&](const SearchReport& report, bool is_during_search,
                        const PositionListener& listener) {
    AnalyzedPosition analyzed{query, turn, position, report, is_during_search};
    if (query.include_moves_ownership) {
      std::vector<Move> moves;
      for (const MoveReport& move : report.moves) {
        if (move.visits > 0) moves.push_back(move.move);
      }
      analyzed.after = evaluate_moves(record.game(), evaluator, position, moves,
                                      static_cast<std::uint64_t>(query.settings.seed));
    }
    listener(analyzed);
  };
  search.set_root(record.first_position(), std::span(record.turns()).first(count), query.rules);
  Search::Progress during;
  if (progress) during = [&](const SearchReport& report) { show(report, true, progress); };
  const double never = std::numeric_limits<double>::infinity();
  const SearchReport report = search.run(query.limits, stop, during,
                                         every_seconds > 0 ? every_seconds : never, first_seconds);
  show(report, false, done);
}

void analyze(const AnalysisQuery& query, const EvaluatorFactory& make_evaluator,
             const std::stop_token& stop, const PositionListener& done,
             const PositionListener& progress) {
  const auto evaluator = evaluator_for(query, make_evaluator);
  Search search(query.record.game(), *evaluator, query.settings);
  const bool is_reported = query.first_report > 0;
  for (int turn : query.turns) {
    if (stop.stop_requested()) return;
    analyze_turn(query, turn, search, *evaluator, stop, done, progress,
                 is_reported ? query.first_report : kSecondsBetweenProgress,
                 is_reported ? query.report_every : kSecondsBetweenProgress);
  }
}

SearchFailure explain(const std::exception_ptr& failure) {
  try {
    std::rethrow_exception(failure);
  } catch (const std::invalid_argument& error) {
    return {true, "game", error.what()};  // there is no evaluator for such a query
  } catch (const std::bad_alloc&) {
    return {true, "", "there is not enough memory for this search now"};
  } catch (const std::exception& error) {
    return {false, "", error.what()};
  } catch (...) {
    return {false, "", "the search failed"};
  }
}

std::string answer_line(const AnalyzedPosition& analyzed) {
  const Game& game = analyzed.query.record.game();
  const Evaluation& evaluation = analyzed.report.evaluation;
  Json answer{{"id", analyzed.query.id},
              {"turnNumber", analyzed.turn},
              {"isDuringSearch", analyzed.is_during_search}};
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

std::string no_result_line(const AnalysisQuery& query, int turn) {
  return line(
      {{"id", query.id}, {"turnNumber", turn}, {"isDuringSearch", false}, {"noResults", true}});
}

std::string warning_line(const AnalysisQuery& query, const std::string& unknown_field) {
  return warning_line(query, unknown_field, "unknown field; it has no effect");
}

std::string warning_line(const AnalysisQuery& query, const std::string& field,
                         const std::string& message) {
  return line({{"warning", message}, {"field", field}, {"id", query.id}});
}

std::string error_line(const QueryError& error) {
  return line({{"error", error.what()}, {"field", error.field()}, {"id", error.id()}});
}

}  // namespace isthmus
