#include <curand_kernel.h>

#include "engine/random/xorwow.hpp"
#include "gpu/baselines/baseline_launch.cuh"
#include "gpu/baselines/park_miller.hpp"
#include "gpu/baselines/random_kernels.hpp"

namespace isthmus {

namespace {

// The generator of each thread: four() draws four words.

// Sources that give a word a call, as next() does here.
template <class Next>
struct Fours {
  Next next;

  __device__ __forceinline__ uint4 four() { return {next(), next(), next(), next()}; }
};

struct ParkMillerThread : Fours<ParkMiller> {
  // Before its first number by a leap of as many as there are threads. The sequence comes back to
  // where it was after kModulus - 1 numbers.
  __device__ explicit ParkMillerThread(const BaselineRun& run)
      : Fours{
            ParkMiller(ParkMiller::multiply(static_cast<std::uint32_t>(run.seed),
                                            ParkMiller::power(std::uint64_t{ParkMiller::kModulus} +
                                                              thread_number() - run.threads)),
                       ParkMiller::power(run.threads))} {}
};

struct XorwowThread : Fours<Xorwow<std::uint32_t>> {
  __device__ explicit XorwowThread(const BaselineRun& run)
      : Fours{Xorwow<std::uint32_t>(FillKeys(run.seed), thread_number())} {}
};

class CurandXorwowThread {
 public:
  __device__ explicit CurandXorwowThread(const BaselineRun& run) {
    curand_init(run.seed, thread_number(), 0, &state_);
  }
  __device__ __forceinline__ uint4 four() {
    return {curand(&state_), curand(&state_), curand(&state_), curand(&state_)};
  }

 private:
  curandStateXORWOW_t state_;
};

class CurandPhiloxThread {
 public:
  __device__ explicit CurandPhiloxThread(const BaselineRun& run) {
    curand_init(run.seed, thread_number(), 0, &state_);
  }
  __device__ __forceinline__ uint4 four() { return curand4(&state_); }

 private:
  curandStatePhilox4_32_10_t state_;
};

template <class Thread>
__global__ void add_words(BaselineRun run, std::uint64_t* total) {
  Thread thread(run);
  std::uint32_t sum = 0;
  for (std::uint32_t round = 0; round < run.rounds; round += 4) {
    const uint4 words = thread.four();
    sum += words.x + words.y + words.z + words.w;
  }
  add_total(sum, total);
}

template <class Thread>
__global__ void write_words(BaselineRun run, std::uint32_t* words) {
  Thread thread(run);
  words += thread_number();
  for (std::uint32_t round = 0; round < run.rounds; round += 4) {
    const uint4 four = thread.four();
    for (const std::uint32_t word : {four.x, four.y, four.z, four.w}) {
      *words = word;
      words += run.threads;
    }
  }
}

struct SourceKernels {
  void (*add)(BaselineRun, std::uint64_t*);
  void (*write)(BaselineRun, std::uint32_t*);
};

template <class Thread>
constexpr SourceKernels kKernelsOf{add_words<Thread>, write_words<Thread>};

SourceKernels kernels_of(RandomSource source) {
  switch (source) {
    case RandomSource::park_miller:
      return kKernelsOf<ParkMillerThread>;
    case RandomSource::xorwow:
      return kKernelsOf<XorwowThread>;
    case RandomSource::curand_xorwow:
      return kKernelsOf<CurandXorwowThread>;
    case RandomSource::curand_philox:
      return kKernelsOf<CurandPhiloxThread>;
  }
  std::abort();  // there is no other
}

}  // namespace

std::uint32_t run_random_words(RandomSource source, const BaselineRun& run) {
  return static_cast<std::uint32_t>(run_baseline_kernel<1>(kernels_of(source).add, run)[0]);
}

std::vector<std::uint32_t> draw_random_words(RandomSource source, const BaselineRun& run) {
  std::vector<std::uint32_t> words(std::size_t{run.threads} * run.rounds);
  DeviceBuffer<std::uint32_t> buffer;
  buffer.reserve(words.size());
  const std::size_t bytes = words.size() * sizeof words[0];
  check_cuda(cudaMemset(buffer.data(), 0, bytes), "clear words");
  kernels_of(source).write<<<run.threads / kBaselineBlock, kBaselineBlock>>>(run, buffer.data());
  check_cuda(cudaGetLastError(), "start a kernel");
  check_cuda(cudaMemcpy(words.data(), buffer.data(), bytes, cudaMemcpyDeviceToHost),
             "copy words from the device");
  return words;
}

}  // namespace isthmus
