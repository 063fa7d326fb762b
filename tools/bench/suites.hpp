#pragma once

#include <cstdint>

#include "tools/bench/report.hpp"
#include "tools/bench/table.hpp"

// What `isthmus bench` measures: the parts of its suites, each in the file of its name.

namespace isthmus {

// The suite quick, on this thread.

// Fills, their parts and the baselines' algorithms.
void bench_fills(BenchTable& table);
// Playouts of games that no fill decides, many at a time beside move by move.
void bench_playouts(BenchTable& table);
// Positions judged by a net of 6 blocks of 64 channels on one core, beside those judged by fills.
void bench_net(BenchTable& table);
// The search on the empty 11x11 board: leaves a second beside the evaluator alone, and two threads
// beside one.
void bench_search(BenchTable& table);
// What is certain in Hex: inferior cells and virtual connections of positions of 11x11 with 20
// stones, beside bridges alone.
void bench_proofs(BenchTable& table);
// What a tournament costs beside its engines: moves of a game whose engines answer without thought,
// beside two questions to such engines.
void bench_referee(BenchTable& table);

// The suite seeds: the baselines' algorithms and ours as kernels of one device. Throws
// std::runtime_error where there is no device.
BenchReport bench_baselines(BenchTable& table);

// A number that stays the same as long as the engine does what it did: searches of fixed seeds and
// visits in several positions of every game, with one thread, all visits of all moves folded into
// one. Takes a few seconds at most.
std::uint64_t bench_signature();

}  // namespace isthmus
