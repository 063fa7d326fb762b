#pragma once

#include <array>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string>
#include <vector>

#include <boost/asio/io_context.hpp>

#include "tools/tournament/boost_process.hpp"

namespace isthmus::tournament {

// A shell command that runs as a child process: its input and output are ours, its errors go to a
// file. Whatever it starts in turn ends with it, also where that leaves its process group.
class ChildProcess {
 public:
  using Clock = std::chrono::steady_clock;

  // Starts `/bin/sh -c command`. What the child writes to stderr is appended to `log`, of which
  // no more than a megabyte is kept. It runs on these cores, on all where none are named. Throws
  // std::runtime_error if no process can be made.
  ChildProcess(const std::string& command, std::filesystem::path log,
               const std::vector<int>& cores = {});
  // Ends the whole group: SIGTERM, and soon after it SIGKILL.
  ~ChildProcess();
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;

  // Writes text to the child while wait() runs. What was sent before must have been read.
  void send(std::string text);
  // Reads what the child writes until something new has come, it has ended, or the time has. Throws
  // std::runtime_error where the log cannot be written, as describe_end() does.
  void wait(Clock::time_point until);
  // Waits for the child to end, without reading; returns whether it has.
  bool wait_for_end(std::chrono::milliseconds longest) const;

  // What the child wrote and was not taken yet. The taker erases it.
  std::string& output() { return output_; }
  // Whether no more output can come: the child has ended or closed its output.
  bool output_ended() const { return output_ended_; }
  // Whether it can read nothing more: it has closed its input.
  bool has_closed_input() const;
  // How many processes it has left behind; for a child that has ended its output.
  std::size_t count_orphans() const;
  // "exit status 3; last words: '...'", for a child that has ended its output.
  std::string describe_end();

 private:
  bool has_exited() const;
  void run_ready_handlers();
  void read_output();
  void read_errors();
  void log_errors(std::string_view text);

  boost::asio::io_context context_;
  process::async_pipe input_pipe_;
  process::async_pipe output_pipe_;
  process::async_pipe error_pipe_;
  std::string mark_;  // see orphans.hpp
  process::group group_;
  process::child child_;

  std::string sent_;
  std::string output_;
  bool reading_ = false;
  bool output_ended_ = false;
  std::array<char, 65536> output_buffer_;
  std::array<char, 4096> error_buffer_;

  std::filesystem::path log_path_;
  std::ofstream log_;
  std::size_t logged_ = 0;
  std::string last_errors_;
};

}  // namespace isthmus::tournament
