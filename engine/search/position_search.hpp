#pragma once

#include <functional>
#include <stop_token>
#include <vector>

#include "engine/game/evaluator.hpp"
#include "engine/game/record.hpp"
#include "engine/game/settings.hpp"
#include "engine/search/search.hpp"
#include "engine/search/search_report.hpp"

namespace isthmus {

// What is asked about positions of one game.
struct SearchQuery {
  Record record;
  Settings settings;
  SearchLimits limits = {};
  std::vector<MoveRule> rules = {};
  // Seconds after which a search is reported while it runs, and between such reports; 0: never.
  double first_report = 0;
  double report_every = 0;
  bool judges_moves = false;  // fill in SearchedPosition::after
};

// The position of a query after `turn` moves, as searched.
struct SearchedPosition {
  const SearchQuery& query;
  int turn;
  const Position& position;
  const SearchReport& report;
  bool is_during_search = false;  // and then more will follow about this position
  // The positions after those of the report's moves that were visited, as judged without search, in
  // their order; only where the query asks for it.
  std::vector<Evaluation> after = {};
};

using PositionListener = std::function<void(const SearchedPosition&)>;

// Makes the position of a query after `turn` moves the root of the search, searches it as the query
// says, and hands it to `done`; also when stop was requested, with what is known by then.
// `progress`, if set, is called on the way: after `first_seconds` and then every `every_seconds`,
// or never again where that is 0. The evaluator is that of the search.
void search_position(const SearchQuery& query, int turn, Search& search, const Evaluator& evaluator,
                     const std::stop_token& stop, const PositionListener& done,
                     const PositionListener& progress, double first_seconds, double every_seconds);

}  // namespace isthmus
