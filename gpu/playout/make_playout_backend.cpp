#include "gpu/playout/make_playout_backend.hpp"

#include "engine/playout/cpu_playout_backend.hpp"
#include "gpu/backend/make_on_backend.hpp"
#include "gpu/playout/compare_playouts.hpp"
#ifdef ISTHMUS_HAS_CUDA
#include "gpu/playout/gpu_playout_backend.hpp"
#endif

namespace isthmus {

std::unique_ptr<PlayoutBackend> make_playout_backend(Backend backend,
                                                     [[maybe_unused]] const std::vector<int>& gpus,
                                                     Notice notice) {
  return make_on_backend<PlayoutBackend>(
      backend, notice,
      [&]() -> std::unique_ptr<PlayoutBackend> {
#ifdef ISTHMUS_HAS_CUDA
        return gpus.empty() ? std::make_unique<GpuPlayoutBackend>()
                            : std::make_unique<GpuPlayoutBackend>(gpus);
#else
        return nullptr;
#endif
      },
      [] { return std::make_unique<CpuPlayoutBackend>(); });
}

}  // namespace isthmus
