// What every command does where its output cannot be written.

#include <csignal>
#include <filesystem>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>
#include <unistd.h>

#include "tests/support/fewer_if_sanitized.hpp"
#include "tests/tools/base/run_program.hpp"

namespace {

// Something for each command to print, made of nothing but the program.
class Material {
 public:
  explicit Material(const TemporaryFolder& folder) : folder_(folder) {
    write_text(folder / "query", R"({"size": 3, "maxVisits": 4})");
    write_text(folder / "queries", "{\"size\": 3, \"maxVisits\": 4}\n{\"size\": 0}\n");
    write_text(folder / "game", "a1 b2\n");
    const std::string player = ISTHMUS_PROGRAM + (" gtp --visits 2 --resign 0" + kFills);
    write_text(folder / "spec",
               nlohmann::json{{"size", 3},
                              {"games", 2},
                              {"engines",
                               {{{"name", "a"}, {"command", player}, {"threads", 0}},
                                {{"name", "b"}, {"command", player}, {"threads", 0}}}}}
                   .dump());
    make("selfplay --out " + path("games") + selfplay());
    make(tournament());
    make("book " + path("book") + " " + path("games") + " --size 3");
  }

  // Arguments by which each prints something.
  std::vector<std::string> all() const {
    std::vector<std::string> list{"--help", "--version"};
    for (const std::string& command : commands()) list.push_back(command + " --help");
    for (const std::string& arguments : printing()) list.push_back(arguments);
    return list;
  }

  // The commands that the program lists.
  std::set<std::string> commands() const {
    std::istringstream lines(run(folder_, "--help").output);
    std::set<std::string> names;
    for (std::string line; std::getline(lines, line);) {
      if (line.starts_with("  ")) names.insert(line.substr(2, line.find(' ', 2) - 2));
    }
    return names;
  }

  std::vector<std::string> printing() const {
    return {
        "analyze " + path("query") + kFills,
        "analyze " + path("query") + kFills + " --format text",
        "analyze " + path("query") + " --format svg" + kFills,
        "analyze " + path("queries") + kFills,
        "analyze " + path("queries") + kFills + " --book " + path("book"),
        "analyze - < " + path("queries") + kFills,
        "analyze --stream < " + path("queries") + kFills,
        "analyze " + path("game") + " --size 3 --visits 2" + kFills,
        "analyze " + path("game") + " --size 3 --visits 2 --format sgf" + kFills,
        "bench --row 'K-subsets, 32 bits' --row-time 0.01",
        "book " + path("book"),
        "book " + path("book") + " --show ''",
        "convert " + path("game") + " --size 3 --to sgf",
        "gtp < " + path("game") + kFills,
        "match --size 3 --visits 2 --games 2 --against-set exploration=2" + kFills,
        "openings --size 3 --visits 2 --solve 0" + kFills,
        "openings --size 3 --format json" + kFills,
        "openings --size 3 --format svg" + kFills,
        "puzzles " + path("game") + " --size 3" + kFills,
        "results " + path("out"),
        "results " + path("out") + " --json",
        "results " + path("out") + " --csv -",
        "results " + path("out") + " --html -",
        "selfplay --out " + path("more") + selfplay(),
        "serve --port 0" + kFills,
        "solve " + path("query"),
        "solve - < " + path("query"),
        "solve --size 3 --report-every 0.1",
        tournament() + " --resume",
        tournament() + " --resume --json",
    };
  }
  // Those that read standard input.
  std::vector<std::string> reading() const {
    return {"analyze -" + kFills, "analyze --stream" + kFills, "convert - --to sgf",
            "gtp" + kFills,       "puzzles -" + kFills,        "solve -"};
  }
  std::string tournament() const { return "tournament " + path("spec") + " --out " + path("out"); }

 private:
  inline static const std::string kFills = " --evaluator fills --backend cpu --fills 512";

  std::string path(const std::string& name) const { return (folder_ / name).string(); }
  static std::string selfplay() { return " --sizes 3 --games 2 --parallel 2 --workers 1" + kFills; }
  void make(const std::string& arguments) const {
    const Run made = run(folder_, arguments);
    CAPTURE(arguments);
    CAPTURE(made.errors);
    REQUIRE(made.code == 0);
  }

  const TemporaryFolder& folder_;
};

// The lines that the program says what is wrong in, others how it goes.
std::vector<std::string> complaints(const Run& result) {
  std::istringstream lines(result.errors);
  std::vector<std::string> found;
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("isthmus: ")) found.push_back(line);
  }
  return found;
}

// Runs it where what it prints goes to nothing, for this reason.
void check_refused(const TemporaryFolder& folder, const std::string& arguments,
                   const std::string& prefix, const std::string& redirection,
                   const std::string& reason) {
  const Run result = run(folder, arguments, prefix, redirection);
  CAPTURE(arguments);
  CAPTURE(prefix + redirection);
  CAPTURE(result.errors);
  CHECK(result.code == 1);
  const auto lines = complaints(result);
  REQUIRE(lines.size() == 1);
  CHECK(lines[0] == "isthmus: cannot write to standard output: " + reason +
                        "; send it to a file with room, or to what reads all of it");
}

}  // namespace

TEST_CASE("no command ends well where its output goes to a full disk, or has no reader") {
  const TemporaryFolder folder;
  const Material material(folder);
  std::set<std::string> tried;
  for (const std::string& arguments : material.printing()) {
    tried.insert(arguments.substr(0, arguments.find(' ')));
  }
  CHECK(tried == material.commands());

  int unread[2];
  REQUIRE(::pipe(unread) == 0);
  ::close(unread[0]);
  constexpr int kUnread = 9;  // a number that every shell can redirect to
  REQUIRE(::dup2(unread[1], kUnread) == kUnread);
  ::close(unread[1]);
  const auto before = std::signal(SIGPIPE, SIG_DFL);
  for (const std::string& arguments : material.all()) {
    check_refused(folder, arguments, "", "> /dev/full", "No space left on device");
    check_refused(folder, arguments, "", ">&9", "Broken pipe");
    check_refused(folder, arguments, "trap '' PIPE; ", ">&9", "Broken pipe");
    check_refused(folder, arguments, "", ">&-", "Bad file descriptor");
  }
  // Once alone: its one line takes seconds. With sanitizers, many: there it is printed in
  // commands_test.cpp, and `bench` refused above.
  if (isthmus::test::fewer_if_sanitized(1, 2) > 0) {
    check_refused(folder, "bench signature", "", "> /dev/full", "No space left on device");
  }
  std::signal(SIGPIPE, before);
  ::close(kUnread);
}

TEST_CASE("input that is closed has ended, errors that cannot be printed are errors all the same") {
  const TemporaryFolder folder;
  const Material material(folder);
  const std::string in_time = "timeout 60 ";
  for (const std::string& arguments : material.reading()) {
    CAPTURE(arguments);
    const Run expected = run(folder, arguments, in_time, "< /dev/null");
    const Run closed = run(folder, arguments, in_time, "<&-");
    CHECK(closed.code == expected.code);
    CHECK(closed.output == expected.output);
    CHECK(closed.errors == expected.errors);
  }
  CHECK(run(folder, "nonsense", in_time, "2>&-").code == 2);
  CHECK(run(folder, "nonsense", in_time, "<&- >&- 2>&-").code == 2);
  const std::string convert = "convert " + (folder / "game").string() + " --size 3 --to sgf";
  CHECK(run(folder, convert, in_time, "<&- 2>&-").output == run(folder, convert).output);
}

TEST_CASE("files and engines do not take the place of closed streams") {
  const TemporaryFolder folder;
  const Material material(folder);
  const std::string out = (folder / "out").string(), sgf = (folder / "sgf").string();
  // Two games at a time, whose engines start again and again while the progress is printed.
  auto spec = nlohmann::json::parse(read_text(folder / "spec"));
  spec["games"] = 8;
  spec["jobs"] = 2;
  spec["openings"] = "all-1ply";
  for (auto& engine : spec["engines"]) engine["restart"] = true;
  write_text(folder / "spec", spec.dump());
  for (const std::string closed : {"<&-", "2>&-", "<&- 2>&-", ">&- 2>&-", "<&- >&- 2>&-"}) {
    CAPTURE(closed);
    std::filesystem::remove_all(out);
    const bool is_printed = closed.find(">&- ") == closed.npos;  // the table
    CHECK(run(folder, material.tournament(), "timeout 60 ", closed).code == (is_printed ? 0 : 1));
    const std::string games = run(folder, "results " + out + " --jsonl -").output;
    CHECK(count_lines(games) == 8);
    std::istringstream lines(games);
    for (std::string line; std::getline(lines, line);) {
      CHECK(nlohmann::json::parse(line)["reason"] == "rules");
    }
  }
  const std::string convert = "convert " + (folder / "game").string() + " --size 3 --to sgf";
  CHECK(run(folder, convert + " --out " + sgf, "timeout 60 ", "<&- >&- 2>&-").code == 0);
  CHECK(read_text(sgf) == run(folder, convert).output);
}

TEST_CASE("too little memory ends a program in order, wherever it runs out") {
  const TemporaryFolder folder;
  write_text(folder / "query", R"({"size": 3, "maxVisits": 4})");
  for (int megabytes = 40; megabytes <= 200; megabytes += 10) {
    CAPTURE(megabytes);
    const std::string limit = "ulimit -v " + std::to_string(megabytes * 1000) + "; ";
    // Sanitizers take more than that for themselves.
    if (run(folder, "--version", limit).code != 0) continue;
    const Run result =
        run(folder, "analyze " + (folder / "query").string() + " --backend cpu --threads 1", limit);
    CAPTURE(result.errors);
    CHECK((result.code == 0 || result.code == 1));
    CHECK(count_lines(result.errors) == (result.code == 0 ? 0 : 1));
  }
}

TEST_CASE("output waits for a slow reader, also where its end of the pipe does not block") {
  const TemporaryFolder folder;
  // Much more than a pipe holds.
  std::string games;
  for (int i = 0; i < 20000; ++i) games += "a1 b2 c3\n";
  write_text(folder / "games", games);
  const Run expected = run(folder, "convert " + (folder / "games").string() + " --to sgf");
  REQUIRE(expected.output.size() > 1'000'000);
  const Run slow = run(folder,
                       "convert " + (folder / "games").string() + " --to sgf | (sleep 0.2; cat > " +
                           (folder / "read").string() + ")",
                       "/usr/bin/python3 -c 'import os, sys; os.set_blocking(1, False); "
                       "os.execv(sys.argv[1], sys.argv[1:])' ");
  CHECK(slow.errors.empty());
  CHECK(read_text(folder / "read") == expected.output);
}
