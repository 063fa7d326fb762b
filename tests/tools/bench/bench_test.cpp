// The tables, documents and drawings of benchmarks, from rows that are made up.

#include <chrono>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include <boost/property_tree/ptree.hpp>
#include <boost/property_tree/xml_parser.hpp>
#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "tests/tools/base/run_program.hpp"
#include "tools/bench/launches.hpp"
#include "tools/bench/report.hpp"
#include "tools/bench/table.hpp"

using namespace isthmus;
using nlohmann::json;
using Tree = boost::property_tree::ptree;

namespace {

BenchReport made_up() {
  BenchReport report;
  report.suite = "seeds";
  report.machine = {{"chip", "ABC 1"}, {"driver", "1.2.3"}};
  report.rows = {
      {"connection", "8x8", "grids", Rate{"slow", 2e8}, Rate{"fast", 2e10}, Rate{"LOP3", 8e10},
       0.875},
      {"connection", "9x9", "grids", Rate{"slow", 1e7}, {}, {}},
      {"fills", "8x8", "fills", {}, Rate{"fast", 1e9}, {}},
  };
  report.figures = {{"sweeps a grid", "sweeps", 4.56, "expected", 4.6}};
  report.series = {{"tallies", "keys", "ps", {{"one", {{1, 10}, {2, 100}, {4, 1000}}}}}};
  return report;
}

// All elements of a name in a document, in order.
void collect(const Tree& tree, const std::string& name, std::vector<Tree>& found) {
  for (const auto& [tag, child] : tree) {
    if (tag == name) found.push_back(child);
    collect(child, name, found);
  }
}

std::vector<Tree> elements(const std::string& svg, const std::string& name) {
  Tree tree;
  std::istringstream stream(svg);
  boost::property_tree::read_xml(stream, tree);  // throws where it is not XML
  std::vector<Tree> found;
  collect(tree, name, found);
  return found;
}

std::vector<Tree> of_class(const std::string& svg, const std::string& name,
                           const std::string& kind) {
  std::vector<Tree> found = elements(svg, name);
  std::erase_if(found, [&](const Tree& element) {
    return element.get<std::string>("<xmlattr>.class", "") != kind;
  });
  return found;
}

double attribute(const Tree& element, const std::string& name) {
  return element.get<double>("<xmlattr>." + name);
}

std::vector<std::string> words(const std::string& line) {
  std::istringstream stream(line);
  return {std::istream_iterator<std::string>(stream), {}};
}

}  // namespace

TEST_CASE("a table of benchmarks names what it has, and dashes what it has not") {
  std::istringstream lines(report_text(made_up()));
  std::string line;
  std::getline(lines, line);
  CHECK(line == "chip ABC 1, driver 1.2.3");
  std::getline(lines, line);
  std::getline(lines, line);
  using Words = std::vector<std::string>;
  CHECK(words(line) == Words{"work", "baseline", "a", "second", "ours", "a", "second", "ratio",
                             "of", "limit", "GPU", "computes"});
  std::getline(lines, line);
  CHECK(words(line) ==
        Words{"connection,", "8x8", "slow", "200", "M", "fast", "20.0", "G", "100", "25%", "88%"});
  std::getline(lines, line);
  CHECK(words(line) == Words{"connection,", "9x9", "slow", "10.0", "M", "-", "-", "-", "-", "-"});
  std::getline(lines, line);
  CHECK(words(line) == Words{"fills,", "8x8", "-", "-", "fast", "1.00", "G", "-", "-", "-"});
  std::getline(lines, line);
  CHECK(line.empty());
  std::getline(lines, line);
  std::getline(lines, line);
  CHECK(words(line) ==
        Words{"sweeps", "a", "grid", "4.56", "sweeps", "expected", "4.60", "sweeps"});
  CHECK_FALSE(std::getline(lines, line));
}

TEST_CASE("a table without limits and shares of the GPU's time has no columns for them") {
  BenchReport report = made_up();
  report.rows.erase(report.rows.begin());
  CHECK(report_text(report).find("limit") == std::string::npos);
  CHECK(report_text(report).find("computes") == std::string::npos);
}

TEST_CASE("rates keep three digits, and thousands get letters") {
  for (const auto& [rate, text] : {std::pair{0.5, "0.50"},
                                   {999.4, "999"},
                                   {999.6, "1.00 k"},
                                   {9.996e3, "10.0 k"},
                                   {1.234e7, "12.3 M"},
                                   {1.67e13, "16.7 T"}}) {
    BenchReport report;
    report.rows = {{"group", "name", "things", {}, Rate{"ours", rate}, {}}};
    CHECK(report_text(report).find(std::string("  ") + text + "  ") != std::string::npos);
  }
}

TEST_CASE("benchmarks as JSON hold all numbers, and null for what there is not") {
  const json expected = json::parse(R"({
    "suite": "seeds", "chip": "ABC 1", "driver": "1.2.3",
    "rows": [
      {"name": "connection, 8x8", "unit": "grids", "baseline": {"name": "slow", "rate": 2e8},
       "ours": {"name": "fast", "rate": 2e10}, "ratio": 100.0,
       "limit": {"what": "LOP3", "rate": 8e10, "share": 0.25}, "busy": 0.875},
      {"name": "connection, 9x9", "unit": "grids", "baseline": {"name": "slow", "rate": 1e7},
       "ours": null, "ratio": null, "limit": null, "busy": null},
      {"name": "fills, 8x8", "unit": "fills", "baseline": null,
       "ours": {"name": "fast", "rate": 1e9}, "ratio": null, "limit": null,
       "busy": null}],
    "figures": [{"name": "sweeps a grid", "unit": "sweeps", "value": 4.56,
                 "beside": {"name": "expected", "value": 4.6}}],
    "series": [{"name": "tallies", "x": "keys", "y": "ps",
                "lines": [{"name": "one", "points": [[1, 10], [2, 100], [4, 1000]]}]}]})");
  CHECK(json::parse(report_json(made_up())) == expected);
  CHECK(json::parse(report_json({}))["rows"] == json::array());
}

TEST_CASE("bars are as long as the logarithms of their ratios") {
  BenchReport report = made_up();
  // Of a group the best counts, and none that is slower than its baseline.
  report.rows.insert(report.rows.begin(),
                     {"connection", "7x7", "grids", Rate{"slow", 1e8}, Rate{"fast", 1e9}, {}});
  report.rows.push_back({"fills", "9x9", "fills", Rate{"slow", 1e8}, Rate{"fast", 3e9}, {}});
  report.rows.push_back({"nets", "9x9", "boards", Rate{"slow", 1e8}, Rate{"fast", 5e7}, {}});
  const std::string svg = report_svg(report);
  const auto bars = of_class(svg, "rect", "ours");
  REQUIRE(bars.size() == 2);
  CHECK(attribute(bars[0], "width") > 100);  // two decades
  CHECK(attribute(bars[1], "width") / attribute(bars[0], "width") ==
        doctest::Approx(1.477121 / 2).epsilon(0.001));
  CHECK(attribute(bars[0], "y") < attribute(bars[1], "y"));
}

TEST_CASE("a chart has eight ratios at the most, the largest") {
  BenchReport report;
  for (int i = 1; i <= 60; ++i) {
    report.rows.push_back({"group " + std::to_string(i % 12),
                           std::to_string(i),
                           "things",
                           Rate{"slow", 1},
                           Rate{"fast", 1.0 + i},
                           {}});
  }
  // Rows of one group do not stand together here, and count as groups of their own.
  CHECK(of_class(report_svg(report), "rect", "ours").size() == 8);
  std::string all;
  for (const Tree& text : elements(report_svg(report), "text")) all += text.data() + "\n";
  for (int i = 53; i <= 60; ++i) {
    CHECK(all.find(", " + std::to_string(i) + "\n") != std::string::npos);
  }
}

TEST_CASE("the drawing of benchmarks says in text what it shows") {
  std::string all;
  for (const Tree& text : elements(report_svg(made_up()), "text")) all += text.data() + "\n";
  for (const char* part :
       {"chip ABC 1, driver 1.2.3\n", "connection, 8x8\n",
        "20.0 G grids a second, 25% of the limit\n", "fast; 200 M by slow\n", "100 times\n",
        "\n10\n", "\n100\n", "tallies, ps\n", "\nkeys\n", "\none\n"}) {
    CAPTURE(part);
    CHECK(all.find(part) != std::string::npos);
  }
}

TEST_CASE("a chart of a series rises by a decade as its values do") {
  const auto lines = elements(report_svg(made_up()), "polyline");
  REQUIRE(lines.size() == 1);
  std::istringstream points(lines[0].get<std::string>("<xmlattr>.points"));
  double x[3], y[3];
  char comma;
  for (int i = 0; i < 3; ++i) points >> x[i] >> comma >> y[i];
  REQUIRE(points);
  CHECK(x[2] - x[1] == doctest::Approx(2 * (x[1] - x[0])).epsilon(0.01));
  CHECK(y[0] - y[1] == doctest::Approx(y[1] - y[2]).epsilon(0.01));
  CHECK(y[0] - y[2] > 50);
}

TEST_CASE("an empty report can be drawn") { CHECK(elements(report_svg({}), "rect").size() == 1); }

TEST_CASE("rows that are not wanted are not measured, and a missing contender has no rate") {
  std::vector<std::string> done;
  BenchTable table(
      BenchTable::Seconds(0.001), 3,
      [](const std::string& name) { return name == "group, wanted"; },
      [&](const BenchRow& row) { done.push_back(row.full_name()); });
  int calls = 0;
  const Contender counted{"counted", [&] {
                            ++calls;
                            return std::uint64_t{1000};
                          }};
  table.add({"group", "other", "things"}, counted, counted);
  CHECK(calls == 0);
  table.add({"group", "wanted", "things"}, {}, counted);
  CHECK(calls >= 4);  // to warm up, and once in each turn
  REQUIRE(table.rows().size() == 1);
  CHECK(done == std::vector<std::string>{"group, wanted"});
  CHECK_FALSE(table.rows()[0].baseline.has_value());
  CHECK(table.rows()[0].ours->name == "counted");
  CHECK(table.rows()[0].ours->per_second > 0);
}

TEST_CASE("launches take the rounds that make them long, and keep them") {
  std::vector<std::uint32_t> asked;
  const Work work = launches([&](std::uint32_t rounds) {
    asked.push_back(rounds);
    std::this_thread::sleep_for(std::chrono::milliseconds(rounds));
    return std::uint64_t{10} * rounds;
  });
  const std::uint64_t items = work();
  CHECK(asked.front() == 1);
  CHECK(items <= 320);  // 32 rounds, fewer on a machine that is busy
  CHECK(items == 10 * asked.back());
  const std::vector<std::uint32_t> same{asked.back()};
  asked.clear();
  CHECK(work() == items);
  CHECK(asked == same);
}

TEST_CASE("one row is measured, printed as JSON and drawn") {
  const TemporaryFolder folder;
  const std::string drawing = (folder / "chart.svg").string();
  const Run result =
      run(folder, "bench --suite quick --row '^random' --row-time 0.01 --json --svg " + drawing);
  CHECK(result.code == 0);
  const json document = json::parse(result.output);
  CHECK(document["suite"] == "quick");
  CHECK(document["date"].get<std::string>().size() == 10);
  REQUIRE(document["rows"].size() == 1);
  const json& row = document["rows"][0];
  CHECK(row["unit"] == "words");
  CHECK(row["ratio"].get<double>() ==
        doctest::Approx(row["ours"]["rate"].get<double>() / row["baseline"]["rate"].get<double>()));
  const std::size_t bars = row["ratio"].get<double>() > 1 ? 1 : 0;
  CHECK(of_class(read_text(drawing), "rect", "ours").size() == bars);
}

TEST_CASE("the suite of the seeds ends with one line where there is no device") {
  const TemporaryFolder folder;
  const auto drawing = folder / "chart.svg";
  write_text(drawing, "drawn before");
  const Run result =
      run(folder, "bench --suite seeds --svg " + drawing.string(), "CUDA_VISIBLE_DEVICES= ");
  CHECK(result.code == 1);
  CHECK(result.output.empty());
  CHECK(count_lines(result.errors) == 1);
  CHECK(result.errors.find("the suite 'seeds' needs a GPU") != std::string::npos);
  CHECK(read_text(drawing) == "drawn before");
}
