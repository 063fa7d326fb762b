#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace isthmus {

// Keys of the positions that came before one, for games with a rule about repetition. Copies share
// what they have in common.
class PositionHistory {
 public:
  PositionHistory() = default;
  PositionHistory(const PositionHistory& other) noexcept : last_(other.last_) {
    if (last_ != nullptr) last_->owners.fetch_add(1, std::memory_order_relaxed);
  }
  PositionHistory(PositionHistory&& other) noexcept : last_(std::exchange(other.last_, nullptr)) {}
  PositionHistory& operator=(PositionHistory other) noexcept {
    std::swap(last_, other.last_);
    return *this;
  }
  // One after the other: by std::shared_ptr a long chain would be freed by as deep a recursion, and
  // to unwind it where use_count() is 1 would be a race, as that waits for no other thread's end.
  ~PositionHistory() {
    while (last_ != nullptr && last_->owners.fetch_sub(1, std::memory_order_acq_rel) == 1) {
      delete std::exchange(last_, last_->before);
    }
  }

  void add(std::uint64_t key) {
    last_ = new Link{key, size() + 1, digest() * kFactor + key, last_};
  }
  // Takes time in proportion to the size.
  bool contains(std::uint64_t key) const {
    for (const Link* link = last_; link != nullptr; link = link->before) {
      if (link->key == key) return true;
    }
    return false;
  }
  std::size_t size() const { return last_ != nullptr ? last_->size : 0; }
  // Each of them, that which was added first ahead.
  std::vector<std::uint64_t> keys() const {
    std::vector<std::uint64_t> keys(size());
    auto at = keys.rbegin();
    for (const Link* link = last_; link != nullptr; link = link->before) {
      *at++ = link->key;
    }
    return keys;
  }
  // Of all keys in their order; 0 where there are none. Different ones have the same by chance,
  // 2^-64.
  std::uint64_t digest() const { return last_ != nullptr ? last_->digest : 0; }

  // Whether the same keys were added in the same order; of different ones 2^-64 pass for the same.
  friend bool operator==(const PositionHistory& a, const PositionHistory& b) {
    return a.size() == b.size() && a.digest() == b.digest();
  }

 private:
  struct Link {
    std::uint64_t key;
    std::size_t size;
    std::uint64_t digest;  // of all keys so far
    Link* before;          // owned in common
    std::atomic<std::size_t> owners = 1;
  };

  static constexpr std::uint64_t kFactor = 0x9e3779b97f4a7c15U;

  Link* last_ = nullptr;
};

}  // namespace isthmus
