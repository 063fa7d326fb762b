#define DOCTEST_CONFIG_IMPLEMENT
#include <cstdio>

#include <doctest/doctest.h>

#include "gpu/fills/gpu_fill_backend.hpp"

// The SKIP_RETURN_CODE of the tests.
constexpr int kSkipped = 77;

int main(int argc, char** argv) {
  if (isthmus::GpuFillBackend::device_count() == 0) {
    std::puts("SKIPPED: no CUDA device here");
    return kSkipped;
  }
  return doctest::Context(argc, argv).run();
}
