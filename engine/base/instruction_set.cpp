#include "engine/base/instruction_set.hpp"

#include <algorithm>
#include <stdexcept>

#include <hwy/targets.h>

namespace isthmus {

bool processor_runs([[maybe_unused]] std::int64_t highway_target) {
#if HWY_ARCH_X86
  __builtin_cpu_init();
  const bool sse4 = __builtin_cpu_supports("ssse3") && __builtin_cpu_supports("sse4.2");
  const bool avx2 = sse4 && __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
                    __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2");
  const bool avx3 = avx2 && __builtin_cpu_supports("avx512f") &&
                    __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512dq") &&
                    __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512cd");
  switch (highway_target) {
    case HWY_AVX3_DL:
      return avx3 && __builtin_cpu_supports("avx512vnni") && __builtin_cpu_supports("avx512vbmi") &&
             __builtin_cpu_supports("avx512vbmi2") && __builtin_cpu_supports("avx512bitalg") &&
             __builtin_cpu_supports("avx512vpopcntdq") && __builtin_cpu_supports("gfni") &&
             __builtin_cpu_supports("vpclmulqdq");
    case HWY_AVX3:
      return avx3;
    case HWY_AVX2:
      return avx2;
    case HWY_SSE4:
      return sse4;
    default:
      return false;
  }
#else
  return false;
#endif
}

std::string instruction_set_name(std::int64_t highway_target) {
  return hwy::TargetName(highway_target);
}

std::size_t find_instruction_set(const std::vector<std::string>& names, std::string_view name) {
  const auto found = name.empty() ? names.begin() : std::find(names.begin(), names.end(), name);
  if (found == names.end()) {
    throw std::invalid_argument("no instruction set '" + std::string(name) + "' here");
  }
  return static_cast<std::size_t>(found - names.begin());
}

}  // namespace isthmus
