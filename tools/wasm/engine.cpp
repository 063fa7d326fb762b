#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>

#include <emscripten.h>

#include "engine/captures/cpu_capture_backend.hpp"
#include "engine/fills/cpu_fill_backend.hpp"
#include "engine/net/cpu_net.hpp"
#include "engine/net/net_file.hpp"
#include "engine/shapes/cpu_shape_backend.hpp"
#include "protocols/actions/page_actions.hpp"
#include "protocols/json/analysis_service.hpp"
#include "tools/evaluators/evaluators.hpp"
#include "tools/evaluators/shipped_net.hpp"

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

// The nets that the page has given, by their games.
class GivenNets {
 public:
  void add(Net net) {
    const std::scoped_lock lock(mutex_);
    std::string game = net.game;
    nets_.insert_or_assign(std::move(game), std::move(net));
  }
  std::optional<Net> find(const std::string& game) const {
    const std::scoped_lock lock(mutex_);
    const auto net = nets_.find(game);
    return net == nets_.end() ? std::nullopt : std::optional(net->second);
  }

 private:
  mutable std::mutex mutex_;
  std::map<std::string, Net> nets_;
};

GivenNets given_nets;

// As the program has it by default: by the net of the game where there is one.
EvaluatorFactory make_evaluators() {
  return find_evaluators(
      "auto", {.net = [](const std::string& game, NetKind) { return given_nets.find(game); },
               .net_runner = [](const Net& of) { return std::make_shared<const CpuNet>(of); },
               .playout_backends =
                   [] {
                     return PlayoutBackends{std::make_shared<const CpuFillBackend>(),
                                            std::make_shared<const CpuShapeBackend>(),
                                            std::make_shared<const CpuCaptureBackend>()};
                   }});
}

AnalysisService::Options service_options(int threads) {
  AnalysisService::Options options;
  options.settings.memory = kTreeMegabytes;
  options.settings.cache = kCacheMegabytes;
  options.settings.threads = threads;
  options.pool.make_evaluator = make_evaluators();
  options.pool.threads = threads;
  options.pool.searches = kSearches;
  options.pool.tree_megabytes = kTreeMegabytes;
  options.max_waiting = 10'000;
  // Of what a query may ask for, memory alone is scarce.
  options.caps =
      QueryCaps{.visits = 4'000'000'000, .seconds = 1e9, .positions = 10'000, .report_every = 0.01};

  ActionOptions actions{.make_evaluator = options.pool.make_evaluator,
                        .settings = options.settings,
                        .engine = {.backend = "cpu",
                                   .instructions = CpuNet::instruction_sets().front(),
                                   .evaluator_of =
                                       [](const Game& game) {
                                         return automatic_evaluator(has_shipped_net(game.name()),
                                                                    game);
                                       }},
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

// Starts the engine. Without threads it thinks while isthmus_work() runs.
EMSCRIPTEN_KEEPALIVE void isthmus_start(int threads) {
  using namespace isthmus;
  engine = new Engine{.service{service_options(threads)}};
}

// Whether there is a net for that game, to be given before it is played.
EMSCRIPTEN_KEEPALIVE bool isthmus_has_net(const char* game) {
  return isthmus::has_shipped_net(game);
}

// Gives the engine the net of a game before that is played, as the contents of its file, which are
// freed. Returns what is wrong with it, or nothing.
EMSCRIPTEN_KEEPALIVE const char* isthmus_give_net(char* net_file, std::size_t size) {
  using namespace isthmus;
  static std::string problem;
  problem.clear();
  try {
    given_nets.add(parse_net({net_file, size}));
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

// Thinks for about this long. Returns whether there is more to do. Only where there are no threads.
EMSCRIPTEN_KEEPALIVE bool isthmus_work(double milliseconds) {
  const std::chrono::duration<double, std::milli> time(milliseconds);
  return isthmus::engine->service.work_for(
      std::chrono::duration_cast<std::chrono::nanoseconds>(time));
}

}  // extern "C"
