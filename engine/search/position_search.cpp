#include "engine/search/position_search.hpp"

#include <limits>
#include <span>

#include "engine/game/evaluate_moves.hpp"

namespace isthmus {

void search_position(const SearchQuery& query, int turn, Search& search, const Evaluator& evaluator,
                     const std::stop_token& stop, const PositionListener& done,
                     const PositionListener& progress, double first_seconds, double every_seconds) {
  const Record& record = query.record;
  const auto count = static_cast<std::size_t>(turn);
  const Position& position = record.positions()[count];
  const auto show = [&](const SearchReport& report, bool is_during_search,
                        const PositionListener& listener) {
    SearchedPosition searched{query, turn, position, report, is_during_search};
    if (query.judges_moves) {
      std::vector<Move> moves;
      for (const MoveReport& move : report.moves) {
        if (move.visits > 0) moves.push_back(move.move);
      }
      searched.after = evaluate_moves(record.game(), evaluator, position, moves,
                                      static_cast<std::uint64_t>(query.settings.seed));
    }
    listener(searched);
  };
  search.set_root(record.first_position(), std::span(record.turns()).first(count), query.rules);
  Search::Progress during;
  if (progress) during = [&](const SearchReport& report) { show(report, true, progress); };
  const double never = std::numeric_limits<double>::infinity();
  const SearchReport report = search.run(query.limits, stop, during,
                                         every_seconds > 0 ? every_seconds : never, first_seconds);
  show(report, false, done);
}

}  // namespace isthmus
