#pragma once

#include <filesystem>
#include <optional>
#include <set>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "tools/tournament/child_process.hpp"
#include "tools/tournament/fault.hpp"

namespace isthmus::tournament {

// Talks with an engine by the Go Text Protocol, version 2 (Gunnar Farnebäck 2002), in which each
// command has an id that the answer must repeat.
class GtpClient {
 public:
  // Starts the engine. See ChildProcess for the command, the log and the cores.
  GtpClient(const std::string& command, const std::filesystem::path& log, std::stop_token stop,
            const std::vector<int>& cores = {});

  struct Answer {
    bool success;
    std::string text;  // without the status and the id
  };

  // Sends a command and waits for its answer. Throws EngineFault where the engine ends, does not
  // answer within this many seconds, or answers what is no GTP; Stopped if that is requested.
  // With `report`, the lines of analysis before the answer are dropped, and the last is kept there.
  Answer ask(std::string_view command, double seconds, std::string* report = nullptr);
  // The text of the answer. Throws EngineFault also where the engine refuses the command.
  std::string expect(std::string_view command, double seconds, std::string* report = nullptr);
  // Whether the engine lists the command; it is asked for its list just once.
  bool knows(const std::string& command, double seconds);
  // Asks the engine to end, and gives it a moment to do so.
  void quit();

 private:
  [[noreturn]] void fail_at_end(std::string_view command);

  ChildProcess child_;
  std::stop_token stop_;
  int last_id_ = 0;
  std::optional<std::set<std::string>> commands_;
};

// Takes the first whole answer out of what an engine wrote; nothing where there is none yet.
// Throws EngineFault where the text is not the beginning of an answer with this id.
std::optional<GtpClient::Answer> take_answer(std::string& output, int id);

// Takes the whole lines that begin with "info " out of an answer that has begun, and keeps the last
// of them. Returns how many characters these were.
std::size_t take_reports(std::string& output, std::string& last);

// Text from an engine as it may be shown: on one line, printable, and not too long.
std::string printable(std::string_view text);
// The same between quotation marks.
std::string in_quotes(std::string_view text);
// "1.5 s", for messages.
std::string seconds_text(double seconds);

}  // namespace isthmus::tournament
