#include "gpu/net/make_net_runner.hpp"

#include "engine/net/cpu_net.hpp"
#include "gpu/backend/make_on_backend.hpp"
#include "gpu/net/compare_nets.hpp"
#ifdef ISTHMUS_HAS_CUDA
#include "gpu/net/gpu_net.hpp"
#endif

namespace isthmus {

std::unique_ptr<NetRunner> make_net_runner(Backend backend,
                                           [[maybe_unused]] const std::vector<int>& gpus,
                                           const Net& net, Notice notice,
                                           const std::string& instructions,
                                           [[maybe_unused]] NetPrecision precision) {
  const bool is_fastest = instructions.empty() && backend != Backend::check;
  const std::string chosen = is_fastest ? CpuNet::instruction_sets().front() : instructions;
  return make_on_backend<NetRunner>(
      backend, notice,
      [&]() -> std::unique_ptr<NetRunner> {
#ifdef ISTHMUS_HAS_CUDA
        const bool is_compared = backend == Backend::check;
        return std::make_unique<GpuNet>(net, gpus, is_compared ? NetPrecision::bits16 : precision);
#else
        return nullptr;
#endif
      },
      [&] { return std::make_unique<CpuNet>(net, chosen); });
}

bool is_fast_for_large_nets([[maybe_unused]] Backend backend,
                            [[maybe_unused]] const std::vector<int>& gpus) {
#ifdef ISTHMUS_HAS_CUDA
  return (backend == Backend::automatic || backend == Backend::gpu) &&
         GpuNet::is_fast_for_large_nets(gpus);
#else
  return false;
#endif
}

}  // namespace isthmus
