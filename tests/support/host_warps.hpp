// Runs device code of whole warps on the host, so that it can be held against a CPU's where there
// is no GPU. Include it before that code.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <numeric>
#include <utility>
#include <vector>

#include <ucontext.h>

#include "engine/random/splitmix.hpp"

#define __device__
#define __forceinline__ inline
#define __noinline__

namespace isthmus::test {

// A block of threads, each a fiber of its own. All go on in turns, from one place where they wait
// for each other to the next, and in each turn in another order: what they have not waited for may
// have come or not.
class HostBlock {
 public:
  explicit HostBlock(int warps)
      : threads_(static_cast<std::size_t>(32 * warps)), order_(threads_.size()) {
    std::iota(order_.begin(), order_.end(), 0);
  }

  // Calls body(number) on every thread, and returns when all have returned.
  void run(std::function<void(int)> body) {
    body_ = std::move(body);
    running = this;
    for (Thread& thread : threads_) {
      if (!thread.stack) thread.stack = std::make_unique_for_overwrite<char[]>(kStackBytes);
      thread.is_done = thread.is_begun = false;
      getcontext(&thread.context);
      thread.context.uc_stack.ss_sp = thread.stack.get();
      thread.context.uc_stack.ss_size = kStackBytes;
      thread.context.uc_link = nullptr;
      makecontext(&thread.context, &HostBlock::enter, 0);
    }
    for (bool any = true; any;) {
      any = false;
      ++turn_;
      for (std::size_t i = order_.size() - 1; i > 0; --i) {
        // From a product, as it takes no division; what is not even about it does not matter here.
        std::swap(order_[i], order_[(random_() >> 32) * (i + 1) >> 32]);
      }
      for (const int number : order_) {
        if (thread(number).is_done) continue;
        any = true;
        current_ = number;
        go_on(thread(number));
      }
    }
  }

  // A turn of all threads. It begins and ends in the same function, which keeps no variable across.
  [[gnu::noinline]] void wait() {
    if (__builtin_setjmp(thread(current_).place) == 0) go_to(main_);
  }

  // Waits for all threads of the block, which may have had other numbers of turns.
  void wait_for_all() {
    const int passed = passed_;
    if (++waiting_ == static_cast<int>(threads_.size())) {
      waiting_ = 0;
      ++passed_;
      passed_in_turn_ = turn_;
    }
    // All go on in the same turn.
    do wait();
    while (passed_ == passed || passed_in_turn_ == turn_);
  }

  // The words that the lanes of a warp give, by lane. They are in two places in turns: a lane that
  // comes to the next exchange has read these, and no lane comes past that before all have.
  std::array<std::uint32_t, 32> exchange(std::uint32_t word) {
    const std::size_t place = thread(current_).exchanges++ % 2;
    thread(current_).words[place] = word;
    wait();
    std::array<std::uint32_t, 32> words;
    for (int lane = 0; lane < 32; ++lane) {
      words[static_cast<std::size_t>(lane)] = thread(current_ / 32 * 32 + lane).words[place];
    }
    return words;
  }
  int lane() const { return current_ % 32; }
  int thread() const { return current_; }
  int threads() const { return static_cast<int>(threads_.size()); }

  inline static HostBlock* running = nullptr;

 private:
  static constexpr std::size_t kStackBytes = 256 * 1024;
  // What the compiler's own setjmp() keeps. To go on there takes a few instructions, where the C
  // library looks for what is to be unwound.
  using Place = void* [5];
  struct Thread {
    ucontext_t context;  // for its beginning
    Place place;         // where it waits
    std::unique_ptr<char[]> stack;
    bool is_begun = false, is_done = false;
    std::size_t exchanges = 0;
    std::array<std::uint32_t, 2> words{};
  };

  // By a function of its own, as none may hold both.
  [[noreturn, gnu::noinline]] static void go_to(Place& place) { __builtin_longjmp(place, 1); }

  Thread& thread(int number) { return threads_[static_cast<std::size_t>(number)]; }
  // Returns when the thread waits, or has ended.
  [[gnu::noinline]] void go_on(Thread& thread) {
    if (__builtin_setjmp(main_) != 0) return;
    if (thread.is_begun) go_to(thread.place);
    thread.is_begun = true;
    setcontext(&thread.context);
  }
  static void enter() {
    running->body_(running->current_);
    running->thread(running->current_).is_done = true;
    go_to(running->main_);
  }

  Place main_;
  std::vector<Thread> threads_;
  std::vector<int> order_;
  std::function<void(int)> body_;
  int current_ = 0;
  std::uint64_t turn_ = 0, passed_in_turn_ = 0;
  int waiting_ = 0, passed_ = 0;  // of wait_for_all()
  SplitMix64 random_{1};
};

// What nvcc calls threadIdx, blockDim and blockIdx, of the one block that runs.
struct HostThread {
  operator unsigned() const { return static_cast<unsigned>(HostBlock::running->thread()); }
};
struct HostThreads {
  operator unsigned() const { return static_cast<unsigned>(HostBlock::running->threads()); }
};

}  // namespace isthmus::test

inline constexpr struct { isthmus::test::HostThread x; } threadIdx;
inline constexpr struct { isthmus::test::HostThreads x; } blockDim;
inline constexpr struct { unsigned x = 0; } blockIdx;

struct uint4 {
  std::uint32_t x, y, z, w;
};
inline uint4 make_uint4(std::uint32_t x, std::uint32_t y, std::uint32_t z, std::uint32_t w) {
  return {x, y, z, w};
}

inline std::uint32_t __shfl_xor_sync(unsigned, std::uint32_t word, int difference) {
  auto& block = *isthmus::test::HostBlock::running;
  return block.exchange(word)[static_cast<std::size_t>(block.lane() ^ difference)];
}
inline std::uint32_t __shfl_sync(unsigned, std::uint32_t word, int lane) {
  return isthmus::test::HostBlock::running->exchange(word)[static_cast<std::size_t>(lane)];
}
inline unsigned __ballot_sync(unsigned, bool is_set) {
  const auto words = isthmus::test::HostBlock::running->exchange(is_set ? 1 : 0);
  unsigned ballot = 0;
  for (std::size_t lane = 0; lane < 32; ++lane) ballot |= words[lane] << lane;
  return ballot;
}
inline bool __any_sync(unsigned lanes, bool is_set) { return __ballot_sync(lanes, is_set) != 0; }
inline bool __all_sync(unsigned lanes, bool is_set) { return __ballot_sync(lanes, is_set) == ~0u; }
inline void __syncwarp() { isthmus::test::HostBlock::running->wait(); }
inline void __syncthreads() { isthmus::test::HostBlock::running->wait_for_all(); }
inline int __popc(unsigned word) { return std::popcount(word); }
inline int __clz(int word) { return std::countl_zero(static_cast<unsigned>(word)); }
inline int __ffs(int word) { return std::countr_zero(static_cast<unsigned>(word)) + 1; }
inline unsigned __brev(unsigned word) {
  unsigned turned = 0;
  for (int bit = 0; bit < 32; ++bit) turned |= (word >> bit & 1) << (31 - bit);
  return turned;
}
inline std::uint32_t atomicAdd(std::uint32_t* sum, std::uint32_t word) {
  return std::exchange(*sum, *sum + word);
}
inline std::uint32_t atomicSub(std::uint32_t* sum, std::uint32_t word) {
  return std::exchange(*sum, *sum - word);
}
inline void __threadfence() {}
inline std::uint32_t __ldcg(const std::uint32_t* word) { return *word; }
inline std::uint32_t min(std::uint32_t one, std::uint32_t other) { return std::min(one, other); }
using std::min;
