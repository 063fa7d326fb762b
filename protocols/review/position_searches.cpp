#include "protocols/review/position_searches.hpp"

#include <condition_variable>
#include <exception>
#include <mutex>
#include <utility>

namespace isthmus {

namespace {

// What the listeners of some searches share.
struct Searches {
  std::vector<std::optional<SearchReport>> reports;
  std::size_t left;  // that are not over
  const SearchDone& done;
  std::mutex telling{};          // held while `done` is called
  std::exception_ptr failure{};  // the first
  std::mutex mutex{};            // of what is left and of the failure
  std::condition_variable over{};
};

class PlacedReport : public JobListener {
 public:
  PlacedReport(Searches& searches, std::size_t place) : searches_(searches), place_(place) {}

  void progress(const SearchedPosition&) override {}
  void done(const SearchedPosition& searched) override {
    {
      // Not with the mutex of the rest: who is told may stop the other searches.
      const std::lock_guard lock(searches_.telling);
      searches_.reports[place_] = searched.report;
      if (searches_.done) searches_.done();
    }
    end([] {});
  }
  void given_up() override {
    end([] {});
  }
  void failed(const std::exception_ptr& failure) override {
    end([&] {
      if (!searches_.failure) searches_.failure = failure;
    });
  }

 private:
  // With the mutex held to the last, as who waits for it then takes the searches down.
  template <class Tell>
  void end(Tell tell) {
    const std::lock_guard lock(searches_.mutex);
    tell();
    --searches_.left;
    searches_.over.notify_all();
  }

  Searches& searches_;
  std::size_t place_;
};

}  // namespace

std::vector<std::optional<SearchReport>> search_positions(
    SearchPool& pool, const std::shared_ptr<const SearchQuery>& query,
    std::span<const std::size_t> turns, const std::stop_token& stop, const SearchDone& done) {
  Searches searches{.reports = std::vector<std::optional<SearchReport>>(turns.size()),
                    .left = turns.size(),
                    .done = done};
  for (std::size_t i = 0; i < turns.size(); ++i) {
    pool.add({.query = query,
              .turn = static_cast<int>(turns[i]),
              .stop = stop,
              .listener = std::make_shared<PlacedReport>(searches, i)});
  }
  const std::stop_callback give_up(stop, [&] { pool.give_up_stopped(); });
  std::unique_lock lock(searches.mutex);
  searches.over.wait(lock, [&] { return searches.left == 0; });
  if (searches.failure) std::rethrow_exception(searches.failure);
  return std::move(searches.reports);
}

}  // namespace isthmus
