#pragma once

#include <cstddef>
#include <cstdint>

#include "engine/fill_keys.hpp"
#include "engine/move.hpp"

namespace isthmus {

// What a kernel reads of a task. Cells are numbered row * side + column, with the side of the
// kernel (board_sides.hpp).
struct DeviceTask {
  FillKeys keys;
  std::uint32_t end_pair;               // the first pair of units that belongs to a later task
  std::uint32_t units;                  // of kFillsPerUnit fills
  int reduction_side;                   // as in FillTask
  int blacks;                           // among the single cells
  int single_count;                     // empty cells in no bridge
  int pair_count;                       // bridges
  std::uint32_t black[kMaxCells / 32];  // the cells that are black in all fills, a bit each
};

// What a kernel counts of a cell.
struct CellCounts {
  std::uint32_t black;
  std::uint32_t black_and_connects;
};

// A batch of tasks for boards that one kernel takes, in device memory. Units of fills are worked
// off in pairs, which belong to one task; the last pair of a task may lack the second unit.
struct FillBatch {
  const DeviceTask* tasks;
  std::uint32_t task_count;
  std::uint32_t pairs;
  // TallyKernel::cell_bytes of each task: the numbers of the single cells, of the cells of the
  // first bridge, of the second, ..., and to the end side * side, which stands for no cell.
  const std::byte* cells;
  CellCounts* counts;       // side * side of each task
  std::uint32_t* connects;  // one of each task
  std::uint32_t* saved;     // TallyKernel::saved_words of each block
};

// A kernel and what it needs. A block is a warp; any number of blocks share a batch out.
struct TallyKernel {
  int side;                  // of the boards that it takes
  bool wide;                 // cells have numbers of 16 bits, not 8
  std::size_t cell_bytes;    // for the numbers of the cells of a task
  std::size_t shared_bytes;  // of shared memory, for a block
  std::size_t saved_words;   // of device memory, for a block
  const void* function;      // takes a FillBatch
};

}  // namespace isthmus
