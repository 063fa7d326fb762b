#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <mutex>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tools/selfplay/game_record.hpp"

namespace isthmus::selfplay {

// No shard is longer: --shard-megabytes goes up to 4 GB.
inline constexpr std::size_t kMaxShardBytes = std::size_t{5} << 30;

// What a shard was found to hold.
struct ShardContents {
  std::size_t games = 0;
  // Bytes that are no whole game, being damaged or what is there of a write that was cut off; and
  // of how many games they are at the least.
  std::size_t lost_bytes = 0;
  std::size_t lost_games = 0;
};

// Whether a file begins as a shard does, as far as it goes.
bool is_shard(const std::filesystem::path& path);

// Calls visit with each game of a shard, in order. What is unlike its checksum is passed over, up
// to the next game that is whole. Throws BadInput for a file that is no shard or cannot be read.
ShardContents read_shard(const std::filesystem::path& path,
                         const std::function<void(const GameRecord&)>& visit);

// The same of the bytes of a shard, whose name is for messages.
ShardContents read_games(std::string_view bytes, const std::string& name,
                         const std::function<void(const GameRecord&)>& visit);

// What was lost of a shard, as a line for the user.
std::string loss_text(const std::filesystem::path& path, const ShardContents& contents);

// The shards of a folder, games-00000.shard and on, in the order of their numbers, and after them
// likewise those of the ranks that play into it.
std::vector<std::filesystem::path> list_shards(const std::filesystem::path& folder);

// Where a rank, one of many processes that play into a folder, has its shards: rank-0000 and on in
// that folder.
std::filesystem::path folder_of_rank(const std::filesystem::path& folder, int rank);

// Whether there is more in a shard than what it begins with.
bool has_games(const std::filesystem::path& shard);

// Writes a shard of these games, whole or not at all. Throws std::runtime_error where it cannot.
void write_shard(const std::filesystem::path& path, std::span<const GameRecord> games);

// Appends games to the shards of a folder, from several threads at once; other processes, on other
// machines too, may write shards there at the same time. Each game is one write, so that a kill
// costs no game that was added.
class ShardWriter {
 public:
  // Begins a new shard behind those that are there, and again whenever one has reached `bytes`.
  ShardWriter(std::filesystem::path folder, std::size_t bytes);
  ~ShardWriter();
  ShardWriter(const ShardWriter&) = delete;
  ShardWriter& operator=(const ShardWriter&) = delete;

  // Throws std::runtime_error where the game cannot be written.
  void add(const GameRecord& record);

 private:
  void open_next();

  std::filesystem::path folder_;
  std::size_t max_bytes_;
  std::mutex mutex_;
  int number_ = -1;
  int file_ = -1;
  std::filesystem::path path_;
  std::size_t bytes_ = 0;
};

}  // namespace isthmus::selfplay
