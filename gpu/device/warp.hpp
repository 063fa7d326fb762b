#pragma once

namespace isthmus {

inline constexpr int kWarpLanes = 32;
inline constexpr unsigned kAllLanes = ~0u;  // a mask of the lanes that take part

}  // namespace isthmus
