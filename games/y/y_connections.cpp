#include "games/y/y_connections.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "games/hex/smallest_connections.hpp"

namespace isthmus {

namespace {

template <int kWords>
bool are_apart(const CellBits<kWords>& a, const CellBits<kWords>& b) {
  return (a & b).empty();
}

}  // namespace

template <int kWords>
YConnections<kWords>::YConnections(const Board& board, const Limits& limits)
    : cells_(board.cells().resized<kWords>()),
      neighbours_(static_cast<std::size_t>(board.cell_range())),
      limits_(limits) {
  if (board.goals().size() != kEdges || board.cell_range() > 64 * kWords) {
    throw std::invalid_argument("not a board of Y, or too large a one");
  }
  cells_.for_each([&](Cell cell) {
    for (Cell neighbour : board.neighbours(cell)) neighbours_[cell].insert(neighbour);
    for (std::size_t edge = 0; edge < kEdges; ++edge) {
      if ((board.goals(cell) >> edge & 1U) != 0) edges_[edge].insert(cell);
    }
  });
}

template <int kWords>
void YConnections<kWords>::find(const Cells& own, const Cells& other, Until until) {
  start(own, other);
  while (!wins_ && steps_ < limits_.steps && !(until == Until::first_win && winning_move_)) {
    while (min_ < queue_.size() && queue_[min_].empty()) ++min_;
    if (min_ == queue_.size()) return;
    const Item item = queue_[min_].back();
    queue_[min_].pop_back();
    use(item);
  }
}

template <int kWords>
void YConnections<kWords>::start(const Cells& own, const Cells& other) {
  const Cells empty = cells_ - own - other;
  wins_ = false;
  winning_move_.reset();
  must_play_ = empty;
  ends_.assign(edges_.size(), {});
  for (Cells rest = own; !rest.empty();) ends_.push_back(take_chain(rest));
  first_cell_ = static_cast<End>(ends_.size());
  end_of_.resize(neighbours_.size());
  empty.for_each([&](Cell cell) {
    end_of_[cell] = static_cast<End>(ends_.size());
    Cells self;
    self.insert(cell);
    ends_.push_back(self);
  });

  const std::size_t count = ends_.size();
  pairs_.resize(std::max(pairs_.size(), count * (count - 1) / 2));
  for (Pair& pair : pairs_) {
    pair.full.clear();
    pair.semi.clear();
  }
  partners_.resize(std::max(partners_.size(), count));
  for (auto& partners : partners_) partners.clear();
  queue_.resize(neighbours_.size() + 1);
  for (auto& items : queue_) items.clear();
  min_ = 0;
  steps_ = 0;

  for (End end = kEdges; end < count; ++end) {
    for (End edge = 0; edge < kEdges; ++edge) {
      if (!are_apart(ends_[end], edges_[edge])) add_full(end, edge, {});
    }
    (beside(ends_[end]) & empty).for_each([&](Cell cell) {
      if (end_of_[cell] > end) add_full(end, end_of_[cell], {});
    });
  }
}

// Takes a chain out of the stones.
template <int kWords>
typename YConnections<kWords>::Cells YConnections<kWords>::take_chain(Cells& rest) const {
  Cells chain;
  chain.insert(rest.first());
  for (Cells fresh = chain; !fresh.empty();) {
    fresh = (beside(fresh) & rest) - chain;
    chain = chain | fresh;
  }
  rest = rest - chain;
  return chain;
}

template <int kWords>
typename YConnections<kWords>::Cells YConnections<kWords>::beside(const Cells& cells) const {
  Cells around;
  cells.for_each([&](Cell cell) { around = around | neighbours_[cell]; });
  return around;
}

template <int kWords>
void YConnections<kWords>::use(const Item& item) {
  auto& full = pair(item.a, item.b).full;
  const auto found = std::find_if(full.begin(), full.end(), [&](const Full& connection) {
    return connection.carrier == item.carrier;
  });
  if (found == full.end()) return;  // there are better ones by now
  const bool is_first = std::none_of(full.begin(), full.end(),
                                     [](const Full& connection) { return connection.is_used; });
  found->is_used = true;
  meet(item.a, item.b, item.carrier);
  meet(item.b, item.a, item.carrier);
  if (is_first) {
    partners_[item.a].push_back(item.b);
    partners_[item.b].push_back(item.a);
  }
}

// Goes on over `middle`, which `end` is connected to by the carrier.
template <int kWords>
void YConnections<kWords>::meet(End end, End middle, const Cells& carrier) {
  if (middle < kEdges) return;
  for (const End other : partners_[middle]) {
    if (other == end || (other < kEdges && end < kEdges)) continue;
    const auto& known = pair(end, other).full;
    if (!known.empty() && known.front().size == 0) continue;
    if (!is_chain(other) && !are_apart(carrier, ends_[other])) continue;
    for (const Full& onward : pair(middle, other).full) {
      ++steps_;
      if (!onward.is_used || !are_apart(carrier, onward.carrier)) continue;
      if (!is_chain(end) && !are_apart(onward.carrier, ends_[end])) continue;
      const Cells both = carrier | onward.carrier;
      if (is_chain(middle)) {
        add_full(end, other, both);
      } else {
        add_semi(end, other, both | ends_[middle], ends_[middle].first());
      }
    }
  }
}

template <int kWords>
void YConnections<kWords>::add_full(End a, End b, const Cells& carrier) {
  Pair& between = pair(a, b);
  const int size = carrier.size();
  if (!keep_smallest(between.full, Full{carrier, size, false}, limits_.full, [](const auto&) {}))
    return;
  std::erase_if(between.semi, [&](const Semi& semi) { return is_within(carrier, semi.carrier); });
  queue_[static_cast<std::size_t>(size)].push_back({a, b, carrier});
  min_ = std::min(min_, static_cast<std::size_t>(size));
  if (a < kEdges) join_edges(b, a, carrier);
  if (b < kEdges) join_edges(a, b, carrier);
}

template <int kWords>
void YConnections<kWords>::add_semi(End a, End b, const Cells& carrier, Cell key) {
  Pair& between = pair(a, b);
  for (const Full& full : between.full) {
    if (is_within(full.carrier, carrier)) return;
  }
  if (!keep_smallest(between.semi, Semi{carrier, carrier.size(), key}, limits_.semi,
                     [](const auto&) {}))
    return;
  if (a < kEdges && is_chain(b)) join_edges_by_key(b, a, carrier, key);
  if (b < kEdges && is_chain(a)) join_edges_by_key(a, b, carrier, key);
  join_semis(a, b, carrier);
}

// Joins a semi-connection, which is among them, with others to full ones: with each of them first,
// and then with those that still help, smaller ones first.
template <int kWords>
void YConnections<kWords>::join_semis(End a, End b, const Cells& carrier) {
  const std::vector<Semi>& semis = pair(a, b).semi;
  for (std::size_t first = 0; first < semis.size(); ++first) {
    Cells common = carrier & semis[first].carrier;
    if (common == carrier) continue;  // itself
    Cells all = carrier | semis[first].carrier;
    for (std::size_t i = first + 1; i < semis.size() && !common.empty(); ++i) {
      const Cells less = common & semis[i].carrier;
      if (less == common) continue;
      common = less;
      all = all | semis[i].carrier;
    }
    if (common.empty()) add_full(a, b, all);  // what this makes needless is gone
  }
}

// Goes on from a full connection of the end, no edge, with an edge to the other two edges.
template <int kWords>
void YConnections<kWords>::join_edges(End end, End edge, const Cells& carrier) {
  const End next = static_cast<End>((edge + 1) % kEdges);
  const End last = static_cast<End>((edge + 2) % kEdges);
  for (const auto& [one, other] : {std::pair{next, last}, {last, next}}) {
    for (const Full& full : pair(end, one).full) {
      if (!are_apart(carrier, full.carrier)) continue;
      const Cells both = carrier | full.carrier;
      if (is_chain(end)) {
        for (const Semi& semi : pair(end, other).semi) {
          if (are_apart(both, semi.carrier)) add_way(both | semi.carrier, semi.key);
        }
      }
      if (one != next) continue;  // of three full ones once is enough
      for (const Full& third : pair(end, other).full) {
        if (!are_apart(both, third.carrier)) continue;
        if (is_chain(end)) {
          wins_ = true;
        } else {
          add_way(both | third.carrier | ends_[end], ends_[end].first());
        }
      }
    }
  }
}

// Likewise from a semi-connection of a chain.
template <int kWords>
void YConnections<kWords>::join_edges_by_key(End end, End edge, const Cells& carrier, Cell key) {
  const End next = static_cast<End>((edge + 1) % kEdges);
  const End last = static_cast<End>((edge + 2) % kEdges);
  for (const Full& one : pair(end, next).full) {
    if (!are_apart(carrier, one.carrier)) continue;
    for (const Full& other : pair(end, last).full) {
      if (!are_apart(carrier | one.carrier, other.carrier)) continue;
      add_way(carrier | one.carrier | other.carrier, key);
    }
  }
}

// A way to win by playing first on the key.
template <int kWords>
void YConnections<kWords>::add_way(const Cells& carrier, Cell key) {
  if (!winning_move_) winning_move_ = key;
  must_play_ = must_play_ & carrier;
  if (must_play_.empty()) wins_ = true;
}

template <int kWords>
int YConnections<kWords>::distance(Cell cell) const {
  constexpr int kByMove = 6,
                kFar = 30;  // for a connection that wants a move first, or is not there
  int distance = 0;
  for (End edge = 0; edge < kEdges; ++edge) {
    const Pair& between = pair(end_of_[cell], edge);
    int nearest = kFar;
    if (!between.semi.empty()) nearest = std::min(nearest, between.semi.front().size + kByMove);
    if (!between.full.empty()) nearest = std::min(nearest, between.full.front().size);
    distance += nearest;
  }
  return distance;
}

template class YConnections<1>;
template class YConnections<2>;
template class YConnections<3>;
template class YConnections<6>;
template class YConnections<kMaxCells / 64>;

}  // namespace isthmus
