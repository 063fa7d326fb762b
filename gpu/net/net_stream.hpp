#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "gpu/device/device_buffer.hpp"
#include "gpu/device/graph.hpp"
#include "gpu/device/stream.hpp"
#include "gpu/net/device_net.hpp"

namespace isthmus {

// A stream in which batches of positions go through a net. They and what comes of them lie in
// pinned memory, which the device reads and writes by itself. Belongs to the device that was
// current when it was made, which must be so for all calls.
class NetStream {
 public:
  // The most positions of a batch: some for each multiprocessor.
  static constexpr std::size_t kMaxPositions = 1584;

  NetStream() = default;
  NetStream(const NetStream&) = delete;
  NetStream& operator=(const NetStream&) = delete;
  // Waits for what was started.
  ~NetStream();

  // Starts on 1 to kMaxPositions positions of a view that the net takes. finish() will write
  // their outputs.
  void start(const DeviceNet& net, const NetView& view, std::span<const std::uint8_t> points,
             std::span<float> outputs);
  void finish();

 private:
  // What a launch of a kernel depends on.
  struct Launch {
    const DeviceNet* net = nullptr;
    NetView view;
    int positions = 0;
    const std::uint8_t* points = nullptr;
    float* outputs = nullptr;

    friend bool operator==(const Launch&, const Launch&) = default;
  };
  void start(const Launch& launch);

  Stream stream_;
  PinnedBuffer<std::uint8_t> points_;
  PinnedBuffer<float> outputs_;
  std::span<float> wanted_;  // of what was started
  Launch last_;
  int repeats_ = 0;             // how often the last one came in a row
  std::optional<Graph> graph_;  // of the last one, once it has come often
};

}  // namespace isthmus
