#pragma once

#include <cstdint>

#include "gpu/net/hopper_instructions.cuh"
#include "gpu/net/hopper_kernel.hpp"

namespace isthmus {

// The ring of stages through which tiles of weights pass. The tile of a stage has come when a phase
// of `full` ends; it may be overwritten when one of `empty` does, at which all warps arrive.
struct HopperRing {
  std::uint32_t barriers, tiles;  // addresses
  int tile_bytes;
  int stages;
  int stage = 0, parity = 0;

  __device__ PhaseBarrier full() const { return {barriers + stage * 8}; }
  __device__ PhaseBarrier empty() const { return {barriers + (kHopperMaxStages + stage) * 8}; }
  // Of blocks that share a position, kHopperEdgesOfX and others.
  __device__ PhaseBarrier swap(int number) const {
    return {barriers + (2 * kHopperMaxStages + number) * 8};
  }
  __device__ std::uint32_t tile() const { return tiles + stage * tile_bytes; }
  __device__ void advance() {
    if (++stage == stages) {
      stage = 0;
      parity ^= 1;
    }
  }
};

}  // namespace isthmus
