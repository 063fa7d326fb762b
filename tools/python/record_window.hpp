#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "engine/game/position.hpp"
#include "tools/python/seen_board.hpp"
#include "tools/selfplay/game_record.hpp"

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
  std::uint64_t identity = 0;  // tells it from others: a hash of board, result, net, seed and moves
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

// The last games of some shards, each once.
class RecordWindow {
 public:
  // What was not taken of the shards.
  struct LeftOut {
    std::size_t repeats = 0;         // games that are there again
    std::size_t lost_bytes = 0;      // what is no whole game: damaged, or cut off
    std::size_t lost_games = 0;      // at the least; and games against the rules
    std::vector<std::string> lines;  // where something was lost
  };

  // Reads the shards, which are in the order of time, on all cores; all of them, or where max_games
  // is not 0 as many from the end as hold so many different games. Of games that are the same the
  // last one stays. All must be of the game called `game`; "" stands for that of the last one.
  // Throws BadInput for what is no shard, and for games of others and of boards that there are not.
  RecordWindow(const std::vector<std::filesystem::path>& shards, std::size_t max_games,
               const std::string& game);

  const std::string& game() const { return game_; }  // "" where there are no games
  const std::vector<LearnedGame>& games() const { return games_; }
  const LeftOut& left_out() const { return left_out_; }

 private:
  std::string game_;
  std::vector<LearnedGame> games_;
  LeftOut left_out_;
};

// All files games-*.shard in a folder and those within it, in the order of their names. Throws
// BadInput for a folder that cannot be read.
std::vector<std::filesystem::path> find_shards(const std::filesystem::path& folder);

}  // namespace isthmus::python
