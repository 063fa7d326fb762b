#pragma once

#include <memory>
#include <string>
#include <vector>

#include "engine/net/net.hpp"
#include "engine/net/net_runner.hpp"
#include "gpu/backend/backend.hpp"
#include "gpu/backend/fallback.hpp"
#include "gpu/net/net_precision.hpp"

namespace isthmus {

// Makes what computes a net on a backend; the arguments and errors are as those of
// make_playout_backends(). `check` computes on both and compares, by kNetTolerance. The CPU has
// `instructions` for it, one of CpuNet::instruction_sets(); "" is the fastest, but for `check` the
// best in single precision. GPUs compute by `precision` where they have a kernel for it; `check`
// has 16 bits.
std::unique_ptr<NetRunner> make_net_runner(Backend backend, const std::vector<int>& gpus,
                                           const Net& net, Notice notice,
                                           const std::string& instructions = "",
                                           NetPrecision precision = NetPrecision::bits16);

// Whether a backend computes nets of 128 channels fast, up to boards of 15 x 15, or 13 x 13 with a
// ring: on these GPUs, or on all where none are given, alone, and by the kernel for Hopper. Other
// GPUs have a slower one.
bool is_fast_for_large_nets(Backend backend, const std::vector<int>& gpus);

}  // namespace isthmus
