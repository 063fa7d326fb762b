#pragma once

#include <vector>

#include "tools/tournament/spec.hpp"

namespace isthmus::tournament {

// The numbers of the cores that this process may use.
std::vector<int> available_cores();

// How many cores a game of these engines keeps busy at most: the threads of the engine that has
// most, as only one thinks at a time, or of the two that have most where they ponder.
int cores_for_game(const Spec& spec);

// How many games may be played at a time, at least one, so that no two share a core. Engines whose
// threads are 0 compute elsewhere and need none.
int max_jobs(const Spec& spec, int cores);

// The cores of a job, by its number from 0, where the spec pins games; else none.
std::vector<int> cores_of_job(const Spec& spec, int job);

}  // namespace isthmus::tournament
