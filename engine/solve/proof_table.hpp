#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <vector>

namespace isthmus {

// What is known of positions, within a fixed amount of memory: of four entries that compete for a
// place the one with the least work goes. An Entry has a `key` with a hash(), and `work`, positive
// once it has been stored.
template <class Entry>
class ProofTable {
 public:
  // Takes about so many bytes.
  explicit ProofTable(std::size_t bytes)
      : buckets_(std::max<std::size_t>(1, bytes / sizeof(Bucket))) {}

  // Null where the position is not there. The entry stays until the next store().
  template <class Key>
  const Entry* find(const Key& key) const {
    for (const Entry& entry : buckets_[key.hash() % buckets_.size()]) {
      if (entry.work > 0 && entry.key == key) return &entry;
    }
    return nullptr;
  }

  // Has the memory on its way that find() will read.
  template <class Key>
  void prefetch(const Key& key) const {
    const auto* bytes = reinterpret_cast<const char*>(&buckets_[key.hash() % buckets_.size()]);
    for (std::size_t i = 0; i < sizeof(Bucket); i += 64) __builtin_prefetch(bytes + i);
  }

  // Takes the place of what was known of the position.
  void store(const Entry& fresh) {
    Bucket& bucket = buckets_[fresh.key.hash() % buckets_.size()];
    Entry* least = &bucket[0];
    for (Entry& entry : bucket) {
      if (entry.work > 0 && entry.key == fresh.key) {
        entry = fresh;
        return;
      }
      if (entry.work < least->work) least = &entry;
    }
    *least = fresh;
  }

 private:
  using Bucket = std::array<Entry, 4>;

  std::vector<Bucket> buckets_;
};

}  // namespace isthmus
