#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <stop_token>
#include <vector>

#include "engine/board/cell_set.hpp"
#include "engine/game/record.hpp"
#include "engine/search/search.hpp"
#include "engine/search/search_pool.hpp"
#include "engine/settings/settings.hpp"
#include "engine/theory/proof.hpp"
#include "engine/theory/solver.hpp"

namespace isthmus {

// The value of a stone on a cell to the side that places it, if there is no swap.
struct JudgedStone {
  Cell cell;
  double win_rate = 0.5;         // 0 to 1; a draw counts as half a win
  double error = 0;              // standard error of that; 0 where it is proven
  std::int64_t visits = 0;       // of all searches behind it
  Proof proof = Proof::unknown;  // for the side that places it
  bool is_symmetrical = false;   // judged as the symmetrical stone on a lower cell
};

struct OpeningMapOptions {
  SearchPoolOptions pool;
  Settings settings = {};
  SearchLimits limits = {};  // of each search
  // How long stones are proven first, all of them together; no solver is asked where both are 0.
  SolveLimits solve = {};
  SolverOptions solver = {};
};

// How long to try to prove the stones of a position first: a second each on boards of up to 64
// cells, where many are proven in that; elsewhere not at all.
SolveLimits proof_limits(const Record& record);

// Visits of each search where none are given.
inline constexpr std::int64_t kOpeningVisits = 300;

// Judges each stone that may be placed in the last position of the record, by cell; its game should
// have no swap. Of stones that symmetries of the position turn into each other one is judged. What
// evaluators do not know for certain and the solver leaves open is searched twice: as it stands,
// and as a symmetry of the game turns it, which is the same to the rules and not to evaluators;
// where there is none, by two seeds. The win rate is the mean, and the error comes from how far
// such pairs are apart, all over the map.
// Returns fewer stones where stop was requested. `report`, if set, is called after each search with
// how many are done and how many there are. Throws what an evaluator threw.
std::vector<JudgedStone> map_openings(
    const Record& record, OpeningMapOptions options, std::stop_token stop,
    const std::function<void(std::size_t done, std::size_t all)>& report);

}  // namespace isthmus
