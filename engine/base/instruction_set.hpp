#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace isthmus {

// Whether the processor can run what Highway compiled for one of its targets for x86-64, HWY_AVX2
// and so on; of other processors nothing is known. Highway would choose by itself, but what it
// chooses with is a shared library, and without it a program is one file.
bool processor_runs(std::int64_t highway_target);

// What Highway calls a target: "AVX2" and so on.
std::string instruction_set_name(std::int64_t highway_target);

// A function as it was compiled for an instruction set.
template <class Function>
struct Implementation {
  std::string instruction_set;
  Function* function;
};

// Those of a function that the processor can run, the best first. `compiled` has the targets for
// x86-64, the best first, and null where the function was not compiled for one; `baseline` is for
// what every processor runs. See ISTHMUS_IMPLEMENTATIONS.
template <class Function>
std::vector<Implementation<Function>> find_implementations(
    const std::vector<std::pair<std::int64_t, Function*>>& compiled,
    const std::pair<std::int64_t, Function*>& baseline) {
  std::vector<Implementation<Function>> found;
  for (const auto& [target, function] : compiled) {
    if (target == baseline.first || function == nullptr || !processor_runs(target)) continue;
    found.push_back({instruction_set_name(target), function});
  }
  found.push_back({instruction_set_name(baseline.first), baseline.second});
  return found;
}

// Their instruction sets, in their order.
template <class Function>
std::vector<std::string> instruction_set_names(
    const std::vector<Implementation<Function>>& implementations) {
  std::vector<std::string> names;
  for (const auto& implementation : implementations) {
    names.push_back(implementation.instruction_set);
  }
  return names;
}

// The place of a name among these, or of the first where it is empty. Throws std::invalid_argument
// for other names.
std::size_t find_instruction_set(const std::vector<std::string>& names, std::string_view name);

// find_implementations() of a function that is defined in HWY_NAMESPACE; to be used where HWY_ONCE.
#define ISTHMUS_IMPLEMENTATIONS(FUNCTION)                               \
  ::isthmus::find_implementations<                                      \
      std::remove_pointer_t<decltype(&HWY_STATIC_DISPATCH(FUNCTION))>>( \
      {{HWY_AVX3_DL, HWY_CHOOSE_AVX3_DL(FUNCTION)},                     \
       {HWY_AVX3, HWY_CHOOSE_AVX3(FUNCTION)},                           \
       {HWY_AVX2, HWY_CHOOSE_AVX2(FUNCTION)},                           \
       {HWY_SSE4, HWY_CHOOSE_SSE4(FUNCTION)}},                          \
      {HWY_STATIC_TARGET, &HWY_STATIC_DISPATCH(FUNCTION)})

}  // namespace isthmus
