#include "gpu/playout/make_tallier.hpp"

#include "engine/playout/cpu_tallier.hpp"
#include "gpu/backend/make_on_backend.hpp"
#include "gpu/playout/check_tallier.hpp"
#include "gpu/playout/fallback_tallier.hpp"
#ifdef ISTHMUS_HAS_CUDA
#include "gpu/playout/gpu_tallier.hpp"
#endif

namespace isthmus {

std::unique_ptr<Tallier> make_tallier(Backend backend,
                                      [[maybe_unused]] const std::vector<int>& gpus,
                                      Notice notice) {
  return make_on_backend<Tallier, CheckTallier, FallbackTallier>(
      backend, notice,
      [&]() -> std::unique_ptr<Tallier> {
#ifdef ISTHMUS_HAS_CUDA
        return gpus.empty() ? std::make_unique<GpuTallier>() : std::make_unique<GpuTallier>(gpus);
#else
        return nullptr;
#endif
      },
      [] { return std::make_unique<CpuTallier>(); });
}

}  // namespace isthmus
