#include "tools/wasm/engine.hpp"

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <memory>
#include <string>

#include <emscripten.h>

#include "games/list.hpp"
#include "protocols/actions/page_actions.hpp"
#include "protocols/json/analysis_service.hpp"
#include "tools/evaluators/evaluators.hpp"
#include "tools/evaluators/shipped_net.hpp"
#include "tools/wasm/given.hpp"

// What a page in a browser, or rather its worker, calls, and the program for Node.js: a service
// that takes and gives lines, as `isthmus analyze --stream` does. See engine_worker.js.

namespace isthmus {

namespace {

constexpr int kActionMegabytes = 64;  // of the trees of a review
constexpr int kSearches = 4;          // at once, in each thread

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

AnalysisService::Options service_options(int threads) {
  AnalysisService::Options options;
  options.settings = given_settings();
  options.settings.threads = threads;
  options.pool.make_evaluator = make_evaluators();
  options.pool.threads = threads;
  options.pool.searches = kSearches;
  options.pool.tree_megabytes = static_cast<std::size_t>(options.settings.memory);
  options.max_waiting = 10'000;
  // Of what a query may ask for, memory alone is scarce.
  options.caps =
      QueryCaps{.visits = 4'000'000'000, .seconds = 1e9, .positions = 10'000, .report_every = 0.01};

  ActionOptions actions{.make_evaluator = options.pool.make_evaluator,
                        .settings = options.settings,
                        .engine = given_facts(),
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

void wait_until_answered() { engine->client->wait(); }

}  // namespace isthmus

extern "C" {

// Starts the engine. Without threads it thinks while isthmus_work() runs.
EMSCRIPTEN_KEEPALIVE void isthmus_start(int threads) {
  using namespace isthmus;
  engine = new Engine{.service{service_options(threads)}};
}

// The kind of the net for a board of that game, of its own size where rows or columns are 0, to be
// given before it is played; nothing where there is none.
EMSCRIPTEN_KEEPALIVE const char* isthmus_net_kind(const char* game, int rows, int columns) {
  using namespace isthmus;
  const GameEntry* entry = find_game(game);
  const int side = entry ? entry->default_size : 1;
  const NetKind kind = kind_for(game, {rows ? rows : side, columns ? columns : side}, false);
  return has_shipped_net(game, kind) ? name(kind).data() : "";
}

// The kinds of nets that there are for that game, with spaces between them.
EMSCRIPTEN_KEEPALIVE const char* isthmus_net_kinds(const char* game) {
  using namespace isthmus;
  static std::string kinds;
  kinds.clear();
  for (const NamedKind& named : kNetKinds) {
    if (!has_shipped_net(game, named.kind)) continue;
    kinds += (kinds.empty() ? "" : " ") + std::string(named.name);
  }
  return kinds.c_str();
}

// Gives the engine a net of that kind, or of none for all boards of its game, before that is
// played, as the contents of its file, which are freed. Returns what is wrong with it, or nothing.
EMSCRIPTEN_KEEPALIVE const char* isthmus_give_net(const char* kind, char* net_file,
                                                  std::size_t size) {
  using namespace isthmus;
  static std::string problem;
  problem.clear();
  try {
    give_net({net_file, size}, find_net_kind(kind));
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
