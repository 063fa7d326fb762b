#include "tools/watch/watch_action.hpp"

#include <memory>
#include <mutex>
#include <string>

#include "protocols/actions/game_tree.hpp"
#include "protocols/json/position_json.hpp"
#include "tools/base/bad_input.hpp"
#include "tools/selfplay/shards.hpp"
#include "tools/tournament/results_file.hpp"
#include "tools/watch/watched.hpp"

namespace isthmus {

namespace {

namespace fs = std::filesystem;
using OrderedJson = nlohmann::ordered_json;

constexpr int kGames = 12, kMaxGames = 100;  // that an answer has

std::unique_ptr<Watched> watch(const fs::path& folder) {
  if (fs::exists(folder / tournament::kResultsFile)) return watch_tournament(folder);
  if (!selfplay::list_shards(folder).empty()) return watch_selfplay(folder);
  throw BadInput("option '--watch': " + folder.string() +
                 " holds no games; give a folder of isthmus tournament or isthmus selfplay");
}

}  // namespace

OrderedJson watched_game_json(std::int64_t id, const GameFile& file, std::string_view how) {
  const Record& record = file.record;
  const Position& position = record.position();
  LeftOut none;
  OrderedJson json{{"id", id},
                   {"ending", how},
                   {"stones", stones_json(record.game().board(), position)},
                   {"lastMove", nullptr},
                   {"game", game_tree_json(file, none)}};
  if (position.last_move != Move::none()) json["lastMove"] = record.game().name(position.last_move);
  return json;
}

ServiceAction watch_action(const fs::path& folder) {
  struct Shared {
    std::mutex mutex{};
    std::unique_ptr<Watched> watched;
  };
  const auto shared = std::make_shared<Shared>();
  shared->watched = watch(folder);
  return {"query_tournament", false, [shared](JsonFields& fields, ActionRun&) {
            const int games = fields.integer("maxGames", 0, kMaxGames).value_or(kGames);
            const std::lock_guard lock(shared->mutex);
            try {
              return shared->watched->look(static_cast<std::size_t>(games));
            } catch (const BadInput& error) {
              throw QueryError("action", error.what());
            }
          }};
}

}  // namespace isthmus
