// Records of self-play: what is written is what is read, and what is torn or damaged is passed
// over.

#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "tests/support/fewer_if_sanitized.hpp"
#include "tests/tools/base/temporary_folder.hpp"
#include "tools/base/bad_input.hpp"
#include "tools/selfplay/game_record.hpp"
#include "tools/selfplay/shards.hpp"

using namespace isthmus;
using namespace isthmus::selfplay;

namespace {

constexpr std::size_t kHeadingBytes = 16;

GameRecord random_game(std::mt19937_64& random) {
  const auto below = [&](std::uint64_t bound) { return random() % bound; };
  GameRecord record;
  record.rows = static_cast<std::uint8_t>(1 + below(19));
  record.columns = static_cast<std::uint8_t>(1 + below(19));
  record.game = std::string(below(6), 'g');
  record.result = static_cast<Result>(below(4));
  record.ending = static_cast<Ending>(below(3));
  record.net = static_cast<std::uint32_t>(random());
  record.seed = random();
  const std::size_t cells = std::size_t{record.rows} * record.columns;
  record.moves.resize(below(cells + 1));
  for (MoveRecord& move : record.moves) {
    move.cell = static_cast<Cell>(below(cells));
    move.choice = static_cast<Choice>(below(3));
    move.value = static_cast<std::uint16_t>(random());
    if (move.choice != Choice::full) continue;
    move.visits.resize(below(cells + 1));
    for (CellVisits& entry : move.visits) {
      entry = {static_cast<Cell>(below(cells)), static_cast<std::uint16_t>(random())};
    }
  }
  for (std::size_t i = 0; i < record.moves.size(); ++i) {
    if (below(8) != 0) continue;
    record.removed.push_back({static_cast<std::uint16_t>(i), static_cast<Cell>(below(cells))});
  }
  return record;
}

std::vector<GameRecord> random_games(std::size_t count, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::vector<GameRecord> games;
  for (std::size_t i = 0; i < count; ++i) games.push_back(random_game(random));
  return games;
}

struct Reading {
  std::vector<GameRecord> games{};
  ShardContents contents{};
};

Reading read_all(const std::filesystem::path& path) {
  Reading read;
  read.contents = read_shard(path, [&](const GameRecord& game) { read.games.push_back(game); });
  CHECK(read.contents.games == read.games.size());
  return read;
}

std::vector<GameRecord> read_whole(const std::filesystem::path& path) {
  const Reading read = read_all(path);
  CHECK(read.contents.lost_bytes == 0);
  return read.games;
}

// Where each of the games ends in a shard.
std::vector<std::size_t> ends_of(const std::vector<GameRecord>& games) {
  std::vector<std::size_t> ends;
  std::size_t end = kHeadingBytes;
  for (const GameRecord& game : games) ends.push_back(end += 8 + encode(game).size());
  return ends;
}

// Writes the games to one shard and returns its path.
std::filesystem::path write_shard(const TemporaryFolder& folder,
                                  const std::vector<GameRecord>& games) {
  ShardWriter writer(folder.path(), 1 << 30);
  for (const GameRecord& game : games) writer.add(game);
  return list_shards(folder.path()).back();
}

}  // namespace

TEST_CASE("records of random games are read as they were written") {
  const TemporaryFolder folder;
  const std::vector<GameRecord> games = random_games(300, 1);
  for (const GameRecord& game : games) REQUIRE(decode(encode(game)) == game);
  CHECK(read_whole(write_shard(folder, games)) == games);
}

TEST_CASE("the bytes of a record are those that the README describes") {
  GameRecord record;
  record.game = "rex";
  record.rows = 3;
  record.columns = 4;
  record.result = Result::white;
  record.ending = Ending::resignation;
  record.net = 0x01020304;
  record.seed = 0x1112131415161718;
  record.moves.resize(2);
  record.moves[0] = {.cell = 5, .choice = Choice::opening, .value = 0, .visits = {}};
  record.moves[1] = {
      .cell = 11, .choice = Choice::full, .value = 0x8001, .visits = {{11, 300}, {0, 2}}};
  record.removed = {{1, 5}};
  const std::vector<std::uint8_t> expected{
      3,    4,    2,    1,                                         // board, result, ending
      4,    3,    2,    1,                                         // net
      0x18, 0x17, 0x16, 0x15, 0x14, 0x13, 0x12, 0x11,              // seed
      2,    0,    0,    0,    2,    0,    0,    0,                 // moves, visits
      1,    0,    3,    0,                                         // stones off, letters
      5,    0,    11,   0,    0,    0,    1,    0x80, 0, 0, 2, 0,  // cells, values, counts
      0,    2,                                                     // choices
      11,   0,    0,    0,    44,   1,    2,    0,                 // cells and numbers of visits
      1,    0,    5,    0,                                         // the move and cell of a stone
      'r',  'e',  'x'};
  CHECK(encode(record) == expected);
}

TEST_CASE("shards of the first revision are read, as games of Hex") {
  // A game on 2 x 1 cells with one move, a2, by a full search: value 0x8001, 9 visits.
  std::vector<std::uint8_t> body{2,    1,    1,    0,                             // board, end
                                 4,    3,    2,    1,                             // net
                                 0x18, 0x17, 0x16, 0x15, 0x14, 0x13, 0x12, 0x11,  // seed
                                 1,    0,    0,    0,    1,    0,    0,    0,     // moves, visits
                                 1,    0,    1,    0x80, 1,    0,    2,           // move
                                 1,    0,    9,    0};
  GameRecord record;
  record.game = "hex";
  record.rows = 2;
  record.columns = 1;
  record.result = Result::black;
  record.ending = Ending::rules;
  record.net = 0x01020304;
  record.seed = 0x1112131415161718;
  record.moves = {{.cell = 1, .choice = Choice::full, .value = 0x8001, .visits = {{1, 9}}}};
  CHECK(decode(body, kFirstRevision) == record);
  CHECK_THROWS_AS(decode(body), std::invalid_argument);

  // The CRC-32 is zlib's.
  const std::string text = std::string("isthmus-games 1\n") +
                           std::string("\x23\0\0\0\033\066\234\110", 8) +
                           std::string(body.begin(), body.end());
  std::vector<GameRecord> games;
  const ShardContents contents =
      read_games(text, "old", [&](const GameRecord& game) { games.push_back(game); });
  CHECK(games == std::vector{record});
  CHECK(contents.lost_bytes == 0);
}

TEST_CASE("of a shard that was cut off all whole games are read") {
  const TemporaryFolder folder;
  const std::vector<GameRecord> games = random_games(12, 2);
  const auto path = write_shard(folder, games);
  const std::string whole = read_text(path);
  const std::vector<std::size_t> ends = ends_of(games);
  REQUIRE(ends.back() == whole.size());
  std::mt19937_64 random(3);
  for (int i = 0; i < test::fewer_if_sanitized(200, 4); ++i) {
    const std::size_t size = kHeadingBytes + random() % (whole.size() - kHeadingBytes + 1);
    write_text(path, whole.substr(0, size));
    std::size_t games_left = 0;
    while (games_left < ends.size() && ends[games_left] <= size) ++games_left;
    const std::size_t good = games_left == 0 ? kHeadingBytes : ends[games_left - 1];
    const Reading read = read_all(path);
    REQUIRE(read.games.size() == games_left);
    CHECK(std::equal(read.games.begin(), read.games.end(), games.begin()));
    CHECK(read.contents.lost_bytes == size - good);
    CHECK(read.contents.lost_games == (size > good ? 1 : 0));
  }
  // A kill may leave no more than a part of the first line.
  for (std::size_t size = 0; size < kHeadingBytes; ++size) {
    write_text(path, whole.substr(0, size));
    const Reading read = read_all(path);
    CHECK(read.games.empty());
    CHECK(read.contents.lost_bytes == size);
    CHECK(read.contents.lost_games == 0);
  }
}

TEST_CASE("of a damaged shard all games around the damage are read") {
  const TemporaryFolder folder;
  const std::vector<GameRecord> games = random_games(8, 4);
  const auto path = write_shard(folder, games);
  const std::string whole = read_text(path);
  const std::vector<std::size_t> ends = ends_of(games);
  const auto begin_of = [&](std::size_t game) {
    return game == 0 ? kHeadingBytes : ends[game - 1];
  };
  const auto game_at = [&](std::size_t byte) {
    return static_cast<std::size_t>(std::upper_bound(ends.begin(), ends.end(), byte) -
                                    ends.begin());
  };
  std::mt19937_64 random(5);
  // One bit.
  for (int i = 0; i < test::fewer_if_sanitized(300, 4); ++i) {
    std::string damaged = whole;
    const std::size_t at = kHeadingBytes + random() % (whole.size() - kHeadingBytes);
    damaged[at] = static_cast<char>(damaged[at] ^ (1 << random() % 8));
    write_text(path, damaged);
    std::vector<GameRecord> left = games;
    const std::size_t hit = game_at(at);
    left.erase(left.begin() + static_cast<std::ptrdiff_t>(hit));
    const Reading read = read_all(path);
    CHECK(read.games == left);
    CHECK(read.contents.lost_bytes == ends[hit] - begin_of(hit));
    CHECK(read.contents.lost_games == 1);
  }
  // A stretch that is gone, or random bytes in its place; or such bytes between games.
  for (int i = 0; i < test::fewer_if_sanitized(300, 4); ++i) {
    const std::size_t from = kHeadingBytes + random() % (whole.size() - kHeadingBytes);
    const std::size_t until = from + 1 + random() % (whole.size() - from);
    std::string noise(i % 2 == 0 ? 0 : until - from, ' ');
    for (char& byte : noise) byte = static_cast<char>(random());
    write_text(path, whole.substr(0, from) + noise + whole.substr(until));
    std::vector<GameRecord> left;
    std::size_t good = 0;
    for (std::size_t game = 0; game < games.size(); ++game) {
      if (ends[game] > from && begin_of(game) < until) continue;
      left.push_back(games[game]);
      good += ends[game] - begin_of(game);
    }
    const Reading read = read_all(path);
    CHECK(read.games == left);
    CHECK(read.contents.lost_bytes == std::filesystem::file_size(path) - kHeadingBytes - good);
    if (read.contents.lost_bytes > 0) CHECK(read.contents.lost_games >= 1);
    CHECK(read.contents.lost_games <= games.size() - left.size());
  }
  // Games whose lengths are whole are counted one by one.
  std::string damaged = whole;
  for (const std::size_t game : {2U, 3U, 6U}) damaged[begin_of(game) + 8 + 9] ^= 1;  // in the seed
  write_text(path, damaged);
  const Reading read = read_all(path);
  CHECK(read.games == std::vector{games[0], games[1], games[4], games[5], games[7]});
  CHECK(read.contents.lost_games == 3);
  const std::size_t lost = ends[3] - ends[1] + ends[6] - ends[5];
  CHECK(read.contents.lost_bytes == lost);
  CHECK(loss_text(path, read.contents) == path.string() + ": " + std::to_string(lost) +
                                              " bytes are damaged or cut off, and with them 3 "
                                              "games or more");

  write_text(path, "isthmus-games 3\n" + whole.substr(kHeadingBytes));
  CHECK_THROWS_AS(read_whole(path), BadInput);
  CHECK_THROWS_AS(read_whole(folder / "missing"), BadInput);
}

TEST_CASE("bytes that are no record are refused") {
  const std::vector<GameRecord> games = random_games(60, 6);
  std::mt19937_64 random(7);
  for (const GameRecord& game : games) {
    std::vector<std::uint8_t> bytes = encode(game);
    bytes.push_back(0);
    CHECK_THROWS_AS(decode(bytes), std::invalid_argument);
    bytes.resize(random() % (bytes.size() - 1));
    CHECK_THROWS_AS(decode(bytes), std::invalid_argument);
  }
  // Whatever they are, they are read or refused.
  for (int i = 0; i < test::fewer_if_sanitized(20'000, 8); ++i) {
    std::vector<std::uint8_t> bytes = encode(games[random() % games.size()]);
    for (int k = 0; k < 3; ++k) {
      bytes[random() % bytes.size()] = static_cast<std::uint8_t>(random());
    }
    GameRecord record;
    try {
      record = decode(bytes);
    } catch (const std::invalid_argument&) {
      continue;
    }
    CHECK(encode(record) == bytes);
  }
}

TEST_CASE("a new writer begins a new shard, and a full one is followed by another") {
  const TemporaryFolder folder;
  const std::vector<GameRecord> games = random_games(20, 8);
  write_shard(folder, games);
  { const ShardWriter idle(folder.path(), 1); }
  CHECK(list_shards(folder.path()).size() == 1);
  {
    ShardWriter writer(folder.path(), 1);
    for (int i = 0; i < 3; ++i) writer.add(games[0]);
  }
  const auto shards = list_shards(folder.path());
  REQUIRE(shards.size() == 4);
  CHECK(shards[0].filename() == "games-00000.shard");
  CHECK(shards[3].filename() == "games-00003.shard");
  CHECK(read_whole(shards[0]) == games);
  for (std::size_t i = 1; i < 4; ++i) CHECK(read_whole(shards[i]).size() == 1);
}
