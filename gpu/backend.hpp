#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "engine/tallier.hpp"
#include "gpu/fallback.hpp"

namespace isthmus {

// What tallies fills. `automatic`: GPUs where there are some, and the CPU where there are none or
// where they fail. `check`: GPUs and the CPU, and both must come to the same.
enum class Backend : std::uint8_t { automatic, cpu, gpu, check };

// The backend called "auto", "cpu", "gpu" or "check".
std::optional<Backend> find_backend(std::string_view name);

// Makes the tallier of a backend. `gpus` are the numbers of the devices to use, as CUDA counts
// them; none stands for all that it sees. `notice` is told, once at the most, why `automatic` does
// without GPUs. Throws TallierError where `gpu` or `check` find no device to work with.
std::unique_ptr<Tallier> make_tallier(Backend backend, const std::vector<int>& gpus, Notice notice);

}  // namespace isthmus
