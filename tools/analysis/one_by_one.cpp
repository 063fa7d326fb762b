#include "tools/analysis/one_by_one.hpp"

#include <cstdlib>
#include <iostream>

#include <unistd.h>

#include "protocols/drawing/analysis_text.hpp"
#include "protocols/drawing/board_svg.hpp"
#include "tools/base/bad_input.hpp"
#include "tools/base/standard_streams.hpp"
#include "tools/base/stop_on_signal.hpp"
#include "tools/base/stop_without_reader.hpp"

namespace isthmus {

namespace {

// How a search stands: "812 visits, best f6 53%". Empty where no move is known.
std::string progress_text(const SearchedPosition& searched) {
  if (searched.report.moves.empty()) return {};
  const MoveReport& best = searched.report.moves.front();
  const auto percent = static_cast<int>(100 * best.win_rate + 0.5);
  return std::to_string(searched.report.visits) + " visits, best " +
         searched.query.record.game().name(best.move) + ' ' + std::to_string(percent) + '%';
}

std::string draw(const std::string& format, const AnalysisQuery& query,
                 const SearchedPosition& searched) {
  const Game& game = query.record.game();
  if (format == "svg") return board_svg(game, searched.position, searched.report);
  if (format == "text") {
    const bool is_coloured = isatty(STDOUT_FILENO) != 0 && std::getenv("NO_COLOR") == nullptr;
    return analysis_text(game, searched.position, searched.report,
                         {.colour = is_coloured, .ownership = query.include_ownership});
  }
  return answer_line(query, searched) + "\n";
}

}  // namespace

bool OneByOne::analyze(const std::string& text) {
  ++result_.queries;
  // Only during a search: while it waits for input, the program ends at once.
  const StopOnSignal signals;
  const StopWithoutReader reader(signals.token());
  try {
    const AnalysisQuery query = read(text);
    const bool is_reported = format_ == "json" && query.first_report > 0;
    std::size_t answered = 0;
    const PositionListener show = [&](const SearchedPosition& searched) {
      line_.clear();
      print(draw(format_, query, searched));
      answered += searched.is_during_search ? 0 : 1;
    };
    const PositionListener progress = [&](const SearchedPosition& searched) {
      line_.show(progress_text(searched));
    };
    isthmus::analyze(query, make_evaluator_, reader.token(), show, is_reported ? show : progress);
    if (answered < query.turns.size()) reader.expect_reader();
    warn(query);
  } catch (const QueryError& error) {
    if (format_ != "json") throw BadInput(path_ + ": " + error.what());
    ++result_.refused;
    print(error_line(error) + '\n');
  }
  return !signals.token().stop_requested();
}

AnalysisQuery OneByOne::read(const std::string& text) const {
  if (text.empty()) throw QueryError("", "the query is longer than 1 MB");
  return parse_query(text, settings_);
}

void OneByOne::warn(const AnalysisQuery& query) const {
  for (const std::string& field : query.unknown_fields) {
    if (format_ == "json") {
      print(warning_line(query.id, field) + '\n');
    } else {
      std::cerr << "isthmus: warning: " << path_ << ": unknown field '" << field << "'\n";
    }
  }
}

}  // namespace isthmus
