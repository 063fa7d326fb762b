#include "engine/search/position_search.hpp"

#include <cstddef>
#include <cstdint>
#include <span>

#include "engine/game/evaluate_moves.hpp"

namespace isthmus {

void set_root(Search& search, const SearchQuery& query, int turn) {
  const Record& record = query.record;
  search.set_root(record.first_position(),
                  std::span(record.turns()).first(static_cast<std::size_t>(turn)), query.rules);
}

SearchedPosition searched_position(const SearchQuery& query, int turn, const SearchReport& report,
                                   bool is_during_search, const Evaluator& evaluator) {
  const Position& position = query.record.positions()[static_cast<std::size_t>(turn)];
  SearchedPosition searched{query, turn, position, report, is_during_search};
  if (query.judges_moves) {
    std::vector<Move> moves;
    for (const MoveReport& move : report.moves) {
      if (move.visits > 0) moves.push_back(move.move);
    }
    searched.after = evaluate_moves(query.record.game(), evaluator, position, moves,
                                    static_cast<std::uint64_t>(query.settings.seed));
  }
  return searched;
}

}  // namespace isthmus
