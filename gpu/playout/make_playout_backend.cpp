#include "gpu/playout/make_playout_backend.hpp"

#include <atomic>
#include <string>
#include <utility>

#include "engine/captures/cpu_capture_backend.hpp"
#include "engine/fills/cpu_fill_backend.hpp"
#include "engine/shapes/cpu_shape_backend.hpp"
#include "gpu/backend/make_on_backend.hpp"
#include "gpu/playout/compare_playouts.hpp"
#ifdef ISTHMUS_HAS_CUDA
#include "gpu/captures/gpu_capture_backend.hpp"
#include "gpu/fills/gpu_fill_backend.hpp"
#include "gpu/playout/over_devices.hpp"
#include "gpu/shapes/gpu_shape_backend.hpp"
#endif

namespace isthmus {

namespace {

#ifdef ISTHMUS_HAS_CUDA
using GpuShapes = OverDevices<GpuShapeBackend, ShapeTask>;
using GpuCaptures = OverDevices<GpuCaptureBackend, CaptureTask>;
#else
// There is none to make.
class GpuFillBackend;
class GpuShapes;
class GpuCaptures;
#endif

template <class Made, class OnGpu, class OnCpu>
std::shared_ptr<const Made> make(Backend backend, [[maybe_unused]] const std::vector<int>& gpus,
                                 const Notice& notice) {
  return make_on_backend<Made>(
      backend, notice,
      [&]() -> std::unique_ptr<Made> {
#ifdef ISTHMUS_HAS_CUDA
        return gpus.empty() ? std::make_unique<OnGpu>() : std::make_unique<OnGpu>(gpus);
#else
        return nullptr;
#endif
      },
      [] { return std::make_unique<OnCpu>(); });
}

// Passes on the first message alone.
Notice only_once(Notice notice) {
  return [notice = std::move(notice),
          is_given = std::make_shared<std::atomic<bool>>(false)](const std::string& message) {
    if (!is_given->exchange(true)) notice(message);
  };
}

}  // namespace

PlayoutBackends make_playout_backends(Backend backend, const std::vector<int>& gpus,
                                      Notice notice) {
  const Notice once = only_once(std::move(notice));
  return {make<FillBackend, GpuFillBackend, CpuFillBackend>(backend, gpus, once),
          make<ShapeBackend, GpuShapes, CpuShapeBackend>(backend, gpus, once),
          make<CaptureBackend, GpuCaptures, CpuCaptureBackend>(backend, gpus, once)};
}

}  // namespace isthmus
