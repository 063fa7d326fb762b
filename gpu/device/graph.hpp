#pragma once

#include <functional>
#include <utility>

#include <cuda_runtime.h>

#include "gpu/device/cuda_error.hpp"
#include "gpu/device/stream.hpp"

namespace isthmus {

// Work that is described once and started again and again, in one call: a CUDA graph (CUDA C++
// Programming Guide, "CUDA Graphs"), which spares the host a launch for each of its kernels. All
// functions throw what check_cuda() does where CUDA fails.
class Graph {
 public:
  // Nothing, which may not be started.
  Graph() = default;
  // `put` puts the work into the stream, which does not run it. Addresses and sizes are kept as
  // they are then: what they point to must be there whenever the graph is started. If `put` throws,
  // the stream is left describing, and can only be destroyed.
  Graph(const Stream& stream, const std::function<void()>& put) {
    check_cuda(cudaStreamBeginCapture(stream.get(), cudaStreamCaptureModeThreadLocal),
               "begin a graph");
    put();
    cudaGraph_t graph = nullptr;
    check_cuda(cudaStreamEndCapture(stream.get(), &graph), "end a graph");
    const cudaError_t result = cudaGraphInstantiate(&graph_, graph, 0);
    cudaGraphDestroy(graph);
    check_cuda(result, "make a graph");
  }
  Graph(Graph&& other) noexcept : graph_(std::exchange(other.graph_, nullptr)) {}
  Graph& operator=(Graph&& other) noexcept {
    std::swap(graph_, other.graph_);
    return *this;
  }
  ~Graph() {
    if (graph_ != nullptr) cudaGraphExecDestroy(graph_);
  }

  // Puts all of it into the stream, behind what is there and behind its own last start, and does
  // not wait for it.
  void start(const Stream& stream) const {
    check_cuda(cudaGraphLaunch(graph_, stream.get()), "start a graph");
  }

 private:
  cudaGraphExec_t graph_ = nullptr;
};

}  // namespace isthmus
