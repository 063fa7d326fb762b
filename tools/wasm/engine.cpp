#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <memory>
#include <string>

#include <emscripten.h>

#include "engine/net/cpu_net.hpp"
#include "engine/net/net_file.hpp"
#include "engine/playout/cpu_capture_backend.hpp"
#include "engine/playout/cpu_playout_backend.hpp"
#include "engine/playout/cpu_shape_backend.hpp"
#include "protocols/actions/page_actions.hpp"
#include "protocols/json/analysis_service.hpp"
#include "tools/evaluators/evaluators.hpp"

// What a page in a browser, or rather its worker, calls: a service that takes and gives lines, as
// `isthmus analyze --stream` does. See engine_worker.js.

namespace isthmus {

namespace {

// Of the memory that a page may have (CMakeLists.txt), in MB.
constexpr int kTreeMegabytes = 256;
constexpr int kActionMegabytes = 64;  // of the trees of a review
constexpr int kCacheMegabytes = 32;   // of each of up to 8 evaluators

constexpr int kSearches = 4;  // at once, in each thread

// Hands a line to Module.answer of the thread that started the engine, whichever calls.
void answer(const std::string& line) {
  char* copy = strdup(line.c_str());
  // clang-format off: this is JavaScript.
  MAIN_THREAD_ASYNC_EM_ASM(
      {
        const line = UTF8ToString($0);
        _free($0);
        Module["answer"](line);
      },
      copy);
  // clang-format on
}

// As the program has it by default: by the net where it is of the game.
EvaluatorFactory make_evaluators(const Net& net) {
  return find_evaluators(
      "auto", {.net = [&] { return net; },
               .net_runner = [](const Net& of) { return std::make_shared<const CpuNet>(of); },
               .playout_backends =
                   [] {
                     return PlayoutBackends{std::make_shared<const CpuPlayoutBackend>(),
                                            std::make_shared<const CpuShapeBackend>(),
                                            std::make_shared<const CpuCaptureBackend>()};
                   }});
}

AnalysisService::Options service_options(const Net& net, int threads) {
  AnalysisService::Options options;
  options.settings.memory = kTreeMegabytes;
  options.settings.cache = kCacheMegabytes;
  options.settings.threads = threads;
  options.pool.make_evaluator = make_evaluators(net);
  options.pool.threads = threads;
  options.pool.searches = kSearches;
  options.pool.tree_megabytes = kTreeMegabytes;
  options.max_waiting = 10'000;
  // Of what a query may ask for, memory alone is scarce.
  options.caps =
      QueryCaps{.visits = 4'000'000'000, .seconds = 1e9, .positions = 10'000, .report_every = 0.01};

  ActionOptions actions{
      .make_evaluator = options.pool.make_evaluator,
      .settings = options.settings,
      .engine = {.backend = "cpu",
                 .instructions = CpuNet::instruction_sets().front(),
                 .evaluator_of =
                     [of = net.game](const Game& game) { return automatic_evaluator(of, game); }},
      .caps = options.caps};
  actions.settings.memory = kActionMegabytes;
  options.actions = page_actions(actions);
  options.quick_actions.threads = options.long_actions.threads = std::min(threads, 1);
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
  using namespace isthmus;
  static std::string problem;
  try {
    engine = new Engine{.service{service_options(parse_net({net_file, size}), threads)}};
  } catch (const std::exception& error) {
    problem = error.what();
  }
  std::free(net_file);
  return problem.c_str();
}

// Takes a query or an action. Answers go to Module.answer, a line each. Without threads, actions
// that think have ended when it returns.
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
