#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "engine/board/cell_set.hpp"

namespace isthmus {

template <int kWords>
bool is_within(const CellBits<kWords>& part, const CellBits<kWords>& whole) {
  return (part - whole).empty();
}

// Puts a connection, which has a carrier and its size, where it belongs by size, in the place of
// those that need all its cells and more; `leaves` is called with each that is removed. Returns
// false where one that is there needs no more, or `most` smaller ones are there.
template <class Connection, class Leaves>
bool keep_smallest(std::vector<Connection>& list, const Connection& fresh, std::size_t most,
                   Leaves&& leaves) {
  if (list.size() == most && list.back().size <= fresh.size) return false;
  auto place = list.begin();
  for (; place != list.end() && place->size <= fresh.size; ++place) {
    if (is_within(place->carrier, fresh.carrier)) return false;
  }
  if (static_cast<std::size_t>(place - list.begin()) >= most) return false;
  const auto after = list.insert(place, fresh) + 1;
  list.erase(std::remove_if(after, list.end(),
                            [&](const Connection& old) {
                              if (!is_within(fresh.carrier, old.carrier)) return false;
                              leaves(old);
                              return true;
                            }),
             list.end());
  if (list.size() > most) {
    leaves(list.back());
    list.pop_back();
  }
  return true;
}

}  // namespace isthmus
