#pragma once

#include <memory>
#include <vector>

#include "engine/captures/capture_backend.hpp"
#include "engine/fills/fill_backend.hpp"
#include "engine/shapes/shape_backend.hpp"
#include "gpu/backend/backend.hpp"
#include "gpu/backend/fallback.hpp"

namespace isthmus {

// What plays out each kind of task.
struct PlayoutBackends {
  std::shared_ptr<const FillBackend> fills;
  std::shared_ptr<const ShapeBackend> shapes;
  std::shared_ptr<const CaptureBackend> captures;
};

// Makes the playouts' backends. `gpus` are the numbers of the devices to use, as CUDA counts
// them; none stands for all that it sees. `notice` is called, once at the most, with why
// `automatic` does without GPUs that there are, or that were named. Throws BackendError where `gpu`
// or `check` find no device to work with.
PlayoutBackends make_playout_backends(Backend backend, const std::vector<int>& gpus, Notice notice);

}  // namespace isthmus
