#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "engine/board/position.hpp"
#include "engine/random/splitmix.hpp"
#include "engine/theory/knowledge.hpp"

namespace isthmus {

// What a game's knowledge says of positions, kept as long as there is room: one that is kept takes
// the place of another. What is missing is asked for again.
class KnownPositions {
 public:
  // The knowledge may be null: there is none then.
  explicit KnownPositions(std::unique_ptr<Knowledge> knowledge) : knowledge_(std::move(knowledge)) {
    if (has_knowledge()) entries_.resize(kEntries);
  }

  bool has_knowledge() const { return knowledge_ != nullptr; }
  // Of an unfinished position. Only where there is knowledge. It stays until the next call.
  const KnownPosition& about(const Position& position) {
    Entry& entry = entries_[hash(position) % kEntries];
    if (!entry.is_used || entry.stones != position.stones || entry.to_move != position.to_move) {
      entry = {true, position.to_move, position.stones, knowledge_->about(position)};
    }
    return entry.known;
  }

 private:
  struct Entry {
    bool is_used = false;
    Colour to_move = Colour::black;
    std::array<CellSet, 2> stones;
    KnownPosition known;
  };

  static constexpr std::size_t kEntries = 1 << 13;

  static std::uint64_t hash(const Position& position) {
    auto hash = static_cast<std::uint64_t>(position.to_move);
    for (const CellSet& cells : position.stones) {
      for (std::uint64_t word : cells.words()) hash = SplitMix64::mix(hash + word) + 1;
    }
    return hash;
  }

  std::unique_ptr<Knowledge> knowledge_;
  std::vector<Entry> entries_;
};

}  // namespace isthmus
