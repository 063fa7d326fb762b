#include "engine/solve/search_threads.hpp"

#include <algorithm>
#include <stop_token>
#include <utility>

#include "engine/base/thread_group.hpp"

namespace isthmus {

void SearchThreads::run(const std::function<bool(int)>& search,
                        std::function<bool(std::int64_t)> is_over) {
  is_stopped_ = false;
  nodes_before_ = nodes_;
  is_over_ = std::move(is_over);
  try {
    run_together("solver", count_, [&](int i, const std::stop_token& ending) {
      const std::stop_callback end(ending, [&] { stop(); });
      if (search(i)) stop();
    });
  } catch (...) {
    is_over_ = nullptr;
    throw;
  }
  is_over_ = nullptr;
}

void SearchThreads::report_root(std::uint32_t to_win, std::uint32_t to_lose, int open_moves) {
  to_win_.store(to_win, std::memory_order_relaxed);
  to_lose_.store(to_lose, std::memory_order_relaxed);
  open_moves_.store(open_moves, std::memory_order_relaxed);
}

void SearchThreads::report_moves(int proven, int all) {
  proven_moves_.store(proven, std::memory_order_relaxed);
  moves_.store(all, std::memory_order_relaxed);
}

SolverStatus SearchThreads::status() const {
  return {.nodes = nodes_.load(std::memory_order_relaxed),
          .to_win = to_win_.load(std::memory_order_relaxed),
          .to_lose = to_lose_.load(std::memory_order_relaxed),
          .open_moves = open_moves_.load(std::memory_order_relaxed),
          .proven_moves = proven_moves_.load(std::memory_order_relaxed),
          .moves = moves_.load(std::memory_order_relaxed)};
}

void SearchLine::enter(std::uint64_t hash) {
  hashes_.push_back(hash);
  if (!threads_.is_alone()) threads_.inside(hash).fetch_add(1, std::memory_order_relaxed);
}

void SearchLine::leave() {
  if (!threads_.is_alone()) {
    threads_.inside(hashes_.back()).fetch_sub(1, std::memory_order_relaxed);
  }
  hashes_.pop_back();
  if (hashes_.size() == leave_to_) leave_to_ = kNone;
}

void SearchLine::notify_solved() {
  if (threads_.is_alone() || threads_.inside(hashes_.back()).load() < 2) return;
  const std::lock_guard guard(threads_.solved_mutex_);
  const std::size_t count = threads_.solved_count_.load();
  threads_.solved_[count % SearchThreads::kMaxSolved] = hashes_.back();
  threads_.solved_count_.store(count + 1);
}

SearchLine::Order SearchLine::order() {
  if (threads_.is_stopped()) return Order::leave;
  if (threads_.is_alone()) return Order::go_on;
  if (threads_.solved_count_.load(std::memory_order_acquire) != seen_) find_solved();
  if (leave_to_ == kNone) return Order::go_on;
  if (hashes_.size() - 1 > leave_to_) return Order::leave;
  leave_to_ = kNone;
  return Order::look_again;
}

void SearchLine::find_solved() {
  const std::lock_guard guard(threads_.solved_mutex_);
  const std::size_t count = threads_.solved_count_.load();
  // No thread learns of those that have been forgotten: they are searched in vain.
  if (count - seen_ > SearchThreads::kMaxSolved) seen_ = count - SearchThreads::kMaxSolved;
  for (; seen_ < count; ++seen_) {
    const std::uint64_t hash = threads_.solved_[seen_ % SearchThreads::kMaxSolved];
    const auto found = std::find(hashes_.begin(), hashes_.end(), hash);
    if (found == hashes_.end()) continue;
    leave_to_ = std::min(leave_to_, static_cast<std::size_t>(found - hashes_.begin()));
  }
}

}  // namespace isthmus
