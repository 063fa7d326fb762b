#include <atomic>
#include <cstddef>
#include <cstdlib>
#include <memory>
#include <span>
#include <sstream>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "fuzz_input.hpp"

#include "protocols/actions/page_actions.hpp"
#include "protocols/json/analysis_position.hpp"
#include "protocols/json/analysis_service.hpp"
#include "protocols/json/json_text.hpp"
#include "tests/support/even_evaluator.hpp"

using namespace isthmus;

namespace {

// More visits make longer answers, and to take and free more memory, under sanitizers, is most of
// the time.
constexpr Settings kSettings{{.visits = 4, .memory = 1, .solve_nodes = 4}, {}};
constexpr int kMaxCells = 25;  // of the boards of long actions

// Lines that are no queries take time, and show no more in greater numbers.
constexpr int kMaxLines = 4;

std::vector<ServiceAction> actions() {
  return page_actions({.make_evaluator = EvenEvaluator::make,
                       .settings = kSettings,
                       .engine = {.evaluator_of = [](const Game&) { return "net"; }},
                       .caps = QueryCaps{.visits = 4, .seconds = 0.01}});
}

// Whether a line asks for no more than a fuzzer should have done.
bool is_small(const std::string& line, std::span<const ServiceAction> further,
              std::size_t& positions) {
  try {
    const auto request = parse_request(line, kSettings, further);
    if (const auto* action = std::get_if<FurtherAction>(&request)) {
      const nlohmann::json asked = parse_json(action->text);
      JsonFields fields{JsonField(asked)};
      return !action->action->is_long || read_game(fields)->board().cell_count() <= kMaxCells;
    }
    if (const auto* query = std::get_if<AnalysisQuery>(&request)) {
      const Settings& settings = query->settings;
      if (settings.memory > 1 || settings.solver_threads > 0 || query->turns.size() > 16) {
        return false;
      }
      positions += query->turns.size();
    }
  } catch (const QueryError&) {
  }
  return true;
}

}  // namespace

// Any lines, sent to a service: each is answered by lines, and each position once.
void isthmus::fuzz_input(std::string_view input) {
  // One for each input: nothing that one leaves behind may decide what the next one does.
  const std::vector<ServiceAction> further = actions();
  AnalysisService service(
      {.pool = {.make_evaluator = EvenEvaluator::make}, .settings = kSettings, .actions = further});
  std::size_t finals = 0, positions = 0;
  int lines = 0;
  const auto client = std::make_shared<AnalysisClient>([&](const std::string& line) {
    if (line.empty() || line.find('\n') != line.npos) std::abort();
    if (line.find("\"turnNumber\":") == line.npos) return;  // no position
    if (line.find("\"isDuringSearch\":false") != line.npos) ++finals;
  });
  std::istringstream in{std::string(input)};
  for (std::string line; std::getline(in, line) && lines++ < kMaxLines;) {
    if (is_small(line, further, positions)) service.submit(client, line);
  }
  service.terminate(client);
  client->wait();
  if (finals != positions) std::abort();
}
