#pragma once

// Marks what compiles for the CPU and, under nvcc, for the GPU as well.
#ifdef __CUDACC__
#define ISTHMUS_HOST_DEVICE __host__ __device__
#else
#define ISTHMUS_HOST_DEVICE
#endif

// For small functions on words: compilers must see through them to keep words in registers.
#define ISTHMUS_INLINE inline __attribute__((always_inline))

// Before a loop of known length: unrolls all of it, as an array is kept in registers only where all
// indices are known. What nvcc compiles for the host goes without, as it knows neither pragma.
#if defined(__CUDA_ARCH__) || (defined(__clang__) && !defined(__CUDACC__))
#define ISTHMUS_UNROLL _Pragma("unroll")
#elif defined(__CUDACC__)
#define ISTHMUS_UNROLL
#else
#define ISTHMUS_UNROLL _Pragma("GCC unroll 32")
#endif

// Templates over words are compiled once for each SIMD target where a source file asks for that
// (cpu_fill_backend.cpp), and just once elsewhere. A header of such templates puts them between
//
//   ISTHMUS_BEFORE_WORDS();
//   namespace isthmus {
//   ISTHMUS_WORDS_NAMESPACE() {
//
// and ISTHMUS_AFTER_WORDS(); and in place of `#pragma once` it has the include guard that Highway
// prescribes: it lets the header in again whenever HWY_TARGET_TOGGLE has changed. Such a source
// file must include Highway before this header.
#ifdef HWY_NAMESPACE
#define ISTHMUS_BEFORE_WORDS() HWY_BEFORE_NAMESPACE()
#define ISTHMUS_WORDS_NAMESPACE() namespace HWY_NAMESPACE
#define ISTHMUS_AFTER_WORDS() HWY_AFTER_NAMESPACE()
#else
#define ISTHMUS_BEFORE_WORDS() static_assert(true)
#define ISTHMUS_WORDS_NAMESPACE() inline namespace one_target
#define ISTHMUS_AFTER_WORDS() static_assert(true)
#endif
