// What becomes of searches for whose answers no reader is left.

#include <array>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <doctest/doctest.h>
#include <fcntl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/tools/base/processes.hpp"
#include "tests/tools/base/run_program.hpp"
#include "tests/tools/base/temporary_folder.hpp"

namespace {

using Clock = std::chrono::steady_clock;

// How long searches would last, in seconds; and how soon they end, on a machine that is busy.
constexpr auto kLong = "600";
constexpr double kSoon = 30;

// Both ends of something to write to, the one to read from first. No process inherits them.
using Ends = std::array<int, 2>;

Ends make_pipe() {
  Ends ends{};
  REQUIRE(::pipe2(ends.data(), O_CLOEXEC) == 0);
  return ends;
}

Ends make_sockets() {
  Ends ends{};
  REQUIRE(::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) == 0);
  return ends;
}

Ends make_terminal() {
  const int master = ::posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
  REQUIRE(master >= 0);
  REQUIRE(::grantpt(master) == 0);
  REQUIRE(::unlockpt(master) == 0);
  const int slave = ::open(::ptsname(master), O_RDWR | O_NOCTTY | O_CLOEXEC);
  REQUIRE(slave >= 0);
  return {master, slave};
}

// The program under way, with a pipe to its input.
class Program {
 public:
  Program(const std::vector<std::string>& arguments, const Ends& output, const std::string& errors)
      : input_(make_pipe()), output_(output) {
    std::vector<const char*> words{ISTHMUS_PROGRAM};
    for (const std::string& argument : arguments) words.push_back(argument.c_str());
    words.push_back(nullptr);
    process_ = ::fork();
    if (process_ == 0) {
      ::dup2(input_[0], STDIN_FILENO);
      ::dup2(output_[1], STDOUT_FILENO);
      ::dup2(::open(errors.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600), STDERR_FILENO);
      ::execv(ISTHMUS_PROGRAM, const_cast<char* const*>(words.data()));
      std::_Exit(127);
    }
    ::close(input_[0]);
    ::close(output_[1]);
  }
  ~Program() {
    ::kill(process_, SIGKILL);
    ::waitpid(process_, nullptr, 0);
    close_input();
    close_output();
  }
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;

  int process() const { return process_; }
  void write(const std::string& text) const {
    REQUIRE(::write(input_[1], text.data(), text.size()) == static_cast<ssize_t>(text.size()));
  }
  // Whatever comes next; empty at the end.
  std::string read() const {
    std::array<char, 4096> text{};
    const ssize_t size = ::read(output_[0], text.data(), text.size());
    return {text.data(), size > 0 ? static_cast<std::size_t>(size) : 0};
  }
  void close_input() { close(input_[1]); }
  void close_output() { close(output_[0]); }

  // Its exit code, if it ends soon; -1 else.
  int wait() {
    const auto begin = Clock::now();
    int status = 0;
    while (::waitpid(process_, &status, WNOHANG) == 0) {
      if (Clock::now() - begin > std::chrono::duration<double>(kSoon)) return -1;
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  }

 private:
  static void close(int& end) {
    if (end >= 0) ::close(std::exchange(end, -1));
  }

  Ends input_, output_;
  int process_ = -1;
};

const std::vector<std::string> kByFills{"--evaluator", "fills", "--backend", "cpu"};

std::vector<std::string> with_fills(std::vector<std::string> arguments) {
  arguments.insert(arguments.end(), kByFills.begin(), kByFills.end());
  return arguments;
}

const std::string kLongQuery =
    std::string(R"({"size": 11, "maxVisits": 4000000000, "maxTime": )") + kLong + "}\n";
const std::string kShortQuery = "{\"size\": 3, \"maxVisits\": 2}\n";
constexpr auto kBrokenPipe =
    "isthmus: cannot write to standard output: Broken pipe; send it to a file with room, or to "
    "what reads all of it\n";

}  // namespace

TEST_CASE("a search ends when no reader is left for its answer") {
  const TemporaryFolder folder;
  const std::string errors = (folder / "errors").string();
  const std::vector<std::string> gtp = with_fills({"gtp", "--time", kLong});
  const std::string batch = (folder / "queries").string();
  write_text(batch, kShortQuery + kLongQuery + kLongQuery);
  struct Conversation {
    std::vector<std::string> arguments;
    std::string input;  // what is answered at once, and then what is not
  };
  const Conversation conversations[] = {
      {gtp, "name\ngenmove b\n"},
      {gtp, "name\nkata-genmove_analyze b\n"},
      {gtp, "name\nkata-analyze b 1000\n"},
      {gtp, "name\nisthmus-solve b\n"},
      {gtp, "name\ngenmove b\ngenmove w\nname\n"},
      {with_fills({"analyze", "--stream"}), kShortQuery + kLongQuery + kLongQuery},
      {with_fills({"analyze", "-"}), kShortQuery + kLongQuery + kLongQuery},
      {with_fills({"analyze", batch}), ""},
      {with_fills({"analyze", "-", "--format", "text"}), kShortQuery + kLongQuery},
      {{"solve", "-"}, "{\"size\": 2}\n{\"size\": 11}\n"},
  };
  for (const Conversation& conversation : conversations) {
    for (const bool closes_input : {true, false}) {
      CAPTURE(conversation.input);
      CAPTURE(closes_input);
      Program program(conversation.arguments, make_pipe(), errors);
      program.write(conversation.input);
      CHECK(!program.read().empty());
      program.close_output();
      // Not before: the end of the input ends an analysis, and with it a program that has a reader.
      if (closes_input) program.close_input();
      CHECK(program.wait() == 1);
      CHECK(read_text(errors) == kBrokenPipe);
    }
  }
}

TEST_CASE("a match ends when no reader is left for its result") {
  const TemporaryFolder folder;
  Program program(with_fills({"match", "--visits", "1000000", "--games", "2", "--against-set",
                              "exploration=2"}),
                  make_pipe(), (folder / "errors").string());
  program.close_output();
  CHECK(program.wait() == 1);
  CHECK(read_text(folder / "errors") == kBrokenPipe);
}

TEST_CASE("sockets and terminals lose their readers too") {
  const TemporaryFolder folder;
  for (const auto& make : {make_sockets, make_terminal}) {
    Program program(with_fills({"gtp", "--time", kLong}), make(), (folder / "errors").string());
    program.write("name\ngenmove b\n");
    CHECK(!program.read().empty());
    program.close_output();
    CHECK(program.wait() == 1);
    CHECK(count_lines(read_text(folder / "errors")) == 1);
  }
}

TEST_CASE("the end of the input ends no search whose answer can be read") {
  const TemporaryFolder folder;
  for (const auto& make : {make_pipe, make_sockets}) {
    const auto begin = Clock::now();
    Program program(with_fills({"gtp", "--time", "1"}), make(), (folder / "errors").string());
    program.write("genmove b\n");
    program.close_input();
    std::string output;
    for (std::string part; !(part = program.read()).empty();) output += part;
    const std::chrono::duration<double> seconds = Clock::now() - begin;
    CHECK(output.starts_with("= "));
    CHECK(output.ends_with("\n\n"));
    CHECK(seconds.count() > 0.8);
    CHECK(program.wait() == 0);
    CHECK(read_text(folder / "errors").empty());
  }
}

TEST_CASE("an engine that owes no answer ends well with its input, with or without a reader") {
  const TemporaryFolder folder;
  Program program(with_fills({"gtp"}), make_pipe(), (folder / "errors").string());
  program.write("name\n");
  CHECK(program.read() == "= Isthmus\n\n");
  program.close_output();
  program.close_input();
  CHECK(program.wait() == 0);
  CHECK(read_text(folder / "errors").empty());
}

TEST_CASE("an engine ends after a program that is killed while it waits for a move") {
  const TemporaryFolder folder;
  const std::string id = (folder / "id").string();
  const int player = ::fork();
  if (player == 0) {
    Program program(with_fills({"gtp", "--time", kLong}), make_pipe(),
                    (folder / "errors").string());
    program.write("name\ngenmove b\n");
    program.read();
    write_text(id, std::to_string(program.process()) + "\n");
    program.read();
    std::_Exit(0);
  }
  while (processes_in(id).empty()) std::this_thread::sleep_for(std::chrono::milliseconds(5));
  const std::vector<int> engine = processes_in(id);
  CHECK(is_running(engine[0]));
  ::kill(player, SIGKILL);
  ::waitpid(player, nullptr, 0);
  CHECK(count_running(engine) == 0);
  ::kill(engine[0], SIGKILL);  // or it would outlive a test that fails
}
