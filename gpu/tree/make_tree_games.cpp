#include "gpu/tree/make_tree_games.hpp"

#include "engine/base/backend_error.hpp"
#ifdef ISTHMUS_HAS_CUDA
#include "gpu/device/devices.hpp"
#include "gpu/tree/gpu_tree_games.hpp"
#endif

namespace isthmus {

#ifdef ISTHMUS_HAS_CUDA

std::unique_ptr<TreeGames> make_gpu_tree_games(int device, const Game& game, const Net& net,
                                               const TreeSettings& settings, int slots,
                                               NetPrecision precision) {
  return std::make_unique<GpuTreeGames>(device, game, net, settings, slots, precision);
}

std::vector<int> tree_devices(const std::vector<int>& devices) {
  const std::vector<int> all = all_devices();
  return devices.empty() ? all : devices;
}

#else

std::unique_ptr<TreeGames> make_gpu_tree_games(int, const Game&, const Net&, const TreeSettings&,
                                               int, NetPrecision) {
  throw NoDeviceError("this program was built without CUDA");
}

std::vector<int> tree_devices(const std::vector<int>&) {
  throw NoDeviceError("this program was built without CUDA");
}

#endif

}  // namespace isthmus
