#include "gpu/backend.hpp"

#include <string>
#include <utility>

#include "engine/cpu_tallier.hpp"
#include "gpu/check_tallier.hpp"
#ifdef ISTHMUS_HAS_CUDA
#include "gpu/gpu_tallier.hpp"
#endif

namespace isthmus {

namespace {

std::unique_ptr<Tallier> make_gpu_tallier([[maybe_unused]] const std::vector<int>& gpus) {
#ifdef ISTHMUS_HAS_CUDA
  return gpus.empty() ? std::make_unique<GpuTallier>() : std::make_unique<GpuTallier>(gpus);
#else
  throw TallierError(
      "this program was built without CUDA; build it with the CUDA toolkit installed");
#endif
}

std::unique_ptr<Tallier> make_automatic_tallier([[maybe_unused]] const std::vector<int>& gpus,
                                                [[maybe_unused]] Notice notice) {
#ifdef ISTHMUS_HAS_CUDA
  try {
    return std::make_unique<FallbackTallier>(make_gpu_tallier(gpus), std::make_unique<CpuTallier>(),
                                             notice);
  } catch (const TallierError& error) {
    notice(error.what());
  }
#endif
  return std::make_unique<CpuTallier>();
}

}  // namespace

std::optional<Backend> find_backend(std::string_view name) {
  if (name == "auto") return Backend::automatic;
  if (name == "cpu") return Backend::cpu;
  if (name == "gpu") return Backend::gpu;
  if (name == "check") return Backend::check;
  return std::nullopt;
}

std::unique_ptr<Tallier> make_tallier(Backend backend, const std::vector<int>& gpus,
                                      Notice notice) {
  switch (backend) {
    case Backend::cpu:
      return std::make_unique<CpuTallier>();
    case Backend::gpu:
      return make_gpu_tallier(gpus);
    case Backend::check:
      return std::make_unique<CheckTallier>(make_gpu_tallier(gpus), std::make_unique<CpuTallier>());
    default:
      return make_automatic_tallier(gpus, std::move(notice));
  }
}

}  // namespace isthmus
