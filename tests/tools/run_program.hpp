#pragma once

#include <algorithm>
#include <cstdlib>
#include <string>

#include <sys/wait.h>

#include "tests/tools/temporary_folder.hpp"

// How a run of the program ended, and what it wrote.
struct Run {
  int code;
  std::string output;
  std::string errors;
};

// Runs the program, with `prefix` before it in the shell's command, and redirections of its streams
// that go before ours.
inline Run run(const TemporaryFolder& folder, const std::string& arguments,
               const std::string& prefix = "", const std::string& redirections = "") {
  const std::string output = (folder / "stdout").string(), errors = (folder / "stderr").string();
  const int status = std::system((prefix + ISTHMUS_PROGRAM + " " + arguments + " > " + output +
                                  " 2> " + errors + " " + redirections)
                                     .c_str());
  return {WEXITSTATUS(status), read_text(output), read_text(errors)};
}

inline int count_lines(const std::string& text) {
  return static_cast<int>(std::count(text.begin(), text.end(), '\n'));
}
