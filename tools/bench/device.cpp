#include "tools/bench/device.hpp"

#include <fstream>
#include <regex>
#include <stdexcept>

#include <cuda_runtime.h>

#include "gpu/device/cuda_error.hpp"
#include "gpu/fills/gpu_fill_backend.hpp"
#include "tools/bench/report_words.hpp"

namespace isthmus {

namespace {

// Results of 32-bit logic a clock and multiprocessor, for the compute capabilities 7.0 to 12.0
// (CUDA C++ Best Practices Guide, throughput of native arithmetic instructions).
constexpr int kLogicLanes = 64;

int attribute(cudaDeviceAttr which) {
  int value;
  check_cuda(cudaDeviceGetAttribute(&value, which, kBenchDevice), "describe the device");
  return value;
}

// That of the kernel module; CUDA itself reports only which of its versions the driver can do.
std::string driver_version() {
  std::ifstream file("/proc/driver/nvidia/version");
  std::string line;
  std::getline(file, line);
  std::smatch found;
  return std::regex_search(line, found, std::regex(R"(\d+\.\d+(\.\d+)?)")) ? found.str()
                                                                           : "unknown";
}

}  // namespace

Rate BenchDevice::logic_limit(double instructions) const {
  return {"LOP3, at least " + ratio_text(instructions) + " each", logic_per_second / instructions};
}

BenchDevice bench_device() {
  if (GpuFillBackend::device_count() == 0) {
    throw std::runtime_error(
        "the suite 'seeds' needs a GPU of NVIDIA's, and CUDA sees none here; is the driver "
        "installed (nvidia-smi), and CUDA_VISIBLE_DEVICES not empty?");
  }
  int version;
  check_cuda(cudaRuntimeGetVersion(&version), "name its version");
  const int multiprocessors = attribute(cudaDevAttrMultiProcessorCount);
  const double clocks = 1e3 * attribute(cudaDevAttrClockRate);  // given in kHz
  return {GpuFillBackend({kBenchDevice}).device_names().front(), driver_version(),
          std::to_string(version / 1000) + '.' + std::to_string(version % 1000 / 10),
          multiprocessors, multiprocessors * kLogicLanes * clocks};
}

}  // namespace isthmus
