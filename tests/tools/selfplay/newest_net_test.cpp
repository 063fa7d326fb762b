#include "tools/selfplay/newest_net.hpp"

#include <chrono>
#include <filesystem>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "engine/net/net_file.hpp"
#include "games/list.hpp"
#include "tests/support/net_bytes.hpp"
#include "tests/tools/base/temporary_folder.hpp"

using namespace isthmus;
using isthmus::test::net_bytes;

TEST_CASE("the newest whole net of a folder is found, and others are reported once") {
  const TemporaryFolder folder;
  const auto nets = folder / "nets";
  std::vector<std::string> notes;
  const auto hex = make_game("hex", 11, 11, SwapRule::none);
  selfplay::NewestNet newest(nets, *hex, [&](const std::string& note) { notes.push_back(note); });
  // The checksum of what is found; 0: nothing.
  const auto look = [&] {
    const auto net = newest.look();
    return net ? net->checksum : 0;
  };
  const auto file_of = [](std::uint64_t seed, const std::string& game = "hex") {
    return net_bytes(random_net(game, 1, 32, seed));
  };
  const auto id_of = [&](std::uint64_t seed) { return parse_net(file_of(seed)).checksum; };
  CHECK(look() == 0);  // no folder
  std::filesystem::create_directories(nets);
  write_text(nets / "gen-999.txt", file_of(1));
  CHECK(look() == 0);
  CHECK(notes.empty());

  write_text(nets / "gen-998.net", file_of(1));
  write_text(nets / "gen-999.net", file_of(2));
  CHECK(look() == id_of(2));
  CHECK(look() == 0);  // no news
  REQUIRE(notes.size() == 1);
  CHECK(notes[0] == "games from now on are played by " + (nets / "gen-999.net").string());

  // An older one, half of a newer one that grows, one of another game, and what is none.
  const std::string whole = file_of(3);
  write_text(nets / "gen-997.net", file_of(4));
  write_text(nets / "gen-1000.net", whole.substr(0, whole.size() / 2));
  write_text(nets / "gen-1001.net", file_of(5, "y"));
  std::filesystem::create_directories(nets / "gen-1002.net");
  CHECK(look() == 0);
  REQUIRE(notes.size() == 4);
  CHECK(notes[1].find("passed over: cannot read " + (nets / "gen-1002.net").string()) == 0);
  CHECK(notes[2] == "passed over: " + (nets / "gen-1001.net").string() + " is of y, not of hex");
  CHECK(notes[3].find("passed over: " + (nets / "gen-1000.net").string()) == 0);
  for (const std::string& note : notes) CHECK(note.find('\n') == note.npos);
  CHECK(look() == 0);
  write_text(nets / "gen-1000.net", whole.substr(0, whole.size() - 1));
  CHECK(look() == 0);
  CHECK(notes.size() == 4);
  write_text(nets / "gen-1000.net", whole);
  CHECK(look() == id_of(3));
  CHECK(notes.size() == 5);

  // Damaged, and mended at the same length.
  std::string damaged = file_of(6);
  damaged[damaged.size() - 20] ^= 1;
  write_text(nets / "gen-1003.net", damaged);
  CHECK(look() == 0);
  CHECK(notes.back().find("is damaged") != std::string::npos);
  write_text(nets / "gen-1003.net", file_of(6));
  std::filesystem::last_write_time(
      nets / "gen-1003.net", std::filesystem::file_time_type::clock::now() + std::chrono::hours(1));
  CHECK(look() == id_of(6));
}

TEST_CASE("a net that sees more than this version knows is passed over") {
  const TemporaryFolder folder;
  for (const char* name : {"hex", "gonnect"}) {
    CAPTURE(name);
    const auto game = make_game(name, 9, 9, SwapRule::none);
    std::vector<std::string> notes;
    selfplay::NewestNet newest(folder.path() / name, *game,
                               [&](const std::string& note) { notes.push_back(note); });
    const auto write = [&](const char* file, int planes) {
      write_text(folder.path() / name / file, net_bytes(random_net(name, 1, 32, 1, {planes})));
    };
    std::filesystem::create_directories(folder.path() / name);
    const int known = Net::kCommonPlanes + game->feature_count();
    write("gen-1.net", known);
    write("gen-2.net", known + 1);
    const auto net = newest.look();
    REQUIRE(net);
    CHECK(net->planes == known);
    REQUIRE(notes.size() == 2);
    CHECK(notes[0] == "passed over: " + (folder.path() / name / "gen-2.net").string() + " has " +
                          std::to_string(known + 1) +
                          " input planes, of which this version knows " + std::to_string(known));
    CHECK_FALSE(newest.look());
    CHECK(notes.size() == 2);
  }
}
