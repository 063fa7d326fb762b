#include "tools/tournament/orphans.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <charconv>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <thread>

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tools/base/descriptors.hpp"

namespace isthmus::tournament {

namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;

std::string read_all(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

// What all marks of this process begin with.
std::string mark_stem() {
  static const std::string stem =
      std::to_string(::getpid()) + "-" +
      std::to_string(std::chrono::system_clock::now().time_since_epoch().count()) + "-";
  return stem;
}

// Whether the mark of a process begins so. Those that have ended have none.
bool has_mark(pid_t process, const std::string& begin) {
  const std::string environment = read_all("/proc/" + std::to_string(process) + "/environ");
  const std::string wanted = std::string(kMarkVariable) + "=" + begin;
  for (std::size_t i = 0; i < environment.size(); i = environment.find('\0', i) + 1) {
    if (environment.compare(i, wanted.size(), wanted) == 0) return true;
    if (environment.find('\0', i) == environment.npos) break;
  }
  return false;
}

// The children of all threads of this process.
std::vector<pid_t> children() {
  std::vector<pid_t> processes;
  std::error_code ignored;
  for (const auto& thread : fs::directory_iterator("/proc/self/task", ignored)) {
    std::ifstream file(thread.path() / "children");
    for (pid_t process; file >> process;) processes.push_back(process);
  }
  return processes;
}

// The processes of the whole machine.
std::vector<pid_t> all_processes() {
  std::vector<pid_t> processes;
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator("/proc", ignored)) {
    const std::string name = entry.path().filename();
    pid_t process = 0;
    const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), process);
    if (error == std::errc{} && *end == '\0') processes.push_back(process);
  }
  return processes;
}

// Kills what `find` finds until it finds nothing more; gives up where something cannot be killed.
void kill_all(const std::function<std::vector<pid_t>()>& find) {
  constexpr int kTries = 500;
  for (int i = 0; i < kTries; ++i) {
    const std::vector<pid_t> processes = find();
    if (processes.empty()) return;
    for (pid_t process : processes) {
      ::kill(process, SIGKILL);
      ::waitpid(process, nullptr, WNOHANG);
    }
    std::this_thread::sleep_for(2ms);
  }
}

// The guard's life. It holds no file of the others but its end of the pipe, so that none waits
// for it who reads our output.
[[noreturn]] void guard(int pipe, const std::string& stem) {
  ::setsid();  // signals of the terminal are not for it
  ::dup2(pipe, STDIN_FILENO);
  close_from(STDIN_FILENO + 1);
  char ignored = 0;
  while (::read(STDIN_FILENO, &ignored, 1) < 0 && errno == EINTR) {
  }
  kill_all([&] {
    std::vector<pid_t> processes = all_processes();
    std::erase_if(processes, [&](pid_t process) { return !has_mark(process, stem); });
    return processes;
  });
  ::_exit(0);
}

}  // namespace

std::string new_mark() {
  static std::atomic<int> count = 0;
  ::prctl(PR_SET_CHILD_SUBREAPER, 1);
  return mark_stem() + std::to_string(++count) + ".";
}

std::vector<pid_t> orphans_of(const std::string& mark) {
  std::vector<pid_t> processes = children();
  std::erase_if(processes, [&](pid_t process) { return !has_mark(process, mark); });
  return processes;
}

void end_orphans(const std::string& mark) {
  kill_all([&] { return orphans_of(mark); });
}

OrphanGuard::OrphanGuard() {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) return;
  const std::string stem = mark_stem();
  guard_ = ::fork();
  if (guard_ == 0) {
    ::close(ends[1]);
    guard(ends[0], stem);
  }
  ::close(ends[0]);
  pipe_ = ends[1];
}

OrphanGuard::~OrphanGuard() {
  kill_all([&] {
    std::vector<pid_t> processes = children();
    std::erase(processes, guard_);
    return processes;
  });
  ::close(pipe_);
  ::waitpid(guard_, nullptr, 0);
}

}  // namespace isthmus::tournament
