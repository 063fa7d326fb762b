#include "protocols/http/metrics.hpp"

#include <sstream>
#include <string_view>

namespace isthmus {

namespace {

void head(std::ostream& out, std::string_view name, std::string_view type, std::string_view help) {
  out << "# HELP " << name << ' ' << help << "\n# TYPE " << name << ' ' << type << '\n';
}

void value(std::ostream& out, std::string_view name, std::string_view type, std::string_view help,
           std::int64_t number) {
  head(out, name, type, help);
  out << name << ' ' << number << '\n';
}

}  // namespace

void Metrics::answered(const std::string& path, int status, double seconds) {
  ++requests_[{path, status}];
  Latency& latency = latencies_[path];
  for (std::size_t i = 0; i < kBounds.size(); ++i) {
    if (seconds <= kBounds[i]) ++latency.up_to[i];
  }
  ++latency.count;
  latency.seconds += seconds;
}

std::string Metrics::text(const AnalysisService& service) const {
  const AnalysisService::Counts counts = service.counts();
  std::ostringstream out;
  head(out, "isthmus_build_info", "gauge", "The version of the program.");
  out << "isthmus_build_info{version=\"" ISTHMUS_VERSION "\"} 1\n";
  head(out, "isthmus_http_requests_total", "counter", "Requests answered.");
  for (const auto& [labels, count] : requests_) {
    out << "isthmus_http_requests_total{path=\"" << labels.first << "\",status=\"" << labels.second
        << "\"} " << count << '\n';
  }
  head(out, "isthmus_http_request_seconds", "histogram",
       "Time from the whole request to when the whole response was handed to the system.");
  for (const auto& [path, latency] : latencies_) {
    const std::string labels = "{path=\"" + path + "\"";
    for (std::size_t i = 0; i < kBounds.size(); ++i) {
      out << "isthmus_http_request_seconds_bucket" << labels << ",le=\"" << kBounds[i] << "\"} "
          << latency.up_to[i] << '\n';
    }
    out << "isthmus_http_request_seconds_bucket" << labels << ",le=\"+Inf\"} " << latency.count
        << "\nisthmus_http_request_seconds_sum" << labels << "} " << latency.seconds
        << "\nisthmus_http_request_seconds_count" << labels << "} " << latency.count << '\n';
  }
  head(out, "isthmus_connections", "gauge", "Open connections.");
  out << "isthmus_connections{kind=\"http\"} " << http_connections
      << "\nisthmus_connections{kind=\"stream\"} " << streams << '\n';
  value(out, "isthmus_refused_connections_total", "counter",
        "Connections for which there was no room.", refused_connections);
  value(out, "isthmus_displaced_connections_total", "counter",
        "Connections without a request that were closed to make room for others.",
        displaced_connections);
  value(out, "isthmus_out_of_memory_total", "counter",
        "Times that a connection could not go on for want of memory.", out_of_memory);
  value(out, "isthmus_cut_requests_total", "counter",
        "Requests whose client went away before the answer.", cut_requests);
  value(out, "isthmus_slow_readers_total", "counter",
        "Streams cut because their client did not read.", slow_readers);
  value(out, "isthmus_stream_messages_total", "counter", "Messages received in streams.",
        stream_messages);
  value(out, "isthmus_full_refusals_total", "counter", "Queries for which there was no room.",
        counts.too_many);
  value(out, "isthmus_positions_waiting", "gauge", "Positions whose search has not begun.",
        counts.waiting);
  value(out, "isthmus_positions_searched", "gauge", "Positions that are searched now.",
        counts.under_way);
  value(out, "isthmus_positions_answered_total", "counter", "Positions answered.", counts.answered);
  value(out, "isthmus_evaluations_total", "counter", "Positions judged in searches.",
        service.evaluations());
  return out.str();
}

}  // namespace isthmus
