#pragma once

#include <array>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <thread>
#include <type_traits>

namespace isthmus {

// A lock of what is read more often than written. A writer holds it; a reader writes nothing, so
// that what is read stays in the caches of all cores, and reads again where a writer came
// meanwhile. All that is locked are atomic words, read with memory_order_acquire and written with
// _release, in which case that is safe (Boehm, "Can seqlocks get along with programming language
// memory models?", 2012): a reader of a word that was written later sees that the lock was taken.
//
// Zeroed memory is a lock that is free.
class SequenceLock {
 public:
  // Of what is locked: another one each time that it was held. 0 before the first.
  using Version = std::uint32_t;

  // To be taken before reading; waits for a writer.
  Version begin_read() const {
    while (true) {
      const Version version = version_.load(std::memory_order_acquire);
      if (!is_held(version)) return version;
      std::this_thread::yield();
    }
  }
  // Whether all that was read since begin_read() belongs together.
  bool ends_read(Version begun) const { return version_.load(std::memory_order_relaxed) == begun; }

  void lock() {
    while (true) {
      Version version = version_.load(std::memory_order_relaxed);
      if (!is_held(version) &&
          version_.compare_exchange_weak(version, version + 1, std::memory_order_acquire,
                                         std::memory_order_relaxed)) {
        return;
      }
      if (is_held(version)) std::this_thread::yield();
    }
  }
  void unlock() {
    version_.store(version_.load(std::memory_order_relaxed) + 1, std::memory_order_release);
  }

 private:
  static constexpr bool is_held(Version version) { return version % 2 == 1; }

  std::atomic<Version> version_ = 0;
};

// A value that is read while it is written to: parts of the one that was and of the next, word by
// word, so that what is read is to be thrown away if it does not belong together.
template <class T>
class SharedWords {
  static_assert(std::is_trivially_copyable_v<T> && sizeof(T) % sizeof(std::uint64_t) == 0);

 public:
  T load() const {
    Words words;
    for (std::size_t i = 0; i < words.size(); ++i) {
      words[i] = words_[i].load(std::memory_order_acquire);
    }
    return std::bit_cast<T>(words);
  }
  void store(const T& value) {
    Words words;
    std::memcpy(words.data(), &value, sizeof(T));  // gaps and all
    for (std::size_t i = 0; i < words.size(); ++i) {
      words_[i].store(words[i], std::memory_order_release);
    }
  }

 private:
  static constexpr std::size_t kWords = sizeof(T) / sizeof(std::uint64_t);
  using Words = std::array<std::uint64_t, kWords>;

  std::array<std::atomic<std::uint64_t>, kWords> words_;
};

}  // namespace isthmus
