// The subcommands but the tournament, as a user runs them.

#include <string>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "tests/tools/base/run_program.hpp"

using nlohmann::json;

namespace {

const std::string kSources = ISTHMUS_SOURCES;
const std::string kExample = kSources + "/tools/examples/little-golem-1612755.json";

std::string query_file(const TemporaryFolder& folder, const std::string& text) {
  const auto path = folder / "query";
  write_text(path, text);
  return path.string();
}

}  // namespace

TEST_CASE("each line of a file of queries is answered, bad ones with an error") {
  const TemporaryFolder folder;
  const std::string mark = "\xef\xbb\xbf";  // of UTF-8, as Windows writes it
  const std::string file = query_file(folder, mark + R"({"id": "a", "size": 9, "maxVisits": 50}
{"id": "b", "size": 0}

{"id": "c", "size": 9, "maxVisits": 50, "colour": 1})");
  for (const std::string& arguments : {"analyze " + file, "analyze - < " + file}) {
    const Run result = run(folder, arguments + " --backend cpu --solver-share 0");
    CHECK(result.code == 2);
    CHECK(result.errors.find("1 of 3 queries were refused") != std::string::npos);
    CHECK(count_lines(result.errors) == 1);
    REQUIRE(count_lines(result.output) == 4);
    std::istringstream lines(result.output);
    std::string line;
    std::getline(lines, line);
    CHECK(json::parse(line)["rootInfo"]["visits"] == 50);
    std::getline(lines, line);
    CHECK(json::parse(line)["field"] == "size");
    CHECK(json::parse(line)["id"] == "b");
    std::getline(lines, line);
    CHECK(json::parse(line)["id"] == "c");
    CHECK(json::parse(line)["rootInfo"]["visits"] == 50);
    std::getline(lines, line);
    CHECK(json::parse(line)["warning"].is_string());
    CHECK(json::parse(line)["field"] == "colour");
  }
}

TEST_CASE("a file of many queries is answered in its order, and the same again") {
  const TemporaryFolder folder;
  std::string queries;
  for (int i = 0; i < 40; ++i) {
    // The later, the less to do.
    queries += R"({"id": ")" + std::to_string(i) + R"(", "size": 5, "maxVisits": )" +
               std::to_string(200 - 4 * i) +
               R"(, "moves": [["B", "c3"]], "analyzeTurns": [1, 0]})" +
               (i == 20 ? "\nnonsense\n" : "\n");
  }
  const std::string file = query_file(folder, queries);
  const std::string arguments = "analyze --backend cpu --evaluator fills --threads 2 " + file;
  const Run first = run(folder, arguments);
  CHECK(first.code == 2);
  CHECK(first.errors.find("1 of 41 queries were refused") != std::string::npos);
  std::istringstream lines(first.output);
  int count = 0;
  for (std::string line; std::getline(lines, line); ++count) {
    const json answer = json::parse(line);
    if (count == 42) {
      CHECK(answer.contains("error"));
      continue;
    }
    const int i = count > 42 ? count - 1 : count;
    CHECK(answer["id"] == std::to_string(i / 2));
    CHECK(answer["turnNumber"] == 1 - i % 2);
  }
  CHECK(count == 81);
  const auto without_time = [](std::string text) {
    std::istringstream of_text(text);
    std::string result;
    for (std::string line; std::getline(of_text, line);) {
      json answer = json::parse(line);
      if (answer.contains("rootInfo")) answer["rootInfo"].erase("seconds");
      result += answer.dump() + '\n';
    }
    return result;
  };
  CHECK(without_time(run(folder, arguments).output) == without_time(first.output));
}

TEST_CASE("a batch shows on a terminal how far it is") {
  const TemporaryFolder folder;
  const std::string query = R"({"size": 9, "maxTime": 1.2})";
  const std::string file = query_file(folder, query + "\n" + query);
  // script makes a terminal of all three streams.
  const Run result = run(
      folder, "analyze --backend cpu --evaluator fills --solver-share 0 " + file + "' /dev/null",
      "script -qec '");
  CHECK(result.code == 0);
  CHECK(result.output.find("\r\033[K0 positions of 2 queries, ") != std::string::npos);
  CHECK(result.output.find(" evaluations a second\r\033[K") != std::string::npos);
  CHECK(result.output.find("second{") == std::string::npos);
}

TEST_CASE("a line of standard input that is too long is refused, and the next one answered") {
  const TemporaryFolder folder;
  const Run result = run(folder, "analyze - --backend cpu --evaluator fills",
                         R"((head -c 3000000 /dev/zero | tr '\0' x; echo;
                             echo '{"size": 9, "maxVisits": 9}') | )");
  CHECK(result.code == 2);
  REQUIRE(count_lines(result.output) == 2);
  CHECK(result.output.find("the query is longer than 1 MB") != std::string::npos);
  CHECK(result.output.find("\"visits\":9") != std::string::npos);
}

TEST_CASE("a query about no position is answered once, by an error") {
  const TemporaryFolder folder;
  const std::string query = R"({"id": "a", "size": 3, "analyzeTurns": []})";
  const std::string file = query_file(folder, query);
  const std::string two = (folder / "two").string();
  write_text(two, query + "\n" + R"({"id": "b", "size": 3, "maxVisits": 2})");
  struct Case {
    std::string arguments;
    int code;
    int answers;
  };
  for (const Case& c : {Case{file, 2, 1}, Case{two, 2, 2}, Case{"- < " + file, 2, 1},
                        Case{"--stream < " + file, 0, 1}}) {
    CAPTURE(c.arguments);
    const Run result = run(folder, "analyze --backend cpu --evaluator fills " + c.arguments);
    CHECK(result.code == c.code);
    REQUIRE(count_lines(result.output) == c.answers);
    const json answer = json::parse(result.output.substr(0, result.output.find('\n')));
    CHECK(answer["id"] == "a");
    CHECK(answer["field"] == "analyzeTurns");
    CHECK(answer.contains("error"));
  }
}

TEST_CASE("the bundled position is analysed as text and as a picture") {
  const TemporaryFolder folder;
  std::string text = read_text(kExample);
  const std::string limit = "\"maxTime\": 5";
  REQUIRE(text.find(limit) != std::string::npos);
  text.replace(text.find(limit), limit.size(), "\"maxVisits\": 60");
  const std::string file = query_file(folder, text);

  const Run drawn = run(folder, "analyze --backend cpu --format text " + file);
  CHECK(drawn.code == 0);
  CHECK(drawn.errors.empty());
  for (const char* part : {"Black to move, win rate ", "60 visits", "variation", "(W)"}) {
    CHECK(drawn.output.find(part) != std::string::npos);
  }
  const Run picture = run(folder, "analyze --format svg " + file);
  CHECK(picture.code == 0);
  CHECK(picture.output.substr(0, 5) == "<svg ");
  CHECK(picture.output.find("</svg>\n") == picture.output.size() - 7);
  // A cell each, sixteen stones, one mark of the last, and a ring around the best move as in the
  // legend.
  std::size_t cells = 0, circles = 0;
  for (std::size_t at = 0; (at = picture.output.find("<polygon", at)) != std::string::npos; ++at) {
    ++cells;
  }
  for (std::size_t at = 0; (at = picture.output.find("<circle", at)) != std::string::npos; ++at) {
    ++circles;
  }
  CHECK(cells == 169);
  CHECK(circles == 19);
}

TEST_CASE("bad usage of analyze, gtp and bench gets one line and exit code 2") {
  const TemporaryFolder folder;
  const std::string empty = query_file(folder, "\n");
  const std::pair<std::string, const char*> cases[] = {
      {"analyze", "--file"},
      {"analyze --backend cpu /no/such/file", "cannot read /no/such/file: No such file"},
      {"analyze --backend cpu " + empty, "holds no query"},
      {"analyze --stream " + empty, "with --stream there is no file"},
      {"analyze --stream --format text", "and no --format"},
      {"analyze --searches 0 " + empty, "takes a whole number from 1 to 1024, not '0'"},
      {"analyze --format pdf " + empty, "takes json, text, svg or sgf, not 'pdf'"},
      {"analyze --visits -1 " + empty, "takes a whole number from 0 to 4000000000, not '-1'"},
      {"gtp --size 40", "a board's side is from 1 to 32"},
      {"gtp --game go", "unknown game 'go'"},
      {"gtp --backend tpu", "takes auto, cpu, gpu or check, not 'tpu'"},
      {"gtp --instructions abacus", "takes auto or, on this machine, "},
      {"gtp --net-precision 4", "takes auto, fp16 or fp8, not '4'"},
      {"gtp --net-precision fp8 --backend check", "more than --backend check allows"},
      {"match --against-net-precision 4 --visits 2", "takes auto, fp16 or fp8, not '4'"},
      {"gtp --gpus 0,", "takes all, or numbers of devices as in 0,2, not '0,'"},
      {"analyze --gpus 1,1 " + empty, "not '1,1'"},
      {"--help=troff", "takes man, bash or zsh"},
      {"gtp --help=troff", "takes man, bash or zsh"},
      {"bench fast", "unknown suite 'fast'"},
      {"bench --row-time 0", "takes a number from 0.01 to 60, not '0'"},
      {"bench --row '['", "takes a regular expression, not '['"},
      {"bench --svg /no/such/chart.svg", "cannot write /no/such/chart.svg"},
      {"analyze --backend cpu /dev/zero", "cannot read /dev/zero: it is no regular file; give a"},
      {"analyze - --backend cpu < /dev/zero", "the input has a line of more than 64 MB"},
      {"gtp --backend cpu --net /dev/zero", "cannot read /dev/zero: it is no regular file"},
      {"gtp --backend cpu --book /dev/zero", "/dev/zero is no regular file"},
      {"analyze - --backend cpu --book " + empty, " is no book; make one with isthmus book"},
      {"serve --port 0 --backend cpu --book /no/such.book", "/no/such.book"},
      {"solve /dev/zero", "cannot read /dev/zero: it is no regular file"},
      {"serve --token-file /dev/zero", "cannot read /dev/zero: it is no regular file"},
      {"book /dev/zero", "/dev/zero is no regular file"},
      {"results /dev/zero", "/dev/zero is no regular file"},
      {"tournament /dev/zero --out x", "cannot read /dev/zero: it is no regular file"},
      {"match --against /dev/zero --visits 2 --backend cpu", "cannot read /dev/zero: it is no reg"},
  };
  for (const auto& [arguments, part] : cases) check_is_refused(folder, arguments, part);
}

TEST_CASE("without a device a GPU is refused where it was asked for, and else done without") {
  const TemporaryFolder folder;
  const std::string file = query_file(folder, R"({"id": "a", "size": 9, "maxVisits": 50})");
  const std::string no_device = "CUDA_VISIBLE_DEVICES= ";
  for (const char* backend : {"gpu", "check"}) {
    const Run result =
        run(folder, "analyze --backend " + std::string(backend) + " " + file, no_device);
    CAPTURE(result.errors);
    CHECK(result.code == 1);
    CHECK(result.output.empty());
    CHECK(result.errors.find("no GPU for --backend " + std::string(backend)) != std::string::npos);
    CHECK(result.errors.find("; --backend cpu does without\n") != std::string::npos);
    CHECK(count_lines(result.errors) == 1);
  }
  const Run by_cpu = run(folder, "analyze --backend cpu " + file, no_device);
  const Run automatic = run(folder, "analyze " + file, no_device);
  CHECK(by_cpu.code == 0);
  CHECK(by_cpu.errors.empty());
  CHECK(automatic.code == 0);
  CHECK(json::parse(automatic.output)["moveInfos"] == json::parse(by_cpu.output)["moveInfos"]);
  CHECK(automatic.errors.empty());
  const Run named = run(folder, "analyze --gpus 0 " + file, no_device);
  CHECK(named.code == 0);
  CHECK(json::parse(named.output)["moveInfos"] == json::parse(by_cpu.output)["moveInfos"]);
#ifdef ISTHMUS_HAS_CUDA
  CHECK(named.errors.find("going on with the CPU") != std::string::npos);
  CHECK(count_lines(named.errors) == 1);
#else
  CHECK(named.errors.empty());
#endif
}

TEST_CASE("queries may come from pipes") {
  const TemporaryFolder folder;
  const std::string analyze = "analyze --backend cpu --evaluator fills ";
  const std::string query = R"(echo "{\"size\": 9, \"maxVisits\": 2}")";
  for (const Run& result : {run(folder, analyze + "/dev/stdin", query + " | "),
                            run(folder, analyze, "bash -c '\"$0\" \"$@\" <(" + query + ")' ")}) {
    CAPTURE(result.errors);
    CHECK(result.code == 0);
    REQUIRE(count_lines(result.output) == 1);
    CHECK(json::parse(result.output)["rootInfo"]["visits"] == 2);
  }
}

TEST_CASE("a conversation in GTP ends with the input") {
  const TemporaryFolder folder;
  const Run result =
      run(folder, "gtp --size 4 --visits 20", "printf 'play b b2\\n7 genmove w\\n' | ");
  CHECK(result.code == 0);
  CHECK(result.output.substr(0, 6) == "= \n\n=7");
}

TEST_CASE("input that comes during a search in GTP ends an analysis, and interrupts a move") {
  const TemporaryFolder folder;
  const Run analysis = run(folder, "gtp --size 9 --evaluator fills --backend cpu --solver-share 0",
                           "(echo 'kata-analyze b 5'; sleep 0.7; echo; echo '9 name') | ");
  CHECK(analysis.code == 0);
  CHECK(analysis.output.substr(0, 12) == "=\ninfo move ");
  CHECK(count_lines(analysis.output) > 8);
  const std::string end = "\n\n=9 Isthmus\n\n";
  REQUIRE(analysis.output.size() > end.size());
  CHECK(analysis.output.substr(analysis.output.size() - end.size()) == end);

  const Run move =
      run(folder, "gtp --size 5 --evaluator fills --backend cpu --time 100 --solver-share 0",
          "(echo 'genmove b'; sleep 0.5; echo '# interrupt'; sleep 0.1; echo quit) | ");
  CHECK(move.code == 0);
  CHECK(move.output.size() == 10);  // such as "= c3\n\n= \n\n"
}

TEST_CASE("a line in GTP that is too long is refused, and the next one answered") {
  const TemporaryFolder folder;
  const Run result = run(folder, "gtp --backend cpu",
                         "(head -c 5000000 /dev/zero | tr '\\0' x; echo; echo name) | ");
  CHECK(result.output == "? the line is longer than 1 MB\n\n= Isthmus\n\n");
}

TEST_CASE("positions of Hex are solved") {
  const TemporaryFolder folder;
  // The openings c3, which wins, and a1, which loses.
  const std::string file =
      query_file(folder, R"({"id": "a", "size": 5, "moves": [["B", "c3"]], "analyzeTurns": [0, 1]}
{"id": "b", "size": 5, "moves": [["B", "a1"]]})");
  const Run result = run(folder, "solve " + file + " --all");
  CHECK(result.code == 0);
  REQUIRE(count_lines(result.output) == 3);
  std::istringstream lines(result.output);
  for (const char* const winner : {"B", "B", "W"}) {
    std::string line;
    std::getline(lines, line);
    const json answer = json::parse(line);
    CHECK(answer["winner"] == winner);
    CHECK(answer["nodes"] > 0);
    CHECK(!answer["carrier"].empty());
    CHECK(answer["winningMoves"].empty() == (answer["winner"] != answer["toMove"]));
    CHECK(answer["unknownMoves"].empty());
  }

  const Run link = run(folder, "solve 'https://hexworld.org/board/#11,a1' --nodes 5");
  CHECK(link.code == 1);
  CHECK(json::parse(link.output)["winner"].is_null());
}

TEST_CASE("positions of games without a solver of their own are solved") {
  const TemporaryFolder folder;
  // Who begins wins at Rex on even sides, and loses on odd ones.
  const Run rex = run(folder, "solve --memory 1 " + query_file(folder, R"({"game": "rex", "size": 2}
{"game": "rex", "size": 3})"));
  CHECK(rex.code == 0);
  std::istringstream lines(rex.output);
  for (const char* const winner : {"B", "W"}) {
    std::string line;
    std::getline(lines, line);
    CHECK(json::parse(line)["winner"] == winner);
  }
  const Run havannah = run(folder, "solve --game havannah --size 3 --all");
  CHECK(havannah.code == 0);
  const json answer = json::parse(havannah.output);
  CHECK(answer["winningMoves"] == json({"c1", "e1", "a3", "e3", "a5", "c5"}));
  CHECK(answer["losingMoves"].size() == 13);
  CHECK(answer["drawingMoves"].empty());
}

TEST_CASE("the signature is that of the page on benchmarks") {
  const TemporaryFolder folder;
  const Run result = run(folder, "bench signature");
  CHECK(result.output.substr(0, 11) == "Signature: ");
  CHECK(read_text(kSources + "/tools/bench/README.md").find("\n" + result.output) !=
        std::string::npos);
}
