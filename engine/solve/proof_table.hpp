#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <mutex>
#include <new>
#include <optional>
#include <span>
#include <stdexcept>
#include <type_traits>
#include <vector>

#include "engine/board/cell_set.hpp"
#include "engine/solve/entry_words.hpp"
#include "engine/solve/spin_lock.hpp"
#include "engine/theory/solver.hpp"

namespace isthmus {

// What is known of positions, within a fixed amount of memory: of four entries that compete for a
// place the one with the least work goes. May be used from several threads; each entry is read and
// written as a whole.
//
// An Entry, of which zeroed memory is one, has a `key` with a hash(), `work`, some once it has
// been stored, is_solved(), and goes to words and back by save(WordWriter&), which adds kSavedWords
// of them, and load(WordReader&, cells), which returns nothing for words that are none of a board
// with these cells.
template <class Entry>
class ProofTable {
 public:
  // Takes about this many bytes, each only once it is used. Throws std::bad_alloc.
  explicit ProofTable(std::size_t bytes)
      : count_(std::max<std::size_t>(1, bytes / sizeof(Bucket))),
        buckets_(static_cast<Bucket*>(std::calloc(count_, sizeof(Bucket)))),
        locks_(kLocks) {
    if (!buckets_) throw std::bad_alloc();
  }

  // Nothing where the position is not there.
  template <class Key>
  std::optional<Entry> find(const Key& key) const {
    const std::size_t place = key.hash() % count_;
    const std::lock_guard guard(lock_of(place));
    for (const Entry& entry : buckets_[place]) {
      if (entry.work.is_some() && entry.key == key) return entry;
    }
    return std::nullopt;
  }

  // Has the memory on its way that find() will read, for a key with this hash.
  void prefetch(std::uint64_t hash) const {
    const auto* bytes = reinterpret_cast<const char*>(&buckets_[hash % count_]);
    for (std::size_t i = 0; i < sizeof(Bucket); i += 64) __builtin_prefetch(bytes + i);
  }

  // Takes the place of what was known of the position, unless that was a proof and this is none.
  void store(const Entry& fresh) {
    const std::size_t place = fresh.key.hash() % count_;
    const std::lock_guard guard(lock_of(place));
    Bucket& bucket = buckets_[place];
    Entry* least = &bucket[0];
    for (Entry& entry : bucket) {
      if (entry.work.is_some() && entry.key == fresh.key) {
        if (fresh.is_solved() || !entry.is_solved()) entry = fresh;
        return;
      }
      if (entry.work < least->work) least = &entry;
    }
    *least = fresh;
  }

  // As Solver::write_table() has it.
  void write(const Solver::WriteWords& write) const {
    std::vector<std::uint64_t> words;
    for (std::size_t place = 0; place < count_; ++place) {
      if (words.size() + Entry::kSavedWords * kEntries > Solver::kPieceWords) {
        write(words);
        words.clear();
      }
      WordWriter writer(words);
      const std::lock_guard guard(lock_of(place));
      for (const Entry& entry : buckets_[place]) {
        if (entry.work.is_some()) entry.save(writer);
      }
    }
    if (!words.empty()) write(words);
  }
  // As Solver::read_table() has it, of a board with these cells.
  template <int kWords>
  void read(std::span<const std::uint64_t> words, const CellBits<kWords>& cells) {
    for (; words.size() >= Entry::kSavedWords; words = words.subspan(Entry::kSavedWords)) {
      WordReader reader(words);
      const std::optional<Entry> entry = Entry::load(reader, cells);
      if (!entry) throw std::invalid_argument("an entry is none of this game and board");
      store(*entry);
    }
    if (!words.empty()) throw std::invalid_argument("an entry is cut off");
  }

 private:
  static constexpr std::size_t kEntries = 4;
  static constexpr std::size_t kLocks = 1 << 12;

  using Bucket = std::array<Entry, kEntries>;
  // So that memory is enough to hold them.
  static_assert(std::is_trivially_copyable_v<Entry> && std::is_trivially_destructible_v<Entry>);

  struct Free {
    void operator()(Bucket* buckets) const { std::free(buckets); }
  };

  SpinLock& lock_of(std::size_t place) const { return locks_[place % kLocks]; }

  std::size_t count_;
  std::unique_ptr<Bucket[], Free> buckets_;
  mutable std::vector<SpinLock> locks_;
};

}  // namespace isthmus
