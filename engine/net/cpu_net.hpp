#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "engine/net/net.hpp"
#include "engine/net/net_runner.hpp"

namespace isthmus {

// Computes a net on the CPU, one position after the other, on the thread that calls. In single
// precision, but for some instruction sets: with "AMX" convolutions multiply numbers in bfloat16,
// with "VNNI" (AVX-512's dot products of integers) and names that end with "_INT16" those of the
// blocks multiply 16-bit integers, so that outputs differ by about a thousandth of the greatest.
class CpuNet final : public NetRunner {
 public:
  // With the best instruction set that the processor has for single precision, or with this one of
  // instruction_sets(). Throws std::invalid_argument for another.
  explicit CpuNet(const Net& net, std::string_view instruction_set = "");
  ~CpuNet() override;

  void run(const NetView& view, std::span<const std::uint8_t> points,
           std::span<float> outputs) const override;

  // Those that the processor has, the best first: AMX, VNNI, and others as CpuFillBackend names
  // them, each behind the same with 16-bit integers where it multiplies these faster.
  static std::vector<std::string> instruction_sets();

  // Weights in the order in which they are used; in cpu_net.cpp.
  struct Packed;

 private:
  std::size_t implementation_;
  std::unique_ptr<const Packed> packed_;
};

}  // namespace isthmus
