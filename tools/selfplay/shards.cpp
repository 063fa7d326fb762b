#include "tools/selfplay/shards.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <fstream>
#include <optional>
#include <span>
#include <stdexcept>
#include <string_view>
#include <utility>

#include <fcntl.h>
#include <unistd.h>

#include "engine/base/crc32.hpp"
#include "tools/base/bad_input.hpp"
#include "tools/base/output_file.hpp"
#include "tools/base/read_file.hpp"
#include "tools/base/write_all.hpp"
#include "tools/selfplay/numbered_files.hpp"

namespace isthmus::selfplay {

namespace {

namespace fs = std::filesystem;

// Of shards of each revision.
constexpr std::string_view kFirstHeading = "isthmus-games 1\n";
constexpr std::string_view kHeading = "isthmus-games 2\n";
constexpr std::size_t kPrefixBytes = 8;  // of a game: its length and its checksum
constexpr std::size_t kMaxRecordBytes = 1 << 24;

std::uint32_t read_word(const std::uint8_t* bytes) {
  std::uint32_t word = 0;
  for (unsigned i = 0; i < 4; ++i) word |= std::uint32_t{bytes[i]} << (8 * i);
  return word;
}

void append_word(std::vector<std::uint8_t>& bytes, std::uint32_t word) {
  for (unsigned i = 0; i < 4; ++i) bytes.push_back(static_cast<std::uint8_t>(word >> (8 * i)));
}

// A game as a shard has it.
void append_game(std::vector<std::uint8_t>& bytes, const GameRecord& record) {
  const std::vector<std::uint8_t> body = encode(record);
  append_word(bytes, static_cast<std::uint32_t>(body.size()));
  append_word(bytes, crc32(body));
  bytes.insert(bytes.end(), body.begin(), body.end());
}

// How many bytes the game at the front of these takes in a shard; 0 where none begins there, as
// what it says of itself belies its length.
std::size_t game_bytes(std::span<const std::uint8_t> bytes, int revision) {
  if (bytes.size() < kPrefixBytes) return 0;
  const std::size_t length = read_word(&bytes[0]);
  if (length == 0 || length > kMaxRecordBytes) return 0;  // as most of what is no game
  return length == record_bytes(bytes.subspan(kPrefixBytes), revision) ? kPrefixBytes + length : 0;
}

// The game at the front of these bytes; nothing where there is none that is whole.
std::optional<GameRecord> read_game(std::span<const std::uint8_t> bytes, int revision) {
  const std::size_t size = game_bytes(bytes, revision);
  if (size == 0 || size > bytes.size()) return std::nullopt;
  const std::span body = bytes.subspan(kPrefixBytes, size - kPrefixBytes);
  if (crc32(body) != read_word(&bytes[4])) return std::nullopt;
  try {
    return decode(body, revision);
  } catch (const std::invalid_argument&) {
    return std::nullopt;
  }
}

std::string_view text_of(const std::vector<std::uint8_t>& bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

std::string shard_name(int number) {
  std::array<char, 32> name;
  std::snprintf(name.data(), name.size(), "games-%05d.shard", number);
  return name.data();
}

std::string rank_name(int rank) {
  std::array<char, 32> name;
  std::snprintf(name.data(), name.size(), "rank-%04d", rank);
  return name.data();
}

}  // namespace

bool is_shard(const fs::path& path) {
  std::string begin(kHeading.size(), '\0');
  std::ifstream file(path, std::ios::binary);
  file.read(begin.data(), static_cast<std::streamsize>(begin.size()));
  begin.resize(static_cast<std::size_t>(file.gcount()));
  return begin == kFirstHeading || begin == kHeading.substr(0, begin.size());
}

ShardContents read_shard(const fs::path& path,
                         const std::function<void(const GameRecord&)>& visit) {
  return read_games(read_file(path.string(), "give a shard of games", kMaxShardBytes),
                    path.string(), visit);
}

ShardContents read_games(std::string_view text, const std::string& name,
                         const std::function<void(const GameRecord&)>& visit) {
  const std::string_view heading = text.substr(0, kHeading.size());
  const bool is_first = heading == kFirstHeading;
  if (!is_first && heading != kHeading.substr(0, text.size())) {
    throw BadInput(name + " is no shard of games of version 1 or 2");
  }
  const int revision = is_first ? kFirstRevision : kRevision;
  // One that was cut off within its first line holds no game.
  if (text.size() < kHeading.size()) return {.lost_bytes = text.size()};
  std::span bytes(reinterpret_cast<const std::uint8_t*>(text.data()), text.size());
  bytes = bytes.subspan(kHeading.size());
  ShardContents contents;
  while (!bytes.empty()) {
    if (const auto game = read_game(bytes, revision)) {
      visit(*game);
      ++contents.games;
      bytes = bytes.subspan(game_bytes(bytes, revision));
      continue;
    }
    std::size_t headers = 0;
    do {
      if (game_bytes(bytes, revision) > 0) ++headers;
      bytes = bytes.subspan(1);
      ++contents.lost_bytes;
    } while (!bytes.empty() && !read_game(bytes, revision));
    contents.lost_games += std::max<std::size_t>(1, headers);
  }
  return contents;
}

std::string loss_text(const fs::path& path, const ShardContents& contents) {
  return path.string() + ": " + std::to_string(contents.lost_bytes) +
         " bytes are damaged or cut off, and with them " + std::to_string(contents.lost_games) +
         " games or more";
}

std::vector<fs::path> list_shards(const fs::path& folder) {
  std::vector<fs::path> paths;
  const auto add_shards_of = [&](const fs::path& of) {
    for (NumberedFile& file : list_numbered(of, shard_name)) paths.push_back(std::move(file.path));
  };
  add_shards_of(folder);
  for (const NumberedFile& rank : list_numbered(folder, rank_name)) {
    if (fs::is_directory(rank.path)) add_shards_of(rank.path);
  }
  return paths;
}

fs::path folder_of_rank(const fs::path& folder, int rank) { return folder / rank_name(rank); }

bool has_games(const fs::path& shard) { return fs::file_size(shard) > kHeading.size(); }

void write_shard(const fs::path& path, std::span<const GameRecord> games) {
  std::vector<std::uint8_t> bytes(kHeading.begin(), kHeading.end());
  for (const GameRecord& game : games) append_game(bytes, game);
  write_file(path, text_of(bytes));
}

ShardWriter::ShardWriter(fs::path folder, std::size_t bytes)
    : folder_(std::move(folder)), max_bytes_(bytes) {
  fs::create_directories(folder_);
  const auto shards = list_numbered(folder_, shard_name);
  if (!shards.empty()) number_ = shards.back().number;
  open_next();
}

ShardWriter::~ShardWriter() {
  ::close(file_);
  if (bytes_ == kHeading.size()) ::unlink(path_.c_str());  // holds no game
}

void ShardWriter::open_next() {
  NumberedFile next = make_numbered(folder_, shard_name, number_ + 1);
  const int file = ::open(next.path.c_str(), O_WRONLY | O_APPEND | O_CLOEXEC);
  if (file < 0 || !write_all(file, kHeading)) {
    const int error = errno;
    if (file >= 0) ::close(file);
    ::unlink(next.path.c_str());
    fail_to_write(next.path, error);
  }
  if (file_ >= 0) ::close(file_);
  file_ = file;
  number_ = next.number;
  path_ = std::move(next.path);
  bytes_ = kHeading.size();
}

void ShardWriter::add(const GameRecord& record) {
  std::vector<std::uint8_t> bytes;
  append_game(bytes, record);
  const std::lock_guard lock(mutex_);
  if (bytes_ >= max_bytes_ && bytes_ > kHeading.size()) open_next();
  if (!write_all(file_, text_of(bytes))) {
    const int error = errno;
    // Behind a part of a game no other would be found.
    [[maybe_unused]] const int cut = ::ftruncate(file_, static_cast<::off_t>(bytes_));
    fail_to_write(path_, error);
  }
  bytes_ += bytes.size();
}

}  // namespace isthmus::selfplay
