#include "engine/net/amx.hpp"

#include <cstring>

#include "engine/net/float16.hpp"
#include "engine/net/packed_net.hpp"

#if ISTHMUS_HAS_AMX
#include <cpuid.h>
#include <immintrin.h>
#include <sys/syscall.h>
#include <unistd.h>
#endif

namespace isthmus::amx {

namespace {

constexpr bool is_of_planes(int inputs) { return inputs <= Net::kMaxPlanes; }

constexpr int kRow = 3;  // taps

// The four planes from this one on, bfloat16, of a point's byte.
constexpr std::uint64_t four_planes(unsigned point, int first) {
  constexpr std::uint64_t kOne = bfloat_from_float(1);
  const std::uint64_t bits = point >> first;
  return kOne * ((bits & 1U) | (bits & 2U) << 15U | (bits & 4U) << 30U | (bits & 8U) << 45U);
}

}  // namespace

static_assert(kGroup == kTile && Net::kChannelStep % (2 * kTile) == 0);
static_assert(plane_room(Net::kMaxPlanes) * kRow <= kStep);

Weights::Weights(const NetLayer& layer, int outputs, int inputs, int taps)
    : outputs_(outputs),
      inputs_(inputs),
      taps_(taps),
      steps_(is_of_planes(inputs) ? kRow : taps * inputs / kStep),
      tiles_(static_cast<std::size_t>(outputs * steps_ * kStep)) {
  // By what comes in at a step: which of the layer's weights it is for an output; -1 for none.
  const auto find = [&](int step, int input) {
    if (is_of_planes(inputs)) {
      const int room = plane_room(inputs), tap = input / room, plane = input % room;
      return tap < kRow && plane < inputs ? plane * taps + step * kRow + tap : -1;
    }
    const int steps_of_tap = inputs / kStep;
    return (step % steps_of_tap * kStep + input) * taps + step / steps_of_tap;
  };
  std::uint16_t* to = tiles_.data();
  for (int group = 0; group < outputs; group += kTile) {
    for (int step = 0; step < steps_; ++step) {
      for (int input = 0; input < kStep; input += 2) {
        for (int output = group; output < group + kTile; ++output) {
          for (int i : {input, input + 1}) {
            const int weight = find(step, i);
            if (weight >= 0) {
              *to = bfloat_from_float(
                  layer.weights[static_cast<std::size_t>(output * inputs * taps + weight)]);
            }
            ++to;
          }
        }
      }
    }
  }
}

std::ptrdiff_t Weights::offset(int step, int stride) const {
  if (is_of_planes(inputs_)) {
    return ((step - 1) * stride - 1) * plane_room(inputs_) *
           static_cast<std::ptrdiff_t>(sizeof(std::uint16_t));
  }
  const int steps_of_tap = inputs_ / kStep;
  const int tap = step / steps_of_tap;
  const int points = taps_ == 1 ? 0 : (tap / kRow - 1) * stride + tap % kRow - 1;
  return (points * inputs_ + step % steps_of_tap * kStep) *
         static_cast<std::ptrdiff_t>(sizeof(std::uint16_t));
}

Bfloat16Maps::Bfloat16Maps(const FeatureMaps& shape, int channels)
    : point_bytes_(static_cast<std::size_t>(channels) * sizeof(std::uint16_t)),
      // The last tile may begin at the last point. From there a step reads the points of
      // another tile, a row and a point further on at the most; of planes, that of four or eight
      // neighbours.
      bytes_((shape.points() + kTile) * point_bytes_) {}

#if ISTHMUS_HAS_AMX

namespace {

#define ISTHMUS_AMX __attribute__((target("avx512f,avx512bf16,amx-tile,amx-bf16")))

// The configuration of the tiles in use, laid out as in Intel's manual. All are as large as can be.
struct alignas(64) TileConfig {
  std::uint8_t palette = 1;
  std::uint8_t start_row = 0;
  std::uint8_t reserved[14] = {};
  std::uint16_t row_bytes[16] = {64, 64, 64, 64, 64, 64, 64, 64};
  std::uint8_t rows[16] = {kTile, kTile, kTile, kTile, kTile, kTile, kTile, kTile};
};
// In memory for good: of a local one g++ 12 stores no more than the first bytes.
constexpr TileConfig kTileConfig;

ISTHMUS_AMX void configure_tiles() { _tile_loadconfig(&kTileConfig); }

ISTHMUS_AMX void release_tiles() { _tile_release(); }

// Up to two tiles of points by two of outputs, so that each tile that is loaded is used twice.
template <int kTiles>
ISTHMUS_AMX void convolve_tiles(const Weights& weights, const Bfloat16Maps& in, const float* biases,
                                FeatureMaps& out, int group, std::size_t point) {
  constexpr std::size_t kOutRow = kTile * sizeof(float);
  // A row that is read again and again, where there are biases.
  const std::size_t begin_row = biases != nullptr ? 0 : kOutRow;
  const auto begin_of = [&](int g, std::size_t p) {
    return biases != nullptr ? biases + g * kTile : out.group(g) + p * kTile;
  };
  // What was written before is to be in memory: g++ does not know that tiles are loaded from there.
  asm volatile("" ::: "memory");
  _tile_loadd(0, begin_of(group, point), begin_row);
  _tile_loadd(1, begin_of(group + 1, point), begin_row);
  if constexpr (kTiles == 2) {
    _tile_loadd(2, begin_of(group, point + kTile), begin_row);
    _tile_loadd(3, begin_of(group + 1, point + kTile), begin_row);
  }
  const std::size_t in_row = in.point_bytes();
  for (int step = 0; step < weights.steps(); ++step) {
    const std::uint8_t* from = in.point(point) + weights.offset(step, out.stride());
    _tile_loadd(4, weights.tile(group, step), 64);
    _tile_loadd(5, weights.tile(group + 1, step), 64);
    _tile_loadd(6, from, in_row);
    _tile_dpbf16ps(0, 6, 4);
    _tile_dpbf16ps(1, 6, 5);
    if constexpr (kTiles == 2) {
      _tile_loadd(7, from + kTile * in_row, in_row);
      _tile_dpbf16ps(2, 7, 4);
      _tile_dpbf16ps(3, 7, 5);
    }
  }
  _tile_stored(0, out.group(group) + point * kTile, kOutRow);
  _tile_stored(1, out.group(group + 1) + point * kTile, kOutRow);
  if constexpr (kTiles == 2) {
    _tile_stored(2, out.group(group) + (point + kTile) * kTile, kOutRow);
    _tile_stored(3, out.group(group + 1) + (point + kTile) * kTile, kOutRow);
  }
}

// As _mm512_max_ps(), of which g++ 12 warns (GCC bug 105593).
ISTHMUS_AMX __m512 greater(__m512 a, __m512 b) { return _mm512_maskz_max_ps(0xffff, a, b); }

// Whether the processor and the system have it, as the processor reports.
__attribute__((target("xsave"))) bool is_there() {
  constexpr unsigned kXsave = 1U << 27U;                    // of leaf 1, ECX
  constexpr unsigned kTileAndBf16 = 1U << 24U | 1U << 22U;  // of leaf 7, EDX
  constexpr unsigned kAvx512Bf16 = 1U << 5U;                // of leaf 7, 1, EAX
  // That the system keeps vectors, masks and tiles.
  constexpr unsigned long long kStates = 0x600e6;
  unsigned a = 0, b = 0, c = 0, d = 0;
  if (__get_cpuid(1, &a, &b, &c, &d) == 0 || (c & kXsave) == 0) return false;
  if ((_xgetbv(0) & kStates) != kStates) return false;
  if (__get_cpuid_count(7, 0, &a, &b, &c, &d) == 0 || (d & kTileAndBf16) != kTileAndBf16) {
    return false;
  }
  return __get_cpuid_count(7, 1, &a, &b, &c, &d) != 0 && (a & kAvx512Bf16) != 0;
}

// Linux saves a process's tiles only after it asked (its documentation, x86/xstate).
bool is_permitted() {
  constexpr long kRequestPermission = 0x1023, kTileData = 18;
  return syscall(SYS_arch_prctl, kRequestPermission, kTileData) == 0;
}

}  // namespace

bool is_available() {
  static const bool available = is_there() && is_permitted();
  return available;
}

Session::Session() { configure_tiles(); }

Session::~Session() { release_tiles(); }

void write_planes(const std::uint8_t* points, int planes, const FeatureMaps& shape,
                  Bfloat16Maps& out) {
  for (int row = 0; row < shape.rows(); ++row) {
    std::uint8_t* to = out.point(shape.point(row, 0));
    for (int column = 0; column < shape.columns(); ++column, ++points) {
      for (int first = 0; first < planes; first += 4) {
        const std::uint64_t numbers = four_planes(*points, first);
        std::memcpy(to, &numbers, sizeof(numbers));
        to += sizeof(numbers);
      }
    }
  }
}

void convolve(const Weights& weights, const Bfloat16Maps& in, const float* biases,
              FeatureMaps& out) {
  const std::size_t begin = out.point(0, 0);
  const std::size_t end = out.point(out.rows() - 1, out.columns() - 1) + 1;
  for (int group = 0; group < weights.outputs() / kTile; group += 2) {
    std::size_t point = begin;
    for (; point + kTile < end; point += 2 * kTile) {
      convolve_tiles<2>(weights, in, biases, out, group, point);
    }
    if (point < end) convolve_tiles<1>(weights, in, biases, out, group, point);
  }
}

ISTHMUS_AMX void rectify(FeatureMaps& maps, int channels, const float* biases,
                         Bfloat16Maps& bfloat16) {
  const __m512 zero = _mm512_setzero_ps();
  for (int group = 0; group < channels / kTile; group += 2) {
    float *low = maps.group(group), *high = maps.group(group + 1);
    const __m512 low_bias = biases ? _mm512_loadu_ps(biases + group * kTile) : zero;
    const __m512 high_bias = biases ? _mm512_loadu_ps(biases + (group + 1) * kTile) : zero;
    for (int row = 0; row < maps.rows(); ++row) {
      std::size_t point = maps.point(row, 0);
      for (int column = 0; column < maps.columns(); ++column, ++point) {
        const std::size_t at = point * kTile;
        const __m512 a = greater(_mm512_add_ps(_mm512_load_ps(low + at), low_bias), zero);
        const __m512 b = greater(_mm512_add_ps(_mm512_load_ps(high + at), high_bias), zero);
        _mm512_store_ps(low + at, a);
        _mm512_store_ps(high + at, b);
        _mm512_store_si512(bfloat16.point(point) + group * kTile * 2,
                           reinterpret_cast<__m512i>(_mm512_cvtne2ps_pbh(b, a)));
      }
    }
  }
}

#else

bool is_available() { return false; }

#endif

}  // namespace isthmus::amx
