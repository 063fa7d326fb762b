#include "protocols/json/analysis_worker.hpp"

#include <algorithm>
#include <exception>
#include <new>
#include <utility>

namespace isthmus {

// A search under way.
struct AnalysisWorker::Seat {
  Seat(AnalysisWorker& worker, AnalysisJob of_seat)
      : job(std::move(of_seat)), coroutine([this, &worker] { worker.search(*this); }) {}

  bool is_waiting() const { return search && search->evaluator().is_waiting(); }

  AnalysisJob job;
  std::stop_source stop;
  SharedBatch* batch = nullptr;
  std::unique_ptr<OwnedSearch> search;
  Coroutine coroutine;
};

AnalysisWorker::AnalysisWorker(AnalysisWorkshop& workshop) : workshop_(workshop) {}
AnalysisWorker::~AnalysisWorker() = default;

void AnalysisWorker::run(const std::stop_token& stop) {
  const auto most = static_cast<std::size_t>(workshop_.searches);
  while (true) {
    while (seats_.size() < most && !stop.stop_requested()) {
      auto job = seats_.empty() ? workshop_.jobs.wait(stop) : workshop_.jobs.take();
      if (!job) break;
      seat(std::move(*job));
    }
    // Nobody waits until the long searches of others end.
    while (!stop.stop_requested()) {
      auto job = workshop_.jobs.take_first_of_owner();
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
      workshop_.jobs.end(seat->job.owner);
      return true;
    });
    // Others take the seats that became free before the batches are answered.
    if (seats_.size() == before) answer();
  }
}

// Has a job searched from now on. Where there is no memory for that the job has failed.
void AnalysisWorker::seat(AnalysisJob job) {
  const auto listener = job.listener;
  const std::uint64_t owner = job.owner;
  try {
    if (!workshop_.tree_memory.has_headroom()) throw std::bad_alloc();
    seats_.push_back(std::make_unique<Seat>(*this, std::move(job)));
  } catch (const std::bad_alloc&) {
    listener->failed(std::current_exception());
    workshop_.jobs.end(owner);
  }
}

// All that a search does, in its coroutine.
void AnalysisWorker::search(Seat& seat) {
  const AnalysisJob& job = seat.job;
  const std::stop_callback forward(job.stop, [&] { seat.stop.request_stop(); });
  JobListener& listener = *job.listener;
  if (seat.stop.stop_requested()) {
    listener.given_up();
    return;
  }
  try {
    prepare(seat);
    const PositionListener progress = [&](const AnalyzedPosition& analyzed) {
      listener.progress(analyzed);
    };
    const AnalysisQuery& query = *job.query;
    const bool is_watched = query.first_report > 0;
    analyze_turn(
        query, job.turn, seat.search->search(), seat.search->evaluator(), seat.stop.get_token(),
        [&](const AnalyzedPosition& analyzed) {
          // Kept before it is told, so that whoever asks on can go on from there.
          keep(seat);
          listener.done(analyzed);
        },
        is_watched ? progress : PositionListener(), query.first_report, query.report_every);
  } catch (...) {
    listener.failed(std::current_exception());
  }
}

// Finds or makes what the seat needs for its search.
void AnalysisWorker::prepare(Seat& seat) {
  const AnalysisQuery& query = *seat.job.query;
  seat.batch = &batch_for(query);
  const SharedEvaluator& shared = seat.batch->shared();
  Settings settings = query.settings;
  settings.threads = 1;  // a coroutine has but one
  if (workshop_.reuses_trees && settings.reuse_tree) {
    seat.search = workshop_.kept.take(shared, settings, query, seat.job.turn);
  }
  if (!seat.search) {
    seat.search =
        std::make_unique<OwnedSearch>(seat.batch->share(), settings, workshop_.tree_memory);
  }
  const std::size_t rivals =
      std::min(seats_.size() + workshop_.jobs.size(), static_cast<std::size_t>(workshop_.searches));
  seat.search->evaluator().attach(
      *seat.batch, seat.coroutine,
      shared.evaluator->preferred_batch() / static_cast<int>(std::max<std::size_t>(1, rivals)));
}

// Keeps the seat's search for later jobs.
void AnalysisWorker::keep(Seat& seat) {
  if (!workshop_.reuses_trees || !seat.job.query->settings.reuse_tree) return;
  seat.search->note(*seat.job.query, seat.job.turn);
  workshop_.kept.keep(std::move(seat.search));
}

SharedBatch& AnalysisWorker::batch_for(const AnalysisQuery& query) {
  auto shared = workshop_.evaluators.get(query.record.shared_game(), query.settings);
  for (const auto& batch : batches_) {
    if (&batch->shared() == shared.get()) return *batch;
  }
  return *batches_.emplace_back(std::make_unique<SharedBatch>(std::move(shared)));
}

// Answers all that the seats wait for.
void AnalysisWorker::answer() {
  std::erase_if(batches_, [&](const auto& batch) {
    return std::none_of(seats_.begin(), seats_.end(),
                        [&](const auto& seat) { return seat->batch == batch.get(); });
  });
  for (const auto& batch : batches_) {
    const auto answered = static_cast<std::int64_t>(batch->answer());
    workshop_.evaluations.fetch_add(answered, std::memory_order_relaxed);
  }
  for (const auto& seat : seats_) {
    if (seat->search) seat->search->evaluator().set_answered();
  }
}

}  // namespace isthmus
