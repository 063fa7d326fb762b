#include "tools/tournament/gtp_client.hpp"

#include <chrono>
#include <optional>
#include <string>
#include <thread>

#include <doctest/doctest.h>

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

TEST_CASE("a client asks, and tells refusals from faults") {
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
    CHECK_THROWS_AS(client.ask("name", 0.3), EngineFault);
  }
  CHECK(std::filesystem::file_size(folder / "flood") > 1'000'000);
  CHECK(std::filesystem::file_size(folder / "flood") < 1'100'000);
  GtpClient client("echo word >&2; sleep 100", "/dev/full", {});
  CHECK_THROWS_WITH_AS(client.ask("name", 10),
                       "cannot write /dev/full: No space left on device; make room there, or name "
                       "another place",
                       std::runtime_error);
}

TEST_CASE("a stop is noticed soon, whatever the limit") {
  const TemporaryFolder folder;
  std::stop_source stop;
  GtpClient client("sleep 100", folder / "log", stop.get_token());
  const auto begin = std::chrono::steady_clock::now();
  const std::jthread stopper([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    stop.request_stop();
  });
  CHECK_THROWS_AS(client.ask("name", 100), Stopped);
  CHECK(std::chrono::steady_clock::now() - begin < std::chrono::seconds(2));
}

TEST_CASE("children of the shell end with it, those that ignore SIGTERM too") {
  const TemporaryFolder folder;
  const std::string ids = (folder / "ids").string();
  {
    GtpClient client("(trap '' TERM; sh -c 'echo $$ >> " + ids + "; exec sleep 100') & " +
                         "echo $$ >> " + ids + "; " + answering("=%s\\n\\n"),
                     folder / "log", {});
    client.expect("name", 10);
    for (int i = 0; i < 1000 && processes_in(ids).size() < 2; ++i) {
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    REQUIRE(processes_in(ids).size() == 2);
    for (int process : processes_in(ids)) CHECK(is_running(process));
  }
  CHECK(count_running(processes_in(ids)) == 0);
}
