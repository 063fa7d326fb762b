#include <algorithm>
#include <cmath>
#include <cstdio>

#include "tools/base/text_table.hpp"
#include "tools/bench/report.hpp"
#include "tools/bench/report_words.hpp"

namespace isthmus {

namespace {

constexpr const char* kNone = "-";

std::string rate_or_none(const std::optional<Rate>& rate) {
  return rate ? rate_text(rate->per_second) : kNone;
}

std::string name_or_none(const std::optional<Rate>& rate) { return rate ? rate->name : kNone; }

std::string percent_or_none(const std::optional<double>& share) {
  return share ? std::to_string(std::lround(100 * *share)) + "%" : kNone;
}

std::string rows_text(const std::vector<BenchRow>& rows) {
  const bool is_limited = has_limits(rows);
  const bool is_metered = std::any_of(rows.begin(), rows.end(),
                                      [](const BenchRow& row) { return row.busy.has_value(); });
  std::vector<std::string> head{"work", "baseline", "a second", "ours", "a second", "ratio"};
  if (is_limited) head.emplace_back("of limit");
  if (is_metered) head.emplace_back("GPU computes");
  TextTable table(head);
  for (const BenchRow& row : rows) {
    const auto ratio = row.ratio();
    std::vector<std::string> cells{
        row.full_name(),        name_or_none(row.baseline), rate_or_none(row.baseline),
        name_or_none(row.ours), rate_or_none(row.ours),     ratio ? ratio_text(*ratio) : kNone};
    if (is_limited) cells.push_back(percent_or_none(row.share_of_limit()));
    if (is_metered) cells.push_back(percent_or_none(row.busy));
    table.add(cells);
  }
  return table.text();
}

std::string figures_text(const std::vector<BenchFigure>& figures) {
  TextTable table({"figure", "", "beside", ""});
  for (const BenchFigure& figure : figures) {
    const auto with_unit = [&](double value) { return ratio_text(value) + ' ' + figure.unit; };
    table.add(
        {figure.name, with_unit(figure.value), figure.beside, with_unit(figure.beside_value)});
  }
  return table.text();
}

}  // namespace

std::string rate_text(double per_second) {
  const char* unit = "";
  for (const char* larger : {" k", " M", " G", " T"}) {
    if (per_second < 999.5) break;
    per_second /= 1000;
    unit = larger;
  }
  return ratio_text(per_second) + unit;
}

std::string ratio_text(double ratio) {
  char text[32];
  std::snprintf(text, sizeof text, ratio < 9.995 ? "%.2f" : ratio < 99.95 ? "%.1f" : "%.0f", ratio);
  return text;
}

bool has_limits(const std::vector<BenchRow>& rows) {
  return std::any_of(rows.begin(), rows.end(), [](const BenchRow& row) { return bool(row.limit); });
}

std::string machine_text(const BenchReport& report) {
  std::string text;
  for (const auto& [key, value] : report.machine) {
    text += (text.empty() ? "" : ", ") + key + ' ' + value;
  }
  return text;
}

std::string report_text(const BenchReport& report) {
  std::string text = machine_text(report);
  if (!report.rows.empty()) text += "\n\n" + rows_text(report.rows);
  if (!report.figures.empty()) text += '\n' + figures_text(report.figures);
  return text;
}

}  // namespace isthmus
