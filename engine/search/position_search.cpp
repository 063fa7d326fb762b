#include "engine/search/position_search.hpp"

#include <cstddef>
#include <cstdint>

#include "engine/evaluation/evaluate_moves.hpp"

namespace isthmus {

namespace {

CountedTurn counted_turn(const SearchQuery& query, int turn) {
  const auto number = static_cast<std::size_t>(turn);
  if (!query.counted.empty()) return query.counted[number];
  return {turn, query.record.positions()[number].to_move};
}

}  // namespace

int last_turn(const SearchQuery& query) {
  return static_cast<int>(query.counted.empty() ? query.record.turns().size()
                                                : query.counted.size() - 1);
}

Position position_after(const SearchQuery& query, int turn) {
  const CountedTurn counted = counted_turn(query, turn);
  Position position = query.record.positions()[static_cast<std::size_t>(counted.turns)];
  position.to_move = counted.to_move;
  return position;
}

RootPath path_to(const SearchQuery& query, int turn) {
  const Record& record = query.record;
  const CountedTurn counted = counted_turn(query, turn);
  const auto turns = static_cast<std::size_t>(counted.turns);
  // No turn leads to where a pass was the last move.
  if (counted.to_move != record.positions()[turns].to_move) {
    return {position_after(query, turn), {}};
  }
  return {record.first_position(), std::span(record.turns()).first(turns)};
}

void set_root(Search& search, const SearchQuery& query, int turn) {
  const RootPath path = path_to(query, turn);
  search.set_root(path.first, path.turns, query.rules);
}

SearchedPosition searched_position(const SearchQuery& query, int turn, const SearchReport& report,
                                   bool is_during_search, const Evaluator& evaluator) {
  SearchedPosition searched{query, turn, position_after(query, turn), report, is_during_search};
  if (query.judges_moves) {
    std::vector<Move> moves;
    for (const MoveReport& move : report.moves) {
      if (move.is_known()) moves.push_back(move.move);
    }
    searched.after = evaluate_moves(query.record.game(), evaluator, searched.position, moves,
                                    static_cast<std::uint64_t>(query.settings.seed));
  }
  return searched;
}

}  // namespace isthmus
