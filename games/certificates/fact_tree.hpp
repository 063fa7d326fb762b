#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "engine/board/cell_set.hpp"

namespace isthmus {

// What facts need, by number, so that those are found that hold in a place: in the order of the
// words of stones and of empty cells, so that facts near each other need much in common. It is a
// B-tree, of which each branch has what all facts in it need, and the newest: where a place lacks
// some of that, or only newer ones are asked for, none of them is looked at.
//
// One thread at a time may add facts, and others search meanwhile: they see all that were added
// before they began. What a node has stays at its place; when it is full two others take its place,
// and it stays as it was for those who are in it.
class FactTree {
 public:
  // `words` is how many a set of cells has.
  explicit FactTree(std::size_t words);
  ~FactTree();
  FactTree(const FactTree&) = delete;
  FactTree& operator=(const FactTree&) = delete;

  // The number is above those before.
  void add(std::size_t number, const CellSet& stones, const CellSet& carrier);

  struct Place {
    const CellSet& stones;
    const CellSet& empty;
    // How many stones a fact must lack, which are on empty cells instead: none or one.
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
    // Words of stones, and then of empty cells: what all facts need, and what the first needs in
    // the order.
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
