#include <algorithm>
#include <cstdint>
#include <deque>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "games/list.hpp"
#include "tools/base/bad_input.hpp"
#include "tools/selfplay/shards.hpp"
#include "tools/watch/watched.hpp"

namespace isthmus {

namespace {

namespace fs = std::filesystem;
using OrderedJson = nlohmann::ordered_json;
using selfplay::Ending;
using selfplay::GameRecord;

constexpr std::size_t kKept = 100;  // games of a shard that are held for answers

// What a shard was found to hold.
struct Shard {
  std::uintmax_t bytes = 0;
  bool is_readable = true;
  std::int64_t games = 0, black_wins = 0, white_wins = 0, draws = 0, moves = 0;
  std::deque<GameRecord> last = {};
};

// A file that is no shard, or cannot be read, holds no games.
Shard read(const fs::path& path, std::uintmax_t bytes) try {
  Shard shard{.bytes = bytes};
  if (!selfplay::is_shard(path)) return {.bytes = bytes, .is_readable = false};
  selfplay::read_shard(path, [&](const GameRecord& record) {
    ++shard.games;
    shard.black_wins += record.result == Result::black;
    shard.white_wins += record.result == Result::white;
    shard.draws += record.result == Result::draw;
    shard.moves += static_cast<std::int64_t>(record.moves.size());
    shard.last.push_back(record);
    for (selfplay::MoveRecord& move : shard.last.back().moves) move.visits = {};
    if (shard.last.size() > kKept) shard.last.pop_front();
  });
  return shard;
} catch (const BadInput&) {
  return {.bytes = bytes, .is_readable = false};
}

// The game as far as its moves can be played.
GameFile file_of(std::shared_ptr<const Game> game, const GameRecord& record) {
  GameFile file{.record = Record(std::move(game))};
  for (const selfplay::MoveRecord& move : record.moves) {
    if (!file.record.play(Move(move.cell))) break;
  }
  if (record.result == Result::draw) file.result = "0";
  if (record.result == Result::black) file.result = "B+";
  if (record.result == Result::white) file.result = "W+";
  const bool is_won = record.result == Result::black || record.result == Result::white;
  if (is_won && record.ending == Ending::resignation) file.result += 'R';
  return file;
}

class WatchedSelfplay : public Watched {
 public:
  explicit WatchedSelfplay(fs::path folder) : folder_(std::move(folder)) { update(); }

  OrderedJson look(std::size_t games) override {
    update();
    Shard all;
    int unreadable = 0;
    for (const auto& [path, shard] : shards_) {
      unreadable += !shard.is_readable;
      all.games += shard.games;
      all.black_wins += shard.black_wins;
      all.white_wins += shard.white_wins;
      all.draws += shard.draws;
      all.moves += shard.moves;
    }
    OrderedJson totals{{"games", all.games},
                       {"blackWins", all.black_wins},
                       {"whiteWins", all.white_wins},
                       {"draws", all.draws},
                       {"moves", all.moves}};
    if (unreadable > 0) totals["unreadableFiles"] = unreadable;
    return {{"kind", "selfplay"},
            {"totals", std::move(totals)},
            {"games", last_games(games, all.games)}};
  }

 private:
  // Reads the shards that have grown since.
  void update() {
    std::set<fs::path> there;
    for (const fs::path& path : selfplay::list_shards(folder_)) {
      std::error_code none;
      const auto bytes = fs::file_size(path, none);
      if (none) continue;
      there.insert(path);
      const auto known = shards_.find(path);
      if (known == shards_.end() || known->second.bytes != bytes) {
        shards_[path] = read(path, bytes);
      }
    }
    std::erase_if(shards_, [&](const auto& shard) { return !there.contains(shard.first); });
    std::size_t held = 0;
    for (auto shard = shards_.rbegin(); shard != shards_.rend(); ++shard) {
      if (held >= kKept) shard->second.last.clear();
      held += shard->second.last.size();
    }
  }

  // At most `most` of the last of `end` games, the last one first, numbered from 0 on.
  OrderedJson last_games(std::size_t most, std::int64_t end) const {
    OrderedJson games = OrderedJson::array();
    for (auto shard = shards_.rbegin(); shard != shards_.rend(); ++shard) {
      std::int64_t number = end;
      const auto& last = shard->second.last;
      for (auto game = last.rbegin(); game != last.rend() && games.size() < most; ++game) {
        add(games, *game, --number);
      }
      end -= shard->second.games;
    }
    return games;
  }

  static void add(OrderedJson& games, const GameRecord& record, std::int64_t number) {
    std::shared_ptr<const Game> game = make_game_on_board(record.game, record.rows, record.columns);
    if (!game) return;  // one that this program does not know
    games.push_back(watched_game_json(number, file_of(std::move(game), record),
                                      record.ending == Ending::resignation ? "agreed" : "rules"));
  }

  fs::path folder_;
  std::map<fs::path, Shard> shards_;
};

}  // namespace

std::unique_ptr<Watched> watch_selfplay(const fs::path& folder) {
  return std::make_unique<WatchedSelfplay>(folder);
}

}  // namespace isthmus
