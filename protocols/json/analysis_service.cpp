#include "protocols/json/analysis_service.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>
#include <variant>

#include "protocols/json/analysis.hpp"
#include "protocols/json/json_text.hpp"

namespace isthmus {

const std::string AnalysisClient::kNoMemory =
    error_line(QueryError("", "there is not enough memory for an answer now"));

std::uint64_t AnalysisClient::new_owner() {
  static std::atomic<std::uint64_t> next{1};
  return next++;
}

void AnalysisClient::answer(const std::string& line) {
  const std::lock_guard lock(answering_);
  answer_(line);
}

bool AnalysisClient::is_answered() const {
  const std::lock_guard lock(mutex_);
  return open_.empty();
}

void AnalysisClient::wait() {
  std::unique_lock lock(mutex_);
  closed_.wait(lock, [&] { return open_.empty(); });
}

AnalysisClient::OpenAnswer AnalysisClient::open(std::shared_ptr<const std::string> id,
                                                std::optional<int> turn) {
  const std::lock_guard lock(mutex_);
  return open_.insert(open_.end(), {std::move(id), turn});
}

void AnalysisClient::close(OpenAnswer answer) {
  bool is_last = false;
  {
    const std::lock_guard lock(mutex_);
    open_.erase(answer);
    is_last = open_.empty();
    if (is_last) closed_.notify_all();
  }
  if (!is_last || !all_answered_) return;
  const std::lock_guard lock(answering_);
  all_answered_();
}

void AnalysisClient::stop(const std::optional<std::string>& id,
                          const std::optional<std::set<int>>& turns) {
  const auto is_meant = [&](const Open& open) {
    return !open.stop.stop_requested() && (!id || *open.id == *id) &&
           (!turns || (open.turn && turns->contains(*open.turn)));
  };
  while (true) {
    // Requested without the lock: callbacks run at once, and may come back here. One by one, as
    // there may be no memory for a list of them.
    std::optional<std::stop_source> stop;
    {
      const std::lock_guard lock(mutex_);
      const auto next = std::find_if(open_.begin(), open_.end(), is_meant);
      if (next == open_.end()) return;
      stop = next->stop;
    }
    stop->request_stop();
  }
}

// What is left of a query: positions that have no final answer yet, and what to say behind the
// last.
struct QueryEnd {
  QueryEnd(std::size_t positions, std::vector<std::string> lines, std::shared_ptr<void> bytes)
      : open(positions), warnings(std::move(lines)), held(std::move(bytes)) {}

  std::atomic<std::size_t> open;
  std::vector<std::string> warnings;
  std::shared_ptr<void> held;  // the bytes of the query
};

// Turns what becomes of one position into answers to its client.
class PositionAnswers : public JobListener {
 public:
  PositionAnswers(AnalysisService& service, std::shared_ptr<AnalysisClient> client,
                  std::shared_ptr<const AnalysisQuery> query, int turn,
                  std::shared_ptr<QueryEnd> end)
      : service_(service),
        client_(std::move(client)),
        query_(std::move(query)),
        turn_(turn),
        end_(std::move(end)),
        open_(client_->open({query_, &query_->id}, turn)) {}

  std::stop_token stop() const { return open_->stop.get_token(); }

  void progress(const SearchedPosition& searched) override {
    client_->answer(answer_line(*query_, searched));
  }
  void done(const SearchedPosition& searched) override {
    const std::string line = answer_line(*query_, searched);  // where there is memory for it
    finish([&] { return line; });
  }
  void cancelled() override {
    finish([&] { return no_result_line(*query_, turn_); });
  }
  void failed(const std::exception_ptr& failure) override {
    finish([&] { return service_.failure_line(query_->id, failure); });
  }

 private:
  template <class Make>
  void finish(Make make) {
    client_->answer_with(make);
    if (--end_->open == 0) {
      for (const std::string& warning : end_->warnings) client_->answer(warning);
    }
    ++service_.answered_;
    client_->close(open_);
  }

  AnalysisService& service_;
  std::shared_ptr<AnalysisClient> client_;
  std::shared_ptr<const AnalysisQuery> query_;
  int turn_;
  std::shared_ptr<QueryEnd> end_;
  AnalysisClient::OpenAnswer open_;
};

AnalysisService::AnalysisService(Options options)
    : options_(std::move(options)),
      held_(options_.max_bytes, options_.max_bytes_in_all),
      pool_(options_.pool),
      quick_runner_(options_.quick_actions),
      long_runner_(options_.long_actions, options_.caps ? options_.caps->action_seconds : 0) {}

void AnalysisService::submit(const std::shared_ptr<AnalysisClient>& client, std::string_view text) {
  try {
    auto request = parse_request(text, options_.settings, options_.actions);
    if (auto* query = std::get_if<AnalysisQuery>(&request)) {
      submit(client, std::move(*query));
    } else if (const auto* action = std::get_if<AnalysisAction>(&request)) {
      act(client, *action);
    } else {
      run(client, std::get<FurtherAction>(std::move(request)));
    }
  } catch (const QueryError& error) {
    client->answer(error_line(error));
  }
}

void AnalysisService::submit(const std::shared_ptr<AnalysisClient>& client, AnalysisQuery query) {
  std::vector<CapWarning> lowered;
  if (options_.caps) lowered = apply_caps(*options_.caps, options_.settings, query);
  if (!pool_.has_room(client->owner_, query.turns.size(), options_.max_waiting,
                      options_.max_waiting_in_all)) {
    ++too_many_;
    QueueFull error("", "too many positions are waiting; there is room for " +
                            std::to_string(options_.max_waiting));
    error.set_id(query.id);
    throw error;
  }
  const auto held = hold(*client, query.id, bytes_of(query));
  std::vector<std::string> warnings = warning_lines(query.id, query.unknown_fields);
  for (const CapWarning& warning : lowered) {
    warnings.push_back(warning_line(query.id, warning.field, warning.message));
  }
  if (query.settings.threads != options_.settings.threads) {
    warnings.push_back(warning_line(query.id, "overrideSettings/threads",
                                    "each search has one thread here; it has no effect"));
  }
  query.unknown_fields = {};
  add(client, std::move(query), std::move(warnings), held);
}

std::shared_ptr<void> AnalysisService::hold(const AnalysisClient& client, const std::string& id,
                                            std::size_t bytes) {
  auto held = held_.hold(client.owner_, bytes);
  if (held) return held;
  ++too_many_;
  QueueFull error("", "too much is waiting; there is room for queries of " +
                          std::to_string(options_.max_bytes >> 20) + " MB");
  error.set_id(id);
  throw error;
}

void AnalysisService::add(const std::shared_ptr<AnalysisClient>& client, AnalysisQuery given,
                          std::vector<std::string> warnings, std::shared_ptr<void> held) {
  const auto query = std::make_shared<const AnalysisQuery>(std::move(given));
  const auto end =
      std::make_shared<QueryEnd>(query->turns.size(), std::move(warnings), std::move(held));
  // All are open before the first can be answered, so that an action finds them.
  std::vector<SearchJob> jobs;
  for (std::size_t i = 0; i < query->turns.size(); ++i) {
    const int turn = query->turns[i];
    const auto answers = std::make_shared<PositionAnswers>(*this, client, query, turn, end);
    jobs.push_back({query, turn, query->priorities[i], client->owner_, answers->stop(), answers});
  }
  accepted_ += static_cast<std::int64_t>(jobs.size());
  for (SearchJob& job : jobs) pool_.add(std::move(job));
}

void AnalysisService::act(const std::shared_ptr<AnalysisClient>& client,
                          const AnalysisAction& action) {
  using Kind = AnalysisAction::Kind;
  if (action.kind == Kind::clear_cache) pool_.clear_cache();
  client->answer(action.answer);
  if (action.kind != Kind::terminate && action.kind != Kind::terminate_all) return;
  client->stop(action.kind == Kind::terminate ? std::optional(action.terminate_id) : std::nullopt,
               action.turns);
  pool_.cancel_stopped();
  quick_runner_.cancel_stopped();
  long_runner_.cancel_stopped();
}

void AnalysisService::run(const std::shared_ptr<AnalysisClient>& client, FurtherAction action) {
  ActionRunner& runner = action.action->is_long ? long_runner_ : quick_runner_;
  if (!runner.has_room(client->owner_)) {
    ++too_many_;
    QueueFull error("action", "too many actions are waiting");
    error.set_id(action.id);
    throw error;
  }
  const auto held = hold(*client, action.id, action.id.size() + action.text.size());
  const auto asked = std::make_shared<const FurtherAction>(std::move(action));
  const auto open = client->open({asked, &asked->id}, std::nullopt);
  runner.add({.owner = client->owner_,
              .stop = open->stop.get_token(),
              .run =
                  [this, client, asked, held, open](const std::stop_token& stop) {
                    answer(*client, *asked, stop);
                    client->close(open);
                  },
              .cancel =
                  [client, asked, open] {
                    client->answer_with([&] { return no_result_line(*asked); });
                    client->close(open);
                  }});
}

void AnalysisService::answer(AnalysisClient& client, const FurtherAction& action,
                             const std::stop_token& stop) {
  try {
    const nlohmann::json request = parse_json(action.text);
    JsonFields fields{JsonField(request)};
    fields.find("id");
    fields.find("action");
    ActionRun progress{.stop = stop, .report = [&](const nlohmann::ordered_json& so_far) {
                         client.answer(action_line(action, so_far, true));
                       }};
    client.answer(action_line(action, action.action->answer(fields, progress)));
    for (const CapWarning& warning : progress.warnings) {
      client.answer(warning_line(action.id, warning.field, warning.message));
    }
    for (const std::string& warning : warning_lines(action.id, fields.unknown())) {
      client.answer(warning);
    }
  } catch (QueryError& error) {
    client.answer_with([&] {
      error.set_id(action.id);
      return error_line(error);
    });
  } catch (...) {
    client.answer_with([&] { return failure_line(action.id, std::current_exception()); });
  }
}

void AnalysisService::terminate(const std::shared_ptr<AnalysisClient>& client) {
  client->stop({}, {});
  pool_.cancel_stopped();
  quick_runner_.cancel_stopped();
  long_runner_.cancel_stopped();
}

AnalysisService::Counts AnalysisService::counts() const {
  // What has ended is read first, so that what is under way is never less than nothing.
  const std::int64_t answered = answered_;
  const auto waiting = static_cast<std::int64_t>(pool_.waiting());
  const std::int64_t open = accepted_ - answered;
  return {.too_many = too_many_,
          .answered = answered,
          .waiting = std::min(waiting, open),
          .under_way = std::max<std::int64_t>(open - waiting, 0)};
}

std::string AnalysisService::failure_line(const std::string& id,
                                          const std::exception_ptr& failure) {
  const SearchFailure what = explain(failure);
  if (!what.is_of_query) {
    const std::lock_guard lock(mutex_);
    if (!failure_) failure_ = failure;
  }
  QueryError error(what.field, what.message);
  error.set_id(id);
  return error_line(error);
}

std::exception_ptr AnalysisService::failure() const {
  const std::lock_guard lock(mutex_);
  return failure_;
}

}  // namespace isthmus
