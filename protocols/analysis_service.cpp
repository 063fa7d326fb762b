#include "protocols/analysis_service.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>
#include <variant>

#include "protocols/analysis.hpp"

namespace isthmus {

void AnalysisClient::answer(const std::string& line) {
  const std::lock_guard lock(answering_);
  answer_(line);
}

void AnalysisClient::wait() {
  std::unique_lock lock(mutex_);
  closed_.wait(lock, [&] { return open_.empty(); });
}

AnalysisClient::OpenPosition AnalysisClient::open(const std::string& id, int turn) {
  const std::lock_guard lock(mutex_);
  return open_.insert(open_.end(), {id, turn});
}

void AnalysisClient::close(OpenPosition position) {
  const std::lock_guard lock(mutex_);
  open_.erase(position);
  if (open_.empty()) closed_.notify_all();
}

void AnalysisClient::stop(const std::optional<std::string>& id,
                          const std::optional<std::vector<int>>& turns) {
  // Requested without the lock: it is heard at once, and may come back here.
  std::vector<std::stop_source> stopped;
  {
    const std::lock_guard lock(mutex_);
    for (const Open& open : open_) {
      if (id && open.id != *id) continue;
      if (turns && std::find(turns->begin(), turns->end(), open.turn) == turns->end()) continue;
      stopped.push_back(open.stop);
    }
  }
  for (std::stop_source& source : stopped) source.request_stop();
}

// Turns what becomes of one position into answers to its client.
class PositionAnswers : public JobListener {
 public:
  PositionAnswers(AnalysisService& service, std::shared_ptr<AnalysisClient> client,
                  std::shared_ptr<const AnalysisQuery> query, int turn)
      : service_(service),
        client_(std::move(client)),
        query_(std::move(query)),
        turn_(turn),
        open_(client_->open(query_->id, turn)) {}

  std::stop_token stop() const { return open_->stop.get_token(); }

  void progress(const AnalyzedPosition& analyzed) override {
    client_->answer(answer_line(analyzed));
  }
  void done(const AnalyzedPosition& analyzed) override { finish(answer_line(analyzed)); }
  void given_up() override { finish(no_result_line(*query_, turn_)); }
  void failed(const std::exception_ptr& failure) override {
    std::string message = "the search failed";
    bool is_refusal = false;
    try {
      std::rethrow_exception(failure);
    } catch (const std::invalid_argument& error) {
      message = error.what();  // there is no evaluator for such a query
      is_refusal = true;
    } catch (const std::exception& error) {
      message = error.what();
    } catch (...) {
    }
    if (!is_refusal) service_.note(failure);
    QueryError error(is_refusal ? "game" : "", message);
    error.set_id(query_->id);
    finish(error_line(error));
  }

 private:
  void finish(const std::string& line) {
    client_->answer(line);
    client_->close(open_);
  }

  AnalysisService& service_;
  std::shared_ptr<AnalysisClient> client_;
  std::shared_ptr<const AnalysisQuery> query_;
  int turn_;
  AnalysisClient::OpenPosition open_;
};

AnalysisService::AnalysisService(Options options)
    : options_(std::move(options)), scheduler_(options_.scheduler) {}

void AnalysisService::submit(const std::shared_ptr<AnalysisClient>& client, std::string_view text) {
  try {
    auto request = parse_request(text, options_.settings);
    if (auto* query = std::get_if<AnalysisQuery>(&request)) {
      add(client, std::move(*query));
    } else {
      act(client, std::get<AnalysisAction>(request));
    }
  } catch (const QueryError& error) {
    client->answer(error_line(error));
  }
}

void AnalysisService::add(const std::shared_ptr<AnalysisClient>& client, AnalysisQuery given) {
  if (scheduler_.waiting() + given.turns.size() > options_.most_waiting) {
    QueryError error("", "too many positions are waiting; there is room for " +
                             std::to_string(options_.most_waiting));
    error.set_id(given.id);
    throw error;
  }
  for (const std::string& field : given.unknown_fields) client->answer(warning_line(given, field));
  if (given.settings.threads != options_.settings.threads) {
    client->answer(warning_line(given, "overrideSettings/threads",
                                "each search has one thread here; it has no effect"));
  }
  const auto query = std::make_shared<const AnalysisQuery>(std::move(given));
  // All are open before the first can be answered, so that an action finds them.
  std::vector<AnalysisJob> jobs;
  for (std::size_t i = 0; i < query->turns.size(); ++i) {
    const int turn = query->turns[i];
    const auto answers = std::make_shared<PositionAnswers>(*this, client, query, turn);
    jobs.push_back({query, turn, query->priorities[i], answers->stop(), answers});
  }
  for (AnalysisJob& job : jobs) scheduler_.add(std::move(job));
}

void AnalysisService::act(const std::shared_ptr<AnalysisClient>& client,
                          const AnalysisAction& action) {
  using Kind = AnalysisAction::Kind;
  if (action.kind == Kind::clear_cache) scheduler_.clear_cache();
  client->answer(action.answer);
  if (action.kind != Kind::terminate && action.kind != Kind::terminate_all) return;
  client->stop(action.kind == Kind::terminate ? std::optional(action.terminate_id) : std::nullopt,
               action.turns);
  scheduler_.give_up_stopped();
}

void AnalysisService::terminate(const std::shared_ptr<AnalysisClient>& client) {
  client->stop({}, {});
  scheduler_.give_up_stopped();
}

void AnalysisService::note(const std::exception_ptr& failure) {
  const std::lock_guard lock(mutex_);
  if (!failure_) failure_ = failure;
}

std::exception_ptr AnalysisService::failure() const {
  const std::lock_guard lock(mutex_);
  return failure_;
}

}  // namespace isthmus
