#pragma once

#include <array>
#include <cstdint>
#include <utility>

#include "engine/base/host_device.hpp"
#include "engine/board/cell_set.hpp"
#include "engine/board/move.hpp"
#include "engine/random/splitmix.hpp"
#include "engine/shapes/shape_task.hpp"

namespace isthmus {

// Which boards of a playout are looked at. A board is given by the pairs that were played; its
// number is from 1 to `pairs`.
struct ShapeProbes {
  int pairs;
  // Where nearly all playouts are decided: no board before `first` is looked at unless both sides
  // have a shape at that, and none from `last` on unless no side has any just before it.
  int first;
  int last;
};

// The random numbers of one unit of playouts.
struct ShapeKeys {
  ISTHMUS_HOST_DEVICE ShapeKeys(std::uint64_t seed, std::uint32_t unit) {
    const std::uint64_t key = SplitMix64::mix(SplitMix64::mix(seed) + unit);
    low = static_cast<std::uint32_t>(key);
    high = static_cast<std::uint32_t>(key >> 32);
  }

  std::uint32_t low;
  std::uint32_t high;
};

// A ShapeTask that was checked, but for shapes in its position, and what follows from it.
struct ShapePlan {
  // Throws std::invalid_argument, naming what is wrong, for a task that is not as ShapeTask asks.
  explicit ShapePlan(const ShapeTask& task);

  // Whether a side has a shape in the position. (GPUs see for themselves, as this takes longer than
  // all the rest.)
  bool is_decided() const;
  // Throws as the constructor does where one has.
  static void require_undecided(bool is_decided);

  // The playouts of a unit: all units have `unit` but the last, which may have fewer.
  std::uint32_t playouts_of(std::uint32_t number) const {
    const std::uint32_t before = number * unit;
    return playouts - before < unit ? playouts - before : unit;
  }

  int side;
  bool black_moves;
  bool exact_end;
  std::uint32_t playouts;
  std::uint32_t unit;  // a power of two
  std::uint32_t units;
  std::uint64_t seed;
  CellSet black;
  CellSet white;
  int empty_count;
  std::array<std::uint16_t, kMaxCells> empty;  // cells in increasing order
  ShapeProbes probes;
};

}  // namespace isthmus
