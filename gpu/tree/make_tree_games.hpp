#pragma once

#include <memory>
#include <vector>

#include "engine/game/game.hpp"
#include "engine/net/net.hpp"
#include "gpu/net/net_precision.hpp"
#include "gpu/tree/tree_games.hpp"
#include "gpu/tree/tree_settings.hpp"

namespace isthmus {

// Makes games with trees on a device that CUDA sees, as GpuTreeGames has it. Throws BackendError
// where there is no such device, and in a program that was built without CUDA.
std::unique_ptr<TreeGames> make_gpu_tree_games(int device, const Game& game, const Net& net,
                                               const TreeSettings& settings, int slots,
                                               NetPrecision precision = NetPrecision::bits16);

// These devices, or where there are none of these all that CUDA sees. Throws likewise.
std::vector<int> tree_devices(const std::vector<int>& devices);

}  // namespace isthmus
