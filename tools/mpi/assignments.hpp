#pragma once

#include <algorithm>
#include <set>
#include <utility>
#include <vector>

namespace isthmus::mpi {

// What each rank was given and has not handed in, as rank 0 keeps it.
template <class Item>
class Assignments {
 public:
  // Of `ranks` ranks, rank 0 among them.
  explicit Assignments(int ranks) : of_(static_cast<std::size_t>(ranks)) {}

  void give(int rank, const Item& item) { of(rank).insert(item); }
  // Returns false where the rank does not have it, or not any more.
  bool take(int rank, const Item& item) { return of(rank).erase(item) > 0; }
  // Takes all that a rank has.
  std::set<Item> take_all(int rank) { return std::exchange(of(rank), {}); }
  bool is_empty() const {
    return std::all_of(of_.begin(), of_.end(), [](const auto& items) { return items.empty(); });
  }

 private:
  std::set<Item>& of(int rank) { return of_[static_cast<std::size_t>(rank)]; }

  std::vector<std::set<Item>> of_;
};

}  // namespace isthmus::mpi
