#pragma once

#include <memory>

#include "gpu/device/stream.hpp"

namespace isthmus {

class BusyLog;
class BusyLogs;
struct BusyEvents;

// What is put into a stream while this lives counts as work of the stream's device, which must be
// current, where a BusyMeter measures that device.
class TimedWork {
 public:
  explicit TimedWork(const Stream& stream);
  ~TimedWork();
  TimedWork(const TimedWork&) = delete;
  TimedWork& operator=(const TimedWork&) = delete;

 private:
  const Stream& stream_;
  std::shared_ptr<BusyLogs> logs_;  // none where nothing measures, and then none of the rest
  BusyLog* log_ = nullptr;
  BusyEvents* events_ = nullptr;
};

}  // namespace isthmus
