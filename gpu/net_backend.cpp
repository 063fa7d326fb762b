#include "gpu/net_backend.hpp"

#include <utility>

#include "engine/cpu_net.hpp"
#include "gpu/check_net.hpp"
#include "gpu/fallback_net.hpp"
#ifdef ISTHMUS_HAS_CUDA
#include "gpu/gpu_net.hpp"
#endif

namespace isthmus {

namespace {

std::unique_ptr<NetRunner> make_gpu_net([[maybe_unused]] const Net& net,
                                        [[maybe_unused]] const std::vector<int>& gpus) {
#ifdef ISTHMUS_HAS_CUDA
  return std::make_unique<GpuNet>(net, gpus);
#else
  throw TallierError(
      "this program was built without CUDA; build it with the CUDA toolkit installed");
#endif
}

}  // namespace

std::unique_ptr<NetRunner> make_net_runner(Backend backend, const std::vector<int>& gpus,
                                           const Net& net, [[maybe_unused]] Notice notice) {
  auto cpu = std::make_unique<CpuNet>(net);
  if (backend == Backend::cpu) return cpu;
  if (backend == Backend::gpu) return make_gpu_net(net, gpus);
  if (backend == Backend::check) {
    return std::make_unique<CheckNet>(make_gpu_net(net, gpus), std::move(cpu));
  }
#ifdef ISTHMUS_HAS_CUDA
  try {
    return std::make_unique<FallbackNet>(make_gpu_net(net, gpus), std::move(cpu), notice);
  } catch (const TallierError& error) {
    notice(error.what());
  }
#endif
  return cpu;
}

}  // namespace isthmus
