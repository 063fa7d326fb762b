#pragma once

#include <atomic>
#include <cstddef>
#include <memory>
#include <optional>
#include <vector>

#include "engine/board/cell_set.hpp"
#include "games/certificates/certificate.hpp"
#include "games/certificates/fact_tree.hpp"

namespace isthmus {

// Finds facts that hold in a place: whose stones are there, and whose carrier is empty. One thread
// at a time may add facts, and others find those before meanwhile.
class FactIndex {
 public:
  // Of boards with cells below this number.
  explicit FactIndex(int cell_range);
  ~FactIndex();
  FactIndex(const FactIndex&) = delete;
  FactIndex& operator=(const FactIndex&) = delete;

  // Adds a fact, whose number is above those before. Kinds are apart: a search is of one of them.
  void add(std::size_t number, const ConnectionFact& fact, int kind = 0);

  // The newest fact that joins the ends with some of these stones and some of these cells, of those
  // numbered from `since` on.
  std::optional<std::size_t> find(const Ends& ends, const CellSet& stones, const CellSet& empty,
                                  int kind = 0, std::size_t since = 0) const;
  // The newest of kind 0 that would join them with one more stone, on one of these cells; that
  // stone is the move.
  std::optional<ConnectionFact::Threat> find_threat(const Ends& ends, const CellSet& stones,
                                                    const CellSet& empty,
                                                    std::size_t since = 0) const;

 private:
  struct Facts;  // with the same ends and kind

  static constexpr std::size_t kPlaces = 1 << 12;

  static std::size_t place_of(const Ends& ends, int kind);
  FactTree* tree_of(const Ends& ends, int kind) const;

  std::size_t words_;                        // of a set of cells
  std::vector<std::atomic<Facts*>> places_;  // by hash: lists
  std::vector<std::unique_ptr<Facts>> all_;
};

}  // namespace isthmus
