#include <sstream>
#include <string>
#include <vector>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "protocols/formats/sgf.hpp"
#include "tests/tools/base/run_program.hpp"
#include "tests/tools/base/temporary_folder.hpp"
#include "tools/tournament/exports.hpp"
#include "tools/tournament/spec.hpp"

using nlohmann::json;

namespace {

// What a name must not break: HTML, CSV and lines.
constexpr auto kEvil = "a,\"</td><script>alert(1)</script>&'";

// A small tournament, of which one engine crashes; its folder is folder / "out".
void play(const TemporaryFolder& folder) {
  const std::string engine = TEST_ENGINE;
  const json spec = {
      {"size", 4},
      {"games", 4},
      {"openings", "all-1ply"},
      {"engines",
       {{{"name", kEvil}, {"command", engine + " random 1"}},
        {{"name", "plain"}, {"command", engine + " random 2"}},
        {{"name", "bad"}, {"command", engine + " exit " + (folder / "ids").string()}}}}};
  write_text(folder / "spec.json", spec.dump());
  const Run result = run(folder, "tournament " + (folder / "spec.json").string() + " --out " +
                                     (folder / "out").string() + " --quiet");
  REQUIRE(result.code == 0);
  CHECK(result.output.empty());
  CHECK(result.errors.empty());
}

// The fields of a text of CSV, by line, after RFC 4180.
std::vector<std::vector<std::string>> read_csv(const std::string& text) {
  std::vector<std::vector<std::string>> lines{{""}};
  bool is_quoted = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    std::string& field = lines.back().back();
    if (is_quoted && text[i] == '"' && text.substr(i + 1, 1) == "\"") {
      field += text[i++];
    } else if (text[i] == '"') {
      is_quoted = !is_quoted;
    } else if (!is_quoted && text[i] == ',') {
      lines.back().emplace_back();
    } else if (!is_quoted && text[i] == '\n') {
      lines.push_back({""});
    } else {
      field += text[i];
    }
  }
  lines.pop_back();
  return lines;
}

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t found = 0;
  for (std::size_t at = text.find(part); at != text.npos; at = text.find(part, at + 1)) ++found;
  return found;
}

}  // namespace

TEST_CASE("results are exported in all forms, each with the same games") {
  const TemporaryFolder folder;
  play(folder);
  const std::string out = (folder / "out").string();
  const Run table = run(folder, "results " + out);
  CHECK(table.code == 0);
  CHECK(table.output == read_text(folder / "out" / "table.txt"));

  const std::string files = " --csv " + (folder / "csv").string() + " --jsonl " +
                            (folder / "jsonl").string() + " --sgf " + (folder / "sgf").string() +
                            " --html " + (folder / "html").string();
  const Run all = run(folder, "results " + (folder / "out" / "results.sqlite").string() + files);
  CHECK(all.code == 0);
  CHECK(all.errors.empty());
  CHECK(all.output == table.output);

  std::vector<json> games;
  std::istringstream lines(read_text(folder / "jsonl"));
  for (std::string line; std::getline(lines, line);) games.push_back(json::parse(line));
  REQUIRE(games.size() == 12);

  const auto csv = read_csv(read_text(folder / "csv"));
  REQUIRE(csv.size() == 13);
  CHECK(csv[0][3] == "black");
  for (std::size_t i = 0; i < games.size(); ++i) {
    REQUIRE(csv[i + 1].size() == csv[0].size());
    CHECK(csv[i + 1][0] == std::to_string(games[i]["id"].get<int>()));
    CHECK(csv[i + 1][3] == games[i]["black"].get<std::string>());
    CHECK(csv[i + 1][4] == games[i]["white"].get<std::string>());
    CHECK(csv[i + 1][5] == games[i]["winner"].get<std::string>());
    CHECK(csv[i + 1][6] == games[i]["reason"].get<std::string>());
    CHECK(csv[i + 1][7] == games[i]["detail"].get<std::string>());
    std::string moves;
    for (const json& move : games[i]["moves"]) {
      moves += (moves.empty() ? "" : " ") + move.get<std::string>();
    }
    CHECK(csv[i + 1][11] == moves);
  }

  std::size_t read = 0;
  isthmus::Omissions omissions;
  isthmus::read_sgf_collection(read_text(folder / "sgf"), {}, omissions,
                               [&](const isthmus::GameFile& game) {
                                 CHECK(game.black_name == games[read]["black"].get<std::string>());
                                 CHECK(game.record.turns().size() == games[read]["moves"].size());
                                 ++read;
                               });
  CHECK(read == 12);
  CHECK(run(folder, "results " + out + " --csv -").output == read_text(folder / "csv"));
}

TEST_CASE("no text in comma-separated values is a formula") {
  using namespace isthmus::tournament;
  const std::pair<std::string, std::string> cases[] = {
      {"=1+1", "'=1+1"},
      {"=HYPERLINK(\"http://a\",1)", "\"'=HYPERLINK(\"\"http://a\"\",1)\""},
      {"+1", "'+1"},
      {"-2", "'-2"},
      {"@SUM(A1)", "'@SUM(A1)"},
      {"a=1", "a=1"},
      {"'=1", "'=1"},
  };
  for (const auto& one : cases) {
    const std::string &name = one.first, &field = one.second;
    CAPTURE(name);
    StoredTournament stored;
    stored.spec = parse_spec(json{
        {"size", 3},
        {"games", 2},
        {"engines", {{{"name", name}, {"command", "x"}}, {{"name", "other"}, {"command", "x"}}}}}
                                 .dump());
    GameRecord record;
    record.game.black = 0;
    record.game.white = 1;
    record.winner = 0;
    record.reason = Reason::crash;
    record.detail = "\t=1";
    record.seconds = 0.5;
    stored.records = {record, record};
    stored.records[1].detail = "\r=1";
    std::ostringstream out;
    write_csv(out, stored);
    const std::string start = "0,0,0," + field + ",other," + field + ",crash,";
    CHECK(out.str().substr(out.str().find('\n') + 1) ==
          start + "'\t=1,,0,0.5,,\n" + start + "\"'\r=1\",,0,0.5,,\n");
  }
}

TEST_CASE("the report is one page that asks for nothing, with all text escaped") {
  const TemporaryFolder folder;
  play(folder);
  const Run result = run(folder, "results " + (folder / "out").string() + " --html - --boards 5");
  CHECK(result.code == 0);
  const std::string& page = result.output;
  CHECK(page.find("<!DOCTYPE html>") == 0);
  CHECK(page.find("<script") == page.npos);
  CHECK(page.find("a,&quot;&lt;/td&gt;&lt;script&gt;alert(1)&lt;/script&gt;&amp;&#39;") !=
        page.npos);
  // The namespace of SVG is the only address.
  CHECK(count(page, "://") == count(page, "http://www.w3.org/2000/svg"));
  for (const char* attribute : {"src=", "href=", "@import", "url("}) {
    CHECK(page.find(attribute) == page.npos);
  }
  CHECK(page.find("nan") == page.npos);
  CHECK(page.find("inf") == page.npos);
  CHECK(count(page, "<figure>") == 5);
  CHECK(page.find("a fault") != page.npos);
  CHECK(page.find("last words: &#39;out of memory&#39;") != page.npos);
  // Of games that came to their end the stones that decided them have rings, of others none.
  std::size_t decided = 0;
  for (std::size_t at = page.find("<figure>"); at != page.npos;
       at = page.find("<figure>", at + 1)) {
    const std::string figure = page.substr(at, page.find("</figure>", at) - at);
    const bool is_decided = figure.find(" moves (rules)") != figure.npos;
    CHECK((count(figure, "fill=\"none\" stroke-width=\"3\"") > 0) == is_decided);
    decided += is_decided ? 1 : 0;
  }
  CHECK(decided > 0);
  for (const std::string tag : {"table", "tr", "td", "th", "svg", "div", "figure", "details"}) {
    CAPTURE(tag);
    CHECK(count(page, "<" + tag + ">") + count(page, "<" + tag + " ") ==
          count(page, "</" + tag + ">"));
  }
}

TEST_CASE("standings and progress as JSON agree") {
  const TemporaryFolder folder;
  play(folder);
  const json document =
      json::parse(run(folder, "results " + (folder / "out").string() + " --json").output);
  CHECK(document["games"] == 12);
  CHECK(document["engines"][0]["name"] == kEvil);
  CHECK(document["engines"][2]["lost"] == 8);
  CHECK(document["engines"][2]["losses"]["crash"] == 8);
  CHECK(document["pairings"].size() == 3);
  CHECK(document["pairings"][1]["superiority"] > 0.8);

  const Run again = run(folder, "tournament " + (folder / "spec.json").string() + " --out " +
                                    (folder / "again").string() + " --json");
  CHECK(again.code == 0);
  CHECK(again.errors.empty());
  std::istringstream lines(again.output);
  std::vector<json> objects;
  for (std::string line; std::getline(lines, line);) objects.push_back(json::parse(line));
  REQUIRE(objects.size() == 13);
  CHECK(objects[11]["games"] == 12);
  CHECK(objects[12]["standings"]["engines"][2]["lost"] == 8);
}

TEST_CASE("an empty tournament has a table and a report too") {
  const TemporaryFolder folder;
  const std::string engine = TEST_ENGINE;
  const json spec = {{"size", 4},
                     {"games", 2},
                     {"engines",
                      {{{"name", "a"}, {"command", engine + " random 1"}},
                       {{"name", "b"}, {"command", "/no/such/engine"}}}}};
  write_text(folder / "spec.json", spec.dump());
  const std::string out = (folder / "out").string();
  CHECK(run(folder, "tournament " + (folder / "spec.json").string() + " --out " + out).code == 2);
  const Run result = run(folder, "results " + out + " --html " + (folder / "html").string());
  CHECK(result.code == 0);
  CHECK(result.output.find("hex 4x4, 0 games") == 0);
  CHECK(result.output.find("nan") == std::string::npos);
  CHECK(read_text(folder / "html").find("</html>") != std::string::npos);
}

TEST_CASE("bad usage of results gets one line and exit code 2") {
  const TemporaryFolder folder;
  play(folder);
  const std::string out = (folder / "out").string();
  const std::vector<std::pair<std::string, std::string>> cases{
      {"results", "--dir"},
      {"results /no/such/folder", "/no/such/folder"},
      {"results " + out + " --boards 1001",
       "'--boards' takes a whole number from 0 to 1000, not '1001'"},
      {"results " + out + " --csv /no/such/folder/file", "'--csv': cannot write"},
      {"tournament " + (folder / "spec.json").string() + " --out x --json --quiet",
       "exclude each other"},
  };
  for (const auto& [arguments, part] : cases) check_is_refused(folder, arguments, part);
}
