#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <list>
#include <memory>
#include <mutex>
#include <new>
#include <optional>
#include <set>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "engine/search/search_pool.hpp"
#include "engine/settings/settings.hpp"
#include "protocols/json/action_runner.hpp"
#include "protocols/json/analysis_query.hpp"
#include "protocols/json/held_bytes.hpp"
#include "protocols/json/query_caps.hpp"
#include "protocols/json/service_action.hpp"

namespace isthmus {

// A client that sends queries to a service and gets the answers: a line of JSON each, without its
// end. Queries of one client know nothing of those of another, whatever their ids.
class AnalysisClient {
 public:
  // `answer` is called from several threads, but never by two at once. It must not throw, and holds
  // up searches while it runs. `all_answered`, if set, is called under the same conditions each
  // time that the last position or action without a final answer has got one. Clients of one
  // owner, whose number new_owner() made, share what is due to one; without it each has its own.
  explicit AnalysisClient(std::function<void(const std::string& line)> answer,
                          std::function<void()> all_answered = {},
                          std::uint64_t owner = new_owner())
      : answer_(std::move(answer)), all_answered_(std::move(all_answered)), owner_(owner) {}
  static std::uint64_t new_owner();

  void answer(const std::string& line);
  // Answers with the line that `make` returns or, where there is no memory for it, with one that
  // says so and has no id.
  template <class Make>
  void answer_with(Make make) {
    try {
      answer(make());
    } catch (const std::bad_alloc&) {
      answer(kNoMemory);
    }
  }
  // Whether all positions and actions asked for so far have their final answers, and waits until
  // they have.
  bool is_answered() const;
  void wait();

 private:
  friend class AnalysisService;
  friend class PositionAnswers;

  // A position or action that has no final answer yet.
  struct Open {
    std::shared_ptr<const std::string> id;  // one for all positions of a query
    std::optional<int> turn;                // of a position
    std::stop_source stop = {};
  };
  using OpenAnswer = std::list<Open>::iterator;

  OpenAnswer open(std::shared_ptr<const std::string> id, std::optional<int> turn);
  void close(OpenAnswer answer);
  // Requests that what is open stops: all of it, or that of one id, or positions of some turns.
  void stop(const std::optional<std::string>& id, const std::optional<std::set<int>>& turns);

  static const std::string kNoMemory;

  std::function<void(const std::string&)> answer_;
  std::function<void()> all_answered_;
  const std::uint64_t owner_;
  std::mutex answering_;
  mutable std::mutex mutex_;
  std::condition_variable closed_;
  std::list<Open> open_;
};

// A query for which there is no room now. It may be sent again later.
class QueueFull : public QueryError {
 public:
  using QueryError::QueryError;
};

// Analyses positions for clients, as KataGo's analysis engine does: queries and actions are lines
// of JSON, as protocols/json/README.md describes them, and are answered when they are done. Every
// position of an accepted query gets exactly one final answer, with isDuringSearch false, or an
// error in its place; if need be, before the service ends. Warnings follow the last of them, as
// clients take the first line for the answer. Actions that it is given beside its own run on
// threads beside the searches, so that no caller waits for them; long ones hold up no others. All
// functions may be called from several threads.
class AnalysisService {
 public:
  struct Options {
    SearchPoolOptions pool;
    Settings settings = {};  // what queries leave open
    // Positions of one owner that may wait, and of all; queries for more are refused.
    std::size_t max_waiting = 100'000;
    std::size_t max_waiting_in_all = 8 * max_waiting;
    // Bytes of what one owner has asked for that has no answer yet, and all.
    std::uint64_t max_bytes = std::uint64_t{1} << 30;  // more than a size_t may be in browsers
    std::uint64_t max_bytes_in_all = 8 * max_bytes;
    std::optional<QueryCaps> caps = {};       // what queries may ask for; otherwise anything
    std::vector<ServiceAction> actions = {};  // beside its own
    // How those are run that take a moment, and the long ones; the caps say how long these may
    // take.
    ActionRunner::Options quick_actions{
        .threads = 1, .max_waiting = 256, .max_waiting_in_all = 1024};
    ActionRunner::Options long_actions{.threads = 2};
  };
  struct Counts {
    std::int64_t too_many = 0;   // queries for which there was no room
    std::int64_t answered = 0;   // positions that have their final answers
    std::int64_t waiting = 0;    // positions whose search has not begun
    std::int64_t under_way = 0;  // positions that are searched
  };

  explicit AnalysisService(Options options);

  // Takes a query or an action. Refuses it with an error where it is wrong.
  void submit(const std::shared_ptr<AnalysisClient>& client, std::string_view text);
  // Takes a query, of which the settings left open should be those of the options. Throws
  // QueryError, or QueueFull, without having answered.
  void submit(const std::shared_ptr<AnalysisClient>& client, AnalysisQuery query);
  // Searches for all clients for about this long, where the pool has no threads of its own. Returns
  // whether there is more to do.
  bool work_for(std::chrono::nanoseconds time) { return pool_.work_for(time); }
  // Ends all that a client has asked for; it gets what is known by now.
  void terminate(const std::shared_ptr<AnalysisClient>& client);

  std::int64_t evaluations() const { return pool_.evaluations(); }
  // Since the service was made. While others use it the parts may be of different moments.
  Counts counts() const;
  // What an evaluator that failed threw first, if one did. There is no use in going on then.
  std::exception_ptr failure() const;

 private:
  friend class PositionAnswers;

  void add(const std::shared_ptr<AnalysisClient>& client, AnalysisQuery query,
           std::vector<std::string> warnings, std::shared_ptr<void> held);
  void act(const std::shared_ptr<AnalysisClient>& client, const AnalysisAction& action);
  void run(const std::shared_ptr<AnalysisClient>& client, FurtherAction action);
  void answer(AnalysisClient& client, const FurtherAction& action, const std::stop_token& stop);
  // Counts bytes of a query or an action with this id, until what is returned has gone. Throws
  // QueueFull where they are too many.
  std::shared_ptr<void> hold(const AnalysisClient& client, const std::string& id,
                             std::size_t bytes);
  // The answer of a search or an action that has failed with this. Where that is not for what was
  // asked, it is what failure() returns from then on.
  std::string failure_line(const std::string& id, const std::exception_ptr& failure);

  Options options_;
  mutable std::mutex mutex_;
  std::exception_ptr failure_;
  std::atomic<std::int64_t> too_many_{0}, accepted_{0}, answered_{0};
  HeldBytes held_;
  SearchPool pool_;
  ActionRunner quick_runner_, long_runner_;  // all go first, as what they run refers to the rest
};

}  // namespace isthmus
