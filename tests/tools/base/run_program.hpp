#pragma once

#include <algorithm>
#include <cstdlib>
#include <string>

#include <doctest/doctest.h>
#include <sys/wait.h>

#include "tests/tools/base/temporary_folder.hpp"

// How a run of the program ended, and what it wrote. The code is 128 and the number of the signal
// where one ended it.
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
  const int code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  return {code, read_text(output), read_text(errors)};
}

inline int count_lines(const std::string& text) {
  return static_cast<int>(std::count(text.begin(), text.end(), '\n'));
}

// Checks that the program takes this for bad usage: it says so on one line, of which `part` is a
// part, and prints nothing.
inline void check_is_refused(const TemporaryFolder& folder, const std::string& arguments,
                             const std::string& part) {
  CAPTURE(arguments);
  const Run result = run(folder, arguments);
  CAPTURE(result.errors);
  CHECK(result.code == 2);
  CHECK(result.output.empty());
  CHECK(result.errors.find(part) != std::string::npos);
  CHECK(count_lines(result.errors) == 1);
}
