#include "engine/solve/work.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include <doctest/doctest.h>

#include "engine/solve/general_solver.hpp"
#include "engine/theory/theory.hpp"
#include "games/list.hpp"
#include "tests/support/solver_table.hpp"

namespace isthmus {

namespace {

using test::table_of;

// The words of an entry, and which of them begins with its work: games/hex/proof_entry.hpp and
// engine/solve/df_pn.hpp, boards of up to 64 cells.
constexpr std::size_t kEntryWords = 8;
constexpr std::size_t kHexWork = 7, kGeneralWork = 6;

std::uint64_t& word_of_most_work(std::vector<std::uint64_t>& words, std::size_t at) {
  std::size_t best = at;
  for (std::size_t i = at; i < words.size(); i += kEntryWords) {
    if (static_cast<std::uint32_t>(words[i]) > static_cast<std::uint32_t>(words[best])) best = i;
  }
  return words[best];
}

}  // namespace

TEST_CASE("work counts as far as it can, and never becomes less") {
  static_assert(sizeof(Work) == 4);
  CHECK(!Work().is_some());
  CHECK(Work(3).plus(4) == Work(7));
  CHECK(Work(3).plus(0) == Work(3));
  CHECK(Work().plus(4'294'967'294) == Work(4'294'967'294U));
  CHECK(Work(4'294'967'290U).plus(5) == Work(4'294'967'295U));
  CHECK(Work(4'294'967'290U).plus(6) == Work(Work::kMost));
  CHECK(Work(Work::kMost).plus(1) == Work(Work::kMost));
  CHECK(Work(1).plus(std::int64_t{1} << 40) == Work(Work::kMost));
}

TEST_CASE("entries of more than four billion positions stay those of the most work") {
  const auto game = make_game("hex", 7, 7, SwapRule::none);
  const auto theory = game->theory();
  for (const bool is_hex : {true, false}) {
    const auto make = [&] {
      return is_hex ? theory->make_solver({.bytes = 1 << 16})
                    : make_general_solver(*game, {.bytes = 1 << 16});
    };
    const std::size_t at = is_hex ? kHexWork : kGeneralWork;
    const auto first = make();
    CHECK(first->solve(game->start(), {.nodes = 20}).proof == Proof::unknown);
    auto pieces = table_of(*first);
    REQUIRE(pieces.size() == 1);
    std::uint64_t& root = word_of_most_work(pieces[0], at);
    root = (root >> 32 << 32) | 0xffff'fffeU;  // as after that many positions
    const auto second = make();
    second->read_table(pieces[0]);
    CHECK(second->solve(game->start(), {.nodes = 20}).proof == Proof::unknown);
    pieces = table_of(*second);
    CHECK(static_cast<std::uint32_t>(word_of_most_work(pieces[0], at)) == 0xffff'ffffU);
  }
}

}  // namespace isthmus
