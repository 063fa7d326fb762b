#include <string>

#include "engine/base/backend_error.hpp"
#include "gpu/device/device_limits.hpp"
#include "gpu/net/device_net.hpp"
#include "gpu/net/mma_net_kernel.hpp"
#include "gpu/net/mma_weights.hpp"
#include "gpu/net/upload_net.hpp"

namespace isthmus {

namespace {

const MmaNetKernel& kernel_for(const Net& net) {
  const MmaNetKernel* kernel = find_mma_net_kernel(net.channels);
  if (kernel != nullptr) return *kernel;
  throw BackendError("there is no kernel for a net of " + std::to_string(net.channels) +
                     " channels");
}

class MmaNet final : public DeviceNet {
 public:
  explicit MmaNet(const Net& net)
      : kernel_(kernel_for(net)),
        reads_(net.reads()),
        max_shared_bytes_(
            static_cast<std::size_t>(device_attribute(cudaDevAttrMaxSharedMemoryPerBlockOptin))) {
    check_cuda(cudaFuncSetAttribute(kernel_.function, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                    static_cast<int>(max_shared_bytes_)),
               "give a kernel its shared memory");
    check_cuda(
        cudaFuncSetAttribute(kernel_.function, cudaFuncAttributePreferredSharedMemoryCarveout,
                             cudaSharedmemCarveoutMaxShared),
        "give a kernel its shared memory");
    const PackedMmaWeights packed(net, kernel_);
    weights_.input = upload(input_, packed.input);
    weights_.convolutions = upload(convolutions_, packed.convolutions);
    weights_.policy = upload(policy_, packed.policy);
    weights_.pools = upload(pools_, packed.pools);
    weights_.summary = upload(summary_, packed.summary);
    weights_.biases = upload(biases_, packed.biases);
    weights_.outputs = upload(outputs_, packed.outputs);
    weights_.input_steps = packed.input_steps;
    weights_.blocks = static_cast<int>(net.blocks.size());
    weights_.pooled_blocks = pooled_blocks(net);
    weights_.policy_channels = net.policy_channels;
    weights_.value_hidden = net.value_hidden;
  }

  NetPlanes reads() const override { return reads_; }
  bool takes(const NetView& view) const override {
    return mma_net_threads(kernel_, view) <= kMaxMmaNetThreads &&
           mma_net_shared_bytes(kernel_, view) <= max_shared_bytes_;
  }

  void start(const NetView& view, const std::uint8_t* points, float* outputs, int positions,
             const Stream& stream) const override {
    MmaWeights weights = weights_;
    NetView device_view = view;
    void* arguments[] = {&weights, &device_view, &points, &outputs};
    check_cuda(cudaLaunchKernel(kernel_.function, dim3(static_cast<unsigned>(positions)),
                                dim3(static_cast<unsigned>(mma_net_threads(kernel_, view))),
                                arguments, mma_net_shared_bytes(kernel_, view), stream.get()),
               "start a kernel");
  }

 private:
  const MmaNetKernel& kernel_;
  NetPlanes reads_;
  std::size_t max_shared_bytes_;
  DeviceBuffer<uint4> input_, convolutions_, policy_;
  DeviceBuffer<__half2> pools_, summary_;
  DeviceBuffer<float> biases_, outputs_;
  MmaWeights weights_{};
};

}  // namespace

std::unique_ptr<DeviceNet> make_mma_net(const Net& net) { return std::make_unique<MmaNet>(net); }

}  // namespace isthmus
