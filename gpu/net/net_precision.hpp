#pragma once

namespace isthmus {

// The numbers that convolutions of a trunk multiply: binary16, or fp8 (e4m3: float8.hpp). Sums,
// what blocks add to, the input's convolution, pooling and heads have 16 or 32 bits in both.
enum class NetPrecision { bits16, fp8 };

}  // namespace isthmus
