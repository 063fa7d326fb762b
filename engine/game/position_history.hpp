#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

namespace isthmus {

// Keys of the positions that came before one, for games with a rule about repetition. Copies share
// what they have in common.
class PositionHistory {
 public:
  PositionHistory() = default;
  PositionHistory(const PositionHistory&) = default;
  PositionHistory(PositionHistory&&) = default;
  PositionHistory& operator=(PositionHistory other) noexcept {
    last_.swap(other.last_);
    return *this;
  }
  // One after the other: a long chain would be freed by as deep a recursion.
  ~PositionHistory() {
    while (last_ && last_.use_count() == 1) last_ = std::exchange(last_->before, nullptr);
  }

  void add(std::uint64_t key) {
    last_ = std::make_shared<Link>(Link{key, size() + 1, digest() * kFactor + key, last_});
  }
  // Takes time in proportion to the size.
  bool contains(std::uint64_t key) const {
    for (const Link* link = last_.get(); link != nullptr; link = link->before.get()) {
      if (link->key == key) return true;
    }
    return false;
  }
  std::size_t size() const { return last_ ? last_->size : 0; }
  // Each of them, that which was added first ahead.
  std::vector<std::uint64_t> keys() const {
    std::vector<std::uint64_t> keys(size());
    auto at = keys.rbegin();
    for (const Link* link = last_.get(); link != nullptr; link = link->before.get()) {
      *at++ = link->key;
    }
    return keys;
  }
  // Of all keys in their order; 0 where there are none. Different ones have the same by chance,
  // 2^-64.
  std::uint64_t digest() const { return last_ ? last_->digest : 0; }

  // Whether the same keys were added in the same order; of different ones 2^-64 pass for the same.
  friend bool operator==(const PositionHistory& a, const PositionHistory& b) {
    return a.size() == b.size() && a.digest() == b.digest();
  }

 private:
  struct Link {
    std::uint64_t key;
    std::size_t size;
    std::uint64_t digest;  // of all keys so far
    std::shared_ptr<Link> before;
  };

  static constexpr std::uint64_t kFactor = 0x9e3779b97f4a7c15U;

  std::shared_ptr<Link> last_;
};

}  // namespace isthmus
