#pragma once

// Which targets Highway leaves out of a file with code for all of them; to be included before its
// foreach_target.h, and behind HWY_WANT_AVX3_DL where that is defined.

// With SSE4 Highway would ask for AES too, which some processors lacked until 2013. No code here
// has it.
#define HWY_DISABLE_PCLMUL_AES

// Registers without a size known to the compiler cannot be members or in arrays. Processors that
// have SSSE3 and no SSE4 are of before 2009 or of netbooks: for these alone files took 15% of
// their time to compile.
#define ISTHMUS_LEFT_OUT_TARGETS \
  (HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128 | HWY_RVV | HWY_SSSE3)

// ISTHMUS_NATIVE_TARGET is the best target of the processor that the program is built on, where it
// is built for that (ISTHMUS_INSTRUCTIONS in engine/CMakeLists.txt): it stays, and Highway's least
// one, which every processor runs.
#ifndef ISTHMUS_NATIVE_TARGET
#define HWY_DISABLED_TARGETS ISTHMUS_LEFT_OUT_TARGETS
#else
#ifdef HWY_WANT_AVX3_DL
#define ISTHMUS_KEPT_TARGET ISTHMUS_NATIVE_TARGET
#else
#define ISTHMUS_KEPT_TARGET \
  (ISTHMUS_NATIVE_TARGET == HWY_AVX3_DL ? HWY_AVX3 : ISTHMUS_NATIVE_TARGET)
#endif
#define HWY_DISABLED_TARGETS  \
  (ISTHMUS_LEFT_OUT_TARGETS | \
   ((HWY_SSE4 | HWY_AVX2 | HWY_AVX3 | HWY_AVX3_DL) & ~ISTHMUS_KEPT_TARGET))
#endif
