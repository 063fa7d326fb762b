#pragma once

#include <memory>
#include <vector>

#include "engine/playout/playout_backend.hpp"
#include "gpu/backend/backend.hpp"
#include "gpu/backend/fallback.hpp"

namespace isthmus {

// Makes the playouts' backend. `gpus` are the numbers of the devices to use, as CUDA counts
// them; none stands for all that it sees. `notice` is told, once at the most, why `automatic` does
// without GPUs. Throws BackendError where `gpu` or `check` find no device to work with.
std::unique_ptr<PlayoutBackend> make_playout_backend(Backend backend, const std::vector<int>& gpus,
                                                     Notice notice);

}  // namespace isthmus
