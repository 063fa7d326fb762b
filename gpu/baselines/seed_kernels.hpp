#pragma once

// Borsos' algorithms as kernels, and those that beat them.
#include "gpu/baselines/connection_kernels.hpp"
#include "gpu/baselines/subset_kernels.hpp"
