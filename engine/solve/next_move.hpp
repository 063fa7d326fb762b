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

// Chooses the next move in the last position of the line, and puts that position's proof numbers
// into `known`. `children` are the moves that may still win, at least one; only the first `tried`
// are searched now. A Child has to_win and to_lose, for the side that moves there, a hash, and some
// work once something is known of it. A child that is already solved is chosen at once, so that it
// is looked up; `known` stays as it is then.
template <class Known, class Child>
NextMove<Child> next_move(Known& known, std::span<Child> children, std::size_t tried,
                          const ProofBounds& bounds, const SearchLine& line) {
  SearchThreads& threads = line.threads();
  tried = std::min(tried, children.size());
  std::uint32_t least = kInfiniteNumber;  // to be done to prove that one of them is lost
  std::uint64_t sum = 0;                  // and that all of them are won
  for (std::size_t i = 0; i < children.size(); ++i) {
    Child& child = children[i];
    if (child.to_win == 0 || child.to_lose == 0) return {&child, {1, 1}};
    sum += child.to_win;
    if (i < tried) least = std::min(least, child.to_lose);
  }
  known.to_win = least;
  known.to_lose = static_cast<std::uint32_t>(std::min<std::uint64_t>(sum, kInfiniteNumber - 1));
  if (line.is_at_root()) {
    threads.report_root(known.to_win, known.to_lose, static_cast<int>(children.size()));
  }
  if (known.to_win >= bounds.to_win || known.to_lose >= bounds.to_lose) return {};

  // Where a win is far more likely one move is enough: threads stay with it, and part below.
  const bool one_step = known.to_win <= known.to_lose / 2;
  Child* next = nullptr;                   // the nearest to being lost for the side that moves then
  Child* begun = nullptr;                  // one that others are looking into for the first time
  std::uint32_t best = kInfiniteNumber;    // how much there is to do for that, as others are there
  std::uint32_t second = kInfiniteNumber;  // and with the next best
  for (Child& child : children.first(tried)) {
    const int others = threads.others_in(child.hash);
    const std::uint32_t to_lose = virtual_number(child.to_lose, others, one_step);
    if (others > 0 && !child.work.is_some()) {
      if (begun == nullptr) begun = &child;
      second = std::min(second, to_lose);
    } else if (next == nullptr || to_lose < best) {
      second = std::min(second, best);
      next = &child;
      best = to_lose;
    } else {
      second = std::min(second, to_lose);
    }
  }
  if (next == nullptr) next = begun;
  // Until the best one is this much more to do than the second, for fewer changes of mind
  // (Pawlewicz and Lew, "Improving depth-first PN-search: 1 + epsilon trick", 2007). By a thread
  // that others have sent to another move than the nearest at least one step.
  const std::uint32_t max_to_lose =
      std::max(next->to_lose + 1, std::min(bounds.to_win, second + second / 4 + 1));
  return {next, {bounds.to_lose - (known.to_lose - next->to_win), max_to_lose}};
}

}  // namespace isthmus
