#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#include "engine/board/board.hpp"
#include "engine/theory/theory.hpp"
#include "games/certificates/certificate.hpp"
#include "games/certificates/link_proofs.hpp"

namespace isthmus {

// Makes facts of the virtual connections that a search has found in a position, by finding again
// how each comes of smaller ones.
class ConnectionProofs {
 public:
  // `stones` are the colour's. All must outlive this, and `connections` not search again.
  ConnectionProofs(const Board& board, const CellSet& stones, const VirtualConnections& connections,
                   LinkProofs& links);

  // A fact that joins the colour's edges; nothing where none was found.
  std::optional<std::size_t> join_edges();
  // Answers after which the edges are joined. Each lessens the cells that all before it need.
  std::vector<ConnectionFact::Threat> edge_threats();

 private:
  // Numbers of ends are those of the search: the edges come first.
  std::optional<std::size_t> join(int a, int b, const CellSet& carrier);
  std::optional<std::size_t> join_by_chain(int a, int b, const CellSet& carrier);
  std::optional<std::size_t> join_by_answers(int a, int b, const CellSet& carrier);
  ConnectionFact threats(int a, int b, const CellSet& carrier, CellSet& open);
  std::optional<std::size_t> join_by_way_of(int a, int way, int b, const CellSet& carrier);
  std::optional<std::size_t> join_small(int a, int b, const CellSet& carrier);
  std::optional<std::size_t> join_all_edges(const CellSet& carrier);
  std::optional<std::size_t> join_all_edges_after(Cell key, const CellSet& carrier);
  // How an end is to be joined to an edge: after a stone of the colour on the key, if there is one.
  struct Arm {
    std::optional<Cell> key;
    CellSet carrier;
  };
  std::optional<std::size_t> join_all_by_way_of(int way, const std::optional<Cell>& key,
                                                const CellSet& carrier, std::vector<Arm>& arms);
  std::optional<std::size_t> join_arms(int way, const std::vector<Arm>& arms);
  std::optional<std::size_t> with_ends(std::size_t fact, const Ends& ends);

  bool is_edge(int end) const { return end < edge_count_; }
  // Whether what joins these two ends joins all three edges of Y.
  bool are_all_edges(int a, int b) const { return edge_count_ == 3 && is_edge(a) && is_edge(b); }
  CellSet tied(int end, const CellSet& near) const;
  CellSet near_of(const CellSet& cells) const;

  const Board& board_;
  const VirtualConnections& connections_;
  LinkProofs& links_;
  FactStore& facts_;
  int edge_count_;
  std::vector<int> chains_;  // without the edges
  std::map<std::tuple<int, int, CellSet>, std::optional<std::size_t>> known_;
};

}  // namespace isthmus
