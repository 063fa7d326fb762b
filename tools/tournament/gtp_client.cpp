#include "tools/tournament/gtp_client.hpp"

#include <algorithm>
#include <iterator>
#include <sstream>

namespace isthmus::tournament {

namespace {

constexpr std::size_t kLongestAnswer = 1 << 20;  // bytes

bool is_space(char letter) { return letter == ' ' || letter == '\t' || letter == '\n'; }

std::string_view trim(std::string_view text) {
  while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_space(text.back())) text.remove_suffix(1);
  return text;
}

// A number of seconds for a message.
std::string seconds_text(double seconds) {
  std::ostringstream text;
  text << seconds << " s";
  return text.str();
}

}  // namespace

std::string printable(std::string_view text) {
  constexpr std::size_t kLongest = 200;
  std::string result;
  for (char letter : text.substr(0, kLongest)) {
    const bool shown = letter >= ' ' && letter <= '~';
    result += shown ? letter : is_space(letter) ? ' ' : '?';
  }
  return text.size() > kLongest ? result + "..." : result;
}

std::string in_quotes(std::string_view text) {
  return std::string("'").append(printable(text)).append("'");
}

std::optional<GtpClient::Answer> take_answer(std::string& output, int id) {
  // GTP discards these before it looks at anything; a '\r' may stand at each end of a line.
  std::erase(output, '\r');
  const std::size_t begin = output.find_first_not_of(" \t\n");
  if (begin == output.npos) return std::nullopt;
  const auto refuse = [&](const std::string& what) {
    const std::string_view line = std::string_view(output).substr(begin);
    throw EngineFault(Reason::wrong_answer,
                      what + ": " + in_quotes(line.substr(0, line.find('\n'))));
  };
  if (output[begin] != '=' && output[begin] != '?')
    refuse("its answer begins with neither = nor ?");
  const std::size_t end = output.find("\n\n", begin);
  if (end == output.npos) {
    if (output.size() > kLongestAnswer) {
      refuse("its answer is longer than " + std::to_string(kLongestAnswer) + " bytes");
    }
    return std::nullopt;
  }
  const std::string_view answer = std::string_view(output).substr(begin + 1, end - begin - 1);
  const std::string expected = std::to_string(id);
  const std::size_t digits = std::min(answer.find_first_not_of("0123456789"), answer.size());
  if (answer.substr(0, digits) != expected) {
    refuse("its answer does not repeat the id " + expected + " of the command");
  }
  GtpClient::Answer result{output[begin] == '=', std::string(trim(answer.substr(digits)))};
  output.erase(0, end + 2);
  return result;
}

GtpClient::GtpClient(const std::string& command, const std::filesystem::path& log,
                     std::stop_token stop)
    : child_(command, log), stop_(std::move(stop)) {}

GtpClient::Answer GtpClient::ask(std::string_view command, double seconds) {
  using Clock = ChildProcess::Clock;
  constexpr auto kSlice = std::chrono::milliseconds(50);  // how soon a stop is noticed
  const auto deadline = Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                           std::chrono::duration<double>(std::max(seconds, 0.0)));
  ++last_id_;
  child_.send(std::to_string(last_id_) + " " + std::string(command) + "\n");
  while (true) {
    if (stop_.stop_requested()) throw Stopped();
    child_.wait(std::min(deadline, Clock::now() + kSlice));
    if (auto answer = take_answer(child_.output(), last_id_)) return *answer;
    if (child_.output_ended()) {
      throw EngineFault(Reason::crash, "it ended at " + in_quotes(command) + ": " +
                                           printable(child_.describe_end()));
    }
    if (Clock::now() >= deadline) {
      throw EngineFault(Reason::time_out,
                        "no answer to " + in_quotes(command) + " within " + seconds_text(seconds));
    }
  }
}

std::string GtpClient::expect(std::string_view command, double seconds) {
  Answer answer = ask(command, seconds);
  if (!answer.success) {
    throw EngineFault(Reason::wrong_answer,
                      "it refused " + in_quotes(command) + ": " + printable(answer.text));
  }
  return std::move(answer.text);
}

bool GtpClient::knows(const std::string& command, double seconds) {
  if (!commands_) {
    std::istringstream list(expect("list_commands", seconds));
    commands_.emplace(std::istream_iterator<std::string>(list),
                      std::istream_iterator<std::string>());
  }
  return commands_->contains(command);
}

void GtpClient::quit() {
  constexpr auto kLongest = std::chrono::milliseconds(500);
  child_.send(std::to_string(++last_id_) + " quit\n");
  const auto until = ChildProcess::Clock::now() + kLongest;
  while (!child_.output_ended() && ChildProcess::Clock::now() < until) {
    child_.output().clear();
    child_.wait(until);
  }
  child_.wait_for_end(
      std::chrono::duration_cast<std::chrono::milliseconds>(until - ChildProcess::Clock::now()));
}

}  // namespace isthmus::tournament
