#pragma once

#include <cstdint>

namespace isthmus {

// Whether the processor can run what Highway compiled for one of its targets for x86-64, HWY_AVX2
// and so on; of other processors nothing is known. Highway would choose by itself, but what it
// chooses with is a shared library, and without it a program is one file.
bool processor_runs(std::int64_t highway_target);

}  // namespace isthmus
