#pragma once

#include <array>
#include <cstddef>
#include <map>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#include "engine/board/board.hpp"
#include "engine/theory/theory.hpp"
#include "games/hex/certificate.hpp"
#include "games/hex/link_proofs.hpp"

namespace isthmus {

// Makes facts of the virtual connections that a search has found in a position, by finding again
// how each comes of smaller ones.
class ConnectionProofs {
 public:
  // With these stones of the colour. All must outlive this, and what the search found must stay.
  ConnectionProofs(const Board& board, const CellSet& stones, const VirtualConnections& connections,
                   LinkProofs& links);

  // A fact that joins the colour's edges; nothing where none was found.
  std::optional<std::size_t> join_edges();
  // Answers after which the edges are joined, with no more cells in common than the search saw.
  std::vector<ConnectionFact::Threat> edge_threats();

 private:
  // Numbers of ends are those of the search: 0 and 1 are the edges.
  std::optional<std::size_t> join(int a, int b, const CellSet& carrier);
  std::optional<std::size_t> join_by_chain(int a, int b, const CellSet& carrier);
  std::optional<std::size_t> join_by_answers(int a, int b, const CellSet& carrier);
  ConnectionFact threats(int a, int b, const CellSet& carrier, CellSet& open);
  std::optional<std::size_t> join_by_way_of(int a, int way, int b, const CellSet& carrier);
  std::optional<std::size_t> join_small(int a, int b, const CellSet& carrier);
  std::optional<std::size_t> with_ends(std::size_t fact, const std::array<Cell, 2>& ends);

  CellSet tied(int end, const CellSet& near) const;
  CellSet near_of(const CellSet& cells) const;

  const Board& board_;
  const VirtualConnections& connections_;
  LinkProofs& links_;
  const std::vector<ConnectionFact>& facts_;
  std::vector<int> chains_;  // the edges', and then the others
  std::map<std::tuple<int, int, CellSet>, std::optional<std::size_t>> known_;
};

}  // namespace isthmus
