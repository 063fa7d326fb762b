#include "gpu/net/net_stream.hpp"

#include <algorithm>
#include <utility>

#include "engine/base/meanwhile.hpp"
#include "gpu/device/timed_work.hpp"

namespace isthmus {

NetStream::~NetStream() {
  if (!wanted_.empty()) cudaStreamSynchronize(stream_.get());
}

void NetStream::start(const DeviceNet& net, const NetView& view,
                      std::span<const std::uint8_t> points, std::span<float> outputs) {
  points_.reserve(kMaxPositions * view.points());
  outputs_.reserve(kMaxPositions * view.outputs());
  std::copy(points.begin(), points.end(), points_.data());
  const TimedWork timed(stream_);
  net.start(view, points_.data(), outputs_.data(), static_cast<int>(points.size() / view.points()),
            stream_);
  wanted_ = outputs;
}

void NetStream::finish() {
  const std::span<float> wanted = std::exchange(wanted_, {});
  Meanwhile::take();
  stream_.wait();
  std::copy_n(outputs_.data(), wanted.size(), wanted.begin());
}

}  // namespace isthmus
