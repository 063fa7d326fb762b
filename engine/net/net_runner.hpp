#pragma once

#include <cstdint>
#include <span>

#include "engine/net/net_input.hpp"

namespace isthmus {

// Computes a net for batches of views of one size.
class NetRunner {
 public:
  virtual ~NetRunner() = default;

  // `points` holds the planes of one position after the other, as NetInput::write() makes them, and
  // `outputs` as many times view.outputs() numbers, which are written. May be called from several
  // threads at once. Throws BackendError where a device fails.
  virtual void run(const NetView& view, std::span<const std::uint8_t> points,
                   std::span<float> outputs) const = 0;

  // How many positions a call should bring for the runner to run at its best.
  virtual int preferred_batch() const { return 1; }
};

}  // namespace isthmus
