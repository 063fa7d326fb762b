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

std::string seconds_text(double seconds) {
  std::ostringstream text;
  text << seconds << " s";
  return text.str();
}

std::optional<GtpClient::Answer> take_answer(std::string& output, int id) {
  // GTP discards these before it looks at anything; a '\r' may stand at each end of a line.
  std::erase(output, '\r');
  const std::size_t begin = output.find_first_not_of(" \t\n");
  if (begin == output.npos) {
    output.clear();
    return std::nullopt;
  }
  const auto refuse = [&](const std::string& what, Reason reason = Reason::wrong_answer) {
    const std::string_view line = std::string_view(output).substr(begin);
    throw EngineFault(reason, what + ": " + in_quotes(line.substr(0, line.find('\n'))));
  };
  if (output[begin] != '=' && output[begin] != '?')
    refuse("its answer begins with neither = nor ?");
  const std::size_t end = output.find("\n\n", begin);
  if (end == output.npos) {
    if (output.size() > kLongestAnswer) {
      refuse("its answer is longer than " + std::to_string(kLongestAnswer) + " bytes",
             Reason::flood);
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

std::size_t take_reports(std::string& output, std::string& last) {
  const std::size_t first_end = output.find('\n');
  if (first_end == output.npos || output[0] != '=') return 0;
  const std::size_t begin = first_end + 1;
  std::size_t end = begin;
  constexpr std::string_view kReport = "info ";
  for (std::size_t next; output.compare(end, kReport.size(), kReport) == 0 &&
                         (next = output.find('\n', end)) != output.npos;
       end = next + 1) {
    last = output.substr(end, next - end);
  }
  output.erase(begin, end - begin);
  return end - begin;
}

GtpClient::GtpClient(const std::string& command, const std::filesystem::path& log,
                     std::stop_token stop, const std::vector<int>& cores)
    : child_(command, log, cores), stop_(std::move(stop)) {}

GtpClient::Answer GtpClient::ask(std::string_view command, double seconds, std::string* report) {
  using Clock = ChildProcess::Clock;
  constexpr auto kSlice = std::chrono::milliseconds(50);  // how soon a stop is noticed
  // For what an engine that will read no more has to say.
  constexpr auto kLastWords = std::chrono::seconds(1);
  auto deadline = Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                     std::chrono::duration<double>(std::max(seconds, 0.0)));
  std::size_t received = 0;
  bool is_deaf = false;
  ++last_id_;
  child_.send(std::to_string(last_id_) + " " + std::string(command) + "\n");
  while (true) {
    if (stop_.stop_requested()) throw Stopped();
    const std::size_t before = child_.output().size();
    child_.wait(std::min(deadline, Clock::now() + kSlice));
    received += child_.output().size() - before;
    if (report != nullptr) received -= take_reports(child_.output(), *report);
    if (auto answer = take_answer(child_.output(), last_id_)) return *answer;
    if (received > kLongestAnswer) {  // of empty lines
      throw EngineFault(Reason::flood, "more than " + std::to_string(kLongestAnswer) +
                                           " bytes that are no answer to " + in_quotes(command));
    }
    if (child_.output_ended()) fail_at_end(command);
    if (!is_deaf && child_.has_closed_input()) {
      is_deaf = true;
      deadline = std::min(deadline, Clock::now() + kLastWords);
    }
    if (Clock::now() >= deadline && is_deaf) {
      throw EngineFault(Reason::crash, "it closed its input at " + in_quotes(command));
    }
    if (Clock::now() >= deadline) {
      throw EngineFault(Reason::hang,
                        "no answer to " + in_quotes(command) + " within " + seconds_text(seconds));
    }
  }
}

void GtpClient::fail_at_end(std::string_view command) {
  const std::size_t orphans = child_.count_orphans();
  std::string detail =
      "it ended at " + in_quotes(command) + ": " + printable(child_.describe_end());
  if (orphans == 0) throw EngineFault(Reason::crash, detail);
  throw EngineFault(Reason::orphans,
                    detail + "; it left processes behind: " + std::to_string(orphans));
}

std::string GtpClient::expect(std::string_view command, double seconds, std::string* report) {
  Answer answer = ask(command, seconds, report);
  if (!answer.success) {
    throw EngineFault(Reason::refusal,
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
