#include "tools/options/version.hpp"

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "isthmus_commit.hpp"  // made by commit.cmake

#include "engine/fills/cpu_fill_backend.hpp"
#include "engine/net/cpu_net.hpp"
#include "engine/net/net_file.hpp"
#include "games/list.hpp"
#include "tools/evaluators/evaluators.hpp"
#include "tools/evaluators/shipped_net.hpp"
#ifdef ISTHMUS_HAS_CUDA
#include "engine/base/backend_error.hpp"
#include "gpu/fills/gpu_fill_backend.hpp"
#endif

namespace isthmus {

namespace {

std::string list(std::span<const std::string> names) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : ", ") + name;
  return text;
}

std::string gpus() {
#ifdef ISTHMUS_HAS_CUDA
  const int count = GpuFillBackend::device_count();
  if (count == 0) return "none";
  try {
    return list(GpuFillBackend().device_names());
  } catch (const BackendError& error) {
    return "none that works: " + std::string(error.what());
  }
#else
  return "none, as this program was built without CUDA";
#endif
}

std::string size_of(std::string_view net_file) { return net_size(parse_net_shape(net_file)); }

// Where a kind of nets plays, by the game's sizes.
std::string place_of(const GameEntry& entry, const NetRange& range) {
  const auto board = [&entry](int side) {
    const std::string length = std::to_string(side);
    return entry.any_rectangle ? length + " x " + length : "side " + length;
  };
  std::string text = range.is_for_fast_gpus ? "on Hopper's GPUs " : "";
  if (range.least_side > 1) return text + "from " + board(range.least_side) + " on";
  return text + "up to " + board(range.most_side);
}

std::string nets() {
  std::string text;
  for (const GameEntry& entry : games()) {
    const std::string_view file = shipped_net(entry.name);
    if (file.empty()) continue;
    text += (text.empty() ? "" : "; ") + std::string(entry.name) + ", " + size_of(file);
    std::string others;
    for (const NetRange& range : kNetRanges) {
      const std::string_view other = shipped_net(entry.name, range.kind);
      if (range.game != entry.name || other.empty()) continue;
      others += (others.empty() ? "" : "; ") + std::string(name(range.kind)) + ", " +
                place_of(entry, range) + ": " + size_of(other);
    }
    if (!others.empty()) text += " (" + others + ")";
  }
  return text.empty() ? "none" : text;
}

}  // namespace

const std::string_view kCommitDate = ISTHMUS_COMMIT_DATE;

std::string version_text() {
  return "isthmus " ISTHMUS_VERSION
         "\n"
         "commit:       " ISTHMUS_COMMIT
         "\n"
         "instructions: " +
         list(CpuNet::instruction_sets()) +
         "; fills: " + CpuFillBackend::instruction_sets().front() + "\nGPUs:         " + gpus() +
         "\nnets:         " + nets() + '\n';
}

}  // namespace isthmus
