#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <limits>
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
#include "engine/solve/sequence_lock.hpp"
#include "engine/solve/work.hpp"
#include "engine/theory/solver.hpp"

namespace isthmus {

// What is known of positions, within a fixed amount of memory: of four entries that compete for a
// place the one with the least work goes. May be used from several threads; each entry is read and
// written as a whole, and who reads writes nothing that others would have to wait for.
//
// Most positions that are looked for are not there. A byte of the hash of each entry says so,
// without a lock, and without a look at memory that was never written: a page that is read before
// it is written is given anew at the first write, which interrupts all threads. These bytes are
// written at the start. Entries are in buckets, which places are given with the first one: buckets
// are used one after the other, so that few pages are in use, as each costs time at the first
// write, and again when the processor has forgotten where it is.
//
// An Entry, of which zeroed memory is one, has a `key` with a hash(), `work`, is_solved(), and goes
// to words and back by save(WordWriter&), which adds kSavedWords of them, and load(WordReader&,
// cells), which returns nothing for words that are none of a board with these cells.
template <class Entry>
class ProofTable {
 public:
  // Of what is known of all positions in one place: another one after each change, 0 before any.
  using Version = SequenceLock::Version;

  // Takes about this many bytes, nearly all of them only once they are used. Throws std::bad_alloc.
  explicit ProofTable(std::size_t bytes)
      : count_(std::clamp<std::size_t>(bytes / (sizeof(Tags) + sizeof(Place) + sizeof(Bucket)), 1,
                                       kMaxBuckets)),
        tags_(std::make_unique<Tags[]>(count_)),
        places_(static_cast<Place*>(std::calloc(count_, sizeof(Place)))),
        buckets_(static_cast<Bucket*>(std::calloc(count_, sizeof(Bucket)))) {
    if (!places_ || !buckets_) throw std::bad_alloc();
  }

  // Nothing where the position is not there.
  template <class Key>
  std::optional<Entry> find(const Key& key) const {
    Version seen = 0;
    return find_since(seen, key, key.hash());
  }
  // Likewise, of a key with this hash; nothing as well where there was no change since the last
  // call with `seen`, which is 0 at first.
  template <class Key>
  std::optional<Entry> find_since(Version& seen, const Key& key, std::uint64_t hash) const {
    const std::size_t number = hash % count_;
    const std::uint8_t tag = tag_of(hash);
    if (!tags_[number].has(tag)) return std::nullopt;
    const Place& place = places_[number];
    while (true) {
      const Version version = place.lock.begin_read();
      if (version == seen) return std::nullopt;
      const std::optional<Entry> found = find_in(number, tag, key);
      if (!place.lock.ends_read(version)) continue;
      seen = version;
      return found;
    }
  }

  // Has the memory on its way that find() will read first, for a key with this hash.
  void prefetch(std::uint64_t hash) const {
    __builtin_prefetch(&tags_[hash % count_]);
    __builtin_prefetch(&places_[hash % count_]);
  }

  // Takes the place of what was known of the position, unless that was a proof and this is none.
  void store(const Entry& fresh) {
    const std::uint64_t hash = fresh.key.hash();
    const std::size_t number = hash % count_;
    Tags& tags = tags_[number];
    Place& place = places_[number];
    const std::lock_guard guard(place.lock);
    if (place.bucket == 0) place.bucket = used_.fetch_add(1, std::memory_order_relaxed) + 1;
    Bucket& bucket = bucket_of(place);
    std::size_t least = 0;
    Work least_work(Work::kMost);
    for (std::size_t i = 0; i < kEntries; ++i) {
      if (tags[i] == 0) {
        least = i;
        break;
      }
      const Entry entry = bucket[i].load();
      if (entry.key == fresh.key) {
        if (fresh.is_solved() || !entry.is_solved()) bucket[i].store(fresh);
        return;
      }
      if (i == 0 || entry.work < least_work) {
        least = i;
        least_work = entry.work;
      }
    }
    bucket[least].store(fresh);
    tags.set(least, tag_of(hash));
  }

  // As Solver::write_table() has it.
  void write(const Solver::WriteWords& write) const {
    std::vector<std::uint64_t> words;
    for (std::size_t number = 0; number < count_; ++number) {
      const Tags& tags = tags_[number];
      if (tags[0] == 0) continue;
      if (words.size() + Entry::kSavedWords * kEntries > Solver::kPieceWords) {
        write(words);
        words.clear();
      }
      WordWriter writer(words);
      Place& place = places_[number];
      const std::lock_guard guard(place.lock);
      for (std::size_t i = 0; i < kEntries && tags[i] != 0; ++i) {
        bucket_of(place)[i].load().save(writer);
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

  static constexpr std::size_t kMaxBuckets = std::numeric_limits<std::uint32_t>::max() - 1;

  // By entry of a place; 0: none yet, nor behind it.
  class Tags {
   public:
    std::uint8_t operator[](std::size_t i) const {
      return tags_[i].load(std::memory_order_acquire);
    }
    bool has(std::uint8_t tag) const {
      bool found = false;
      for (std::size_t i = 0; i < kEntries; ++i) found |= (*this)[i] == tag;
      return found;
    }
    void set(std::size_t i, std::uint8_t tag) { tags_[i].store(tag, std::memory_order_release); }

   private:
    std::array<std::atomic<std::uint8_t>, kEntries> tags_{};
  };
  struct Place {
    SequenceLock lock;     // of its tags and entries
    std::uint32_t bucket;  // from 1 on, written before the first tag; 0: none yet
  };
  using Bucket = std::array<SharedWords<Entry>, kEntries>;
  // So that memory is enough to hold them.
  static_assert(std::is_trivially_destructible_v<Place> &&
                std::is_trivially_destructible_v<Bucket>);

  Bucket& bucket_of(const Place& place) const { return buckets_[place.bucket - 1]; }

  // What is in a place, whole or not.
  template <class Key>
  std::optional<Entry> find_in(std::size_t number, std::uint8_t tag, const Key& key) const {
    for (std::size_t i = 0; i < kEntries; ++i) {
      if (tags_[number][i] != tag) continue;
      const Entry entry = bucket_of(places_[number])[i].load();
      if (entry.key == key) return entry;
    }
    return std::nullopt;
  }

  // Never 0. The place is by the lowest bits.
  static std::uint8_t tag_of(std::uint64_t hash) {
    return static_cast<std::uint8_t>(hash >> 57U) + 1;
  }

  struct Free {
    void operator()(void* memory) const { std::free(memory); }
  };

  std::size_t count_;
  std::unique_ptr<Tags[]> tags_;
  std::unique_ptr<Place[], Free> places_;
  std::unique_ptr<Bucket[], Free> buckets_;
  alignas(64) std::atomic<std::uint32_t> used_ = 0;  // buckets; away from what all threads read
};

}  // namespace isthmus
