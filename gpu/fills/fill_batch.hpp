#pragma once

#include <cstddef>
#include <cstdint>

#include "engine/board/move.hpp"
#include "engine/random/fill_keys.hpp"

namespace isthmus {

// Some units of a task, as the host hands them over. Cells are numbered as in FillTask; a set has
// cell c as bit c % 64 of word c / 64, and words beyond those of the board may hold anything.
struct alignas(16) TaskPart {
  std::uint64_t black[kMaxCells / 64];  // stones
  std::uint64_t empty[kMaxCells / 64];  // bridge cells included
  std::uint64_t single[kMaxCells / 64];
  FillKeys keys;
  std::uint32_t first_unit;  // of kFillsPerUnit fills; even
  std::uint32_t end_unit;
  std::uint32_t end_pair;  // the first pair of units of the batch that belongs to a later part
  int rows;
  int columns;
  int reduction_side;  // as in FillTask
  int blacks;          // among the single cells
  int single_count;    // empty cells in no bridge
  int pair_count;      // bridges
};

// What a kernel reads of a part. Cells are numbered row by row, with TallyKernel::columns cells in
// each row.
struct DeviceTask {
  FillKeys keys;
  std::uint32_t first_unit;
  std::uint32_t end_unit;
  std::uint32_t end_pair;
  int reduction_side;
  int blacks;
  int single_count;
  int pair_count;
  int rows;
  int columns;
  std::uint32_t black[kMaxCells / 32];  // the cells that are black in all fills, a bit each
  std::uint32_t empty[kMaxCells / 32];  // those that are filled
};

// What a kernel counts of a cell.
struct CellCounts {
  std::uint32_t black;
  std::uint32_t black_and_connects;
};

struct BatchSize {
  std::uint32_t tasks;
  std::uint32_t pairs;  // of units
};

// A batch of tasks for boards that one kernel takes, in device memory. Units of fills are worked
// off in pairs, which belong to one task; the last pair of a task may lack the second unit.
struct FillBatch {
  BatchSize* size;
  DeviceTask* tasks;
  // TallyKernel::cell_bytes of each task: the numbers of the single cells, of the cells of the
  // first bridge, of the second, ..., and to the end TallyKernel::cells, which stands for no cell.
  std::byte* cells;
  CellCounts* counts;       // TallyKernel::cells of each task
  std::uint32_t* connects;  // one of each task
};

// A kernel and what it needs. Any number of blocks share a batch out, which are all of the same
// number of warps, up to `warps`.
struct TallyKernel {
  int side;                  // of the boards that it takes
  int columns;               // of its own boards: no fewer
  int cells;                 // side * columns
  bool wide;                 // cells have numbers of 16 bits, not 8
  std::size_t cell_bytes;    // for the numbers of the cells of a task
  int warps;                 // of a block, at most
  std::size_t shared_bytes;  // of shared memory, for each warp of a block
  const void* function;      // takes a FillBatch
};

}  // namespace isthmus
