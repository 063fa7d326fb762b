#pragma once

#include <algorithm>
#include <array>
#include <atomic>
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
// Most positions that are looked for are not there. A byte of the hash of each entry says so,
// without a lock, and without a look at entries that were never written: a page that is read before
// it is written is given anew at the first write, which interrupts all threads.
//
// An Entry, of which zeroed memory is one, has a `key` with a hash(), `work`, is_solved(), and goes
// to words and back by save(WordWriter&), which adds kSavedWords of them, and load(WordReader&,
// cells), which returns nothing for words that are none of a board with these cells.
template <class Entry>
class ProofTable {
 public:
  // Takes about this many bytes, each only once it is used. Throws std::bad_alloc.
  explicit ProofTable(std::size_t bytes)
      : count_(std::max<std::size_t>(1, bytes / (sizeof(Bucket) + sizeof(Mark)))),
        buckets_(static_cast<Bucket*>(std::calloc(count_, sizeof(Bucket)))),
        marks_(static_cast<Mark*>(std::calloc(count_, sizeof(Mark)))) {
    if (!buckets_ || !marks_) throw std::bad_alloc();
  }

  // Nothing where the position is not there.
  template <class Key>
  std::optional<Entry> find(const Key& key) const {
    const std::uint64_t hash = key.hash();
    const std::size_t place = hash % count_;
    const std::uint8_t tag = tag_of(hash);
    Mark& mark = marks_[place];
    if (!mark.has(tag)) return std::nullopt;
    const std::lock_guard guard(mark.lock);
    for (std::size_t i = 0; i < kEntries; ++i) {
      const Entry& entry = buckets_[place][i];
      if (mark.tag(i) == tag && entry.key == key) return entry;
    }
    return std::nullopt;
  }

  // Has the memory on its way that find() will read, for a key with this hash.
  void prefetch(std::uint64_t hash) const {
    const std::size_t place = hash % count_;
    __builtin_prefetch(&marks_[place]);
    const auto* bytes = reinterpret_cast<const char*>(&buckets_[place]);
    for (std::size_t i = 0; i < sizeof(Bucket); i += 64) __builtin_prefetch(bytes + i);
  }

  // Takes the place of what was known of the position, unless that was a proof and this is none.
  void store(const Entry& fresh) {
    const std::uint64_t hash = fresh.key.hash();
    const std::size_t place = hash % count_;
    Mark& mark = marks_[place];
    const std::lock_guard guard(mark.lock);
    Bucket& bucket = buckets_[place];
    std::size_t least = 0;
    for (std::size_t i = 0; i < kEntries; ++i) {
      if (mark.tag(i) == 0) {
        least = i;
        break;
      }
      Entry& entry = bucket[i];
      if (entry.key == fresh.key) {
        if (fresh.is_solved() || !entry.is_solved()) entry = fresh;
        return;
      }
      if (entry.work < bucket[least].work) least = i;
    }
    bucket[least] = fresh;
    mark.tags[least].store(tag_of(hash), std::memory_order_relaxed);
  }

  // As Solver::write_table() has it.
  void write(const Solver::WriteWords& write) const {
    std::vector<std::uint64_t> words;
    for (std::size_t place = 0; place < count_; ++place) {
      if (marks_[place].tag(0) == 0) continue;
      if (words.size() + Entry::kSavedWords * kEntries > Solver::kPieceWords) {
        write(words);
        words.clear();
      }
      WordWriter writer(words);
      const std::lock_guard guard(marks_[place].lock);
      for (std::size_t i = 0; i < kEntries && marks_[place].tag(i) != 0; ++i) {
        buckets_[place][i].save(writer);
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

  using Bucket = std::array<Entry, kEntries>;
  // Of a bucket.
  struct Mark {
    std::uint8_t tag(std::size_t i) const { return tags[i].load(std::memory_order_relaxed); }
    bool has(std::uint8_t tag) const {
      bool found = false;
      for (std::size_t i = 0; i < kEntries; ++i) found |= this->tag(i) == tag;
      return found;
    }

    std::array<std::atomic<std::uint8_t>, kEntries> tags;  // by entry; 0: none yet, nor behind it
    SpinLock lock;                                         // of the entries
  };
  // So that memory is enough to hold them.
  static_assert(std::is_trivially_copyable_v<Entry> && std::is_trivially_destructible_v<Entry>);
  static_assert(std::is_trivially_destructible_v<Mark>);

  // Never 0. The place is by the lowest bits.
  static std::uint8_t tag_of(std::uint64_t hash) {
    return static_cast<std::uint8_t>(hash >> 57U) + 1;
  }

  struct Free {
    void operator()(void* memory) const { std::free(memory); }
  };

  std::size_t count_;
  std::unique_ptr<Bucket[], Free> buckets_;
  std::unique_ptr<Mark[], Free> marks_;
};

}  // namespace isthmus
