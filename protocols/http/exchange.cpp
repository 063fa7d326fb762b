#include "protocols/http/exchange.hpp"

#include <atomic>
#include <mutex>
#include <new>
#include <utility>

#include "protocols/http/handler_memory.hpp"

namespace isthmus {

// Where the threads that search leave their answers.
struct Exchange::Answers : std::enable_shared_from_this<Exchange::Answers> {
  Answers(boost::asio::io_context& context_of_done, std::size_t most, Done on_done)
      : context(context_of_done), max_bytes(most), done(std::move(on_done)) {}

  void add(const std::string& line) {
    const std::lock_guard lock(mutex);
    bytes += line.size() + 1;
    if (bytes > max_bytes) return lines.clear();
    try {
      lines.push_back(line);
    } catch (const std::bad_alloc&) {
      has_lost = true;
    }
  }

  // One of the queries has all of its answers.
  void end_query() {
    if (--open_queries > 0) return;
    memory.post(context, [self = shared_from_this()] {
      if (self->is_abandoned) return;
      if (self->has_lost) {
        self->done(Failure::no_memory);
      } else if (self->bytes > self->max_bytes) {
        self->done(Failure::too_long);
      } else {
        self->done(std::move(self->lines));
      }
    });
  }

  boost::asio::io_context& context;
  const std::size_t max_bytes;
  const Done done;
  std::mutex mutex;
  std::size_t bytes = 0;
  bool has_lost = false;  // an answer, for want of memory
  std::vector<std::string> lines;
  std::atomic<std::size_t> open_queries{0};
  bool is_abandoned = false;  // in the context alone
  HandlerMemory memory;
};

Exchange::Exchange(boost::asio::io_context& context, AnalysisService& service,
                   const std::vector<AnalysisQuery>& queries, std::size_t max_bytes, Done done)
    : service_(service), answers_(std::make_shared<Answers>(context, max_bytes, std::move(done))) {
  // This one counts as a query until all others are there.
  answers_->open_queries = queries.size() + 1;
  const std::uint64_t owner = AnalysisClient::new_owner();
  try {
    for (const AnalysisQuery& query : queries) {
      // A client each: it has all of its answers once.
      const std::weak_ptr<Answers> weak = answers_;
      clients_.push_back(std::make_shared<AnalysisClient>(
          [weak](const std::string& line) {
            if (const auto answers = weak.lock()) answers->add(line);
          },
          [weak] {
            if (const auto answers = weak.lock()) answers->end_query();
          },
          owner));
      service_.submit(clients_.back(), query);
      if (query.turns.empty()) answers_->end_query();
    }
  } catch (...) {
    terminate();
    throw;
  }
  answers_->end_query();
}

Exchange::~Exchange() {
  answers_->is_abandoned = true;
  terminate();
}

void Exchange::terminate() {
  for (const auto& client : clients_) {
    if (!client->is_answered()) service_.terminate(client);
  }
}

}  // namespace isthmus
