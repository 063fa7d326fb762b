#include "protocols/review/problem_grades.hpp"

#include <cstddef>
#include <optional>
#include <vector>

#include "engine/search/position_search.hpp"
#include "protocols/review/position_searches.hpp"

namespace isthmus {

void grade_problems(const Record& record, std::span<Problem> problems, SearchPool& pool,
                    const Settings& settings, std::span<const std::int64_t> visits,
                    const std::stop_token& stop) {
  std::vector<Problem*> open;
  for (Problem& problem : problems) open.push_back(&problem);
  int number = 1;
  for (const std::int64_t tried : visits) {
    if (open.empty()) return;
    const auto query = std::make_shared<SearchQuery>(
        SearchQuery{.record = record, .settings = settings, .limits = {.visits = tried}});
    if (settings.batch == 0) query->settings.batch = 1;
    query->settings.solver_share = 0;  // which finds what is proven already, but not how hard it is
    query->settings.root_views = 1;    // by one visit it is what one look at the position finds
    std::vector<std::size_t> turns;
    for (const Problem* problem : open) turns.push_back(problem->turn);
    const auto reports = PositionSearches(pool, query, turns, stop).take();
    // Searches that were cut short have not had their visits.
    if (stop.stop_requested()) return;
    std::vector<Problem*> left;
    for (std::size_t i = 0; i < open.size(); ++i) {
      if (reports[i] && reports[i]->moves.front().move == open[i]->answer) {
        open[i]->grade = {number, tried};
      } else {
        left.push_back(open[i]);
      }
    }
    open = std::move(left);
    ++number;
  }
  for (Problem* problem : open) problem->grade = {number, std::nullopt};
}

}  // namespace isthmus
