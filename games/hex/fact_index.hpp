#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "engine/board/cell_set.hpp"
#include "games/hex/certificate.hpp"

namespace isthmus {

// Finds facts that hold in a place: whose stones are there, and whose carrier is empty. Of each
// cell it has as bits which facts need a stone on it, and which need it empty; a fact holds where
// none of its bits is set in the rows of the cells that are otherwise (a bitmap index). Facts that
// are added one after the other need much in common: where a place lacks some of that, none of them
// is looked at.
class FactIndex {
 public:
  // Of boards with cells below this number.
  explicit FactIndex(int cell_range)
      : cells_(static_cast<std::size_t>(cell_range)), words_((cells_ + kWord - 1) / kWord) {}

  // A fact by its number among all; those of one kind are found by it alone.
  void add(std::size_t number, const ConnectionFact& fact, int kind = 0);

  // The newest fact that joins the ends with some of these stones and some of these cells.
  std::optional<std::size_t> find(const Ends& ends, const CellSet& stones, const CellSet& empty,
                                  int kind = 0) const;
  // The newest that does after one more stone on one of the cells, and that stone.
  std::optional<ConnectionFact::Threat> find_threat(const Ends& ends, const CellSet& stones,
                                                    const CellSet& empty) const;

 private:
  static constexpr std::size_t kWord = 64;  // bits

  // Facts with the same ends and kind; 64 of them are a block, of a word for each need, and 64
  // blocks a group.
  struct Facts {
    std::vector<std::size_t> numbers;
    std::vector<std::uint64_t> rows;  // by block
    // What all facts of a block, and of a group, need: stones, and then empty cells.
    std::vector<std::uint64_t> of_block, of_group;
  };
  // Needs of one kind that a place does not meet, as rows of a block.
  using Needs = std::vector<std::size_t>;

  std::size_t stone_needed(Cell cell) const { return cell; }
  std::size_t empty_needed(Cell cell) const { return cells_ + cell; }
  std::size_t block_rows() const { return 2 * cells_; }
  const Facts* facts_of(const Ends& ends, int kind) const;
  void narrow(std::vector<std::uint64_t>& common, std::size_t place, bool is_first,
              const ConnectionFact& fact) const;
  bool is_met(const std::uint64_t* common, const CellSet& stones, const CellSet& empty,
              int lacking) const;
  template <class Visit>
  void for_each_block(const Facts& facts, const CellSet& stones, const CellSet& empty, int lacking,
                      Visit visit) const;

  std::size_t cells_;
  std::size_t words_;  // of a set of cells
  std::map<std::pair<Ends, int>, Facts> facts_;
};

}  // namespace isthmus
