#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "engine/net.hpp"
#include "engine/net_runner.hpp"

namespace isthmus {

// Computes a net on the CPU in single precision, one picture after the other, on the thread that
// calls.
class CpuNet final : public NetRunner {
 public:
  // With the best instruction set that the processor has, or with this one of instruction_sets().
  // Throws std::invalid_argument for another.
  explicit CpuNet(const Net& net, std::string_view instruction_set = "");
  ~CpuNet() override;

  void run(const NetView& view, std::span<const std::uint8_t> points,
           std::span<float> outputs) const override;

  // As CpuTallier names them, the best first.
  static std::vector<std::string> instruction_sets();

  // Weights in the order in which they are used; in cpu_net.cpp.
  struct Packed;

 private:
  std::unique_ptr<const Packed> packed_;
  std::size_t implementation_;
};

}  // namespace isthmus
