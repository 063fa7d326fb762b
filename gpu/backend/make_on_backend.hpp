#pragma once

#include <memory>

#include "engine/base/backend_error.hpp"
#include "gpu/backend/backend.hpp"
#include "gpu/backend/checked.hpp"
#include "gpu/backend/fallback.hpp"

namespace isthmus {

#ifdef ISTHMUS_HAS_CUDA
inline constexpr bool kHasCuda = true;
#else
inline constexpr bool kHasCuda = false;
#endif

// Makes a T for a backend, as make_playout_backends() says. make_gpu() and make_cpu() make the one
// or the other.
template <class T, class MakeGpu, class MakeCpu>
std::unique_ptr<T> make_on_backend(Backend backend, const Notice& notice, MakeGpu&& make_gpu,
                                   MakeCpu&& make_cpu) {
  const auto on_gpu = [&]() -> std::unique_ptr<T> {
    if (!kHasCuda) {
      throw BackendError(
          "this program was built without CUDA; build it with the CUDA toolkit installed");
    }
    return make_gpu();
  };
  if (backend == Backend::gpu) return on_gpu();
  if (backend == Backend::check) return std::make_unique<Checked<T>>(on_gpu(), make_cpu());
  if (backend == Backend::automatic && kHasCuda) {
    try {
      return std::make_unique<Fallback<T>>(on_gpu(), make_cpu(), notice);
    } catch (const NoDeviceError&) {
      // None was asked for.
    } catch (const BackendError& error) {
      notice(error.what());
    }
  }
  return make_cpu();
}

}  // namespace isthmus
