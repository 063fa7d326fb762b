#include <nlohmann/json.hpp>

#include "tools/bench/report.hpp"

namespace isthmus {

namespace {

using Json = nlohmann::ordered_json;

Json number_or_null(const std::optional<double>& number) { return number ? Json(*number) : Json(); }

Json rate_json(const std::optional<Rate>& rate) {
  if (!rate) return {};
  return {{"name", rate->name}, {"rate", rate->per_second}};
}

Json row_json(const BenchRow& row) {
  Json limit;
  if (row.limit) {
    limit = {{"what", row.limit->name},
             {"rate", row.limit->per_second},
             {"share", number_or_null(row.share_of_limit())}};
  }
  return {{"name", row.full_name()},
          {"unit", row.unit},
          {"baseline", rate_json(row.baseline)},
          {"ours", rate_json(row.ours)},
          {"ratio", number_or_null(row.ratio())},
          {"limit", limit},
          {"busy", number_or_null(row.busy)}};
}

Json figure_json(const BenchFigure& figure) {
  return {{"name", figure.name},
          {"unit", figure.unit},
          {"value", figure.value},
          {"beside", {{"name", figure.beside}, {"value", figure.beside_value}}}};
}

Json series_json(const BenchSeries& series) {
  Json lines = Json::array();
  for (const BenchSeries::Line& line : series.lines) {
    lines.push_back({{"name", line.name}, {"points", line.points}});
  }
  return {{"name", series.name}, {"x", series.x}, {"y", series.y}, {"lines", lines}};
}

template <class Part>
Json array_json(const std::vector<Part>& parts, Json (*one)(const Part&)) {
  Json array = Json::array();
  for (const Part& part : parts) array.push_back(one(part));
  return array;
}

}  // namespace

std::string report_json(const BenchReport& report) {
  Json json{{"suite", report.suite}};
  for (const auto& [key, value] : report.machine) json[key] = value;
  json["rows"] = array_json(report.rows, row_json);
  json["figures"] = array_json(report.figures, figure_json);
  json["series"] = array_json(report.series, series_json);
  return json.dump(2) + '\n';
}

}  // namespace isthmus
