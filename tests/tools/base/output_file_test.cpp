// Files are written as a whole, or not at all.

#include "tools/base/output_file.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <string>
#include <thread>
#include <vector>

#include <doctest/doctest.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/tools/base/run_program.hpp"
#include "tests/tools/base/temporary_folder.hpp"
#include "tools/base/bad_input.hpp"
#include "tools/base/growing_file.hpp"
#include "tools/selfplay/shards.hpp"

using namespace isthmus;
namespace fs = std::filesystem;

namespace {

// All files under a folder, with what is in them.
std::map<std::string, std::string> contents(const fs::path& folder) {
  std::map<std::string, std::string> files;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (!entry.is_directory()) files[entry.path().string()] = read_text(entry.path());
  }
  return files;
}

fs::perms permissions(const fs::path& path) { return fs::status(path).permissions(); }

const std::string kFills = " --evaluator fills --backend cpu --fills 512";

// Moves of a game that is longer as SGF than the limits on files below.
std::string many_games() {
  std::string games;
  for (int i = 0; i < 100; ++i) games += "a1 b2 c3 d4 a2 b3\n";
  return games;
}

}  // namespace

TEST_CASE("a file that is replaced keeps its permissions, and links to it stay") {
  const TemporaryFolder folder;
  const auto file = folder / "file", link = folder / "link", far = folder / "far";
  write_file(file, "one");
  CHECK(read_text(file) == "one");
  fs::permissions(file, fs::perms(0640));
  write_file(file, "two");
  CHECK(read_text(file) == "two");
  CHECK(permissions(file) == fs::perms(0640));

  fs::create_directory(far);
  fs::create_symlink("../file", far / "link");
  fs::create_symlink("far/link", link);
  write_file(link, "three");
  CHECK(fs::is_symlink(link));
  CHECK(fs::is_symlink(far / "link"));
  CHECK(read_text(file) == "three");
  CHECK(permissions(file) == fs::perms(0640));
  // A link to what is not there yet.
  fs::create_symlink("later", folder / "dangling");
  write_file(folder / "dangling", "four");
  CHECK(fs::is_symlink(folder / "dangling"));
  CHECK(read_text(folder / "later") == "four");
  CHECK(contents(folder.path()).size() == 5);  // a file, three links, and what one leads to
}

TEST_CASE("pipes and devices are written to, not replaced") {
  const TemporaryFolder folder;
  const auto pipe = folder / "pipe";
  REQUIRE(::mkfifo(pipe.c_str(), 0600) == 0);
  check_output_file("out", pipe);
  std::string read;
  {
    const std::jthread reader([&] { read = read_text(pipe); });
    write_file(pipe, "text");
  }
  CHECK(read == "text");
  CHECK(fs::is_fifo(pipe));
  CHECK_THROWS_AS(write_file("/dev/full", "text"), std::runtime_error);
  CHECK(fs::is_character_file("/dev/full"));

  // The file that standard output goes to is that of others too.
  write_text(folder / "game", "a1 b2\n");
  const std::string all = (folder / "all").string();
  run(folder,
      "convert " + (folder / "game").string() +
          " --size 3 --to openings --out /dev/stdout; echo after; }",
      "{ ", ">> " + all);
  CHECK(read_text(all) == "a1 b2\nafter\n");
}

TEST_CASE("a file grows by whole texts, and what is behind them goes") {
  const TemporaryFolder folder;
  const auto path = folder / "file";
  const auto add = [](GrowingFile& file, std::string_view text) {
    file.add([&](const WritePart& write) {
      write(text.substr(0, 2));
      write(text.substr(2));
    });
  };
  {
    GrowingFile file(path, 0);
    add(file, "first\n");
    CHECK(read_text(path) == "first\n");
    CHECK_THROWS_AS(file.add([](const WritePart& write) {
      write("lost");
      throw std::runtime_error("no more");
    }),
                    std::runtime_error);
    CHECK(read_text(path) == "first\n");
    add(file, "second\n");
  }
  CHECK(read_text(path) == "first\nsecond\n");
  GrowingFile again(path, 6);
  add(again, "third\n");
  CHECK(read_text(path) == "first\nthird\n");
  CHECK_THROWS_AS(GrowingFile(folder.path(), 0), std::runtime_error);
  GrowingFile anew(path, 0);
  CHECK(read_text(path).empty());
}

TEST_CASE("what cannot be written is found before the work, and no file is made by that") {
  const TemporaryFolder folder;
  write_text(folder / "file", "text");
  check_output_file("out", folder / "file");
  check_output_file("out", folder / "new");
  CHECK_THROWS_AS(check_output_file("out", folder.path()), BadInput);
  CHECK_THROWS_AS(check_output_file("out", folder / "file" / "below"), BadInput);
  CHECK_THROWS_AS(check_output_file("out", folder / "none" / "file"), BadInput);
  CHECK_THROWS_AS(write_file(folder / "none" / "file", "text"), std::runtime_error);
  const auto files = contents(folder.path());
  CHECK(files.size() == 1);
  CHECK(files.begin()->second == "text");
}

TEST_CASE("what a killed process has left is removed by the next that writes there") {
  const TemporaryFolder folder;
  const int dead = ::fork();
  if (dead == 0) std::_Exit(0);
  REQUIRE(::waitpid(dead, nullptr, 0) == dead);
  std::array<char, 256> host{};
  REQUIRE(::gethostname(host.data(), host.size() - 1) == 0);
  const std::string here = "file.new-" + std::string(host.data()) + "-";
  const std::string of_dead = here + std::to_string(dead) + "-1";
  const std::string of_other = here + std::to_string(::getppid()) + "-1";
  const std::string elsewhere = "file.new-no.such.host-" + std::to_string(dead) + "-1";
  const std::string beside = "other" + of_dead.substr(4);
  const std::string mine = of_dead + ".txt", notes = here + std::to_string(dead);
  const std::vector<std::string> names{
      of_dead, of_dead + "-journal", beside, of_other, elsewhere, mine, notes};
  for (const std::string& name : names) write_text(folder / name, "left");
  write_file(folder / "file", "new");
  CHECK(read_text(folder / "file") == "new");
  for (const std::string& name : names) {
    CAPTURE(name);
    const bool is_left = name == of_dead || name == of_dead + "-journal" || name == beside;
    CHECK(fs::exists(folder / name) != is_left);
  }
}

TEST_CASE("a disk that is full leaves files as they were, and no parts of new ones") {
  const TemporaryFolder folder;
  const auto folder_of = [&](const char* name) {
    const auto path = folder / name;
    fs::create_directory(path);
    return path;
  };
  const auto old = folder_of("old"), fresh = folder_of("fresh"), out = folder / "out";
  write_text(folder / "games", many_games());
  const std::string player = ISTHMUS_PROGRAM + (" gtp --visits 2" + kFills);
  write_text(folder / "spec", R"({"size": 4, "games": 8, "openings": "all-1ply", "engines": [
               {"name": "a", "command": ")" +
                                  player + R"(", "threads": 0}, {"name": "b", "command": ")" +
                                  player + R"(", "threads": 0}]})");
  REQUIRE(run(folder, "tournament " + (folder / "spec").string() + " --out " + out.string()).code ==
          0);
  const std::vector<std::pair<std::string, std::string>> cases{
      {"sgf", "convert " + (folder / "games").string() + " --size 4 --to sgf --out "},
      {"csv", "results " + out.string() + " --csv "},
      {"jsonl", "results " + out.string() + " --jsonl "},
      {"html", "results " + out.string() + " --json --html "},
      {"svg", "bench --row 'K-subsets, 32 bits' --row-time 0.01 --svg "},
  };
  for (const auto& [name, arguments] : cases) write_text(old / name, "old");
  const auto before = contents(old);
  for (const auto& one : cases) {
    const std::string name = one.first, arguments = one.second;
    for (const auto& target : {old / name, fresh / name}) {
      // As if the disk ended after 512 bytes, which is enough for the message.
      const Run result = run(folder, arguments + target.string(), "ulimit -f 1; ");
      CAPTURE(arguments);
      CAPTURE(result.errors);
      CHECK(result.code == 1);
      CHECK(result.errors.find("isthmus: cannot write " + target.string() +
                               ": File too large; make room there, or name another place\n") !=
            std::string::npos);
    }
  }
  CHECK(contents(old) == before);
  CHECK(contents(fresh).empty());

  // Of a review there are whole files only.
  const Run review = run(folder,
                         "analyze 'https://hexworld.org/board/#11nc1,b4:sh4e5f6' --visits 2 "
                         "--out " +
                             (folder / "review").string() + kFills,
                         "ulimit -f 4; ");
  CHECK(review.code == 1);
  CHECK(review.errors.find("winrates.svg: File too large") != std::string::npos);
  const auto reviewed = contents(folder / "review");
  REQUIRE(reviewed.size() == 1);
  CHECK(reviewed.begin()->first.ends_with("/game.sgf"));
  CHECK(reviewed.begin()->second.ends_with(")\n"));
}

TEST_CASE("selfplay on a full disk leaves whole games, and no shard without any") {
  const TemporaryFolder folder;
  const auto games = folder / "games";
  const std::string arguments =
      "selfplay --sizes 5 --games 400 --parallel 4 --workers 2 --out " + games.string() + kFills;
  const Run full = run(folder, arguments, "ulimit -f 16; ");  // 8 KiB
  CAPTURE(full.errors);
  CHECK(full.code == 1);
  CHECK(full.errors.find("games-00000.shard: File too large; make room there") !=
        std::string::npos);
  std::size_t count = 0;
  const auto found =
      selfplay::read_shard(games / "games-00000.shard", [&](const auto&) { ++count; });
  CHECK(count > 5);
  CHECK(found.lost_bytes == 0);
  CHECK(selfplay::list_shards(games).size() == 1);

  const auto none = folder / "none";
  CHECK(run(folder, "selfplay --games 4 --sizes 3 --out " + none.string() + kFills, "ulimit -f 0; ")
            .code == 1);
  CHECK(selfplay::list_shards(none).empty());
}
