#include "engine/solve/proof_tree.hpp"

#include <algorithm>
#include <numeric>
#include <tuple>
#include <utility>

#include "engine/random/splitmix.hpp"
#include "engine/solve/proof_numbers.hpp"

namespace isthmus {

namespace {

// How long jobs are: this many positions at first, and as many more with every kJobsToDouble jobs.
constexpr std::int64_t kFirstNodes = 1000, kJobsToDouble = 1000;

std::uint64_t hash_of(const Position& position, std::uint64_t seed) {
  std::uint64_t hash = SplitMix64::mix(seed + position.history.digest());
  hash = SplitMix64::mix(hash + position.moves_played * 2U + (position.to_move == Colour::white));
  for (const CellSet& cells : position.stones) {
    for (std::uint64_t word : cells.words()) hash = SplitMix64::mix(hash + word) + seed;
  }
  return hash;
}

}  // namespace

ProofTree::Key ProofTree::key_of(const Position& position) {
  return {hash_of(position, 0x9e3779b97f4a7c15U), hash_of(position, 0xd1342543de82ef95U)};
}

// Adds the position where it is not there.
ProofTree::Id ProofTree::node_of(const Position& position) {
  const auto [place, is_new] = ids_.try_emplace(key_of(position), static_cast<Id>(nodes_.size()));
  if (!is_new) return place->second;
  Node& node = nodes_.emplace_back();
  node.mover = position.to_move;
  node.depth = position.moves_played;
  if (position.result != Result::ongoing) {
    node.proof = proof_for(position.to_move, position.result);
    // A stone that loses a game need not be there after another move.
    node.carrier = game_.board().cells();
    refresh(node);
  }
  return place->second;
}

bool ProofTree::has_room() const {
  constexpr std::size_t kOfMap = 64;  // bytes
  return nodes_.size() * (sizeof(Node) + kOfMap) + edges_ * sizeof(Edge) < bytes_;
}

void ProofTree::ask(const Position& first, std::span<const Move> moves, Colour drawn_for) {
  first_ = position_ = first;
  moves_.assign(moves.begin(), moves.end());
  for (const Move move : moves) game_.play(position_, move);
  root_ = node_of(position_);
  if (std::exchange(drawn_for_, drawn_for) == drawn_for) return;
  // From the end of the games on.
  std::vector<Id> ids(nodes_.size());
  std::iota(ids.begin(), ids.end(), Id{0});
  std::stable_sort(ids.begin(), ids.end(),
                   [&](Id a, Id b) { return nodes_[a].depth > nodes_[b].depth; });
  for (const Id id : ids) refresh(nodes_[id]);
}

int ProofTree::open_moves() const {
  const Node& root = nodes_[root_];
  return static_cast<int>(std::count_if(root.edges.begin(), root.edges.end(),
                                        [&](const Edge& edge) { return is_open(edge); }));
}

std::vector<Move> ProofTree::line(Id id) const {
  std::vector<Move> line;
  while (id != kNone) {
    const Node& node = nodes_[id];
    // A draw that is as good as a win may be found before it is known that there is no win.
    const auto draw = std::find_if(node.edges.begin(), node.edges.end(),
                                   [&](const Edge& edge) { return to_lose(edge) == 0; });
    if (node.proof == Proof::unknown && draw != node.edges.end()) {
      line.push_back(draw->move);
      id = draw->child;
    } else {
      line.insert(line.end(), node.line.begin(), node.line.end());
      id = node.best_child;
    }
  }
  return line;
}

CellSet ProofTree::carrier() const {
  const CellSet empty = game_.board().cells() - position_.occupied();
  const Node& root = nodes_[root_];
  return root.proof == Proof::unknown ? empty : root.carrier & empty;
}

std::optional<ProofJob> ProofTree::take(int worker) {
  while (root_ != kNone && !is_decided()) {
    Descent descent{{root_}, moves_, position_};
    const Found found = descend(descent, worker);
    if (found == Found::nothing) break;
    if (found == Found::change) continue;
    for (const Id id : descent.path) ++nodes_[id].inside;
    const Id id = descent.path.back();
    taken_[id] = {worker, descent.position, std::move(descent.path)};
    const std::int64_t nodes = kFirstNodes + kFirstNodes * jobs_ / kJobsToDouble;
    return ProofJob{id, first_, std::move(descent.moves),
                    nodes << std::min(nodes_[id].searches, 20)};
  }
  return std::nullopt;
}

// Goes on from the last node of the path to a leaf that no worker has, or until a move turns
// out to be known better than was thought.
ProofTree::Found ProofTree::descend(Descent& descent, int worker) {
  const Id id = descent.path.back();
  if (!nodes_[id].is_expanded) return nodes_[id].inside == 0 ? Found::leaf : Found::nothing;
  for (const std::size_t i : candidates(nodes_[id], worker)) {
    Edge& edge = nodes_[id].edges[i];
    Position next = descent.position;
    game_.play(next, edge.move);
    if (edge.child == kNone) {
      const std::size_t count = nodes_.size();
      link(id, edge, node_of(next));
      Node& child = nodes_[edge.child];
      if (nodes_.size() > count && child.proof == Proof::unknown) {
        child.to_win = edge.to_win;
        child.to_lose = edge.to_lose;
        child.worker = nodes_[id].worker;
      } else {
        update(id);
        return Found::change;
      }
    }
    descent.path.push_back(edge.child);
    descent.moves.push_back(edge.move);
    std::swap(descent.position, next);
    const Found found = descend(descent, worker);
    if (found != Found::nothing) return found;
    std::swap(descent.position, next);
    descent.path.pop_back();
    descent.moves.pop_back();
  }
  return Found::nothing;
}

// The open edges by what is to be tried first.
std::vector<std::size_t> ProofTree::candidates(const Node& node, int worker) const {
  std::vector<std::size_t> open;
  for (std::size_t i = 0; i < node.edges.size(); ++i) {
    if (is_open(node.edges[i])) open.push_back(i);
  }
  const std::size_t tried = node.is_ordered ? searched_at_a_time(open.size()) : open.size();
  using Rank = std::tuple<bool, bool, std::uint32_t, std::size_t>;
  std::vector<Rank> ranks;
  std::uint32_t least = kInfiniteNumber;
  for (std::size_t i = 0; i < open.size(); ++i) {
    const Edge& edge = node.edges[open[i]];
    const int inside = edge.child == kNone ? 0 : nodes_[edge.child].inside;
    const std::uint32_t number = virtual_number(to_lose(edge), inside);
    if (i < tried) least = std::min(least, number);
    ranks.emplace_back(i >= tried, true, number, open[i]);
  }
  // As far from the best as a depth-first search goes on with a move (1 + epsilon).
  for (auto& [is_late, is_strange, number, i] : ranks) {
    const Id child = node.edges[i].child;
    const bool is_near = number <= least + least / 4 + 1;
    is_strange = !(is_near && child != kNone && nodes_[child].worker == worker);
  }
  std::sort(ranks.begin(), ranks.end());
  std::vector<std::size_t> order;
  for (const Rank& rank : ranks) order.push_back(std::get<std::size_t>(rank));
  return order;
}

bool ProofTree::is_wanted(int worker, std::uint32_t id) const {
  const auto found = taken_.find(id);
  if (found == taken_.end() || found->second.worker != worker) return false;
  const std::vector<Id>& path = found->second.path;
  if (path.front() != root_) return false;
  for (std::size_t i = 0; i < path.size(); ++i) {
    const Node& node = nodes_[path[i]];
    if (node.is_decided()) return false;
    if (i + 1 == path.size()) break;
    const Id next = path[i + 1];
    if (std::none_of(node.edges.begin(), node.edges.end(),
                     [&](const Edge& edge) { return edge.child == next; })) {
      return false;
    }
  }
  return true;
}

bool ProofTree::hand_in(int worker, std::uint32_t id, const ProofJobResult& result) {
  const auto found = taken_.find(id);
  if (found == taken_.end() || found->second.worker != worker) return false;
  const Position position = found->second.position;
  for (const Id above : found->second.path) --nodes_[above].inside;
  taken_.erase(found);
  ++jobs_;
  Node& node = nodes_[id];
  ++node.searches;
  node.worker = worker;
  if (result.solution.proof == Proof::unknown) {
    add_moves(id, position, result.expansion);
  } else {
    node.proof = result.solution.proof;
    node.carrier = result.solution.carrier;
    node.line = result.solution.line;
  }
  update(id);
  if (!node.is_expanded || node.is_decided() || has_room()) return true;
  // It stays a leaf, with the numbers that it has come to.
  edges_ -= node.edges.size();
  node.edges = {};
  node.is_expanded = false;
  return true;
}

void ProofTree::give_back(int worker) {
  for (auto at = taken_.begin(); at != taken_.end();) {
    if (at->second.worker != worker) {
      ++at;
      continue;
    }
    for (const Id id : at->second.path) --nodes_[id].inside;
    at = taken_.erase(at);
  }
}

void ProofTree::add_moves(Id id, const Position& position, const Expansion& expansion) {
  Node& node = nodes_[id];
  node.is_expanded = true;
  node.is_ordered = expansion.is_ordered;
  node.carrier = expansion.carrier;
  edges_ += expansion.moves.size();
  for (const OpenMove& open : expansion.moves) {
    Edge& edge = node.edges.emplace_back();
    edge.move = open.move;
    edge.to_win = std::clamp(open.to_win, 1U, kInfiniteNumber - 1);
    edge.to_lose = std::clamp(open.to_lose, 1U, kInfiniteNumber - 1);
    Position next = position;
    game_.play(next, open.move);
    const auto known = ids_.find(key_of(next));
    if (known != ids_.end()) {
      link(id, edge, known->second);
    } else if (next.result != Result::ongoing) {
      link(id, edge, node_of(next));
    }
  }
}

Expansion ProofTree::expand(const Position& position) const {
  Expansion expansion;
  const auto found = ids_.find(key_of(position));
  if (found != ids_.end() && nodes_[found->second].is_expanded) {
    const Node& node = nodes_[found->second];
    for (const Edge& edge : node.edges) {
      const bool is_open = this->is_open(edge);
      expansion.moves.push_back(
          {edge.move, is_open ? to_win(edge) : 1, is_open ? to_lose(edge) : 1});
    }
    expansion.is_ordered = node.is_ordered;
    expansion.carrier = node.carrier;
  }
  if (!expansion.moves.empty()) return expansion;
  game_.legal_cells(position).for_each([&](Cell cell) { expansion.moves.push_back({Move(cell)}); });
  expansion.carrier = game_.board().cells() - position.occupied();
  return expansion;
}

void ProofTree::link(Id parent, Edge& edge, Id child) {
  edge.child = child;
  nodes_[child].parents.push_back(parent);
}

}  // namespace isthmus
