#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <unordered_set>
#include <vector>

#include "engine/board/position.hpp"
#include "tools/python/seen_board.hpp"
#include "tools/selfplay/game_record.hpp"
#include "tools/selfplay/shards.hpp"

namespace isthmus::python {

// A game of self-play as it is learned from: what the record says, and what the rules say of it.
struct LearnedGame {
  // A move's index, and a cell that it concerns.
  using MoveCell = selfplay::RemovedStone;

  std::shared_ptr<const SeenBoard> board;
  Result result = Result::ongoing;
  selfplay::Ending ending = selfplay::Ending::stopped;
  std::uint32_t net = 0;
  std::uint64_t seed = 0;
  std::uint64_t identity = 0;  // a hash of board, result, net, seed and moves
  std::vector<Cell> cells{};   // by move, as the next three
  std::vector<std::uint16_t> values{};
  std::vector<selfplay::Choice> choices{};
  std::vector<std::uint32_t> first_visit{};    // among the visits; and their number at the end
  std::vector<selfplay::CellVisits> visits{};  // search after search
  std::vector<MoveCell> removed{};             // stones that left the board with a move
  std::vector<MoveCell> barred{};              // empty cells that are no legal moves there, of
                                               // the positions before moves by full searches

  // The side to move before a move.
  static Colour mover(std::size_t ply) { return ply % 2 == 0 ? Colour::black : Colour::white; }
};

// What was read of one shard.
struct ShardReading {
  std::uintmax_t bytes = 0;  // of the file, before it was read
  std::vector<std::shared_ptr<const LearnedGame>> games{};
  selfplay::ShardContents contents{};
  std::size_t illegal = 0;  // games against the rules
};

// The last games of some shards, each once.
class RecordWindow {
 public:
  // What was not taken of the shards.
  struct Omissions {
    std::size_t repeats = 0;         // games that are there again
    std::size_t lost_bytes = 0;      // what is no whole game: damaged, or cut off
    std::size_t lost_games = 0;      // at the least; and games against the rules
    std::vector<std::string> lines;  // where something was lost
  };

  // Reads the shards, which are in the order of time, on all cores; all of them, or where max_games
  // is not 0 as many from the end as hold that many different games. Of games that are the same the
  // last one stays. All must be of the game called `game`; "" stands for that of the last one.
  // Of shards that `before`, an earlier window of the same game, has read and that have not grown
  // since, its games are taken; it may be null. Throws BadInput for what is no shard, and for games
  // of others and of boards that there are not.
  RecordWindow(const std::vector<std::filesystem::path>& shards, std::size_t max_games,
               const std::string& game, const RecordWindow* before = nullptr);

  const std::string& game() const { return game_; }  // "" where there are no games
  std::size_t size() const { return games_.size(); }
  // The games are in the order of time, numbered from 0 on.
  const LearnedGame& operator[](std::size_t number) const { return *games_[number]; }
  const Omissions& omissions() const { return omissions_; }
  // How many of the games the earlier window had not.
  std::size_t new_games() const { return new_games_; }

 private:
  std::string game_;
  std::vector<std::shared_ptr<const LearnedGame>> games_;
  std::map<std::filesystem::path, std::shared_ptr<const ShardReading>> readings_;
  std::unordered_set<std::uint64_t> identities_;  // of the games
  std::size_t new_games_ = 0;
  Omissions omissions_;
};

// All files games-*.shard in a folder and those within it, in the order of their names. Throws
// BadInput for a folder that cannot be read.
std::vector<std::filesystem::path> find_shards(const std::filesystem::path& folder);

}  // namespace isthmus::python
