#pragma once

#include <functional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "protocols/http/metrics.hpp"
#include "protocols/http/reply.hpp"
#include "protocols/http/serve_options.hpp"
#include "protocols/json/analysis_query.hpp"
#include "protocols/json/analysis_service.hpp"

namespace isthmus {

// What requests are answered from.
struct RouteContext {
  const ServeOptions& options;
  const Settings& settings;  // of searches
  const AnalysisService& service;
  Metrics metrics = {};
};

// Queries whose final answers, in the order in which they came, make the reply.
struct Searches {
  std::vector<AnalysisQuery> queries;
  std::function<Reply(const std::vector<std::string>& answers)> reply;
};

// Makes the reply in a thread of its own, as it takes long; soon after a stop is requested.
using Job = std::function<Reply(const std::stop_token& stop)>;

using Answer = std::variant<Reply, Searches, Job>;

// One thing to ask for: a path, the method that goes with it, and what answers. A stream is asked
// for by WebSocket, and has no `answer`.
struct Route {
  std::string_view path;
  std::string_view method;
  // May throw QueryError. Where there is a body, to read it may take a while: the context's metrics
  // are not looked at then.
  Answer (*answer)(const RouteContext& context, const std::string& body);
  // As PlayHex needs it: it reads no status, and keeps what is JSON for the answer.
  bool errors_as_text = false;

  bool is_stream() const { return answer == nullptr; }
  bool has_body() const { return method == "POST"; }
};

std::span<const Route> routes();

// The route with this path; none where there is no such path.
const Route* find_route(std::string_view path);

}  // namespace isthmus
