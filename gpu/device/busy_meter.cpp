#include "gpu/device/busy_meter.hpp"

#include <atomic>
#include <deque>
#include <mutex>
#include <stdexcept>
#include <utility>

#include "gpu/device/cuda_error.hpp"
#include "gpu/device/interval_union.hpp"
#include "gpu/device/stream.hpp"
#include "gpu/device/timed_work.hpp"

namespace isthmus {

// The events before and after some work.
struct BusyEvents {
  cudaEvent_t begin = nullptr;
  cudaEvent_t end = nullptr;
  bool is_closed = false;  // both are recorded
};

// Of one device, which must be current for all calls. Several threads may call at once.
class BusyLog {
 public:
  BusyLog() {
    check_cuda(cudaEventCreate(&origin_), "make an event");
    check_cuda(cudaEventCreate(&now_), "make an event");
    check_cuda(cudaEventRecord(origin_, stream_.get()), "record an event");
    stream_.wait();
  }
  BusyLog(const BusyLog&) = delete;
  BusyLog& operator=(const BusyLog&) = delete;
  ~BusyLog() {
    for (const cudaEvent_t event : {origin_, now_}) cudaEventDestroy(event);
    for (auto* const all : {&under_way_, &idle_}) {
      for (const BusyEvents& events : *all) {
        cudaEventDestroy(events.begin);
        cudaEventDestroy(events.end);
      }
    }
  }

  // Begins some work; null where that fails, which read() then reports.
  BusyEvents* open(const Stream& stream) {
    const std::scoped_lock lock(mutex_);
    BusyEvents events;
    if (!idle_.empty()) {
      events = idle_.back();
      idle_.pop_back();
    } else if (!note(cudaEventCreate(&events.begin)) || !note(cudaEventCreate(&events.end))) {
      return nullptr;
    }
    under_way_.push_back(events);
    note(cudaEventRecord(events.begin, stream.get()));
    return &under_way_.back();
  }

  void close(BusyEvents& events, const Stream& stream) {
    const std::scoped_lock lock(mutex_);
    note(cudaEventRecord(events.end, stream.get()));
    events.is_closed = true;
    if (under_way_.size() > kMaxUnderWay) take_done();
  }

  // Both in seconds.
  std::pair<double, double> read() {
    const std::scoped_lock lock(mutex_);
    for (const BusyEvents& events : under_way_) {
      if (events.is_closed) note(cudaEventSynchronize(events.end));
    }
    take_done();
    check_cuda(cudaEventRecord(now_, stream_.get()), "record an event");
    stream_.wait();
    const double now = time_of(now_);
    const double busy = busy_.settle(now);
    check_cuda(failure_, "time its work");
    return {busy, now};
  }

 private:
  static constexpr std::size_t kMaxUnderWay = 4096;
  // No stream is further behind what the host puts into it, in seconds.
  static constexpr double kMaxDelay = 2;

  // Keeps the first failure.
  bool note(cudaError_t code) {
    if (failure_ == cudaSuccess) failure_ = code;
    return code == cudaSuccess;
  }
  // Seconds from the origin on; to a ten-millionth of them, as they are single-precision numbers.
  double time_of(cudaEvent_t event) {
    float milliseconds = 0;
    note(cudaEventElapsedTime(&milliseconds, origin_, event));
    return static_cast<double>(milliseconds) / 1e3;
  }
  // Counts what is done, up to the first that is not.
  void take_done() {
    double last = 0;
    while (!under_way_.empty() && under_way_.front().is_closed) {
      BusyEvents& events = under_way_.front();
      if (cudaEventQuery(events.end) == cudaErrorNotReady) break;
      last = time_of(events.begin);
      busy_.add(last, time_of(events.end));
      events.is_closed = false;
      idle_.push_back(events);
      under_way_.pop_front();
    }
    if (last > kMaxDelay) busy_.settle(last - kMaxDelay);
  }

  Stream stream_;  // with nothing but events of its own
  cudaEvent_t origin_ = nullptr;
  cudaEvent_t now_ = nullptr;
  std::mutex mutex_;  // of what follows
  std::deque<BusyEvents> under_way_;
  std::deque<BusyEvents> idle_;
  IntervalUnion busy_;
  cudaError_t failure_ = cudaSuccess;
};

// Those of a meter, by device.
class BusyLogs {
 public:
  explicit BusyLogs(const std::vector<int>& devices) {
    for (const int device : devices) {
      check_cuda(cudaSetDevice(device), "use the device");
      by_device_.emplace_back(device, std::make_unique<BusyLog>());
    }
  }

  // That of the current device; null where there is none.
  BusyLog* current() const {
    int device = -1;
    if (cudaGetDevice(&device) != cudaSuccess) return nullptr;
    for (const auto& [number, log] : by_device_) {
      if (number == device) return log.get();
    }
    return nullptr;
  }

  BusyTime read() {
    BusyTime sum;
    for (const auto& [number, log] : by_device_) {
      check_cuda(cudaSetDevice(number), "use the device");
      const auto [busy, seconds] = log->read();
      sum.busy_seconds += busy;
      sum.seconds += seconds;
    }
    return sum;
  }

 private:
  std::vector<std::pair<int, std::unique_ptr<BusyLog>>> by_device_;
};

namespace {

std::atomic<bool> is_measuring{false};
std::mutex measuring;                     // of what follows
std::shared_ptr<BusyLogs> logs_of_meter;  // null where there is no meter

}  // namespace

BusyMeter::BusyMeter(const std::vector<int>& devices) : logs_(std::make_shared<BusyLogs>(devices)) {
  const std::scoped_lock lock(measuring);
  if (logs_of_meter) throw std::logic_error("a meter measures the devices already");
  logs_of_meter = logs_;
  is_measuring = true;
}

BusyMeter::~BusyMeter() {
  const std::scoped_lock lock(measuring);
  is_measuring = false;
  logs_of_meter = nullptr;
}

BusyTime BusyMeter::read() { return logs_->read(); }

TimedWork::TimedWork(const Stream& stream) : stream_(stream) {
  if (!is_measuring.load(std::memory_order_relaxed)) return;
  {
    const std::scoped_lock lock(measuring);
    logs_ = logs_of_meter;
  }
  if (!logs_) return;
  log_ = logs_->current();
  if (log_ != nullptr) events_ = log_->open(stream);
}

TimedWork::~TimedWork() {
  if (events_ != nullptr) log_->close(*events_, stream_);
}

}  // namespace isthmus
