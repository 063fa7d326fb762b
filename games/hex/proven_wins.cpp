#include "games/hex/proven_wins.hpp"

#include <bit>
#include <mutex>

namespace isthmus {

namespace {

constexpr std::size_t kBits = 64;

}  // namespace

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
  const std::lock_guard guard(wins.mutex);
  const std::size_t place = wins.next++ % room_;
  const std::uint64_t bit = std::uint64_t{1} << (place % kBits);
  if (place == wins.needs.size()) {
    wins.needs.push_back(needs);
    if (place % kBits == 0) {
      for (auto& row : wins.rows) row.push_back(0);
    }
  } else {
    wins.needs[place] = needs;
    for (auto& row : wins.rows) row[place / kBits] &= ~bit;
  }
  needs[0].for_each([&](Cell cell) { wins.rows[stone_needed(cell)][place / kBits] |= bit; });
  needs[1].for_each([&](Cell cell) { wins.rows[carrier_needed(cell)][place / kBits] |= bit; });
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
  const std::shared_lock guard(wins.mutex);
  const Cells& own = stones[winner];
  const Cells& others = stones[opponent(winner)];
  std::vector<const std::uint64_t*> unmet, lacking;
  // Carriers are large, so that most wins fall by them.
  others.for_each([&](Cell cell) { unmet.push_back(wins.rows[carrier_needed(cell)].data()); });
  others.for_each([&](Cell cell) { unmet.push_back(wins.rows[stone_needed(cell)].data()); });
  const Cells empty = board_.cells() - own - others;
  empty.for_each([&](Cell cell) { lacking.push_back(wins.rows[stone_needed(cell)].data()); });
  for (std::size_t word = 0; word * kBits < wins.needs.size(); ++word) {
    const std::size_t rest = wins.needs.size() - word * kBits;
    std::uint64_t holds = rest >= kBits ? ~std::uint64_t{0} : (std::uint64_t{1} << rest) - 1;
    for (const std::uint64_t* row : unmet) {
      holds &= ~row[word];
      if (holds == 0) break;
    }
    std::uint64_t lacks_one = 0;
    for (const std::uint64_t* row : lacking) {
      if (holds == 0) break;
      holds &= ~(lacks_one & row[word]);
      lacks_one |= row[word];
    }
    for (; holds != 0; holds &= holds - 1) {
      const auto& [needed, carrier] =
          wins.needs[word * kBits + static_cast<std::size_t>(std::countr_zero(holds))];
      const Win win{needed - own, carrier - own};
      found.push_back(win);
    }
  }
}

template class ProvenWins<1>;
template class ProvenWins<2>;
template class ProvenWins<3>;
template class ProvenWins<6>;
template class ProvenWins<kMaxCells / 64>;

}  // namespace isthmus
