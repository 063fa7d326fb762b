#pragma once

#include <condition_variable>
#include <deque>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>

namespace isthmus {

// Lines of a conversation on their way from the thread that reads them to the one that answers
// them. A search can see what came after the line that asked for it.
class GtpInput {
 public:
  // The longest line that is taken, in bytes.
  static constexpr std::size_t kMaxBytes = 1 << 20;

  struct Line {
    std::string text;
    bool is_too_long = false;           // and then without its text
    std::stop_source followed = {};     // asked to stop by whatever comes next, the end included
    std::stop_source interrupted = {};  // by the comment "# interrupt"
  };

  // Adds a line, once there is room for it. The comment "# interrupt" interrupts all lines before
  // it that are not answered. A byte order mark before the first line is left out. Does nothing
  // once the input is closed.
  void push(std::string text, bool is_too_long = false);
  // No more lines will come, or none are wanted.
  void close();
  // Answers are not wanted any more: all lines are interrupted and followed, also those to come.
  void interrupt();
  // Takes the next line; waits for one. Nothing when all have been taken and no more will come. A
  // line counts as answered when the next one is taken.
  std::optional<Line> next();

 private:
  static constexpr std::size_t kMaxWaiting = 10'000;

  void follow(bool is_interrupt);
  static void end(Line& line);

  std::mutex mutex_;
  std::condition_variable changed_;
  std::optional<Line> current_;
  std::deque<Line> waiting_;
  bool is_first_ = true;  // the next line that comes
  bool closed_ = false;
  bool interrupted_ = false;
};

}  // namespace isthmus
