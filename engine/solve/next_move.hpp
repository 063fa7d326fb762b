#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

#include "engine/solve/proof_numbers.hpp"
#include "engine/solve/search_threads.hpp"

namespace isthmus {

// A depth-first proof-number search leaves a position once one of its numbers is as large as this.
struct ProofBounds {
  std::uint32_t to_win = kInfiniteNumber;
  std::uint32_t to_lose = kInfiniteNumber;
};

// The move to search next, and until when.
template <class Child>
struct NextMove {
  Child* child = nullptr;  // none where the position is to be left
  ProofBounds bounds{};    // of the child, for the side that moves there
};

// In the last position of the line, of which `known` gets what there is to do by its moves: of at
// least one that may still win, of which the first `tried` are searched for now. A Child has to_win
// and to_lose, for the side that moves there, and a hash. One that is solved, and so only to be
// looked up, is the next; `known` stays as it is then.
template <class Known, class Child>
NextMove<Child> next_move(Known& known, std::span<Child> children, std::size_t tried,
                          const ProofBounds& bounds, const SearchLine& line) {
  SearchThreads& threads = line.threads();
  Child* next = nullptr;                   // the nearest to being lost for the side that moves then
  std::uint32_t best = kInfiniteNumber;    // how much there is to do for that, as others are there
  std::uint32_t second = kInfiniteNumber;  // and with the next best
  std::uint32_t least = kInfiniteNumber;   // with that which really is the nearest
  std::uint64_t sum = 0;                   // to be done to prove that all of them are won
  // Until the best one is this much more to do than the second, for fewer changes of mind
  // (Pawlewicz and Lew, "Improving depth-first PN-search: 1 + epsilon trick", 2007). By a thread
  // that others have sent to another move than the nearest at least one step.
  const auto max_to_lose = [&] {
    return std::max(next->to_lose + 1, std::min(bounds.to_win, second + second / 4 + 1));
  };
  for (Child& child : children) {
    if (child.to_win == 0 || child.to_lose == 0) {
      next = &child;
      return {next, {1, max_to_lose()}};
    }
    sum += child.to_win;
    if (tried == 0) continue;
    --tried;
    least = std::min(least, child.to_lose);
    const std::uint32_t to_lose = threads.virtual_number(child.to_lose, child.hash);
    if (next == nullptr || to_lose < best) {
      if (next != nullptr) second = best;
      next = &child;
      best = to_lose;
    } else {
      second = std::min(second, to_lose);
    }
  }
  known.to_win = least;
  known.to_lose = static_cast<std::uint32_t>(std::min<std::uint64_t>(sum, kInfiniteNumber - 1));
  if (line.is_at_root()) {
    threads.report_root(known.to_win, known.to_lose, static_cast<int>(children.size()));
  }
  if (known.to_win >= bounds.to_win || known.to_lose >= bounds.to_lose) return {};
  return {next, {bounds.to_lose - (known.to_lose - next->to_win), max_to_lose()}};
}

}  // namespace isthmus
