#include "tools/selfplay/shards.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <span>
#include <stdexcept>
#include <string_view>
#include <utility>

#include <boost/crc.hpp>
#include <fcntl.h>
#include <unistd.h>

#include "tools/bad_input.hpp"
#include "tools/read_file.hpp"

namespace isthmus::selfplay {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view kHeading = "isthmus-games 1\n";
constexpr std::size_t kPrefixBytes = 8;  // of a game: its length and its checksum
constexpr std::size_t kMostRecordBytes = 1 << 24;
constexpr std::size_t kMostShardBytes = std::size_t{5} << 30;  // --shard-megabytes goes up to 4 GB

std::uint32_t checksum(std::span<const std::uint8_t> bytes) {
  boost::crc_32_type crc;
  crc.process_bytes(bytes.data(), bytes.size());
  return crc.checksum();
}

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
  append_word(bytes, checksum(body));
  bytes.insert(bytes.end(), body.begin(), body.end());
}

std::string shard_name(int number) {
  std::array<char, 32> name;
  std::snprintf(name.data(), name.size(), "games-%05d.shard", number);
  return name.data();
}

// The number of a shard's name; -1 for other names.
int shard_number(const std::string& name) {
  int number = -1;
  if (std::sscanf(name.c_str(), "games-%d.shard", &number) != 1) return -1;
  return name == shard_name(number) ? number : -1;
}

}  // namespace

ShardContents read_shard(const fs::path& path,
                         const std::function<void(const GameRecord&)>& visit) {
  const std::string text = read_file(path.string(), "give a shard of games", kMostShardBytes);
  if (text.substr(0, kHeading.size()) != kHeading) {
    throw BadInput(path.string() + " is no shard of games of version 1");
  }
  const auto* data = reinterpret_cast<const std::uint8_t*>(text.data());
  ShardContents contents{.good_bytes = kHeading.size()};
  while (text.size() - contents.good_bytes >= kPrefixBytes) {
    const std::uint8_t* prefix = data + contents.good_bytes;
    const std::size_t length = read_word(prefix);
    if (length > std::min(text.size() - contents.good_bytes - kPrefixBytes, kMostRecordBytes))
      break;
    const std::span bytes(prefix + kPrefixBytes, length);
    if (checksum(bytes) != read_word(prefix + 4)) break;
    GameRecord record;
    try {
      record = decode(bytes);
    } catch (const std::invalid_argument&) {
      break;
    }
    visit(record);
    ++contents.games;
    contents.good_bytes += kPrefixBytes + length;
  }
  return contents;
}

std::vector<fs::path> list_shards(const fs::path& folder) {
  std::vector<std::pair<int, fs::path>> shards;
  for (const auto& entry : fs::directory_iterator(folder)) {
    const int number = shard_number(entry.path().filename().string());
    if (number >= 0) shards.emplace_back(number, entry.path());
  }
  std::sort(shards.begin(), shards.end());
  std::vector<fs::path> paths;
  for (auto& [number, path] : shards) paths.push_back(std::move(path));
  return paths;
}

void write_shard(const fs::path& path, std::span<const GameRecord> games) {
  std::vector<std::uint8_t> bytes(kHeading.begin(), kHeading.end());
  for (const GameRecord& game : games) append_game(bytes, game);
  const fs::path partial = path.string() + ".partial";
  std::ofstream file(partial, std::ios::binary);
  file.write(reinterpret_cast<const char*>(bytes.data()),
             static_cast<std::streamsize>(bytes.size()));
  file.close();
  if (!file) throw std::runtime_error("cannot write " + partial.string());
  fs::rename(partial, path);
}

ShardWriter::ShardWriter(fs::path folder, std::size_t bytes)
    : folder_(std::move(folder)), most_bytes_(bytes) {
  fs::create_directories(folder_);
  const std::vector<fs::path> shards = list_shards(folder_);
  if (!shards.empty()) number_ = shard_number(shards.back().filename().string());
  open_next();
}

ShardWriter::~ShardWriter() {
  ::close(file_);
  if (bytes_ == kHeading.size()) ::unlink(path_.c_str());  // holds no game
}

void ShardWriter::open_next() {
  // The next name that no other process has taken.
  int file = -1;
  do {
    path_ = folder_ / shard_name(++number_);
    file = ::open(path_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC, 0666);
  } while (file < 0 && errno == EEXIST);
  if (file < 0) {
    throw std::runtime_error("cannot make " + path_.string() + ": " + std::strerror(errno));
  }
  if (file_ >= 0) ::close(file_);
  file_ = file;
  bytes_ = 0;
  write_all(kHeading.data(), kHeading.size());
}

void ShardWriter::add(const GameRecord& record) {
  std::vector<std::uint8_t> bytes;
  append_game(bytes, record);
  const std::lock_guard lock(mutex_);
  if (bytes_ >= most_bytes_ && bytes_ > kHeading.size()) open_next();
  write_all(bytes.data(), bytes.size());
}

// One write, unless the system takes only a part of it.
void ShardWriter::write_all(const void* data, std::size_t size) {
  const auto* bytes = static_cast<const std::uint8_t*>(data);
  for (std::size_t done = 0; done < size;) {
    const ssize_t written = ::write(file_, bytes + done, size - done);
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) {
      throw std::runtime_error("cannot write " + path_.string() + ": " + std::strerror(errno));
    }
    done += static_cast<std::size_t>(written);
  }
  bytes_ += size;
}

}  // namespace isthmus::selfplay
