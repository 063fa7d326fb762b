#pragma once

#include <chrono>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include <nlohmann/json.hpp>
#include <unistd.h>

#include "tests/tools/base/temporary_folder.hpp"
#include "tools/tournament/results_file.hpp"

// What tests of whole tournaments share.

inline std::string engine(const std::string& name, const std::string& arguments) {
  // They may share cores.
  return nlohmann::json{
      {"name", name}, {"command", std::string(TEST_ENGINE) + " " + arguments}, {"threads", 0}}
      .dump();
}

// A spec of random players that take different moves.
inline std::string random_spec(const std::string& fields, int engines = 2) {
  std::string spec = "{" + fields + ", \"engines\": [";
  for (int i = 0; i < engines; ++i) {
    spec += (i == 0 ? "" : ", ") +
            engine("random" + std::to_string(i), "random " + std::to_string(i + 1));
  }
  return spec + "]}";
}

// The games that a folder holds, by their ids.
inline std::vector<nlohmann::json> games_of(const std::filesystem::path& folder) {
  const auto stored = isthmus::tournament::read_tournament(folder);
  std::vector<nlohmann::json> games;
  for (const auto& record : stored.records) {
    games.push_back(nlohmann::json::parse(to_line(record, stored.spec)));
  }
  return games;
}

// Starts a tournament in a process of its own.
inline int start_tournament(const TemporaryFolder& folder, const std::filesystem::path& spec,
                            const std::filesystem::path& out, const char* option = nullptr) {
  std::fflush(nullptr);  // or the child writes it again
  const int child = ::fork();
  if (child == 0) {
    std::freopen((folder / "started").c_str(), "w", stdout);
    std::freopen((folder / "started").c_str(), "w", stderr);
    ::execl(ISTHMUS_PROGRAM, ISTHMUS_PROGRAM, "tournament", spec.c_str(), "--out", out.c_str(),
            option, nullptr);
    std::_Exit(127);
  }
  return child;
}

// The lines of a table but for the one that shows what was measured, and so is never the same.
inline std::string without_times(const std::string& table) {
  std::istringstream lines(table);
  std::string kept;
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with("Clock overhead: ")) kept += line + "\n";
  }
  return kept;
}

// Waits until `count` games are in a folder that a tournament is writing to.
inline void wait_for_games(const std::filesystem::path& folder, std::size_t count) {
  while (!std::filesystem::exists(folder / "results.sqlite") || games_of(folder).size() < count) {
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
}
