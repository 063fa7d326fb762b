#include "protocols/actions/page_actions.hpp"

#include <memory>
#include <string_view>

#include "protocols/actions/actions.hpp"

namespace isthmus {

namespace {

struct Row {
  std::string_view name;
  bool is_long;
  nlohmann::ordered_json (*answer)(JsonFields& fields, ActionRun& run,
                                   const ActionOptions& options);
};

constexpr Row kRows[] = {
    {"query_games", false, query_games},
    {"query_settings", false, query_settings},
    {"query_board", false, query_board},
    {"query_position", false, query_position},
    {"read_games", false, read_games_action},
    {"write_game", false, write_game_action},
    {"review", true, review_action},
    {"openings", true, openings_action},
    {"solve", true, solve_action},
};

}  // namespace

std::vector<ServiceAction> page_actions(const ActionOptions& options) {
  const auto shared = std::make_shared<const ActionOptions>(options);
  std::vector<ServiceAction> actions;
  for (const Row& row : kRows) {
    actions.push_back({row.name, row.is_long, [shared, &row](JsonFields& fields, ActionRun& run) {
                         return row.answer(fields, run, *shared);
                       }});
  }
  return actions;
}

}  // namespace isthmus
