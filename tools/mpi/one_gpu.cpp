#include "tools/mpi/one_gpu.hpp"

#include <cstddef>
#include <cstdlib>
#include <filesystem>
#include <sstream>
#include <vector>

namespace isthmus::mpi {

namespace {

constexpr auto kVisible = "CUDA_VISIBLE_DEVICES";

// By the files of the driver: CUDA itself heeds the variable only before it was asked anything.
int count_devices() {
  int count = 0;
  while (std::filesystem::exists("/dev/nvidia" + std::to_string(count))) ++count;
  return count;
}

}  // namespace

void take_one_gpu(int place) {
  const std::string gpu = visible_gpu(place, std::getenv(kVisible), count_devices());
  if (!gpu.empty()) ::setenv(kVisible, gpu.c_str(), 1);
}

std::string visible_gpu(int place, const char* visible, int devices) {
  std::vector<std::string> gpus;
  if (visible == nullptr) {
    for (int i = 0; i < devices; ++i) gpus.push_back(std::to_string(i));
  } else {
    std::istringstream list(visible);
    for (std::string gpu; std::getline(list, gpu, ',');) gpus.push_back(gpu);
  }
  return gpus.empty() ? "" : gpus[static_cast<std::size_t>(place) % gpus.size()];
}

}  // namespace isthmus::mpi
