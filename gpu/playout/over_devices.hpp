#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <memory>
#include <span>
#include <stop_token>
#include <vector>

#include "engine/base/thread_group.hpp"
#include "engine/playout/outcome_counts.hpp"
#include "engine/playout/playout_backend.hpp"
#include "gpu/device/devices.hpp"

namespace isthmus {

// A backend of several devices, each with an OnDevice of its own, made from its number. Tasks are
// shared out among the devices in parts as large as preferred_batch(), which take turns.
template <class OnDevice, class Task>
class OverDevices final : public PlayoutBackend<Task, OutcomeCounts> {
 public:
  // Uses all devices that CUDA sees. Throws CudaError where there is none, or one of them does not
  // take the kernels.
  OverDevices() : OverDevices(all_devices()) {}
  // Uses these, at least one, by their numbers from 0 on.
  explicit OverDevices(const std::vector<int>& devices) {
    for (const int device : devices) devices_.push_back(std::make_unique<OnDevice>(device));
  }

  void run(std::span<const Task> tasks, std::span<OutcomeCounts> counts) const override {
    const auto batch = static_cast<std::size_t>(preferred_batch());
    const std::size_t parts = std::clamp<std::size_t>(tasks.size() / batch, 1, devices_.size());
    const std::size_t turn = turn_++;
    const auto run_part = [&](int number, const std::stop_token&) {
      const auto part = static_cast<std::size_t>(number);
      const std::size_t first = tasks.size() * part / parts;
      const std::size_t count = tasks.size() * (part + 1) / parts - first;
      devices_[(turn + part) % devices_.size()]->run(tasks.subspan(first, count),
                                                     counts.subspan(first, count));
    };
    run_together("devices", static_cast<int>(parts), run_part);
  }
  int preferred_batch() const override { return devices_.front()->preferred_batch(); }

 private:
  std::vector<std::unique_ptr<OnDevice>> devices_;
  mutable std::atomic<std::size_t> turn_{0};
};

}  // namespace isthmus
