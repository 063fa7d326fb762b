#include "gpu/backend/backend.hpp"

namespace isthmus {

std::optional<Backend> find_backend(std::string_view name) {
  if (name == "auto") return Backend::automatic;
  if (name == "cpu") return Backend::cpu;
  if (name == "gpu") return Backend::gpu;
  if (name == "check") return Backend::check;
  return std::nullopt;
}

}  // namespace isthmus
