#pragma once

// Borsos' algorithms as kernels, and those that beat them.
#include "gpu/connection_kernels.hpp"
#include "gpu/subset_kernels.hpp"
