#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "fuzz_input.hpp"

#include "protocols/http/access.hpp"
#include "protocols/http/request_reader.hpp"
#include "protocols/http/routes.hpp"
#include "protocols/json/analysis.hpp"
#include "tests/support/even_evaluator.hpp"

using namespace isthmus;

namespace {

const Settings kSettings{{.memory = 1}, {}};
const ServeOptions kOptions{.token = "secret", .max_body_bytes = 2000};

// What becomes of requests that come one after the other, `step` bytes at a time.
std::vector<std::string> outcomes(std::string_view bytes, std::size_t step,
                                  const RouteContext& context) {
  std::vector<std::string> outcomes;
  std::string input;
  RequestReader reader(kOptions.max_body_bytes);
  for (std::size_t i = 0; i < bytes.size(); i += step) {
    input += bytes.substr(i, step);
    while (!input.empty()) {
      const std::size_t taken = reader.feed(input);
      if (taken > input.size()) std::abort();
      input.erase(0, taken);
      if (reader.failure()) {
        outcomes.push_back(std::to_string(reader.failure()->status));
        return outcomes;
      }
      if (reader.is_complete()) break;
      if (taken == 0) break;
    }
    if (!reader.is_complete()) continue;
    // The first request is enough; what is behind it belongs to the next.
    const HttpRequest& request = reader.request();
    const std::string target(request.target().data(), request.target().size());
    const std::string host(request[boost::beast::http::field::host]);
    const std::string authorization(request[boost::beast::http::field::authorization]);
    outcomes.push_back(target + (is_own_host(host, kOptions) ? " own " : " other ") +
                       (is_allowed_origin(host, host, kOptions) ? "same " : "") +
                       (bears_token(authorization, kOptions.token) ? "good " : "bad ") +
                       request.body());
    const Route* route = find_route(target);
    if (!route || route->is_stream()) return outcomes;
    try {
      const auto answer = route->answer(context, request.body());
      if (const auto* reply = std::get_if<Reply>(&answer)) {
        if (!response_text(*reply, true).starts_with("HTTP/1.1 200 OK\r\n")) std::abort();
      } else if (const auto* searches = std::get_if<Searches>(&answer);
                 searches && searches->queries.empty()) {
        std::abort();
      }
    } catch (const QueryError& error) {
      outcomes.push_back(error_line(error));
    }
    return outcomes;
  }
  return outcomes;
}

// Whether there was one; else there is nothing but the status that refuses it, if that.
bool is_request(const std::vector<std::string>& outcomes) {
  return !outcomes.empty() && outcomes.front().size() > 3;
}

}  // namespace

// Any bytes are a request or refused, and a request is the same however it comes in pieces.
void isthmus::fuzz_input(std::string_view input) {
  static AnalysisService service(
      {.pool = {.make_evaluator = EvenEvaluator::make}, .settings = kSettings});
  const RouteContext context{.options = kOptions, .settings = kSettings, .service = service};
  const auto at_once = outcomes(input, std::max<std::size_t>(input.size(), 1), context);
  if (input.size() > 1000) return;
  // That a head is wrong may be noticed sooner or later.
  const auto in_pieces = outcomes(input, 1, context);
  if ((is_request(at_once) || is_request(in_pieces)) && at_once != in_pieces) std::abort();
}
