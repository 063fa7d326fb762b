#include <cstdio>
#include <iostream>

#include <boost/program_options/value_semantic.hpp>
#include <nlohmann/json.hpp>

#include "engine/cpu_tallier.hpp"
#include "tools/bad_input.hpp"
#include "tools/bench/fills.hpp"
#include "tools/bench/search.hpp"
#include "tools/bench/signature.hpp"
#include "tools/command.hpp"
#include "tools/commands/commands.hpp"
#include "tools/options.hpp"
#include "tools/text_table.hpp"

namespace isthmus {

namespace po = boost::program_options;

namespace {

constexpr auto kUsage =
    R"(Usage: isthmus bench [SUITE] [options]

Measures. The suites:

  quick      throughputs, each beside a baseline that takes turns with it; the default
  signature  one number that changes only when the engine's behaviour does)";

// "12.3 M"
std::string rate_text(double per_second) {
  const char* unit = "";
  for (const char* larger : {"k", "M", "G"}) {
    if (per_second < 1000) break;
    per_second /= 1000;
    unit = larger;
  }
  char text[32];
  std::snprintf(text, sizeof text, per_second < 100 ? "%.1f %s" : "%.0f %s", per_second, unit);
  return text;
}

std::string ratio_text(double ratio) {
  char text[32];
  std::snprintf(text, sizeof text, ratio < 10 ? "%.2f" : "%.0f", ratio);
  return text;
}

void print_table(const std::vector<BenchRow>& rows) {
  TextTable table({"work", "a second", "baseline", "a second", "ratio"});
  for (const BenchRow& row : rows) {
    table.add({row.name, rate_text(row.per_second), row.baseline,
               rate_text(row.baseline_per_second), ratio_text(row.ratio())});
  }
  std::cout << "Instruction set: " << CpuTallier::instruction_set() << "\n\n" << table.text();
}

void print_json(const std::vector<BenchRow>& rows) {
  nlohmann::ordered_json json{{"instructionSet", CpuTallier::instruction_set()}};
  json["rows"] = nlohmann::ordered_json::array();
  for (const BenchRow& row : rows) {
    json["rows"].push_back({{"name", row.name},
                            {"perSecond", row.per_second},
                            {"baseline", row.baseline},
                            {"baselinePerSecond", row.baseline_per_second},
                            {"ratio", row.ratio()}});
  }
  std::cout << json.dump(2) << '\n';
}

}  // namespace

int run_bench(const std::vector<std::string>& arguments) {
  po::options_description options;
  options.add_options()("suite",
                        po::value<std::string>()->value_name("SUITE")->default_value("quick"),
                        "what to measure; may be given without --suite")(
      "row-time", po::value<double>()->value_name("S")->default_value(1.0),
      "seconds for each row, 0.01 to 60")("json", po::bool_switch(), "print JSON, not a table");
  const auto values = parse_options(arguments, kUsage, options,
                                    po::positional_options_description().add("suite", 1));
  if (!values) return kGood;
  const std::string suite = (*values)["suite"].as<std::string>();
  const double row_time = (*values)["row-time"].as<double>();
  if (!(row_time >= 0.01 && row_time <= 60)) {
    throw BadInput("option '--row-time' takes a number from 0.01 to 60");
  }
  if (suite == "signature") {
    std::cout << "Signature: " << bench_signature() << '\n';
    return kGood;
  }
  if (suite != "quick") {
    throw BadInput("unknown suite '" + suite + "'; there are quick and signature");
  }
  BenchTable table(BenchTable::Seconds(row_time),
                   [](const BenchRow& row) { std::cerr << "timed: " << row.name << '\n'; });
  bench_fills(table);
  bench_search(table);
  if ((*values)["json"].as<bool>()) {
    print_json(table.rows());
  } else {
    print_table(table.rows());
  }
  return kGood;
}

}  // namespace isthmus
