#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "engine/board/cell_set.hpp"

namespace isthmus {

// Finds facts that hold in a place: whose stones are there, and whose carrier is empty. It is a
// B-tree in the order of the words of their stones and then of their carriers, so that facts near
// each other need much in common. Each branch has what all facts below it need, and the number of
// the newest: where the place lacks some of that, or only newer facts are asked for, it is passed
// over.
//
// One thread at a time may add facts, and others search meanwhile: they see all that were added
// before they began. Nodes never move. A full node is replaced by two new ones; readers still in it
// see it unchanged.
class FactTree {
 public:
  // `words` is how many a set of cells has.
  explicit FactTree(std::size_t words);
  ~FactTree();
  FactTree(const FactTree&) = delete;
  FactTree& operator=(const FactTree&) = delete;

  // Adds a fact, whose number is above those before.
  void add(std::size_t number, const CellSet& stones, const CellSet& carrier);

  struct Place {
    const CellSet& stones;
    const CellSet& empty;
    // How many of its stones a fact lacks here, on cells that are empty: none or one.
    int lacking = 0;
  };
  struct Found {
    std::size_t number;
    std::optional<Cell> lacks;  // a stone
  };
  // The newest fact that holds in the place, of those that are numbered from `since` on.
  std::optional<Found> find(const Place& place, std::size_t since) const;

 private:
  struct Node;
  // Of a node: what is below one of its branches, or a fact of a leaf.
  struct Branch {
    std::size_t newest;  // fact, by number
    // Words of stones and then of a carrier: what all facts below need, and what the first of them
    // in the order needs.
    std::vector<std::uint64_t> needs, first;
    Node* below;
  };

  Node& new_node(bool is_leaf);
  Branch branch_of(const Node& node, std::size_t at) const;
  Branch branch_to(Node& below) const;
  std::size_t branch_for(const Node& node, const std::vector<std::uint64_t>& needs) const;
  void put(Node& node, std::size_t at, const Branch& branch);
  void append(Node& node, const Branch& branch);
  void widen(Node& node, std::size_t at, std::size_t number,
             const std::vector<std::uint64_t>& needs);
  void split(Node& above, std::size_t at);
  bool is_met(const Node& node, std::size_t at, const Place& place) const;
  void search(const Node& node, const Place& place, std::size_t since,
              std::optional<Found>& found) const;

  std::size_t words_;  // of a set of cells
  std::vector<std::unique_ptr<Node>> nodes_;
  std::atomic<Node*> root_;
};

}  // namespace isthmus
