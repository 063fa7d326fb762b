#include "gpu/device/cuda_error.hpp"
#include "tests/gpu/tree/hash_device_net.hpp"
#include "tests/support/hash_net.hpp"

namespace isthmus::test {

namespace {

__global__ void hash_planes(NetView view, const std::uint8_t* points, float* outputs) {
  const std::uint64_t hash = hash_of_points(points + blockIdx.x * view.points(), view.points());
  for (std::size_t i = threadIdx.x; i < view.outputs(); i += blockDim.x) {
    outputs[blockIdx.x * view.outputs() + i] = hash_output(hash, i);
  }
}

class HashDeviceNet final : public DeviceNet {
 public:
  explicit HashDeviceNet(NetPlanes reads) : reads_(reads) {}

  NetPlanes reads() const override { return reads_; }
  bool takes(const NetView&) const override { return true; }
  void start(const NetView& view, const std::uint8_t* points, float* outputs, int positions,
             const Stream& stream) const override {
    hash_planes<<<static_cast<unsigned>(positions), 64, 0, stream.get()>>>(view, points, outputs);
    check_cuda(cudaGetLastError(), "start a kernel");
  }

 private:
  NetPlanes reads_;
};

}  // namespace

std::unique_ptr<DeviceNet> make_hash_device_net(NetPlanes reads) {
  return std::make_unique<HashDeviceNet>(reads);
}

}  // namespace isthmus::test
