#include "tools/python/record_window.hpp"

#include <algorithm>
#include <optional>
#include <stop_token>
#include <utility>

#include "engine/base/thread_group.hpp"
#include "engine/random/splitmix.hpp"
#include "tools/base/bad_input.hpp"
#include "tools/base/core_count.hpp"
#include "tools/selfplay/shards.hpp"

namespace isthmus::python {

namespace {

namespace fs = std::filesystem;

std::uint64_t identify(const selfplay::GameRecord& record) {
  std::uint64_t hash = 0;
  const auto add = [&hash](std::uint64_t word) { hash = SplitMix64::mix(hash + word + 1); };
  add(record.rows);
  add(record.columns);
  add(static_cast<std::uint64_t>(record.result));
  add(record.net);
  add(record.seed);
  for (const selfplay::MoveRecord& move : record.moves) add(move.cell);
  return hash;
}

// Plays the game by the rules. Nothing where these do not permit it.
std::optional<LearnedGame> learn_from(const selfplay::GameRecord& record,
                                      std::shared_ptr<const SeenBoard> board) {
  LearnedGame learned{.board = std::move(board),
                      .result = record.result,
                      .ending = record.ending,
                      .net = record.net,
                      .seed = record.seed,
                      .identity = identify(record)};
  const Game& game = *learned.board->game;
  const CellSet& cells = game.board().cells();
  Position position = game.start();
  for (const selfplay::MoveRecord& move : record.moves) {
    if (!cells.contains(move.cell) || !game.is_legal(position, Move(move.cell)))
      return std::nullopt;
    const auto ply = static_cast<std::uint16_t>(learned.cells.size());
    CellSet stones = position.occupied();
    if (move.choice == selfplay::Choice::full) {
      (cells - stones - game.legal_cells(position)).for_each([&](Cell cell) {
        learned.barred.push_back({ply, cell});
      });
    }
    learned.cells.push_back(move.cell);
    learned.values.push_back(move.value);
    learned.choices.push_back(move.choice);
    learned.first_visit.push_back(static_cast<std::uint32_t>(learned.visits.size()));
    for (const selfplay::CellVisits& visited : move.visits) {
      if (!cells.contains(visited.cell)) return std::nullopt;
      learned.visits.push_back(visited);
    }
    stones.insert(move.cell);
    game.play(position, Move(move.cell));
    (stones - position.occupied()).for_each([&](Cell cell) {
      learned.removed.push_back({ply, cell});
    });
  }
  learned.first_visit.push_back(static_cast<std::uint32_t>(learned.visits.size()));
  return learned;
}

using Reading = std::shared_ptr<const ShardReading>;

// `known`: what was read of it before; null where it was not.
Reading read(const fs::path& path, const Reading& known, SeenBoards& boards) {
  std::error_code none;
  ShardReading reading{.bytes = fs::file_size(path, none)};
  if (known && known->bytes == reading.bytes) return known;
  reading.contents = selfplay::read_shard(path, [&](const selfplay::GameRecord& record) {
    if (record.game != boards.game()) {
      throw BadInput(path.string() + " has games of " + record.game + ", not of " + boards.game());
    }
    auto board = boards.find(record.rows, record.columns);
    if (board == nullptr) {
      throw BadInput(path.string() + " has a game of " + record.game + " on a board of " +
                     std::to_string(record.rows) + " rows and " + std::to_string(record.columns) +
                     " columns, which there is not");
    }
    if (auto learned = learn_from(record, std::move(board))) {
      reading.games.push_back(std::make_shared<const LearnedGame>(std::move(*learned)));
    } else {
      ++reading.illegal;
    }
  });
  return std::make_shared<const ShardReading>(std::move(reading));
}

// The game that the last record is of; "" where there are none.
std::string last_game(const std::vector<fs::path>& shards) {
  std::string game;
  for (auto path = shards.rbegin(); path != shards.rend() && game.empty(); ++path) {
    selfplay::read_shard(*path, [&](const selfplay::GameRecord& record) { game = record.game; });
  }
  return game;
}

}  // namespace

RecordWindow::RecordWindow(const std::vector<fs::path>& shards, std::size_t max_games,
                           const std::string& game, const RecordWindow* before)
    : game_(game.empty() ? last_game(shards) : game) {
  SeenBoards boards(game_);
  const auto at_once = static_cast<std::size_t>(core_count());
  std::unordered_set<std::uint64_t> identities;
  std::vector<std::shared_ptr<const LearnedGame>> newest_first;
  std::size_t end = shards.size();
  while (end > 0 && (max_games == 0 || identities.size() < max_games)) {
    const std::size_t begin = end - std::min(end, at_once);
    std::vector<Reading> readings(end - begin);
    run_together("shards", static_cast<int>(end - begin), [&](int number, const std::stop_token&) {
      const auto i = static_cast<std::size_t>(number);
      Reading known;
      if (before != nullptr && before->game_ == game_) {
        const auto found = before->readings_.find(shards[begin + i]);
        if (found != before->readings_.end()) known = found->second;
      }
      readings[i] = read(shards[begin + i], std::move(known), boards);
    });
    for (std::size_t i = end; i > begin; --i) {
      const Reading& got = readings[i - 1 - begin];
      const ShardReading& reading = *got;
      readings_[shards[i - 1]] = got;
      const std::string name = shards[i - 1].string();
      if (reading.contents.lost_bytes > 0) {
        omissions_.lines.push_back(selfplay::loss_text(name, reading.contents));
      }
      if (reading.illegal > 0) {
        omissions_.lines.push_back(name + ": " + std::to_string(reading.illegal) +
                                   " games are against the rules of " + game_);
      }
      omissions_.lost_bytes += reading.contents.lost_bytes;
      omissions_.lost_games += reading.contents.lost_games + reading.illegal;
      for (auto learned = reading.games.rbegin(); learned != reading.games.rend(); ++learned) {
        if (identities.insert((*learned)->identity).second) {
          newest_first.push_back(*learned);
        } else {
          ++omissions_.repeats;
        }
      }
    }
    end = begin;
  }
  if (max_games > 0 && newest_first.size() > max_games) newest_first.resize(max_games);
  games_.assign(std::move_iterator(newest_first.rbegin()), std::move_iterator(newest_first.rend()));
  for (const auto& learned : games_) {
    identities_.insert(learned->identity);
    if (before == nullptr || !before->identities_.contains(learned->identity)) ++new_games_;
  }
}

std::vector<fs::path> find_shards(const fs::path& folder) {
  std::vector<fs::path> paths;
  try {
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder)) {
      const std::string name = entry.path().filename().string();
      if (name.starts_with("games-") && name.ends_with(".shard")) paths.push_back(entry.path());
    }
  } catch (const fs::filesystem_error& error) {
    throw BadInput("cannot read the folder " + folder.string() + ": " + error.code().message());
  }
  std::sort(paths.begin(), paths.end());
  return paths;
}

}  // namespace isthmus::python
