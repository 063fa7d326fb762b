#pragma once

#include <cstddef>
#include <cstdint>

#include "engine/base/aligned.hpp"
#include "engine/net/net.hpp"

// Convolutions on the matrix unit of newer x86-64 servers (Intel AMX): numbers in bfloat16, sums in
// single precision. A tile has 16 rows of 64 bytes; the unit multiplies one of 16 points by 32
// inputs with one of 32 inputs by 16 outputs. The points of a tile are neighbours in memory, so
// that the tile which a tap of a convolution reads is the same tile some points further on, and
// nothing is copied.

#if defined(__x86_64__) && defined(__linux__)
#define ISTHMUS_HAS_AMX 1
#else
#define ISTHMUS_HAS_AMX 0
#endif

namespace isthmus {

class FeatureMaps;

namespace amx {

// The points of a tile, and the outputs.
inline constexpr int kTile = 16;
// Its inputs.
inline constexpr int kStep = 32;

// Whether the processor has such a unit, and the system lets this process use it, which this asks
// for.
bool is_available();

// How many numbers a point has for some planes of a net's input: the row of a tile is the planes of
// whole points.
constexpr int plane_room(int planes) { return planes <= 4 ? 4 : 8; }

// A convolution's weights, in tiles: by [group of outputs][step][pair of inputs][output of the
// group][input of the pair], bfloat16. A step is a tap and kStep of its inputs; but of a net's
// few planes it is a row of taps, with the planes of four or eight neighbours for inputs.
class Weights {
 public:
  Weights(const NetLayer& layer, int outputs, int inputs, int taps);

  int outputs() const { return outputs_; }
  int steps() const { return steps_; }
  const std::uint16_t* tile(int group, int step) const {
    return tiles_.data() + static_cast<std::size_t>(group * steps_ + step) * (kTile * kStep);
  }
  // From a point of Bfloat16Maps, whose rows are `stride` points apart, to where a step reads, in
  // bytes.
  std::ptrdiff_t offset(int step, int stride) const;

 private:
  int outputs_, inputs_, taps_, steps_;
  Aligned<std::uint16_t> tiles_;
};

// What a convolution reads: numbers by [point][channel], bfloat16, with the points of FeatureMaps.
class Bfloat16Maps {
 public:
  Bfloat16Maps() = default;
  // Of the shape of these, with `channels` channels; all zeros.
  Bfloat16Maps(const FeatureMaps& shape, int channels);

  std::size_t point_bytes() const { return point_bytes_; }
  std::uint8_t* point(std::size_t point) { return bytes_.data() + point * point_bytes_; }
  const std::uint8_t* point(std::size_t point) const {
    return bytes_.data() + point * point_bytes_;
  }

 private:
  std::size_t point_bytes_ = 0;
  Aligned<std::uint8_t> bytes_;
};

// The thread may use tiles while there is one.
class Session {
 public:
  Session();
  ~Session();
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;
};

// Writes the planes of a net's input: plane_room() numbers a point.
void write_planes(const std::uint8_t* points, int planes, const FeatureMaps& shape,
                  Bfloat16Maps& out);

// out = biases + weights * in, or out += weights * in where biases is null. What it writes between
// the rows of the maps and behind them is not to be read.
void convolve(const Weights& weights, const Bfloat16Maps& in, const float* biases,
              FeatureMaps& out);

// maps = max(maps + biases, 0), and the same in bfloat16. biases may be null.
void rectify(FeatureMaps& maps, int channels, const float* biases, Bfloat16Maps& bfloat16);

}  // namespace amx
}  // namespace isthmus
