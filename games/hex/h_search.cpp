#include "games/hex/h_search.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "engine/board/board_words.hpp"

namespace isthmus {

namespace {

constexpr std::uint16_t kNoEnd = 0xffff;

template <int kWords>
std::uint32_t size_of(const CellBits<kWords>& carrier) {
  return static_cast<std::uint32_t>(carrier.size());
}

}  // namespace

template <int kWords>
void HSearch<kWords>::find(const HexStones<kWords>& stones, Colour colour, Until until,
                           std::size_t max_size) {
  max_size_ = max_size;
  start(stones, colour);
  if (has_won_) return;
  while (steps_ < limits_.steps) {
    if (until != Until::exhausted && winning_full() != nullptr) return;
    if (until == Until::semi_wins && winning_semi() != nullptr) return;
    while (min_ < queue_.size() && queue_[min_].empty()) ++min_;
    if (min_ == queue_.size() || min_ > max_size_) return;
    const Item item = queue_[min_].back();
    queue_[min_].pop_back();
    use(item);
  }
}

template <int kWords>
void HSearch<kWords>::start(const HexStones<kWords>& stones, Colour colour) {
  const Chains<kWords> chains(board_, stones, colour);
  const Cells& empty = chains.empty();
  has_won_ = chains.are_edges_joined();
  edge_count_ = static_cast<End>(board_.edge_count());
  chain_count_ = chains.count();
  cells_.clear();
  ends_.assign(static_cast<std::size_t>(board_.cell_range()), kNoEnd);
  const auto add_end = [&](const Cells& cells) {
    cells.for_each([&](Cell cell) { ends_[cell] = static_cast<End>(cells_.size()); });
    cells_.push_back(cells);
  };
  for (End chain = 0; chain < chain_count_; ++chain) add_end(chains.stones(chain));
  empty.for_each([&](Cell cell) {
    Cells self;
    self.insert(cell);
    add_end(self);
  });

  const std::size_t ends = cells_.size();
  pairs_.assign(ends * (ends - 1) / 2, {});
  full_lists_.clear();
  semi_lists_.clear();
  if (limits_.keeps_history) history_.assign(pairs_.size(), {});
  settled_.assign(ends * ends, 0);
  for (End end = 0; end < ends; ++end) settled(end, end) = 1;
  for (End a = 0; a < edge_count_ && edge_count_ == 3; ++a) {
    for (End b = 0; b < edge_count_; ++b) settled(a, b) = 1;
  }
  used_.resize(std::max(used_.size(), ends));
  for (auto& used : used_) used.clear();
  queue_.resize(static_cast<std::size_t>(board_.cell_range()) + 1);
  for (auto& items : queue_) items.clear();
  min_ = 0;
  steps_ = 0;
  must_play_ = empty;
  must_play_carrier_ = {};

  for (End chain = 0; chain < chain_count_; ++chain) {
    chains.liberties(chain).for_each([&](Cell cell) { add_full(chain, ends_[cell], {}, 0); });
    for (End edge = 0; edge < edge_count_ && !board_.edges_join(); ++edge) {
      if (!(cells_[chain] & board_.edge(colour, edge)).empty()) add_full(edge, chain, {}, 0);
    }
  }
  empty.for_each([&](Cell cell) {
    (board_.neighbours(cell) & empty).for_each([&](Cell other) {
      if (other > cell) add_full(ends_[cell], ends_[other], {}, 0);
    });
  });
}

template <int kWords>
std::optional<typename HSearch<kWords>::End> HSearch<kWords>::end_of(Cell cell) const {
  if (ends_[cell] == kNoEnd) return std::nullopt;
  return ends_[cell];
}

template <int kWords>
const typename HSearch<kWords>::Full* HSearch<kWords>::winning_full() const {
  const auto full = pairs_.front().full.all();
  return full.empty() ? nullptr : &full.front();
}

template <int kWords>
const typename HSearch<kWords>::Semi* HSearch<kWords>::winning_semi() const {
  const auto semi = pairs_.front().semi.all();
  return semi.empty() ? nullptr : &semi.front();
}

template <int kWords>
void HSearch<kWords>::use(const Item& item) {
  std::uint32_t size = 0;
  if (!item.carrier.empty()) {
    Full* const found = full_lists_.find(pairs_[index(item.a, item.b)].full, item.carrier);
    if (found == nullptr) return;  // there are better ones by now
    found->is_used = 1;
    size = found->size;
  }
  meet(item.a, item.b, item.carrier, size);
  meet(item.b, item.a, item.carrier, size);
  used_[item.a].push_back({with_end(item.carrier, item.b), item.carrier, item.b, size});
  used_[item.b].push_back({with_end(item.carrier, item.a), item.carrier, item.a, size});
}

// A carrier, and the end of it where that is a cell.
template <int kWords>
CellBits<kWords> HSearch<kWords>::with_end(const Cells& carrier, End end) const {
  return is_chain(end) ? carrier : carrier | cells_[end];
}

// Goes on over `middle`, which `end` is connected to by the carrier.
template <int kWords>
void HSearch<kWords>::meet(End end, End middle, const Cells& carrier, std::uint32_t size) {
  if (is_edge(middle)) return;
  const std::vector<Used>& onwards = used_[middle];
  steps_ += std::ssize(onwards);
  const Cells taken = with_end(carrier, end);
  const Cells key = is_chain(middle) ? Cells{} : cells_[middle];
  const std::uint8_t* const is_settled = &settled(end, 0);
  for (const Used& onward : onwards) {
    if (!(taken & onward.taken).empty()) continue;
    if (is_settled[onward.other] != 0) continue;
    const auto other = static_cast<End>(onward.other);
    const std::uint32_t all_size = size + onward.size + (is_chain(middle) ? 0 : 1);
    // Nothing would come of what it may be part of.
    if (all_size > max_size_ && !is_chain(end) && !is_chain(other)) continue;
    const Cells all = carrier | onward.carrier | key;
    if (is_chain(middle)) {
      add_full(end, other, all, all_size);
    } else {
      add_semi(end, other, all, all_size, key.first());
    }
  }
}

template <int kWords>
void HSearch<kWords>::add_full(End a, End b, const Cells& carrier, std::uint32_t size) {
  Pair& pair = pairs_[index(a, b)];
  const Full fresh{carrier, size, 0};
  if (size == 0) {
    if (settled(a, b) != 0) return;
    settled(a, b) = settled(b, a) = 1;
    // None of those that were there has been used yet, as smaller ones are used first.
    full_lists_.leave_needing_none(pair.full);
    semi_lists_.remove_all(pair.semi);
  } else {
    const auto leaves = [&](const Full& old) {
      if (old.is_used == 0) return;
      remove_used(a, b, old.carrier);
      remove_used(b, a, old.carrier);
    };
    if (!full_lists_.keep_smallest(pair.full, fresh, max_full_, leaves)) return;
    semi_lists_.remove_if(pair.semi,
                          [&](const Semi& semi) { return is_within(carrier, semi.carrier); });
  }
  if (limits_.keeps_history) history_[index(a, b)].full.push_back(fresh);
  queue_[size].push_back({a, b, carrier});
  min_ = std::min(min_, std::size_t{size});
  if (edge_count_ == 3 && is_edge(a) != is_edge(b)) {
    join_three(std::max(a, b), std::min(a, b), carrier);
    shared_.clear();  // what join_semis() goes on with here may by now be of the edges
  }
}

template <int kWords>
void HSearch<kWords>::add_semi(End a, End b, const Cells& carrier, std::uint32_t size,
                               std::uint32_t key) {
  Pair& pair = pairs_[index(a, b)];
  for (const Full& full : pair.full.all()) {
    if (full.size > size) break;
    if (is_within(full.carrier, carrier)) return;
  }
  const Semi fresh{carrier, size, key};
  if (limits_.keeps_history) history_[index(a, b)].semi.push_back(fresh);
  if (is_edge(a) && is_edge(b)) narrow_must_play(carrier);
  if (!semi_lists_.keep_smallest(pair.semi, fresh, max_semi_, [](const Semi&) {})) return;
  if (edge_count_ == 3 && is_edge(a) != is_edge(b) && is_chain(std::max(a, b))) {
    join_three_by_key(std::max(a, b), std::min(a, b), carrier, key);
  }
  join_semis(a, b, carrier);
}

template <int kWords>
void HSearch<kWords>::remove_used(End at, End other, const Cells& carrier) {
  std::vector<Used>& used = used_[at];
  const auto found = std::find_if(used.begin(), used.end(), [&](const Used& connection) {
    return connection.other == other && connection.carrier == carrier;
  });
  if (found != used.end()) used.erase(found);
}

// Joins a semi-connection, which is among them, with others to full ones: with each of them first,
// and then with those that still help, smaller ones first.
template <int kWords>
void HSearch<kWords>::join_semis(End a, End b, const Cells& carrier) {
  Pair& pair = pairs_[index(a, b)];
  if (const auto semis = pair.semi.all(); semis.size() <= 2) {  // as most are
    if (semis.size() < 2 || !(semis[0].carrier & semis[1].carrier).empty()) return;
    add_full(a, b, semis[0].carrier | semis[1].carrier, semis[0].size + semis[1].size);
    return;
  }
  Cells shared = carrier;
  for (const Semi& semi : pair.semi.all()) shared = shared & semi.carrier;
  if (!shared.empty()) return;
  shared_.clear();
  for (std::size_t first = 0; first < pair.semi.all().size(); ++first) {
    const std::span<const Semi> semis = pair.semi.all();
    if (shared_.size() != semis.size()) share_onwards(semis);
    if (!(carrier & shared_[first]).empty()) return;  // and so have all behind it
    Cells common = carrier & semis[first].carrier;
    if (common == carrier) continue;  // itself
    Cells all = carrier | semis[first].carrier;
    for (std::size_t i = first + 1; !common.empty(); ++i) {
      const Cells less = common & semis[i].carrier;
      if (less == common) continue;
      common = less;
      all = all | semis[i].carrier;
    }
    add_full(a, b, all, size_of(all));  // semi-connections that it makes needless are gone
  }
}

// Goes on from a full connection of the end, no edge, with an edge of Y to the other two.
template <int kWords>
void HSearch<kWords>::join_three(End end, End edge, const Cells& carrier) {
  const auto next = static_cast<End>((edge + 1) % 3), last = static_cast<End>((edge + 2) % 3);
  for (const auto& [one, other] : {std::pair{next, last}, {last, next}}) {
    const Pair& to_other = pairs_[index(end, other)];
    for (const Full& full : pairs_[index(end, one)].full.all()) {
      if (!(carrier & full.carrier).empty()) continue;
      const Cells both = carrier | full.carrier;
      if (is_chain(end)) {
        for (const Semi& semi : to_other.semi.all()) {
          if (!(both & semi.carrier).empty()) continue;
          const Cells all = both | semi.carrier;
          add_semi(0, 1, all, size_of(all), semi.key);
        }
      }
      if (one != next) continue;  // of three full ones once is enough
      for (const Full& third : to_other.full.all()) {
        if (!(both & third.carrier).empty()) continue;
        const Cells all = both | third.carrier;
        if (is_chain(end)) {
          add_full(0, 1, all, size_of(all));
        } else {
          add_semi(0, 1, all | cells_[end], size_of(all) + 1, cells_[end].first());
        }
      }
    }
  }
}

// Likewise from a semi-connection of a chain.
template <int kWords>
void HSearch<kWords>::join_three_by_key(End end, End edge, const Cells& carrier,
                                        std::uint32_t key) {
  const auto next = static_cast<End>((edge + 1) % 3), last = static_cast<End>((edge + 2) % 3);
  for (const Full& one : pairs_[index(end, next)].full.all()) {
    if (!(carrier & one.carrier).empty()) continue;
    for (const Full& other : pairs_[index(end, last)].full.all()) {
      if (!((carrier | one.carrier) & other.carrier).empty()) continue;
      const Cells all = carrier | one.carrier | other.carrier;
      add_semi(0, 1, all, size_of(all), key);
    }
  }
}

// By semi-connection: the cells that it and all behind it need.
template <int kWords>
void HSearch<kWords>::share_onwards(std::span<const Semi> semis) {
  shared_.resize(semis.size());
  for (std::size_t i = semis.size(); i-- > 0;) {
    shared_[i] = i + 1 < semis.size() ? semis[i].carrier & shared_[i + 1] : semis[i].carrier;
  }
}

// Every semi-connection between the edges counts here, also one that is not kept.
template <int kWords>
void HSearch<kWords>::narrow_must_play(const Cells& carrier) {
  const Cells less = must_play_ & carrier;
  if (less == must_play_) return;
  must_play_ = less;
  must_play_carrier_ = must_play_carrier_ | carrier;
  if (must_play_.empty()) add_full(0, 1, must_play_carrier_, size_of(must_play_carrier_));
}

#define ISTHMUS_INSTANTIATE(kWords) template class HSearch<kWords>;
ISTHMUS_FOR_WORDS(ISTHMUS_INSTANTIATE)
#undef ISTHMUS_INSTANTIATE

}  // namespace isthmus
