#include "tools/analysis/batch.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <condition_variable>
#include <cstdio>
#include <exception>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <stop_token>
#include <utility>
#include <variant>

#include <unistd.h>

#include "engine/base/thread_group.hpp"
#include "engine/base/wait_for_stop.hpp"
#include "protocols/json/analysis.hpp"
#include "tools/base/in_order.hpp"
#include "tools/base/standard_streams.hpp"
#include "tools/base/stop_on_signal.hpp"
#include "tools/base/stop_without_reader.hpp"
#include "tools/base/terminal_line.hpp"

namespace isthmus {

namespace {

// What the listeners of a batch share.
struct Batch {
  InOrder<std::string> lines;
  std::stop_source ending = {};
  std::atomic<int> positions{0};
  std::atomic<int> refused{0};
  std::atomic<int> cancelled{0};
  std::atomic<bool> has_failed{false};
  std::mutex mutex{};
  std::exception_ptr failure{};  // the first
  std::condition_variable_any failed{};

  void fail(const std::exception_ptr& with) {
    const std::lock_guard lock(mutex);
    if (!has_failed.exchange(true)) failure = with;
    failed.notify_all();
  }
  // Returns false where stop was requested first.
  bool wait_for_failure(const std::stop_token& stop) {
    std::unique_lock lock(mutex);
    return failed.wait(lock, stop, [&] { return has_failed.load(); });
  }
};

// Puts what becomes of one position into its place.
class PlacedAnswer : public JobListener {
 public:
  PlacedAnswer(Batch& batch, std::shared_ptr<const AnalysisQuery> query, std::int64_t place)
      : batch_(batch), query_(std::move(query)), place_(place) {}

  void progress(const SearchedPosition& searched) override {
    batch_.lines.hand_on_now(answer_line(*query_, searched));
  }
  void done(const SearchedPosition& searched) override {
    ++batch_.positions;
    batch_.lines.fill(place_, answer_line(*query_, searched));
  }
  void cancelled() override {
    ++batch_.cancelled;
    batch_.lines.fill(place_, std::nullopt);
  }
  void failed(const std::exception_ptr& failure) override {
    const SearchFailure what = explain(failure);
    if (what.is_of_query) {
      QueryError error(what.field, what.message);
      error.set_id(query_->id);
      ++batch_.refused;
      batch_.lines.fill(place_, error_line(error));
    } else {
      batch_.fail(failure);
      batch_.lines.fill(place_, std::nullopt);
    }
  }

 private:
  Batch& batch_;
  std::shared_ptr<const AnalysisQuery> query_;
  std::int64_t place_;
};

// Prints now and then how far a batch has come.
class BatchProgress {
 public:
  BatchProgress(const Batch& batch, const SearchPool& pool, std::size_t queries)
      : batch_(batch), pool_(pool), queries_(queries) {
    reporting_.start([this](const std::stop_token& stop) {
      const std::chrono::milliseconds pause(line_.is_terminal() ? 500 : 10'000);
      while (!wait_for_stop(stop, pause)) report();
      line_.clear();
    });
  }

 private:
  void report() const {
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - begin_;
    const double rate = static_cast<double>(pool_.evaluations()) / seconds.count();
    const std::string text = std::to_string(batch_.positions.load()) + " positions of " +
                             std::to_string(queries_) + " queries, " +
                             std::to_string(std::llround(rate)) + " evaluations a second";
    line_.show(text);
    if (!line_.is_terminal()) std::fprintf(stderr, "isthmus: %s\n", text.c_str());
  }

  const Batch& batch_;
  const SearchPool& pool_;
  std::size_t queries_;
  TerminalLine line_;
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
  ThreadGroup reporting_{"progress"};
};

// Takes a query, or says in its place why not.
void add(Batch& batch, SearchPool& pool, std::size_t max_waiting, const std::string& text,
         const Settings& settings) {
  const auto say = [&](const std::string& line) {
    batch.lines.fill(batch.lines.reserve(max_waiting).value(), line);
  };
  try {
    auto request = parse_request(text, settings);
    if (std::holds_alternative<AnalysisAction>(request)) {
      throw QueryError("action", "actions are for isthmus analyze --stream");
    }
    const auto query =
        std::make_shared<const AnalysisQuery>(std::move(std::get<AnalysisQuery>(request)));
    for (std::size_t i = 0; i < query->turns.size(); ++i) {
      const std::int64_t place = batch.lines.reserve(max_waiting).value();
      pool.add({.query = query,
                .turn = query->turns[i],
                .priority = query->priorities[i],
                .stop = batch.ending.get_token(),
                .listener = std::make_shared<PlacedAnswer>(batch, query, place)});
    }
    for (const std::string& field : query->unknown_fields) say(warning_line(query->id, field));
  } catch (const QueryError& error) {
    ++batch.refused;
    say(error_line(error));
  }
}

}  // namespace

BatchResult analyze_batch(const std::vector<std::string>& queries, const Settings& settings,
                          SearchPoolOptions options) {
  // Enough that all threads are busy while the first place waits for a long search.
  const auto max_waiting = std::max<std::size_t>(
      1000, static_cast<std::size_t>(10 * options.threads * options.searches));
  // Where answers and progress go to one terminal, an answer takes the place of the progress.
  const std::string before =
      isatty(STDOUT_FILENO) != 0 && TerminalLine().is_terminal() ? TerminalLine::kClear : "";
  Batch batch{.lines = InOrder<std::string>([&](const std::string& line) {
                try {
                  if (!batch.has_failed) print(before + line + '\n');
                } catch (...) {
                  batch.fail(std::current_exception());
                }
              })};
  int taken = 0;
  {
    SearchPool pool(std::move(options));
    const BatchProgress progress(batch, pool, queries.size());
    const StopOnSignal signals;
    const StopWithoutReader reader(signals.token());
    const std::stop_callback on_stop(reader.token(), [&] { batch.ending.request_stop(); });
    const std::stop_callback end(batch.ending.get_token(), [&] { pool.cancel_stopped(); });
    // Not by what has failed, which may be in the midst of a line.
    const ThreadGroup end_on_failure("failures", [&](const std::stop_token& stop) {
      if (batch.wait_for_failure(stop)) batch.ending.request_stop();
    });
    for (const std::string& query : queries) {
      if (batch.ending.stop_requested()) break;
      ++taken;
      add(batch, pool, max_waiting, query, settings);
    }
    batch.lines.wait();
    const bool is_cut = batch.cancelled > 0 || taken < static_cast<int>(queries.size());
    if (is_cut && !batch.has_failed) reader.expect_reader();
  }
  if (batch.failure) std::rethrow_exception(batch.failure);
  return {taken, batch.refused};
}

}  // namespace isthmus
