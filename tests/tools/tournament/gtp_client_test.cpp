#include "tools/tournament/gtp_client.hpp"

#include <algorithm>
#include <chrono>
#include <optional>
#include <string>
#include <thread>

#include <doctest/doctest.h>
#include <sys/resource.h>
#include <unistd.h>

#include "tests/tools/base/processes.hpp"
#include "tests/tools/base/temporary_folder.hpp"

using namespace isthmus::tournament;

namespace {

std::optional<Reason> fault_of(std::string output, int id) {
  try {
    take_answer(output, id);
  } catch (const EngineFault& fault) {
    return fault.reason();
  }
  return std::nullopt;
}

// Answers every command by what the shell's printf makes of `format`.
std::string answering(const std::string& format) {
  return "while read -r id rest; do printf '" + format + "' \"$id\"; done";
}

}  // namespace

TEST_CASE("answers of GTP are taken one at a time, with or without carriage returns") {
  std::string output = "\r\n=1 f6\r\n\r\n?2 no such command\n\n=3\n\n= 4\n\n";
  auto answer = take_answer(output, 1);
  REQUIRE(answer);
  CHECK(answer->success);
  CHECK(answer->text == "f6");
  answer = take_answer(output, 2);
  REQUIRE(answer);
  CHECK_FALSE(answer->success);
  CHECK(answer->text == "no such command");
  answer = take_answer(output, 3);
  REQUIRE(answer);
  CHECK(answer->success);
  CHECK(answer->text.empty());
}

TEST_CASE("an answer of several lines ends at the empty line") {
  std::string output = "=17 play\ngenmove\n";
  CHECK_FALSE(take_answer(output, 17));
  output += "quit\n\n=18\n";
  CHECK(take_answer(output, 17)->text == "play\ngenmove\nquit");
  CHECK_FALSE(take_answer(output, 18));
}

TEST_CASE("what is no answer to the command is a wrong answer") {
  CHECK(fault_of("=2 f6\n\n", 1) == Reason::wrong_answer);
  CHECK(fault_of("= f6\n\n", 1) == Reason::wrong_answer);
  CHECK(fault_of("=1f6\n\n", 11) == Reason::wrong_answer);
  CHECK(fault_of("hello", 1) == Reason::wrong_answer);
  CHECK(fault_of("=1 " + std::string(2'000'000, 'x'), 1) == Reason::flood);
  CHECK_FALSE(fault_of("=1 " + std::string(1000, 'x'), 1));
  CHECK_FALSE(fault_of("\n \n", 1));
}

TEST_CASE("lines of analysis are dropped but for the last") {
  std::string last;
  std::string output = "=7\ninfo move a1 winrate 0.5\ninfo move a2 winrate 0.6\nplay a2\n\n";
  CHECK(take_reports(output, last) == 50);
  CHECK(last == "info move a2 winrate 0.6");
  CHECK(take_answer(output, 7)->text == "play a2");
  // A line that has not ended stays, as does an answer without any.
  output = "=8\ninfo move b1 winr";
  CHECK(take_reports(output, last) == 0);
  CHECK(output == "=8\ninfo move b1 winr");
  CHECK(last == "info move a2 winrate 0.6");
  output = "=9 c3\n\n";
  CHECK(take_reports(output, last) == 0);
  CHECK(take_answer(output, 9)->text == "c3");
}

TEST_CASE("what an engine wrote is shown on one printable line") {
  CHECK(printable("a\nb\x1b[31m\xff") == "a b?[31m?");
  CHECK(printable(std::string(300, 'a')).size() < 220);
}

TEST_CASE("a client asks, and distinguishes refusals from faults") {
  const TemporaryFolder folder;
  GtpClient client(answering("=%s yes\\n\\n"), folder / "log", {});
  CHECK(client.ask("name", 10).text == "yes");
  CHECK(client.expect("name", 10) == "yes");
  CHECK(client.knows("yes", 10));
  CHECK_FALSE(client.knows("no", 10));

  GtpClient refusing(answering("?%s never\\n\\n"), folder / "log", {});
  CHECK_FALSE(refusing.ask("name", 10).success);
  CHECK_THROWS_WITH_AS(refusing.expect("name", 10), "it refused 'name': never", EngineFault);
}

TEST_CASE(
    "the words of a child that crashes are kept, where there is room, but not a flood of them") {
  const TemporaryFolder folder;
  {
    GtpClient client("read -r line; echo 'out of luck' >&2; exit 5", folder / "log", {});
    CHECK_THROWS_WITH_AS(client.ask("name", 10),
                         "it ended at 'name': exit status 5; last words: 'out of luck'",
                         EngineFault);
  }
  CHECK(read_text(folder / "log") == "out of luck\n");
  {
    GtpClient client("yes >&2", folder / "flood", {});
    CHECK_THROWS_AS(client.ask("name", 2), EngineFault);
  }
  CHECK(std::filesystem::file_size(folder / "flood") > 1'000'000);
  CHECK(std::filesystem::file_size(folder / "flood") < 1'100'000);
  GtpClient client("echo word >&2; sleep 100", "/dev/full", {});
  CHECK_THROWS_WITH_AS(client.ask("name", 10),
                       "cannot write /dev/full: No space left on device; make room there, or name "
                       "another place",
                       std::runtime_error);
}

TEST_CASE("a stop is noticed before the limit") {
  const TemporaryFolder folder;
  std::stop_source stop;
  GtpClient client("sleep 100", folder / "log", stop.get_token());
  const std::jthread stopper([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    stop.request_stop();
  });
  CHECK_THROWS_AS(client.ask("name", 100), Stopped);  // not that it took too long
}

TEST_CASE("an engine that closes its input is not waited for") {
  const TemporaryFolder folder;
  GtpClient client("exec <&-; exec sleep 100", folder / "log", {});
  try {
    client.ask("name", 60);
    FAIL("it has answered");
  } catch (const EngineFault& fault) {
    CHECK(fault.reason() == Reason::crash);
    CHECK(std::string(fault.what()).find("closed its input at 'name'") != std::string::npos);
  }
  // What it has said by then counts.
  GtpClient last("read -r line; exec <&-; printf '=1 last\\n\\n'; exec sleep 100", folder / "log",
                 {});
  CHECK(last.expect("name", 60) == "last");
  CHECK_THROWS_AS(last.ask("version", 60), EngineFault);
}

TEST_CASE("an engine gets none of our files, whatever their numbers") {
  const TemporaryFolder folder;
  rlimit limit{};
  REQUIRE(::getrlimit(RLIMIT_NOFILE, &limit) == 0);
  const rlimit old = limit;
  limit.rlim_cur = limit.rlim_max;
  REQUIRE(::setrlimit(RLIMIT_NOFILE, &limit) == 0);
  const int high = static_cast<int>(std::min<rlim_t>(limit.rlim_max, 5000)) - 1;
  REQUIRE(::dup2(STDERR_FILENO, high) == high);
  {
    GtpClient client("ls /proc/$$/fd | tr '\\n' ' ' > " + (folder / "files").string() + "; " +
                         answering("=%s\\n\\n"),
                     folder / "log", {});
    client.expect("name", 60);
  }
  ::close(high);
  CHECK(::setrlimit(RLIMIT_NOFILE, &old) == 0);
  CHECK(read_text(folder / "files").find(std::to_string(high)) == std::string::npos);
}

TEST_CASE("children of the shell end with it, those that ignore SIGTERM too") {
  const TemporaryFolder folder;
  const std::string ids = (folder / "ids").string();
  {
    GtpClient client("(trap '' TERM; sh -c 'echo $$ >> " + ids + "; exec sleep 100') & " +
                         "echo $$ >> " + ids + "; " + answering("=%s\\n\\n"),
                     folder / "log", {});
    client.expect("name", 10);
    for (int i = 0; i < 24'000 && processes_in(ids).size() < 2; ++i) {
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    REQUIRE(processes_in(ids).size() == 2);
    for (int process : processes_in(ids)) CHECK(is_running(process));
  }
  CHECK(count_running(processes_in(ids)) == 0);
}
