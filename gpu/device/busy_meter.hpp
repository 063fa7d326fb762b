#pragma once

#include <memory>
#include <vector>

namespace isthmus {

// For how long devices computed, and out of how long; summed over the devices.
struct BusyTime {
  double busy_seconds = 0;
  double seconds = 0;

  // From 0 to 1.
  double share() const { return seconds > 0 ? busy_seconds / seconds : 0; }
};

class BusyLogs;

// Measures, for as long as it lives, for how long devices compute, by their own clocks: by CUDA
// events around each TimedWork (timed_work.hpp). A device is busy when any of its streams is, and
// no time counts twice. The microseconds for which a stream that has begun waits until the host has
// started the kernel count as busy. Without a meter no event is recorded.
class BusyMeter {
 public:
  // On these devices, by their numbers, the last of which is current then. Throws std::logic_error
  // where there is a meter already, and what check_cuda() does.
  explicit BusyMeter(const std::vector<int>& devices);
  ~BusyMeter();
  BusyMeter(const BusyMeter&) = delete;
  BusyMeter& operator=(const BusyMeter&) = delete;

  // From the beginning until what the host has started is done, for which it waits; meanwhile
  // nothing else can be started. Throws what check_cuda() does, also for what went wrong before.
  BusyTime read();

 private:
  std::shared_ptr<BusyLogs> logs_;
};

}  // namespace isthmus
