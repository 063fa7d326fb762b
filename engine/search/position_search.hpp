#pragma once

#include <functional>
#include <span>
#include <vector>

#include "engine/evaluation/evaluator.hpp"
#include "engine/game/record.hpp"
#include "engine/search/search.hpp"
#include "engine/search/search_report.hpp"
#include "engine/settings/settings.hpp"

namespace isthmus {

// Where a position stands whose number counts passes too, which a record leaves out.
struct CountedTurn {
  int turns;       // of the record, made by then
  Colour to_move;  // may be the other side than after them: who made them moves again
};

// What is asked about positions of one game.
struct SearchQuery {
  Record record;
  Settings settings;
  std::vector<CountedTurn> counted = {};  // by number; empty where there are no passes
  SearchLimits limits = {};
  std::vector<MoveRule> rules = {};
  // Seconds after which a search is reported while it runs, and between such reports; 0: never.
  double first_report = 0;
  double report_every = 0;
  bool judges_moves = false;  // fill in SearchedPosition::after
};

// The number of the query's last position, and the position after `turn` moves, 0 to that.
int last_turn(const SearchQuery& query);
Position position_after(const SearchQuery& query, int turn);

// The position of a query after `turn` moves, as searched.
struct SearchedPosition {
  const SearchQuery& query;
  int turn;
  Position position;
  const SearchReport& report;
  bool is_during_search = false;  // and then more will follow about this position
  // The positions after those of the report's moves that are known, as judged without search, in
  // their order; only where the query asks for it.
  std::vector<Evaluation> after = {};
};

using PositionListener = std::function<void(const SearchedPosition&)>;

// How a search gets to the position after `turn` moves: a first position, and the turns from there.
struct RootPath {
  Position first;
  std::span<const Turn> turns;  // of the query's record
};
RootPath path_to(const SearchQuery& query, int turn);

// Makes the position of a query after `turn` moves the root of a search.
void set_root(Search& search, const SearchQuery& query, int turn);

// What a search of that position has come to. The evaluator judges the moves, where that is asked
// for. All that is given must outlive what is returned.
SearchedPosition searched_position(const SearchQuery& query, int turn, const SearchReport& report,
                                   bool is_during_search, const Evaluator& evaluator);

}  // namespace isthmus
