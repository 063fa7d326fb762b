#pragma once

#include <chrono>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

#include "tests/tools/base/temporary_folder.hpp"

// Whether a process runs. One that has ended but has not been waited for does not.
inline bool is_running(int process) {
  const std::string stat = read_text("/proc/" + std::to_string(process) + "/stat");
  const std::size_t name_end = stat.rfind(')');
  return name_end != stat.npos && stat.substr(name_end + 2, 1) != "Z";
}

// The process ids that the test engine wrote to a file.
inline std::vector<int> processes_in(const std::filesystem::path& file) {
  std::ifstream stream(file);
  std::vector<int> processes;
  for (int process; stream >> process;) processes.push_back(process);
  return processes;
}

// How many of the processes run, once the signals sent to them have had a moment to arrive.
inline int count_running(const std::vector<int>& processes) {
  int running = 0;
  for (int attempt = 0; attempt < 1000; ++attempt) {
    running = 0;
    for (int process : processes) running += is_running(process) ? 1 : 0;
    if (running == 0) break;
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  return running;
}
