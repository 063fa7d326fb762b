#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <mutex>
#include <vector>

#include "engine/theory/solver.hpp"

namespace isthmus {

// What the threads of one proof-number search know of each other. Each searches depth first from
// the root, over one table. To a thread that chooses among moves those that others are in look
// further from being solved than they are, so that the threads part: virtual proof numbers (Kaneko,
// "Parallel depth first proof number search", 2010; Pawlewicz and Hayward, "Scalable parallel DFPN
// search", 2013). Positions are identified by their hashes: where two have the same, that costs
// time alone.
class SearchThreads {
 public:
  explicit SearchThreads(int count) : count_(count), inside_(kPlaces) {}

  int count() const { return count_; }
  bool is_alone() const { return count_ == 1; }

  // Runs search(i) for all i below count() at once, in the calling thread and in others; once one
  // returns true, as it has solved the root, the others are stopped. All are once is_over(positions
  // looked into so far), which several may ask at once, says so. Throws what one of them throws.
  void run(const std::function<bool(int)>& search,
           std::function<bool(std::int64_t)> is_over = nullptr);

  void stop() { is_stopped_.store(true, std::memory_order_relaxed); }
  bool is_stopped() const { return is_stopped_.load(std::memory_order_relaxed); }

  // Counts a position that is looked into, after which there may be a stop.
  void count_node() {
    nodes_.fetch_add(1, std::memory_order_relaxed);
    if (is_over_ && is_over_(nodes())) stop();
  }
  // Positions looked into since run() began.
  std::int64_t nodes() const { return nodes_.load(std::memory_order_relaxed) - nodes_before_; }

  // What status() is to say, in words of SolverStatus. Of the position that is searched: how many
  // positions must be proven for a win and for a loss of its mover, and how many of its moves may
  // still win.
  void report_root(std::uint32_t to_win, std::uint32_t to_lose, int open_moves);
  // Of solve_moves(): how many of all moves are proven; 0 of 0 once it is over.
  void report_moves(int proven, int all);
  // May be called by any thread at any time, as the two above.
  SolverStatus status() const;

  // How many other threads are in a position, for one that is not.
  int others_in(std::uint64_t hash) const {
    return is_alone() ? 0 : inside(hash).load(std::memory_order_relaxed);
  }

 private:
  friend class SearchLine;

  static constexpr std::size_t kPlaces = 1 << 16;

  std::atomic<std::uint16_t>& inside(std::uint64_t hash) { return inside_[hash % kPlaces]; }
  const std::atomic<std::uint16_t>& inside(std::uint64_t hash) const {
    return inside_[hash % kPlaces];
  }

  int count_;
  std::vector<std::atomic<std::uint16_t>> inside_;  // threads, by hash of the position
  std::function<bool(std::int64_t)> is_over_;       // of run(), while it lasts
  std::atomic<bool> is_stopped_ = false;
  std::atomic<std::int64_t> nodes_ = 0;
  std::int64_t nodes_before_ = 0;
  std::atomic<std::uint32_t> to_win_ = 1, to_lose_ = 1;
  std::atomic<int> open_moves_ = 0, proven_moves_ = 0, moves_ = 0;

  // Positions that were solved while others were in them: how many, and the last ones' hashes.
  static constexpr std::size_t kMaxSolved = 64;
  std::atomic<std::size_t> solved_count_ = 0;
  std::mutex solved_mutex_;
  std::array<std::uint64_t, kMaxSolved> solved_{};
};

// The positions that one of the threads is in, from the root on.
class SearchLine {
 public:
  explicit SearchLine(SearchThreads& threads) : threads_(threads) {}
  SearchLine(const SearchLine&) = delete;
  SearchLine& operator=(const SearchLine&) = delete;

  // While it lives the thread is in the position with this hash, after that of the one before.
  class Visit {
   public:
    Visit(SearchLine& line, std::uint64_t hash) : line_(line) { line_.enter(hash); }
    ~Visit() { line_.leave(); }
    Visit(const Visit&) = delete;
    Visit& operator=(const Visit&) = delete;

   private:
    SearchLine& line_;
  };

  SearchThreads& threads() const { return threads_; }
  bool is_at_root() const { return hashes_.size() == 1; }
  // Has others leave the last position of the line, which has been solved and stored.
  void notify_solved();

  // What to do in the last position of the line.
  enum class Order : std::uint8_t {
    go_on,
    look_again,  // another thread has solved it
    leave        // there is a stop, or another thread has solved one before it
  };
  Order order();

 private:
  static constexpr std::size_t kNone = std::numeric_limits<std::size_t>::max();

  void enter(std::uint64_t hash);
  void leave();
  void find_solved();

  SearchThreads& threads_;
  std::vector<std::uint64_t> hashes_;
  std::size_t seen_ = 0;          // of those that were solved
  std::size_t leave_to_ = kNone;  // the first in the line that has been solved
};

}  // namespace isthmus
