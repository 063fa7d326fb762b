#include "protocols/review/position_searches.hpp"

#include <chrono>
#include <utility>

namespace isthmus {

class PositionSearches::PlacedReport : public JobListener {
 public:
  PlacedReport(PositionSearches& searches, std::size_t place)
      : searches_(searches), place_(place) {}

  void progress(const SearchedPosition&) override {}
  void done(const SearchedPosition& searched) override {
    {
      // Not with the mutex of the rest: the callback may stop the other searches.
      const std::lock_guard lock(searches_.reporting_);
      searches_.reports_[place_] = searched.report;
      if (searches_.done_) searches_.done_();
    }
    end([] {});
  }
  void cancelled() override {
    end([] {});
  }
  void failed(const std::exception_ptr& failure) override {
    end([&] {
      if (!searches_.failure_) searches_.failure_ = failure;
    });
  }

 private:
  // With the mutex held to the last, as the thread that waits for it then destroys the searches.
  template <class Function>
  void end(Function record) {
    const std::lock_guard lock(searches_.mutex_);
    record();
    --searches_.left_;
    searches_.over_.notify_all();
  }

  PositionSearches& searches_;
  std::size_t place_;
};

PositionSearches::PositionSearches(SearchPool& pool,
                                   const std::shared_ptr<const SearchQuery>& query,
                                   std::span<const std::size_t> turns, const std::stop_token& stop,
                                   SearchDone done)
    : pool_(pool),
      done_(std::move(done)),
      reports_(turns.size()),
      left_(turns.size()),
      forward_(stop, [this] {
        ending_.request_stop();
        pool_.cancel_stopped();
      }) {
  for (std::size_t i = 0; i < turns.size(); ++i) {
    pool.add({.query = query,
              .turn = static_cast<int>(turns[i]),
              .stop = ending_.get_token(),
              .listener = std::make_shared<PlacedReport>(*this, i)});
  }
}

PositionSearches::~PositionSearches() {
  ending_.request_stop();
  pool_.cancel_stopped();
  wait();
}

void PositionSearches::wait() {
  while (pool_.work_for(std::chrono::hours(1))) {
  }
  std::unique_lock lock(mutex_);
  over_.wait(lock, [&] { return left_ == 0; });
}

std::vector<std::optional<SearchReport>> PositionSearches::take() {
  wait();
  if (failure_) std::rethrow_exception(failure_);
  return std::move(reports_);
}

}  // namespace isthmus
