#pragma once

#include <cstdint>
#include <span>

#include "engine/base/host_device.hpp"
#include "engine/net/net_runner.hpp"
#include "engine/random/splitmix.hpp"

namespace isthmus::test {

// A hash of the input planes of a position.
ISTHMUS_HOST_DEVICE inline std::uint64_t hash_of_points(const std::uint8_t* points,
                                                        std::size_t count) {
  std::uint64_t hash = count;
  for (std::size_t i = 0; i < count; ++i) hash = SplitMix64::mix(hash + points[i]);
  return hash;
}
// A made-up output of a net for it, from -2 to 2.
ISTHMUS_HOST_DEVICE inline float hash_output(std::uint64_t hash, std::size_t index) {
  const std::uint64_t word = SplitMix64::mix(hash + 0x9e3779b97f4a7c15u * index);
  return static_cast<float>(word >> 40) / 4194304.0F - 2.0F;
}

// A net whose outputs are made up from that hash.
class HashNet final : public NetRunner {
 public:
  void run(const NetView& view, std::span<const std::uint8_t> points,
           std::span<float> outputs) const override {
    for (std::size_t i = 0; i * view.points() < points.size(); ++i) {
      const std::uint64_t hash = hash_of_points(points.data() + i * view.points(), view.points());
      for (std::size_t k = 0; k < view.outputs(); ++k) {
        outputs[i * view.outputs() + k] = hash_output(hash, k);
      }
    }
  }
};

// Another net than HashNet.
class OppositeNet final : public NetRunner {
 public:
  void run(const NetView& view, std::span<const std::uint8_t> points,
           std::span<float> outputs) const override {
    net_.run(view, points, outputs);
    for (float& output : outputs) output = -output;
  }

 private:
  HashNet net_;
};

}  // namespace isthmus::test
