#include "games/certificates/connection_proofs.hpp"

#include <algorithm>
#include <set>

namespace isthmus {

namespace {

// Empty cells of a connection that is proven by trying everything.
constexpr int kSmall = 6;

bool is_within(const CellSet& cells, const CellSet& others) { return (cells - others).empty(); }

}  // namespace

ConnectionProofs::ConnectionProofs(const Board& board, const CellSet& stones,
                                   const VirtualConnections& connections, LinkProofs& links)
    : board_(board),
      connections_(connections),
      links_(links),
      facts_(links.facts()),
      edge_count_(edges_join(board) ? 2 : 3) {
  std::set<int> distinct;
  stones.for_each([&](Cell cell) {
    if (const int end = *connections.end_of(cell); !is_edge(end)) distinct.insert(end);
  });
  chains_.assign(distinct.begin(), distinct.end());
}

std::optional<std::size_t> ConnectionProofs::join_edges() {
  for (const VirtualConnection& connection : connections_.full(0, 1)) {
    if (const auto fact = join(0, 1, connection.carrier)) return fact;
  }
  return std::nullopt;
}

std::vector<ConnectionFact::Threat> ConnectionProofs::edge_threats() {
  CellSet open = board_.cells();
  return threats(0, 1, board_.cells(), open).threats;
}

// A fact that joins two ends by cells of the carrier; its ends are an edge, or a stone of the chain
// or the cell that the number stands for.
std::optional<std::size_t> ConnectionProofs::join(int a, int b, const CellSet& carrier) {
  if (a > b) std::swap(a, b);
  const auto [place, is_new] = known_.try_emplace({a, b, carrier});
  if (!is_new) return place->second;
  std::optional<std::size_t> fact;
  if (are_all_edges(a, b)) {
    fact = join_all_edges(carrier);
  } else {
    if (carrier.size() <= kSmall) fact = join_small(a, b, carrier);
    if (!fact) fact = join_by_chain(a, b, carrier);
  }
  if (!fact) fact = join_by_answers(a, b, carrier);
  known_[{a, b, carrier}] = fact;
  return fact;
}

std::optional<std::size_t> ConnectionProofs::join_by_chain(int a, int b, const CellSet& carrier) {
  for (int chain : chains_) {
    if (chain == a || chain == b) continue;
    if (const auto fact = join_by_way_of(a, chain, b, carrier)) return fact;
  }
  return std::nullopt;
}

std::optional<std::size_t> ConnectionProofs::join_by_answers(int a, int b, const CellSet& carrier) {
  CellSet open = carrier;
  ConnectionFact fact = threats(a, b, carrier, open);
  if (!open.empty() || fact.threats.empty()) return std::nullopt;
  return facts_.add(std::move(fact));
}

// Answers within the carrier that join two ends. `open` has the cells that all answers so far need:
// each new one lessens them, and there is an end when none is left.
ConnectionFact ConnectionProofs::threats(int a, int b, const CellSet& carrier, CellSet& open) {
  ConnectionFact fact{.ends = {}, .rule = ConnectionFact::Rule::any};
  for (const VirtualConnection& semi : connections_.semi(a, b)) {
    if (open.empty()) break;
    if (!is_within(semi.carrier, carrier) || is_within(open, semi.carrier)) continue;
    CellSet rest = semi.carrier;
    rest.erase(*semi.key);
    auto after = are_all_edges(a, b) ? join_all_edges_after(*semi.key, rest)
                                     : join_by_way_of(a, *connections_.end_of(*semi.key), b, rest);
    if (after && !fact.threats.empty()) after = with_ends(*after, fact.ends);
    if (!after) continue;
    if (fact.threats.empty()) fact.ends = facts_.needs(*after).ends;
    fact.threats.push_back({*semi.key, *after});
    open = open & facts_.cells_of(fact.threats.back());
  }
  return fact;
}

// By two connections that share no cell, to a chain or a cell that is taken.
std::optional<std::size_t> ConnectionProofs::join_by_way_of(int a, int way, int b,
                                                            const CellSet& carrier) {
  for (const VirtualConnection& first : connections_.full(a, way)) {
    if (!is_within(first.carrier, carrier)) continue;
    const CellSet rest = carrier - first.carrier;
    for (const VirtualConnection& second : connections_.full(way, b)) {
      if (!is_within(second.carrier, rest)) continue;
      const auto to_way = join(a, way, first.carrier);
      if (!to_way) break;
      const auto from_way = join(way, b, second.carrier);
      if (!from_way) continue;
      // Their ends: those of lower numbers stand first.
      const FactNeeds one = facts_.needs(*to_way);
      const FactNeeds other = facts_.needs(*from_way);
      const bool a_first = a < way, b_last = way < b;
      const Cell end_a = one.ends[a_first ? 0 : 1], way_a = one.ends[a_first ? 1 : 0];
      const Cell end_b = other.ends[b_last ? 1 : 0], way_b = other.ends[b_last ? 0 : 1];
      ConnectionFact fact{.ends = {end_a, end_b, kNoThirdEnd}, .facts = {*to_way, *from_way}};
      if (a > b) std::swap(fact.ends[0], fact.ends[1]);
      if (way_a != way_b) {
        CellSet both;
        both.insert(way_a);
        both.insert(way_b);
        fact.links = tied(way, both);
      }
      return facts_.add(std::move(fact));
    }
  }
  return std::nullopt;
}

std::optional<std::size_t> ConnectionProofs::join_all_edges(const CellSet& carrier) {
  std::vector<Arm> arms;
  for (int chain : chains_) {
    if (const auto fact = join_all_by_way_of(chain, std::nullopt, carrier, arms)) return fact;
  }
  return std::nullopt;
}

// After a stone on the key: by it, or by a chain that it joins to an edge.
std::optional<std::size_t> ConnectionProofs::join_all_edges_after(Cell key,
                                                                  const CellSet& carrier) {
  std::vector<Arm> arms;
  const int way = *connections_.end_of(key);
  if (const auto fact = join_all_by_way_of(way, std::nullopt, carrier, arms)) return fact;
  for (int chain : chains_) {
    if (const auto fact = join_all_by_way_of(chain, key, carrier, arms)) return fact;
  }
  return std::nullopt;
}

// By connections with the edges that share no cell, of which `arms` are the first; where there is a
// key, one is a semi-connection by it.
std::optional<std::size_t> ConnectionProofs::join_all_by_way_of(int way,
                                                                const std::optional<Cell>& key,
                                                                const CellSet& carrier,
                                                                std::vector<Arm>& arms) {
  const int edge = static_cast<int>(arms.size());
  if (edge == edge_count_) return key ? std::nullopt : join_arms(way, arms);
  const auto go_on = [&](const Arm& arm, const std::optional<Cell>& left) {
    arms.push_back(arm);
    const auto fact = join_all_by_way_of(way, left, carrier - arm.carrier, arms);
    arms.pop_back();
    return fact;
  };
  for (const VirtualConnection& full : connections_.full(edge, way)) {
    if (!is_within(full.carrier, carrier)) continue;
    if (const auto fact = go_on({std::nullopt, full.carrier}, key)) return fact;
  }
  if (!key) return std::nullopt;
  for (const VirtualConnection& semi : connections_.semi(edge, way)) {
    CellSet rest = semi.carrier;
    rest.erase(*key);
    if (semi.key != key || !is_within(rest, carrier)) continue;
    if (const auto fact = go_on({key, rest}, std::nullopt)) return fact;
  }
  return std::nullopt;
}

std::optional<std::size_t> ConnectionProofs::join_arms(int way, const std::vector<Arm>& arms) {
  ConnectionFact all{.ends = edges_of(board_)};
  CellSet joined;
  for (int edge = 0; edge < edge_count_; ++edge) {
    const auto& [key, carrier] = arms[static_cast<std::size_t>(edge)];
    const auto fact = key ? join_by_way_of(edge, *connections_.end_of(*key), way, carrier)
                          : join(edge, way, carrier);
    if (!fact) return std::nullopt;
    all.facts.push_back(*fact);
    joined.insert(facts_.needs(*fact).ends[1]);  // as edges stand first
  }
  if (joined.size() > 1) all.links = tied(way, joined);
  return facts_.add(std::move(all));
}

std::optional<std::size_t> ConnectionProofs::join_small(int a, int b, const CellSet& carrier) {
  Ends ends{kNoThirdEnd, kNoThirdEnd, kNoThirdEnd};
  CellSet stones;
  for (const auto& [end, other, i] : {std::tuple{a, b, 0}, {b, a, 1}}) {
    CellSet near = near_of(carrier | connections_.cells_of(other));
    if (is_edge(other)) {
      near = near | links_.touching(kEdgeEnds[static_cast<std::size_t>(other)], board_.cells());
    }
    const CellSet own = tied(end, near);
    if (is_edge(end)) {
      ends[static_cast<std::size_t>(i)] = kEdgeEnds[static_cast<std::size_t>(end)];
    } else {
      if (own.empty()) return std::nullopt;
      ends[static_cast<std::size_t>(i)] = (own & near).empty() ? own.first() : (own & near).first();
    }
    stones = stones | own;
  }
  return links_.prove(ends, stones, carrier);
}

// A fact with other ends of the same chains.
std::optional<std::size_t> ConnectionProofs::with_ends(std::size_t fact, const Ends& ends) {
  const Ends before = facts_.needs(fact).ends;
  if (before == ends) return fact;
  ConnectionFact moved{.ends = ends, .facts = {fact}};
  for (std::size_t i = 0; i < 2; ++i) {
    const Cell from = before[i];
    if (from == ends[i]) continue;
    if (from >= kMaxCells || ends[i] >= kMaxCells) return std::nullopt;
    CellSet both;
    both.insert(from);
    both.insert(ends[i]);
    moved.links = moved.links | tied(*connections_.end_of(from), both);
  }
  return facts_.add(std::move(moved));
}

// Those of an end's cells that are in `near`, with others of its that tie them to each other, and
// to the edge where the end is one.
CellSet ConnectionProofs::tied(int end, const CellSet& near) const {
  const CellSet cells = connections_.cells_of(end);
  const CellSet wanted = cells & near;
  std::map<Cell, Cell> from;
  std::vector<Cell> reached;
  const auto reach = [&](Cell cell, Cell before) {
    if (from.try_emplace(cell, before).second) reached.push_back(cell);
  };
  if (is_edge(end)) {
    links_.touching(kEdgeEnds[static_cast<std::size_t>(end)], cells).for_each([&](Cell cell) {
      reach(cell, cell);
    });
  } else if (!wanted.empty()) {
    reach(wanted.first(), wanted.first());
  }
  CellSet tied;
  for (std::size_t i = 0; i < reached.size(); ++i) {
    if (wanted.contains(reached[i])) {
      Cell cell = reached[i];
      for (tied.insert(cell); from[cell] != cell; tied.insert(cell)) cell = from[cell];
    }
    for (Cell next : board_.neighbours(reached[i])) {
      if (cells.contains(next)) reach(next, reached[i]);
    }
  }
  return tied;
}

// The cells beside these.
CellSet ConnectionProofs::near_of(const CellSet& cells) const {
  CellSet near;
  cells.for_each([&](Cell cell) {
    for (Cell neighbour : board_.neighbours(cell)) near.insert(neighbour);
  });
  return near;
}

}  // namespace isthmus
