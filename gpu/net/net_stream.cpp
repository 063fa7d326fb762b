#include "gpu/net/net_stream.hpp"

#include <algorithm>
#include <utility>

#include "engine/base/meanwhile.hpp"
#include "gpu/device/timed_work.hpp"

namespace isthmus {

namespace {

// How often a launch comes before a graph is made of it. A graph spares each further one some
// microseconds, and takes some tens of them to make.
constexpr int kLaunchesBeforeGraph = 16;

}  // namespace

NetStream::~NetStream() {
  if (!wanted_.empty()) cudaStreamSynchronize(stream_.get());
}

void NetStream::start(const DeviceNet& net, const NetView& view,
                      std::span<const std::uint8_t> points, std::span<float> outputs) {
  points_.reserve(kMaxPositions * view.points());
  outputs_.reserve(kMaxPositions * view.outputs());
  std::copy(points.begin(), points.end(), points_.data());
  start({&net, view, static_cast<int>(points.size() / view.points()), points_.data(),
         outputs_.data()});
  wanted_ = outputs;
}

void NetStream::start(const Launch& launch) {
  if (launch != last_) {
    last_ = launch;
    repeats_ = 0;
    graph_.reset();
  }
  const auto put = [&] {
    launch.net->start(launch.view, launch.points, launch.outputs, launch.positions, stream_);
  };
  if (repeats_ < kLaunchesBeforeGraph) {
    ++repeats_;
  } else if (!graph_) {
    graph_.emplace(stream_, put);
  }
  const TimedWork timed(stream_);
  if (graph_) {
    graph_->start(stream_);
  } else {
    put();
  }
}

void NetStream::finish() {
  const std::span<float> wanted = std::exchange(wanted_, {});
  Meanwhile::take();
  stream_.wait();
  std::copy_n(outputs_.data(), wanted.size(), wanted.begin());
}

}  // namespace isthmus
