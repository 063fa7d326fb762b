#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <utility>

#include "protocols/json/analysis_service.hpp"

namespace isthmus {

// What a server has done, for Prometheus. Not to be used from several threads.
class Metrics {
 public:
  // A request was answered. Paths should come from a list that clients cannot make longer.
  void answered(const std::string& path, int status, double seconds);

  // Gauges and counts that others keep up to date.
  std::int64_t http_connections = 0;
  std::int64_t streams = 0;
  std::int64_t refused_connections = 0;
  std::int64_t displaced_connections = 0;
  std::int64_t out_of_memory = 0;
  std::int64_t cut_requests = 0;  // whose client went away before the answer
  std::int64_t slow_readers = 0;  // of streams, that were cut
  std::int64_t stream_messages = 0;

  // In the text format, version 0.0.4.
  std::string text(const AnalysisService& service) const;

 private:
  static constexpr std::array kBounds{0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1.0, 3.0, 10.0, 30.0};

  struct Latency {
    std::array<std::int64_t, kBounds.size()> up_to{};  // each bound
    std::int64_t count = 0;
    double seconds = 0;
  };

  std::map<std::pair<std::string, int>, std::int64_t> requests_;  // by path and status
  std::map<std::string, Latency> latencies_;                      // by path
};

}  // namespace isthmus
