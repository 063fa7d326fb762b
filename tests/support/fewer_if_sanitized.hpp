#pragma once

namespace isthmus::test {

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define ISTHMUS_IS_SANITIZED true
#endif
#elif defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define ISTHMUS_IS_SANITIZED true
#endif
#ifndef ISTHMUS_IS_SANITIZED
#define ISTHMUS_IS_SANITIZED false
#endif

// How often a test does what it does `count` times: every `one_in`-th with sanitizers, under which
// each takes several times as long. What comes of each it checks as ever.
constexpr int fewer_if_sanitized(int count, int one_in) {
  return ISTHMUS_IS_SANITIZED ? count / one_in : count;
}

// The step by which a test goes through all of something, for the same reason.
constexpr int step_if_sanitized(int step) { return ISTHMUS_IS_SANITIZED ? step : 1; }

#undef ISTHMUS_IS_SANITIZED

}  // namespace isthmus::test
