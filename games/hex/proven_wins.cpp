#include "games/hex/proven_wins.hpp"

#include <bit>
#include <mutex>

#include "engine/board/board_words.hpp"

namespace isthmus {

// The stones and cells of the carrier that a way from edge to edge without short cut may go over.
template <int kWords>
CellBits<kWords> ProvenWins<kWords>::on_ways(Colour winner, const Cells& stones,
                                             const Cells& carrier) const {
  Cells live = stones | carrier;
  for (int edge = 0; edge < board_.edge_count(); ++edge) {
    Cells reached = board_.edge(winner, edge) & live;
    for (Cells fresh = reached; !fresh.empty();) {
      Cells around;
      fresh.for_each([&](Cell cell) { around = around | board_.neighbours(cell); });
      fresh = (around & live) - reached;
      reached = reached | fresh;
    }
    live = reached;
  }
  // A way over a cell has a short cut if all beside it are beside each other.
  const auto is_needless = [&](Cell cell) {
    Cells around = board_.neighbours(cell) & live;
    int touched = 0;
    for (int edge = 0; edge < board_.edge_count(); ++edge) {
      const Cells& at_edge = board_.edge(winner, edge);
      if (!at_edge.contains(cell)) continue;
      if (++touched > 1 || !(around - at_edge).empty()) return false;
    }
    bool is_clique = true;
    around.for_each([&](Cell other) {
      Cells apart = around - board_.neighbours(other);
      apart.erase(other);
      is_clique = is_clique && apart.empty();
    });
    return is_clique;
  };
  for (bool is_done = false; !is_done;) {
    is_done = true;
    Cells(live).for_each([&](Cell cell) {
      if (!is_needless(cell)) return;
      live.erase(cell);
      is_done = false;
    });
  }
  return live;
}

template <int kWords>
void ProvenWins<kWords>::add(Colour winner, const Cells& stones, const Cells& carrier) {
  const Cells live = on_ways(winner, stones, carrier);
  for (const std::vector<Cell>& images : board_.symmetries()) {
    std::array<Cells, 2> needs;
    (stones & live).for_each([&](Cell cell) { needs[0].insert(images[cell]); });
    (carrier & live).for_each([&](Cell cell) { needs[1].insert(images[cell]); });
    keep(wins_[side_of(winner)], needs);
  }
}

template <int kWords>
void ProvenWins<kWords>::keep(Wins& wins, const std::array<Cells, 2>& needs) {
  constexpr auto relaxed = std::memory_order_relaxed;
  const std::lock_guard adding(wins.lock);
  const std::size_t place = wins.next++ % room_;
  const std::size_t number = place / Block::kWins, in_block = place % Block::kWins;
  if (!wins.blocks[number]) {
    wins.blocks[number] = std::make_unique<Block>(2 * cells_);
    wins.block_count.store(number + 1, std::memory_order_release);
  }
  Block& block = *wins.blocks[number];
  const std::lock_guard guard(block.lock);
  const std::size_t word = in_block / kBits;
  const std::uint64_t bit = std::uint64_t{1} << (in_block % kBits);
  const auto change = [&](std::atomic<std::uint64_t>& bits, std::uint64_t to) {
    bits.store(to, std::memory_order_release);
  };
  if ((block.used.words[word].load(relaxed) & bit) != 0) {
    for (auto& row : block.rows) change(row.words[word], row.words[word].load(relaxed) & ~bit);
  }
  const auto add = [&](std::size_t need) {
    std::atomic<std::uint64_t>& bits = block.rows[need].words[word];
    change(bits, bits.load(relaxed) | bit);
  };
  needs[0].for_each([&](Cell cell) { add(stone_needed(cell)); });
  needs[1].for_each([&](Cell cell) { add(carrier_needed(cell)); });
  block.needs[in_block].store(needs);
  change(block.used.words[word], block.used.words[word].load(relaxed) | bit);
}

template <int kWords>
std::size_t ProvenWins<kWords>::side_of(Colour winner) const {
  return board_.edges_join() ? static_cast<std::size_t>(winner) : 0;
}

template <int kWords>
void ProvenWins<kWords>::find(const HexStones<kWords>& stones, Colour winner,
                              std::vector<Win>& found) const {
  found.clear();
  const Wins& wins = wins_[side_of(winner)];
  const Cells& own = stones[winner];
  const Cells& others = stones[opponent(winner)];
  std::vector<std::size_t> unmet, lacking;
  // Carriers are large, so that most wins fall by them.
  others.for_each([&](Cell cell) { unmet.push_back(carrier_needed(cell)); });
  others.for_each([&](Cell cell) { unmet.push_back(stone_needed(cell)); });
  const Cells empty = board_.cells() - own - others;
  empty.for_each([&](Cell cell) { lacking.push_back(stone_needed(cell)); });
  const auto find_in = [&](const Block& block) {
    for (std::size_t word = 0; word < Block::kRowWords; ++word) {
      std::uint64_t holds = block.used.words[word].load(std::memory_order_acquire);
      if (holds == 0) break;
      const auto bits = [&](std::size_t need) {
        return block.rows[need].words[word].load(std::memory_order_acquire);
      };
      for (const std::size_t need : unmet) {
        holds &= ~bits(need);
        if (holds == 0) break;
      }
      std::uint64_t lacks_one = 0;
      for (const std::size_t need : lacking) {
        if (holds == 0) break;
        const std::uint64_t lack = bits(need);
        holds &= ~(lacks_one & lack);
        lacks_one |= lack;
      }
      for (; holds != 0; holds &= holds - 1) {
        const std::size_t place = word * kBits + static_cast<std::size_t>(std::countr_zero(holds));
        const auto needs = block.needs[place].load();
        const Win win{needs[0] - own, needs[1] - own};
        found.push_back(win);
      }
    }
  };
  const std::size_t count = wins.block_count.load(std::memory_order_acquire);
  for (std::size_t i = 0; i < count; ++i) {
    const Block& block = *wins.blocks[i];
    const std::size_t before = found.size();
    while (true) {
      const SequenceLock::Version version = block.lock.begin_read();
      find_in(block);
      if (block.lock.ends_read(version)) break;
      found.erase(found.begin() + static_cast<std::ptrdiff_t>(before), found.end());
    }
  }
}

#define ISTHMUS_INSTANTIATE(kWords) template class ProvenWins<kWords>;
ISTHMUS_FOR_WORDS(ISTHMUS_INSTANTIATE)
#undef ISTHMUS_INSTANTIATE

}  // namespace isthmus
