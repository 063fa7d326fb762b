#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace isthmus {

// What computes playouts and nets. `automatic`: GPUs where there are some, and the CPU where there
// are none or where they fail. `check`: GPUs and the CPU, and both must come to the same.
enum class Backend : std::uint8_t { automatic, cpu, gpu, check };

// The backend called "auto", "cpu", "gpu" or "check".
std::optional<Backend> find_backend(std::string_view name);

}  // namespace isthmus
