#include "protocols/json/analysis.hpp"

#include <algorithm>
#include <memory>
#include <new>
#include <stdexcept>
#include <system_error>

#include <nlohmann/json.hpp>

#include "protocols/json/position_json.hpp"

namespace isthmus {

namespace {

using OrderedJson = nlohmann::ordered_json;

constexpr double kSecondsBetweenProgress = 0.25;

// Values by cell as an array, row by row; null where `wanted` has no cell.
OrderedJson by_cell(const Board& board, const CellSet& wanted, const std::vector<float>& values) {
  OrderedJson array = OrderedJson::array();
  for (int cell = 0; cell < board.cell_range(); ++cell) {
    const bool is_wanted = !values.empty() && wanted.contains(static_cast<Cell>(cell));
    array.push_back(is_wanted ? OrderedJson(four_decimals(
                                    static_cast<double>(values[static_cast<std::size_t>(cell)])))
                              : OrderedJson());
  }
  return array;
}

OrderedJson move_info(const AnalysisQuery& query, const SearchedPosition& searched,
                      const MoveReport& move, std::size_t order) {
  const Game& game = query.record.game();
  OrderedJson info{{"move", game.name(move.move)},
                   {"order", order},
                   {"visits", move.visits},
                   {"winrate", four_decimals(move.win_rate)},
                   {"lcb", four_decimals(move.lower_bound)},
                   {"prior", four_decimals(move.prior)}};
  if (move.proof != Proof::unknown) info["proof"] = name(move.proof);
  const std::size_t length = std::min(move.variation.size(), query.variation_length + 1);
  OrderedJson variation = OrderedJson::array(), visits = OrderedJson::array();
  for (std::size_t i = 0; i < length; ++i) {
    variation.push_back(game.name(move.variation[i]));
    visits.push_back(move.variation_visits[i]);
  }
  info["pv"] = std::move(variation);
  if (query.include_variation_visits) info["pvVisits"] = std::move(visits);
  if (order < searched.after.size() && !searched.after[order].ownership.empty()) {
    const Board& board = game.board();
    info["ownership"] = by_cell(board, board.cells(), searched.after[order].ownership);
  }
  return info;
}

OrderedJson root_info(const SearchedPosition& searched) {
  const SearchReport& report = searched.report;
  OrderedJson info{{"currentPlayer", colour_json(searched.position.to_move)},
                   {"visits", report.visits}};
  if (searched.position.result != Result::ongoing) {
    info["winner"] = winner_json(searched.position.result);
    return info;
  }
  info["winrate"] = four_decimals(report.win_rate);
  info["rawWinrate"] = four_decimals(win_probability(report.to_move, report.evaluation));
  if (report.proof != Proof::unknown) info["proof"] = name(report.proof);
  if (!report.carrier.empty()) {
    info["carrier"] = names_json(searched.query.record.game().board(), report.carrier);
  }
  info["newVisits"] = report.new_visits;
  info["evaluations"] = report.evaluations;
  info["seconds"] = four_decimals(report.seconds);
  info["memoryFull"] = report.memory_full;
  return info;
}

std::string line(const OrderedJson& json) {
  return json.dump(-1, ' ', false, OrderedJson::error_handler_t::replace);
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
             const std::stop_token& stop, const PositionListener& done,
             const PositionListener& progress) {
  const auto evaluator = evaluator_for(query, make_evaluator);
  Search search(query.record.game(), *evaluator, query.settings);
  const bool is_reported = query.first_report > 0;
  for (int turn : query.turns) {
    if (stop.stop_requested()) return;
    set_root(search, query, turn);
    Search::Progress during;
    if (progress) {
      during = [&](const SearchReport& report) {
        progress(searched_position(query, turn, report, true, *evaluator));
      };
    }
    const SearchReport report = search.run(
        query.limits, stop, during, is_reported ? query.report_every : kSecondsBetweenProgress,
        is_reported ? query.first_report : kSecondsBetweenProgress);
    done(searched_position(query, turn, report, false, *evaluator));
  }
}

SearchFailure explain(const std::exception_ptr& failure) {
  try {
    std::rethrow_exception(failure);
  } catch (const std::invalid_argument& error) {
    return {true, "game", error.what()};  // there is no evaluator for such a query
  } catch (const std::bad_alloc&) {
    return {true, "", "there is not enough memory for this search now"};
  } catch (const std::system_error& error) {
    // A thread that cannot be made wants memory, or others have too many.
    const bool may_pass = error.code() == std::errc::resource_unavailable_try_again;
    return {may_pass, "", error.what()};
  } catch (const std::exception& error) {
    return {false, "", error.what()};
  } catch (...) {
    return {false, "", "the search failed"};
  }
}

std::string answer_line(const AnalysisQuery& query, const SearchedPosition& searched) {
  const Game& game = query.record.game();
  const Evaluation& evaluation = searched.report.evaluation;
  OrderedJson answer{{"id", query.id},
                     {"turnNumber", searched.turn},
                     {"isDuringSearch", searched.is_during_search}};
  OrderedJson moves = OrderedJson::array();
  for (const MoveReport& move : searched.report.moves) {
    if (move.is_known()) moves.push_back(move_info(query, searched, move, moves.size()));
  }
  // Judged without search, the position has a move to play all the same.
  if (moves.empty() && !searched.report.moves.empty()) {
    moves.push_back(move_info(query, searched, searched.report.moves.front(), 0));
  }
  answer["moveInfos"] = std::move(moves);
  answer["rootInfo"] = root_info(searched);
  if (query.include_policy) {
    const CellSet empty = game.board().cells() - searched.position.occupied();
    answer["policy"] = by_cell(game.board(), empty, evaluation.policy);
  }
  if (query.include_ownership) {
    answer["ownership"] = by_cell(game.board(), game.board().cells(), evaluation.ownership);
  }
  return line(answer);
}

std::string no_result_line(const AnalysisQuery& query, int turn) {
  return line(
      {{"id", query.id}, {"turnNumber", turn}, {"isDuringSearch", false}, {"noResults", true}});
}

std::string action_line(const FurtherAction& action, const OrderedJson& fields, bool is_during) {
  OrderedJson answer{{"id", action.id}, {"action", action.action->name}};
  if (action.action->is_long) answer["isDuringSearch"] = is_during;
  answer.update(fields);
  return line(answer);
}

std::string no_result_line(const FurtherAction& action) {
  return action_line(action, {{"noResults", true}});
}

std::string warning_line(const std::string& id, const std::string& unknown_field) {
  return warning_line(id, unknown_field, "unknown field; it has no effect");
}

std::vector<std::string> warning_lines(const std::string& id,
                                       const std::vector<std::string>& unknown_fields) {
  constexpr std::size_t kMost = 100;
  const std::size_t warned = std::min(unknown_fields.size(), kMost);
  std::vector<std::string> lines;
  for (std::size_t i = 0; i < warned; ++i) lines.push_back(warning_line(id, unknown_fields[i]));
  if (warned < unknown_fields.size()) {
    lines.push_back(warning_line(id, "",
                                 std::to_string(unknown_fields.size() - warned) +
                                     " more unknown fields; they have no effect"));
  }
  return lines;
}

std::string warning_line(const std::string& id, const std::string& field,
                         const std::string& message) {
  return line({{"warning", message}, {"field", field}, {"id", id}});
}

std::string error_line(const QueryError& error) {
  return line({{"error", error.what()}, {"field", error.field()}, {"id", error.id()}});
}

}  // namespace isthmus
