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

// Finds facts that hold in a place: whose stones are there, and whose carrier is empty. Facts that
// are added one after the other need much in common: of each eight it has what all of them need, of
// each eight of these eights likewise, and so on. Where a place lacks some of that, none of them is
// looked at.
class FactIndex {
 public:
  // Of boards with cells below this number.
  explicit FactIndex(int cell_range) : words_((static_cast<std::size_t>(cell_range) + 63) / 64) {}

  // A fact by its number among all; those of one kind are found by it alone.
  void add(std::size_t number, const ConnectionFact& fact, int kind = 0);

  // The newest fact that joins the ends with some of these stones and some of these cells.
  std::optional<std::size_t> find(const Ends& ends, const CellSet& stones, const CellSet& empty,
                                  int kind = 0) const;
  // The newest that does after one more stone on one of the cells, and that stone.
  std::optional<ConnectionFact::Threat> find_threat(const Ends& ends, const CellSet& stones,
                                                    const CellSet& empty) const;

 private:
  static constexpr std::size_t kLevels = 7;

  // Facts with the same ends and kind.
  struct Facts {
    std::vector<std::size_t> numbers;
    // What each fact needs, and then what all of each eight of the level before do: words of
    // stones, and of empty cells.
    std::array<std::vector<std::uint64_t>, kLevels> needs;
  };
  struct Place {
    const CellSet& stones;
    const CellSet& empty;
    int lacking;  // how many stones of a fact may be on empty cells instead
  };

  const Facts* facts_of(const Ends& ends, int kind) const;
  void narrow(std::vector<std::uint64_t>& needs, std::size_t at, bool is_first,
              const ConnectionFact& fact) const;
  bool is_met(const std::uint64_t* needs, const Place& place) const;
  template <class Visit>
  bool visit_met(const Facts& facts, const Place& place, std::size_t level, std::size_t from,
                 std::size_t end, Visit& visit) const;
  template <class Visit>
  void visit_all_met(const Facts& facts, const Place& place, Visit visit) const;

  std::size_t words_;  // of a set of cells
  std::map<std::pair<Ends, int>, Facts> facts_;
};

}  // namespace isthmus
