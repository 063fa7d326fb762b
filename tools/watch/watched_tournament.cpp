#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <utility>

#include "tools/tournament/game_sgf.hpp"
#include "tools/tournament/results_file.hpp"
#include "tools/tournament/standings_json.hpp"
#include "tools/watch/watched.hpp"

namespace isthmus {

namespace {

namespace fs = std::filesystem;
using OrderedJson = nlohmann::ordered_json;

// Changes whenever a file or its journal has changed.
using Stamp = std::array<std::pair<std::uintmax_t, fs::file_time_type>, 2>;

Stamp stamp_of(const fs::path& path) {
  Stamp stamp{};
  fs::path journal = path;
  journal += "-wal";
  for (std::size_t i = 0; i < stamp.size(); ++i) {
    std::error_code none;
    const fs::path& file = i == 0 ? path : journal;
    const auto size = fs::file_size(file, none);
    if (none) continue;
    stamp[i] = {size, fs::last_write_time(file, none)};
  }
  return stamp;
}

class WatchedTournament : public Watched {
 public:
  explicit WatchedTournament(const fs::path& folder) : path_(folder / tournament::kResultsFile) {
    read();
  }

  OrderedJson look(std::size_t games) override {
    if (stamp_of(path_) != stamp_) read();
    const auto& records = stored_->records;
    OrderedJson recent = OrderedJson::array();
    const std::size_t count = std::min(games, records.size());
    for (std::size_t i = records.size(); i-- > records.size() - count;) {
      recent.push_back(watched_game_json(records[i].game.id,
                                         tournament::game_file(records[i], stored_->spec),
                                         name(records[i].reason)));
    }
    return {{"kind", "tournament"}, {"standings", standings_}, {"games", std::move(recent)}};
  }

 private:
  void read() {
    // What changes from now on is seen by the next look.
    stamp_ = stamp_of(path_);
    stored_ = tournament::read_tournament(path_);
    standings_ = tournament::standings_json(stored_->spec, stored_->records);
  }

  fs::path path_;
  Stamp stamp_{};
  std::optional<tournament::StoredTournament> stored_;
  OrderedJson standings_;
};

}  // namespace

std::unique_ptr<Watched> watch_tournament(const fs::path& folder) {
  return std::make_unique<WatchedTournament>(folder);
}

}  // namespace isthmus
