#include "tools/tournament/child_process.hpp"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <thread>

#include <boost/asio/buffer.hpp>
#include <boost/asio/write.hpp>
#include <poll.h>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tools/base/descriptors.hpp"
#include "tools/base/output_file.hpp"
#include "tools/tournament/orphans.hpp"

namespace isthmus::tournament {

namespace {

using namespace std::chrono_literals;

constexpr std::size_t kLargestLog = 1 << 20;  // bytes, for each start of an engine
constexpr auto kGrace = 200ms;                // from SIGTERM to SIGKILL

cpu_set_t cpu_set(const std::vector<int>& cores) {
  cpu_set_t set;
  CPU_ZERO(&set);
  for (int core : cores) CPU_SET(static_cast<std::size_t>(core), &set);
  return set;
}

// Runs in the child between fork and exec, so it may only make system calls.
void prepare_child(const cpu_set_t* cores) {
  // The child must not hold the pipes of children that other threads start at this moment: those
  // would never see their input end. Boost marks nothing close-on-exec.
  close_on_exec_from(STDERR_FILENO + 1);
  // The child ends with the thread that started it, also where that is killed.
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  ::signal(SIGPIPE, SIG_DFL);
  ::signal(SIGXFSZ, SIG_DFL);
  if (cores != nullptr) ::sched_setaffinity(0, sizeof *cores, cores);
}

// What the shell is to run. It is to become a simple command (exec), not to wait for it: so the
// engine itself gets the signals, and its exit status is what is seen.
std::string shell_text(const std::string& command) {
  const std::string_view first_word = std::string_view(command).substr(0, command.find(' '));
  const bool is_simple =
      command.find_first_of(";&|(){}\n") == command.npos && first_word.find('=') == first_word.npos;
  return is_simple ? "exec " + command : command;
}

}  // namespace

ChildProcess::ChildProcess(const std::string& command, std::filesystem::path log,
                           const std::vector<int>& cores)
    : input_pipe_(context_),
      output_pipe_(context_),
      error_pipe_(context_),
      mark_(new_mark()),
      log_path_(std::move(log)) {
  // Writing to a child that has ended must be an error, not the end of this program.
  ::signal(SIGPIPE, SIG_IGN);
  process::environment environment = boost::this_process::environment();
  environment[kMarkVariable] = mark_;
  const cpu_set_t set = cpu_set(cores);
  const cpu_set_t* pinned = cores.empty() ? nullptr : &set;
  child_ = process::child(
      process::exe = "/bin/sh", process::args = {"-c", shell_text(command)}, environment,
      process::std_in<input_pipe_, process::std_out> output_pipe_, process::std_err > error_pipe_,
      group_, process::extend::on_exec_setup = [=](auto&) { prepare_child(pinned); });
  read_errors();
}

ChildProcess::~ChildProcess() {
  // The leader is not waited for until the end, for its number is also that of the group.
  std::error_code ignored;
  ::kill(-child_.id(), SIGTERM);
  wait_for_end(kGrace);
  group_.terminate(ignored);
  child_.wait(ignored);
  end_orphans(mark_);
}

void ChildProcess::send(std::string text) {
  sent_ = std::move(text);
  // A child that does not read shows that by its answers, and by has_closed_input().
  boost::asio::async_write(input_pipe_, boost::asio::buffer(sent_), [](const auto&, auto) {});
}

void ChildProcess::wait(Clock::time_point until) {
  constexpr auto kSlice = 20ms;  // how soon the end of the child is noticed
  const std::size_t before = output_.size();
  while (output_.size() == before && !output_ended_) {
    if (!reading_) read_output();
    context_.restart();
    context_.run_one_until(std::min(until, Clock::now() + kSlice));
    if (output_.size() != before || output_ended_) return;
    // Its output may be held open by a process that it leaves behind. What it wrote before its
    // end has arrived by now.
    if (has_exited()) {
      run_ready_handlers();
      output_ended_ = output_.size() == before;
    }
    if (Clock::now() >= until) return;
  }
}

bool ChildProcess::has_closed_input() const {
  pollfd end{input_pipe_.native_sink(), 0, 0};
  return ::poll(&end, 1, 0) > 0 && (end.revents & POLLERR) != 0;
}

bool ChildProcess::wait_for_end(std::chrono::milliseconds longest) const {
  const auto until = Clock::now() + longest;
  while (!has_exited()) {
    if (Clock::now() >= until) return false;
    std::this_thread::sleep_for(1ms);
  }
  return true;
}

std::size_t ChildProcess::count_orphans() const {
  if (!wait_for_end(kGrace)) return 0;
  const std::vector<pid_t> orphans = orphans_of(mark_);
  return orphans.size() -
         static_cast<std::size_t>(std::count(orphans.begin(), orphans.end(), child_.id()));
}

std::string ChildProcess::describe_end() {
  ::siginfo_t info{};
  std::string text = "closed its output";
  const bool ended = wait_for_end(kGrace);
  run_ready_handlers();
  if (ended &&
      ::waitid(P_PID, static_cast<::id_t>(child_.id()), &info, WEXITED | WNOHANG | WNOWAIT) == 0) {
    text = info.si_code == CLD_EXITED ? "exit status " + std::to_string(info.si_status)
                                      : "ended by signal " + std::to_string(info.si_status) + " (" +
                                            ::strsignal(info.si_status) + ")";
  }
  return last_errors_.empty() ? text : text + "; last words: '" + last_errors_ + "'";
}

bool ChildProcess::has_exited() const {
  ::siginfo_t info{};
  const int failed =
      ::waitid(P_PID, static_cast<::id_t>(child_.id()), &info, WEXITED | WNOHANG | WNOWAIT);
  return failed != 0 || info.si_pid != 0;
}

void ChildProcess::run_ready_handlers() {
  constexpr int kMost = 64;  // or a flood would never end
  context_.restart();
  for (int i = 0; i < kMost && context_.poll_one() != 0; ++i) {
  }
}

void ChildProcess::read_output() {
  reading_ = true;
  output_pipe_.async_read_some(boost::asio::buffer(output_buffer_),
                               [this](const auto& error, std::size_t count) {
                                 reading_ = false;
                                 output_.append(output_buffer_.data(), count);
                                 if (error) output_ended_ = true;
                               });
}

void ChildProcess::read_errors() {
  error_pipe_.async_read_some(boost::asio::buffer(error_buffer_),
                              [this](const auto& error, std::size_t count) {
                                log_errors({error_buffer_.data(), count});
                                if (!error) read_errors();
                              });
}

// Keeps the text in the log file, and its last line that is not empty.
void ChildProcess::log_errors(std::string_view text) {
  if (text.empty()) return;
  constexpr std::size_t kLongestLine = 200;
  const std::size_t end = text.find_last_not_of(" \r\n");
  if (end != text.npos) {
    const std::string_view lines = text.substr(0, end + 1);
    last_errors_ = lines.substr(lines.find_last_of("\r\n") + 1).substr(0, kLongestLine);
  }
  if (logged_ >= kLargestLog) return;
  if (!log_.is_open()) log_.open(log_path_, std::ios::app);
  log_ << text.substr(0, kLargestLog - logged_) << std::flush;
  logged_ += text.size();
  if (logged_ >= kLargestLog) log_ << "\n(the rest is not kept)\n" << std::flush;
  if (!log_) fail_to_write(log_path_, errno);
}

}  // namespace isthmus::tournament
