#include "tools/watch/watch_action.hpp"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>

#include "engine/base/thread_group.hpp"
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

// What plays in the folder; null where there is nothing yet.
std::unique_ptr<Watched> find_watched(const fs::path& folder) {
  if (fs::exists(folder / tournament::kResultsFile)) return watch_tournament(folder);
  if (fs::is_directory(folder) && !selfplay::list_shards(folder).empty()) {
    return watch_selfplay(folder);
  }
  return nullptr;
}

// A folder in which games are still to be played.
class Awaited : public Watched {
 public:
  explicit Awaited(fs::path folder) : folder_(std::move(folder)) {}

  OrderedJson look(std::size_t games) override {
    if (!found_) found_ = find_watched(folder_);
    if (found_) return found_->look(games);
    return {{"kind", "nothing"}, {"games", OrderedJson::array()}};
  }

 private:
  fs::path folder_;
  std::unique_ptr<Watched> found_;
};

std::unique_ptr<Watched> watch(const fs::path& folder) {
  if (auto found = find_watched(folder)) return found;
  if (!fs::exists(folder) || (fs::is_directory(folder) && fs::is_empty(folder))) {
    return std::make_unique<Awaited>(folder);
  }
  throw BadInput("option '--watch': " + folder.string() +
                 " holds no games; give a folder of isthmus tournament or isthmus selfplay, or one "
                 "that is empty or not there yet");
}

// Looks at what is watched in a thread of its own, when it is asked to: however long that takes,
// who asks is answered after a moment.
class Lookout {
 public:
  explicit Lookout(std::unique_ptr<Watched> watched)
      : watched_(std::move(watched)),
        seen_(watched_->look(kMaxGames)),
        thread_("watch", [this](const std::stop_token& stop) { work(stop); }) {}

  // What there is now, with all games that an answer may have; or what there was when it was looked
  // at last, where that takes longer, or where there is nothing now that can be read.
  OrderedJson answer() {
    constexpr std::chrono::seconds kMoment{1};
    std::unique_lock lock(mutex_);
    const std::int64_t mine = ++asked_;
    changed_.notify_all();
    changed_.wait_for(lock, kMoment, [&] { return looked_ >= mine; });
    return seen_;
  }

 private:
  void work(const std::stop_token& stop) {
    std::unique_lock lock(mutex_);
    while (changed_.wait(lock, stop, [&] { return looked_ < asked_; })) {
      const std::int64_t asked = asked_;
      lock.unlock();
      std::optional<OrderedJson> seen = look();
      lock.lock();
      if (seen) seen_ = std::move(*seen);
      looked_ = asked;
      changed_.notify_all();
    }
  }
  // What cannot be read now, as it may be being written, is not reported: there will be another
  // look, and clients need not know of the server's files.
  std::optional<OrderedJson> look() {
    try {
      return std::make_optional(watched_->look(kMaxGames));
    } catch (const std::exception&) {
      return std::nullopt;
    }
  }

  std::unique_ptr<Watched> watched_;  // the thread's own
  std::mutex mutex_;
  std::condition_variable_any changed_;
  std::int64_t asked_ = 0, looked_ = 0;
  OrderedJson seen_;
  ThreadGroup thread_;
};

}  // namespace

OrderedJson watched_game_json(std::int64_t id, const GameFile& file, std::string_view how) {
  const Record& record = file.record;
  const Position& position = record.position();
  OrderedJson watched{{"id", id},
                      {"ending", how},
                      {"stones", stones_json(record.game().board(), position)},
                      {"lastMove", nullptr},
                      {"game", game_tree_json(file)}};
  if (position.last_move != Move::none())
    watched["lastMove"] = record.game().name(position.last_move);
  return watched;
}

ServiceAction watch_action(const fs::path& folder) {
  const auto look = std::make_shared<Lookout>(watch(folder));
  return {"query_tournament", false, [look](JsonFields& fields, ActionRun&) {
            const int games = fields.integer("maxGames", 0, kMaxGames).value_or(kGames);
            OrderedJson answer = look->answer();
            OrderedJson& list = answer["games"];
            const auto count = std::min(list.size(), static_cast<std::size_t>(games));
            list.erase(list.begin() + static_cast<std::ptrdiff_t>(count), list.end());
            return answer;
          }};
}

}  // namespace isthmus
