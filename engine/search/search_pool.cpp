#include "engine/search/search_pool.hpp"

#include <algorithm>
#include <exception>
#include <memory>
#include <new>
#include <stop_token>
#include <utility>

#include "engine/search/shared_batch.hpp"

namespace isthmus {

// One thread that searches many positions at once. Each search is a coroutine; when all of them
// wait for evaluations, what they have asked of an evaluator reaches it in one call.
class SearchPool::Worker {
 public:
  explicit Worker(SearchPool& pool) : pool_(pool) {}

  // Works on jobs until stop is requested, and then ends all searches that are under way.
  void run(const std::stop_token& stop);

 private:
  // What the searches of this thread ask of one evaluator.
  struct Batch {
    explicit Batch(std::shared_ptr<const SharedEvaluator> of)
        : shared(std::move(of)), asked(*shared->evaluator) {}

    std::shared_ptr<const SharedEvaluator> shared;
    SharedBatch asked;
  };

  // A search under way.
  struct Seat {
    Seat(Worker& worker, SearchJob of_seat)
        : job(std::move(of_seat)), coroutine([this, &worker] { worker.search(*this); }) {}

    bool is_waiting() const { return search && search->evaluator().is_waiting(); }

    SearchJob job;
    std::stop_source stop;
    Batch* batch = nullptr;
    std::unique_ptr<OwnedSearch> search;
    Coroutine coroutine;
  };

  void seat(SearchJob job);
  void search(Seat& seat);
  void prepare(Seat& seat);
  void keep(Seat& seat);
  Batch& batch_for(const SearchQuery& query);
  void answer();

  SearchPool& pool_;
  std::vector<std::unique_ptr<Batch>> batches_;
  std::vector<std::unique_ptr<Seat>> seats_;
};

void SearchPool::Worker::run(const std::stop_token& stop) {
  const auto most = static_cast<std::size_t>(pool_.searches_);
  while (true) {
    while (seats_.size() < most && !stop.stop_requested()) {
      auto job = seats_.empty() ? pool_.jobs_.wait(stop) : pool_.jobs_.take();
      if (!job) break;
      seat(std::move(*job));
    }
    // Nobody waits until the long searches of others end.
    while (!stop.stop_requested()) {
      auto job = pool_.jobs_.take_first_of_owner();
      if (!job) break;
      seat(std::move(*job));
    }
    if (seats_.empty() && stop.stop_requested()) return;
    for (const auto& seat : seats_) {
      if (stop.stop_requested()) seat->stop.request_stop();
      if (!seat->is_waiting()) seat->coroutine.resume();
    }
    const std::size_t before = seats_.size();
    std::erase_if(seats_, [&](const auto& seat) {
      if (!seat->coroutine.has_returned()) return false;
      pool_.jobs_.end(seat->job.owner);
      return true;
    });
    // Others take the seats that became free before the batches are answered.
    if (seats_.size() == before) answer();
  }
}

// Has a job searched from now on. Where there is no memory for that the job has failed.
void SearchPool::Worker::seat(SearchJob job) {
  const auto listener = job.listener;
  const std::uint64_t owner = job.owner;
  try {
    if (!pool_.tree_memory_.has_headroom()) throw std::bad_alloc();
    seats_.push_back(std::make_unique<Seat>(*this, std::move(job)));
  } catch (const std::bad_alloc&) {
    listener->failed(std::current_exception());
    pool_.jobs_.end(owner);
  }
}

// All that a search does, in its coroutine.
void SearchPool::Worker::search(Seat& seat) {
  const SearchJob& job = seat.job;
  const std::stop_callback forward(job.stop, [&] { seat.stop.request_stop(); });
  JobListener& listener = *job.listener;
  if (seat.stop.stop_requested()) {
    listener.given_up();
    return;
  }
  try {
    prepare(seat);
    const PositionListener progress = [&](const SearchedPosition& searched) {
      listener.progress(searched);
    };
    const SearchQuery& query = *job.query;
    const bool is_watched = query.first_report > 0;
    search_position(
        query, job.turn, seat.search->search(), seat.search->evaluator(), seat.stop.get_token(),
        [&](const SearchedPosition& searched) {
          // Kept before it is told, so that whoever asks on can go on from there.
          keep(seat);
          listener.done(searched);
        },
        is_watched ? progress : PositionListener(), query.first_report, query.report_every);
  } catch (...) {
    listener.failed(std::current_exception());
  }
}

// Finds or makes what the seat needs for its search.
void SearchPool::Worker::prepare(Seat& seat) {
  const SearchQuery& query = *seat.job.query;
  seat.batch = &batch_for(query);
  const auto& shared = seat.batch->shared;
  SearchSettings settings = query.settings;
  settings.threads = 1;  // a coroutine has but one
  if (pool_.reuses_trees_ && settings.reuse_tree) {
    seat.search = pool_.kept_.take(*shared, settings, query, seat.job.turn);
  }
  if (!seat.search) {
    seat.search = std::make_unique<OwnedSearch>(shared, settings, pool_.tree_memory_);
  }
  const std::size_t rivals =
      std::min(seats_.size() + pool_.jobs_.size(), static_cast<std::size_t>(pool_.searches_));
  seat.search->evaluator().attach(
      seat.batch->asked, seat.coroutine,
      shared->evaluator->preferred_batch() / static_cast<int>(std::max<std::size_t>(1, rivals)));
}

// Keeps the seat's search for later jobs.
void SearchPool::Worker::keep(Seat& seat) {
  if (!pool_.reuses_trees_ || !seat.job.query->settings.reuse_tree) return;
  seat.search->note(*seat.job.query, seat.job.turn);
  pool_.kept_.keep(std::move(seat.search));
}

SearchPool::Worker::Batch& SearchPool::Worker::batch_for(const SearchQuery& query) {
  auto shared = pool_.evaluators_.get(query.record.shared_game(), query.settings);
  for (const auto& batch : batches_) {
    if (batch->shared == shared) return *batch;
  }
  return *batches_.emplace_back(std::make_unique<Batch>(std::move(shared)));
}

// Answers all that the seats wait for.
void SearchPool::Worker::answer() {
  std::erase_if(batches_, [&](const auto& batch) {
    return std::none_of(seats_.begin(), seats_.end(),
                        [&](const auto& seat) { return seat->batch == batch.get(); });
  });
  for (const auto& batch : batches_) {
    const auto answered = static_cast<std::int64_t>(batch->asked.answer());
    pool_.evaluations_.fetch_add(answered, std::memory_order_relaxed);
  }
  for (const auto& seat : seats_) {
    if (seat->search) seat->search->evaluator().set_answered();
  }
}

SearchPool::SearchPool(SearchPoolOptions options)
    : evaluators_(std::move(options.make_evaluator)),
      tree_memory_(options.tree_megabytes << 20U),
      searches_(options.searches),
      reuses_trees_(options.reuses_trees) {
  tree_memory_.set_reclaim([this] { return kept_.drop_oldest(); });
  for (int i = 0; i < options.threads; ++i) {
    threads_.emplace_back([this](const std::stop_token& stop) { Worker(*this).run(stop); });
  }
}

SearchPool::~SearchPool() {
  for (std::jthread& thread : threads_) thread.request_stop();
  threads_.clear();
  for (const SearchJob& job : jobs_.take_all()) job.listener->given_up();
}

void SearchPool::give_up_stopped() {
  for (const SearchJob& job : jobs_.take_stopped()) job.listener->given_up();
}

void SearchPool::clear_cache() {
  kept_.clear();
  evaluators_.clear();
}

}  // namespace isthmus
