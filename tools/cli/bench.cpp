#include <ctime>
#include <iostream>
#include <regex>

#include <boost/program_options/value_semantic.hpp>

#include "engine/fills/cpu_fill_backend.hpp"
#include "tools/base/bad_input.hpp"
#include "tools/base/output_file.hpp"
#include "tools/base/standard_streams.hpp"
#include "tools/bench/report.hpp"
#include "tools/bench/suites.hpp"
#include "tools/cli/commands.hpp"
#include "tools/options/command.hpp"
#include "tools/options/number_option.hpp"
#include "tools/options/options.hpp"

namespace isthmus {

namespace po = boost::program_options;

namespace {

constexpr auto kBenchUsage =
    R"(Usage: isthmus bench [SUITE] [options]

Measures. The suites:

  quick      what this processor does, each row in turns with a baseline; the default
  seeds      what a GPU does, each row in turns with the published algorithm that ours grew from
  signature  one number that changes only when the engine's behaviour does)";

std::string today() {
  const std::time_t now = std::time(nullptr);
  char text[16];
  std::strftime(text, sizeof text, "%Y-%m-%d", std::gmtime(&now));
  return text;
}

BenchTable::Wanted matching(const std::string& pattern) {
  try {
    return [wanted = std::regex(pattern)](const std::string& full_name) {
      return std::regex_search(full_name, wanted);
    };
  } catch (const std::regex_error&) {
    throw BadInput("option '--row' takes a regular expression, not '" + pattern + "'");
  }
}

BenchReport quick(BenchTable& table) {
  bench_fills(table);
  bench_playouts(table);
  bench_search(table);
  bench_net(table);
  bench_proofs(table);
  bench_referee(table);
  BenchReport report;
  report.machine = {{"simd", CpuFillBackend::instruction_sets().front()}};
  report.rows = table.rows();
  return report;
}

BenchReport seeds([[maybe_unused]] BenchTable& table) {
#ifdef ISTHMUS_HAS_CUDA
  return bench_baselines(table);
#else
  throw std::runtime_error(
      "the suite 'seeds' needs a GPU, and this isthmus was built without CUDA; build it with "
      "-DISTHMUS_CUDA=ON where there is nvcc");
#endif
}

struct Suite {
  std::string_view name;
  double row_time;  // in seconds, unless it is given
  int turns;
  BenchReport (*run)(BenchTable& table);
};

constexpr Suite kSuites[] = {{"quick", 1.0, 15, quick}, {"seeds", 0.2, 5, seeds}};

const Suite& find_suite(const std::string& name) {
  for (const Suite& suite : kSuites) {
    if (suite.name == name) return suite;
  }
  throw BadInput("unknown suite '" + name + "'; there are quick, seeds and signature");
}

}  // namespace

int run_bench(const std::vector<std::string>& arguments) {
  po::options_description options;
  options.add_options()("suite",
                        po::value<std::string>()->value_name("SUITE")->default_value("quick"),
                        "what to measure; may be given without --suite")(
      "row", po::value<std::string>()->value_name("REGEX")->default_value(""),
      "only rows whose names match");
  add_number(options, {"row-time",
                       "S",
                       {0.01, 60},
                       std::nullopt,
                       "seconds for each row; if not given, 1 for quick and 0.2 for seeds"});
  options.add_options()("json", po::bool_switch(), "print JSON, not a table")(
      "svg", po::value<std::string>()->value_name("FILE")->default_value(""),
      "draw bar charts into a file as well");
  const auto values = parse_options(arguments, kBenchUsage, options,
                                    po::positional_options_description().add("suite", 1));
  if (!values) return kGood;
  const std::string name = (*values)["suite"].as<std::string>();
  if (name == "signature") {
    print("Signature: " + std::to_string(bench_signature()) + '\n');
    return kGood;
  }
  const Suite& suite = find_suite(name);
  const double row_time =
      values->count("row-time") != 0 ? number_of(*values, "row-time") : suite.row_time;
  const std::string drawing = (*values)["svg"].as<std::string>();
  if (!drawing.empty()) check_output_file("svg", drawing);
  BenchTable table(BenchTable::Seconds(row_time), suite.turns,
                   matching((*values)["row"].as<std::string>()),
                   [](const BenchRow& row) { std::cerr << "timed: " << row.full_name() << '\n'; });
  BenchReport report = suite.run(table);
  report.suite = name;
  report.machine.emplace_back("date", today());
  if (!drawing.empty()) write_file(drawing, report_svg(report));
  print((*values)["json"].as<bool>() ? report_json(report) : report_text(report));
  return kGood;
}

}  // namespace isthmus
