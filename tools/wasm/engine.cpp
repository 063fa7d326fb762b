#include <chrono>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include <emscripten.h>

#include "engine/net/cpu_net.hpp"
#include "engine/net/net_file.hpp"
#include "engine/playout/cpu_capture_backend.hpp"
#include "engine/playout/cpu_playout_backend.hpp"
#include "engine/playout/cpu_shape_backend.hpp"
#include "protocols/json/analysis_service.hpp"
#include "tools/evaluators/evaluators.hpp"

// What a page in a browser, or rather its worker, calls: a service that takes and gives lines, as
// `isthmus analyze --stream` does. See engine_worker.js.

namespace isthmus {

namespace {

// Of the memory that a page may have (tools/wasm/CMakeLists.txt), in MB.
constexpr std::int64_t kTreeMegabytes = 384;
constexpr std::int64_t kCacheMegabytes = 32;  // of each of up to 8 evaluators

// Hands a line to Module.answer of the thread that started the engine, whichever calls.
void answer(const std::string& line) {
  char* copy = strdup(line.c_str());
  MAIN_THREAD_ASYNC_EM_ASM(
      {
        const line = UTF8ToString($0);
        _free($0);
        Module["answer"](line);
      },
      copy);
}

// By a net where it is of the game, as the program has it by default, and on this machine alone.
EvaluatorFactory make_evaluators(std::string_view net_file) {
  const auto net = std::make_shared<const Net>(parse_net(net_file));
  EvaluatorParts parts;
  parts.net = [net] { return *net; };
  parts.net_runner = [](const Net& of) { return std::make_shared<const CpuNet>(of); };
  parts.playout_backends = [] {
    return PlayoutBackends{std::make_shared<const CpuPlayoutBackend>(),
                           std::make_shared<const CpuShapeBackend>(),
                           std::make_shared<const CpuCaptureBackend>()};
  };
  return find_evaluators("auto", parts);
}

AnalysisService::Options service_options(std::string_view net_file, int threads) {
  Settings settings;
  settings.memory = kTreeMegabytes;
  settings.cache = kCacheMegabytes;
  settings.threads = std::max(1, threads);
  AnalysisService::Options options;
  options.pool.make_evaluator = make_evaluators(net_file);
  options.pool.threads = threads;
  options.pool.tree_megabytes = static_cast<std::size_t>(settings.memory);
  options.settings = settings;
  options.max_waiting = 10'000;
  // Of what a query may ask for, memory alone is scarce.
  options.caps =
      QueryCaps{.visits = 4'000'000'000, .seconds = 1e9, .positions = 10'000, .report_every = 0.01};
  return options;
}

struct Engine {
  std::shared_ptr<AnalysisClient> client = std::make_shared<AnalysisClient>(answer);
  AnalysisService service;
};

Engine* engine = nullptr;  // goes when the worker goes

}  // namespace

}  // namespace isthmus

extern "C" {

// Starts the engine, with the contents of a net's file, which are freed. Without threads it thinks
// while isthmus_work() runs. Returns what is wrong with the net, or nothing.
EMSCRIPTEN_KEEPALIVE const char* isthmus_start(char* net_file, std::size_t size, int threads) {
  static std::string problem;
  try {
    isthmus::engine =
        new isthmus::Engine{.service{isthmus::service_options({net_file, size}, threads)}};
  } catch (const std::exception& error) {
    problem = error.what();
  }
  std::free(net_file);
  return problem.c_str();
}

// Takes a query or an action. Answers go to Module.answer, a line each.
EMSCRIPTEN_KEEPALIVE void isthmus_submit(const char* line) {
  isthmus::engine->service.submit(isthmus::engine->client, line);
}

// Thinks for about so long. Returns whether there is more to do. Only where there are no threads.
EMSCRIPTEN_KEEPALIVE bool isthmus_work(double milliseconds) {
  const std::chrono::duration<double, std::milli> time(milliseconds);
  return isthmus::engine->service.work_for(
      std::chrono::duration_cast<std::chrono::nanoseconds>(time));
}

}  // extern "C"
