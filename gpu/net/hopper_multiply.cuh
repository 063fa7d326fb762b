#pragma once

#include <cstdint>

#include "gpu/net/net_precision.hpp"

// Multiplications by Hopper's tensor cores (wgmma), for a warpgroup: four warps, the first of which
// has a number divisible by four.

namespace isthmus {

// A matrix in shared memory, as multiplications take it: blocks of 8 rows (or columns) by 8 numbers
// of binary16, or 16 of fp8, along the sum, 16 bytes each side by side. The blocks of the next 8
// rows follow at once; along the sum the next ones lie `stride` times 16 bytes further on. Where
// the matrix begins may be moved by adding to it, in units of 16 bytes.
__device__ inline std::uint32_t matrix_at(std::uint32_t address, int stride) {
  // Of an address in a cluster, which block it belongs to does not count.
  return (address & 0x3ffff) >> 4 | static_cast<std::uint32_t>(stride) << 16;
}

// What is in sums until now may be used by multiplications.
__device__ inline void begin_multiplications() {
  asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
}
// Ends a group of multiplications.
__device__ inline void end_multiplications() {
  asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
}
// Waits for all groups but the last kLeft.
template <int kLeft>
__device__ inline void wait_for_multiplications() {
  asm volatile("wgmma.wait_group.sync.aligned %0;" ::"n"(kLeft) : "memory");
}

// Adds to sums of 64 rows by kColumns columns a product, 64 x 16 by 16 x kColumns (fp8: 64 x 32 by
// 32 x kColumns); where not `is_added` the sums begin with it. Warp w of the group has rows 16 * w
// to 16 * w + 15; of columns 8 * j to 8 * j + 7 a lane has four sums, from [4 * j] on: those of row
// lane / 4 at columns 2 * (lane % 4) and the next, then those of 8 rows below.
template <NetPrecision kPrecision, int kColumns>
__device__ void multiply(float (&sums)[kColumns / 2], std::uint32_t rows, std::uint32_t columns,
                         int is_added);

// The names of the sums of N times 8 columns, and the sums.
#define ISTHMUS_NAMES_1 "%0, %1, %2, %3"
#define ISTHMUS_NAMES_2 ISTHMUS_NAMES_1 ", %4, %5, %6, %7"
#define ISTHMUS_NAMES_3 ISTHMUS_NAMES_2 ", %8, %9, %10, %11"
#define ISTHMUS_NAMES_4 ISTHMUS_NAMES_3 ", %12, %13, %14, %15"
#define ISTHMUS_NAMES_5 ISTHMUS_NAMES_4 ", %16, %17, %18, %19"
#define ISTHMUS_NAMES_6 ISTHMUS_NAMES_5 ", %20, %21, %22, %23"
#define ISTHMUS_NAMES_7 ISTHMUS_NAMES_6 ", %24, %25, %26, %27"
#define ISTHMUS_NAMES_8 ISTHMUS_NAMES_7 ", %28, %29, %30, %31"
#define ISTHMUS_NAMES_9 ISTHMUS_NAMES_8 ", %32, %33, %34, %35"
#define ISTHMUS_NAMES_10 ISTHMUS_NAMES_9 ", %36, %37, %38, %39"
#define ISTHMUS_NAMES_11 ISTHMUS_NAMES_10 ", %40, %41, %42, %43"
#define ISTHMUS_NAMES_12 ISTHMUS_NAMES_11 ", %44, %45, %46, %47"
#define ISTHMUS_NAMES_13 ISTHMUS_NAMES_12 ", %48, %49, %50, %51"
#define ISTHMUS_NAMES_14 ISTHMUS_NAMES_13 ", %52, %53, %54, %55"
#define ISTHMUS_NAMES_15 ISTHMUS_NAMES_14 ", %56, %57, %58, %59"
#define ISTHMUS_NAMES_16 ISTHMUS_NAMES_15 ", %60, %61, %62, %63"
#define ISTHMUS_NAMES_17 ISTHMUS_NAMES_16 ", %64, %65, %66, %67"
#define ISTHMUS_NAMES_18 ISTHMUS_NAMES_17 ", %68, %69, %70, %71"
#define ISTHMUS_NAMES_19 ISTHMUS_NAMES_18 ", %72, %73, %74, %75"
#define ISTHMUS_NAMES_20 ISTHMUS_NAMES_19 ", %76, %77, %78, %79"
#define ISTHMUS_NAMES_21 ISTHMUS_NAMES_20 ", %80, %81, %82, %83"
#define ISTHMUS_NAMES_22 ISTHMUS_NAMES_21 ", %84, %85, %86, %87"
#define ISTHMUS_NAMES_23 ISTHMUS_NAMES_22 ", %88, %89, %90, %91"
#define ISTHMUS_NAMES_24 ISTHMUS_NAMES_23 ", %92, %93, %94, %95"
#define ISTHMUS_NAMES_25 ISTHMUS_NAMES_24 ", %96, %97, %98, %99"
#define ISTHMUS_NAMES_26 ISTHMUS_NAMES_25 ", %100, %101, %102, %103"
#define ISTHMUS_NAMES_27 ISTHMUS_NAMES_26 ", %104, %105, %106, %107"
#define ISTHMUS_NAMES_28 ISTHMUS_NAMES_27 ", %108, %109, %110, %111"
#define ISTHMUS_NAMES_29 ISTHMUS_NAMES_28 ", %112, %113, %114, %115"
#define ISTHMUS_NAMES_30 ISTHMUS_NAMES_29 ", %116, %117, %118, %119"
#define ISTHMUS_SUMS_1 "+f"(sums[0]), "+f"(sums[1]), "+f"(sums[2]), "+f"(sums[3])
#define ISTHMUS_SUMS_2 ISTHMUS_SUMS_1, "+f"(sums[4]), "+f"(sums[5]), "+f"(sums[6]), "+f"(sums[7])
#define ISTHMUS_SUMS_3 ISTHMUS_SUMS_2, "+f"(sums[8]), "+f"(sums[9]), "+f"(sums[10]), "+f"(sums[11])
#define ISTHMUS_SUMS_4 \
  ISTHMUS_SUMS_3, "+f"(sums[12]), "+f"(sums[13]), "+f"(sums[14]), "+f"(sums[15])
#define ISTHMUS_SUMS_5 \
  ISTHMUS_SUMS_4, "+f"(sums[16]), "+f"(sums[17]), "+f"(sums[18]), "+f"(sums[19])
#define ISTHMUS_SUMS_6 \
  ISTHMUS_SUMS_5, "+f"(sums[20]), "+f"(sums[21]), "+f"(sums[22]), "+f"(sums[23])
#define ISTHMUS_SUMS_7 \
  ISTHMUS_SUMS_6, "+f"(sums[24]), "+f"(sums[25]), "+f"(sums[26]), "+f"(sums[27])
#define ISTHMUS_SUMS_8 \
  ISTHMUS_SUMS_7, "+f"(sums[28]), "+f"(sums[29]), "+f"(sums[30]), "+f"(sums[31])
#define ISTHMUS_SUMS_9 \
  ISTHMUS_SUMS_8, "+f"(sums[32]), "+f"(sums[33]), "+f"(sums[34]), "+f"(sums[35])
#define ISTHMUS_SUMS_10 \
  ISTHMUS_SUMS_9, "+f"(sums[36]), "+f"(sums[37]), "+f"(sums[38]), "+f"(sums[39])
#define ISTHMUS_SUMS_11 \
  ISTHMUS_SUMS_10, "+f"(sums[40]), "+f"(sums[41]), "+f"(sums[42]), "+f"(sums[43])
#define ISTHMUS_SUMS_12 \
  ISTHMUS_SUMS_11, "+f"(sums[44]), "+f"(sums[45]), "+f"(sums[46]), "+f"(sums[47])
#define ISTHMUS_SUMS_13 \
  ISTHMUS_SUMS_12, "+f"(sums[48]), "+f"(sums[49]), "+f"(sums[50]), "+f"(sums[51])
#define ISTHMUS_SUMS_14 \
  ISTHMUS_SUMS_13, "+f"(sums[52]), "+f"(sums[53]), "+f"(sums[54]), "+f"(sums[55])
#define ISTHMUS_SUMS_15 \
  ISTHMUS_SUMS_14, "+f"(sums[56]), "+f"(sums[57]), "+f"(sums[58]), "+f"(sums[59])
#define ISTHMUS_SUMS_16 \
  ISTHMUS_SUMS_15, "+f"(sums[60]), "+f"(sums[61]), "+f"(sums[62]), "+f"(sums[63])
#define ISTHMUS_SUMS_17 \
  ISTHMUS_SUMS_16, "+f"(sums[64]), "+f"(sums[65]), "+f"(sums[66]), "+f"(sums[67])
#define ISTHMUS_SUMS_18 \
  ISTHMUS_SUMS_17, "+f"(sums[68]), "+f"(sums[69]), "+f"(sums[70]), "+f"(sums[71])
#define ISTHMUS_SUMS_19 \
  ISTHMUS_SUMS_18, "+f"(sums[72]), "+f"(sums[73]), "+f"(sums[74]), "+f"(sums[75])
#define ISTHMUS_SUMS_20 \
  ISTHMUS_SUMS_19, "+f"(sums[76]), "+f"(sums[77]), "+f"(sums[78]), "+f"(sums[79])
#define ISTHMUS_SUMS_21 \
  ISTHMUS_SUMS_20, "+f"(sums[80]), "+f"(sums[81]), "+f"(sums[82]), "+f"(sums[83])
#define ISTHMUS_SUMS_22 \
  ISTHMUS_SUMS_21, "+f"(sums[84]), "+f"(sums[85]), "+f"(sums[86]), "+f"(sums[87])
#define ISTHMUS_SUMS_23 \
  ISTHMUS_SUMS_22, "+f"(sums[88]), "+f"(sums[89]), "+f"(sums[90]), "+f"(sums[91])
#define ISTHMUS_SUMS_24 \
  ISTHMUS_SUMS_23, "+f"(sums[92]), "+f"(sums[93]), "+f"(sums[94]), "+f"(sums[95])
#define ISTHMUS_SUMS_25 \
  ISTHMUS_SUMS_24, "+f"(sums[96]), "+f"(sums[97]), "+f"(sums[98]), "+f"(sums[99])
#define ISTHMUS_SUMS_26 \
  ISTHMUS_SUMS_25, "+f"(sums[100]), "+f"(sums[101]), "+f"(sums[102]), "+f"(sums[103])
#define ISTHMUS_SUMS_27 \
  ISTHMUS_SUMS_26, "+f"(sums[104]), "+f"(sums[105]), "+f"(sums[106]), "+f"(sums[107])
#define ISTHMUS_SUMS_28 \
  ISTHMUS_SUMS_27, "+f"(sums[108]), "+f"(sums[109]), "+f"(sums[110]), "+f"(sums[111])
#define ISTHMUS_SUMS_29 \
  ISTHMUS_SUMS_28, "+f"(sums[112]), "+f"(sums[113]), "+f"(sums[114]), "+f"(sums[115])
#define ISTHMUS_SUMS_30 \
  ISTHMUS_SUMS_29, "+f"(sums[116]), "+f"(sums[117]), "+f"(sums[118]), "+f"(sums[119])

// For kColumns = COLUMNS, 8 * EIGHTHS; ROWS, RIGHT and ADDED are the numbers of the operands that
// follow the sums.
#define ISTHMUS_MULTIPLY_BY(PRECISION, COLUMNS, EIGHTHS, ROWS, RIGHT, ADDED, TYPES, ORDERS) \
  template <>                                                                               \
  __device__ inline void multiply<NetPrecision::PRECISION, COLUMNS>(                        \
      float(&sums)[COLUMNS / 2], std::uint32_t rows, std::uint32_t columns, int is_added) { \
    asm volatile("{\n.reg .pred p;\n.reg .b64 rows, columns;\nsetp.ne.b32 p, %" #ADDED      \
                 ", 0;\nmov.b64 rows, {%" #ROWS ", 8};\nmov.b64 columns, {%" #RIGHT         \
                 ", 8};\nwgmma.mma_async.sync.aligned.m64n" #COLUMNS TYPES                  \
                 " {" ISTHMUS_NAMES_##EIGHTHS "}, rows, columns, p, 1, 1" ORDERS ";\n}"     \
                 : ISTHMUS_SUMS_##EIGHTHS                                                   \
                 : "r"(rows), "r"(columns), "r"(is_added));                                 \
  }
#define ISTHMUS_MULTIPLY(COLUMNS, EIGHTHS, ROWS, RIGHT, ADDED)                                   \
  ISTHMUS_MULTIPLY_BY(bits16, COLUMNS, EIGHTHS, ROWS, RIGHT, ADDED, "k16.f32.f16.f16", ", 0, 0") \
  ISTHMUS_MULTIPLY_BY(fp8, COLUMNS, EIGHTHS, ROWS, RIGHT, ADDED, "k32.f32.e4m3.e4m3", "")
ISTHMUS_MULTIPLY(24, 3, 12, 13, 14)
ISTHMUS_MULTIPLY(40, 5, 20, 21, 22)
ISTHMUS_MULTIPLY(48, 6, 24, 25, 26)
ISTHMUS_MULTIPLY(56, 7, 28, 29, 30)
ISTHMUS_MULTIPLY(64, 8, 32, 33, 34)
ISTHMUS_MULTIPLY(72, 9, 36, 37, 38)
ISTHMUS_MULTIPLY(80, 10, 40, 41, 42)
ISTHMUS_MULTIPLY(96, 12, 48, 49, 50)
ISTHMUS_MULTIPLY(112, 14, 56, 57, 58)
ISTHMUS_MULTIPLY(120, 15, 60, 61, 62)
ISTHMUS_MULTIPLY(136, 17, 68, 69, 70)
ISTHMUS_MULTIPLY(144, 18, 72, 73, 74)
ISTHMUS_MULTIPLY(160, 20, 80, 81, 82)
ISTHMUS_MULTIPLY(168, 21, 84, 85, 86)
ISTHMUS_MULTIPLY(184, 23, 92, 93, 94)
ISTHMUS_MULTIPLY(192, 24, 96, 97, 98)
ISTHMUS_MULTIPLY(216, 27, 108, 109, 110)
ISTHMUS_MULTIPLY(232, 29, 116, 117, 118)
ISTHMUS_MULTIPLY(240, 30, 120, 121, 122)

}  // namespace isthmus
