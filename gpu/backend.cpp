#include "gpu/backend.hpp"

#include "engine/cpu_tallier.hpp"
#include "gpu/check_tallier.hpp"
#include "gpu/fallback_tallier.hpp"
#include "gpu/make_on_backend.hpp"
#ifdef ISTHMUS_HAS_CUDA
#include "gpu/gpu_tallier.hpp"
#endif

namespace isthmus {

std::optional<Backend> find_backend(std::string_view name) {
  if (name == "auto") return Backend::automatic;
  if (name == "cpu") return Backend::cpu;
  if (name == "gpu") return Backend::gpu;
  if (name == "check") return Backend::check;
  return std::nullopt;
}

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
