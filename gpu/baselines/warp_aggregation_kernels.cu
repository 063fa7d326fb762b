#include "engine/random/xorwow.hpp"
#include "gpu/baselines/baseline_launch.cuh"
#include "gpu/baselines/warp_aggregation.cuh"
#include "gpu/baselines/warp_aggregation.hpp"
#include "gpu/baselines/warp_aggregation_kernels.hpp"

namespace isthmus {

namespace {

template <Addition kAddition, class T>
__device__ __forceinline__ void add_to(T* sum, T value) {
  if constexpr (kAddition == Addition::native) {
    atomicAdd(sum, value);
  } else {
    add_by_swapping(sum, value);
  }
}

template <class T, PeerSearch kSearch, Addition kAddition>
__global__ void add_by_key(BaselineRun run, std::uint32_t distinct_keys, T* sums) {
  const std::uint32_t lane = threadIdx.x % kWarpLanes;
  Xorwow<std::uint32_t> next(FillKeys(run.seed), thread_number() / kWarpLanes);
  for (std::uint32_t round = 0; round < run.rounds; ++round) {
    const KeyedValue drawn = keyed_value(next(), lane, distinct_keys);
    T value = static_cast<T>(drawn.value);
    if constexpr (kSearch != PeerSearch::none) {
      const std::uint32_t peers =
          kSearch == PeerSearch::ballot ? peers_by_ballot(drawn.key) : peers_by_match(drawn.key);
      value = add_aggregated(value, peers, lane);
      if (static_cast<int>(lane) != __ffs(static_cast<int>(peers)) - 1) continue;
    }
    add_to<kAddition>(sums + drawn.key, value);
  }
}

template <class T>
using Kernel = void (*)(BaselineRun, std::uint32_t, T*);

template <class T, Addition kAddition>
Kernel<T> kernel_of(PeerSearch search) {
  switch (search) {
    case PeerSearch::none:
      return add_by_key<T, PeerSearch::none, kAddition>;
    case PeerSearch::ballot:
      return add_by_key<T, PeerSearch::ballot, kAddition>;
    default:
      return add_by_key<T, PeerSearch::match, kAddition>;
  }
}

// An event on the device's clock.
class Event {
 public:
  Event() { check_cuda(cudaEventCreate(&event_), "create an event"); }
  Event(const Event&) = delete;
  Event& operator=(const Event&) = delete;
  ~Event() { cudaEventDestroy(event_); }

  void record() { check_cuda(cudaEventRecord(event_), "record an event"); }
  // Waits for it.
  double seconds_since(const Event& start) const {
    check_cuda(cudaEventSynchronize(event_), "finish its work");
    float milliseconds = 0;
    check_cuda(cudaEventElapsedTime(&milliseconds, start.event_, event_), "tell the time");
    return milliseconds / 1e3;
  }

 private:
  cudaEvent_t event_ = nullptr;
};

}  // namespace

template <class T>
KeyedSums<T> run_keyed_sums(PeerSearch search, Addition addition, std::uint32_t distinct_keys,
                            const BaselineRun& run) {
  Kernel<T> kernel = kernel_of<T, Addition::native>(search);
  if constexpr (!std::is_integral_v<T>) {
    if (addition == Addition::compare_and_swap) {
      kernel = kernel_of<T, Addition::compare_and_swap>(search);
    }
  }
  KeyedSums<T> result{std::vector<T>(kKeyRange), 0};
  constexpr std::size_t kBytes = kKeyRange * sizeof(T);
  DeviceBuffer<T> sums;
  sums.reserve(kKeyRange);
  check_cuda(cudaMemset(sums.data(), 0, kBytes), "clear sums");
  Event start;
  Event end;
  start.record();
  kernel<<<run.threads / kBaselineBlock, kBaselineBlock>>>(run, distinct_keys, sums.data());
  check_cuda(cudaGetLastError(), "start a kernel");
  end.record();
  result.seconds = end.seconds_since(start);
  check_cuda(cudaMemcpy(result.sums.data(), sums.data(), kBytes, cudaMemcpyDeviceToHost),
             "copy sums from the device");
  return result;
}

template KeyedSums<std::int32_t> run_keyed_sums(PeerSearch, Addition, std::uint32_t,
                                                const BaselineRun&);
template KeyedSums<float> run_keyed_sums(PeerSearch, Addition, std::uint32_t, const BaselineRun&);
template KeyedSums<double> run_keyed_sums(PeerSearch, Addition, std::uint32_t, const BaselineRun&);

}  // namespace isthmus
