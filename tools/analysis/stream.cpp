#include "tools/analysis/stream.hpp"

#include <atomic>
#include <exception>
#include <memory>
#include <mutex>
#include <stop_token>
#include <string>
#include <utility>

#include <unistd.h>

#include "protocols/json/analysis.hpp"
#include "protocols/json/json_text.hpp"
#include "tools/base/line_reader.hpp"
#include "tools/base/standard_streams.hpp"
#include "tools/base/stop_on_signal.hpp"
#include "tools/base/stop_without_reader.hpp"

namespace isthmus {

void serve_stream(AnalysisService::Options options) {
  std::atomic<bool> has_failed{false};
  std::exception_ptr output_failure;
  std::stop_source closing;  // no more is read
  const auto client = std::make_shared<AnalysisClient>([&](const std::string& line) {
    try {
      if (!has_failed) print(line + '\n');
    } catch (...) {
      output_failure = std::current_exception();
      has_failed = true;
      closing.request_stop();
    }
  });
  {
    AnalysisService service(std::move(options));
    const StopOnSignal signals;
    const std::stop_callback close(signals.token(), [&] { closing.request_stop(); });
    // Also while the last queries are answered.
    const StopWithoutReader reader(signals.token());
    const std::stop_callback terminate(reader.token(), [&] { service.terminate(client); });
    LineReader lines(STDIN_FILENO, kMaxJsonBytes);
    while (!service.failure() && !has_failed) {
      const auto line = lines.next(closing.get_token());
      if (!line) break;
      if (line->is_too_long) {
        client->answer(error_line(QueryError("", "the query is longer than 1 MB")));
      } else if (line->text.find_first_not_of(" \t\r") != line->text.npos) {
        service.submit(client, line->text);
        if (reader.token().stop_requested()) service.terminate(client);
      }
    }
    if (has_failed || service.failure()) service.terminate(client);
    client->wait();
    if (service.failure()) std::rethrow_exception(service.failure());
  }
  if (output_failure) std::rethrow_exception(output_failure);
}

}  // namespace isthmus
