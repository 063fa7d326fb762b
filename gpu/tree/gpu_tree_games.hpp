#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include <cuda_runtime.h>

#include "engine/game/game.hpp"
#include "engine/net/net_input.hpp"
#include "gpu/device/device_buffer.hpp"
#include "gpu/device/stream.hpp"
#include "gpu/net/device_net.hpp"
#include "gpu/tree/tree_games.hpp"
#include "gpu/tree/tree_layout.hpp"
#include "gpu/tree/tree_settings.hpp"

namespace isthmus {

// Games whose trees live in the memory of a device, and whose positions a net judges there: two
// kernels a step, that of the trees and that of the net. The host takes the moves of one step while
// the device works on the next. For one thread.
class GpuTreeGames final : public TreeGames {
 public:
  // Games without an obstacle (tree_board.hpp), on the device of this number; `game` must outlive
  // this. Throws BackendError where the net or the board does not suit it, or its memory does not
  // suffice.
  GpuTreeGames(int device, const Game& game, const Net& net, const TreeSettings& settings,
               int slots, NetPrecision precision = NetPrecision::bits16);
  // The same with anything that stands in for a net on the device that is current.
  GpuTreeGames(int device, const Game& game, std::unique_ptr<DeviceNet> net,
               const TreeSettings& settings, int slots);
  // Waits for what was started.
  ~GpuTreeGames() override;

  void begin(int slot, const TreeGame& game) override;
  void set_net(const Net& net) override;
  std::span<const TreeMove> step() override;
  std::int64_t evaluations() const override { return evaluations_; }

 private:
  // What one of two steps under way has for itself.
  struct Step {
    // A thread that waits for it sleeps: the next step is under way, and there is time.
    Step() {
      check_cuda(cudaEventCreateWithFlags(&done, cudaEventDisableTiming | cudaEventBlockingSync),
                 "make an event");
    }
    ~Step() { cudaEventDestroy(done); }
    Step(const Step&) = delete;
    Step& operator=(const Step&) = delete;

    cudaEvent_t done = nullptr;
    bool is_under_way = false;
    std::uint32_t begun_count = 0;
    PinnedBuffer<TreeBegin> begun;
    // Of games with captures: the keys are gathered, and then copied to where the device has them.
    PinnedBuffer<TreeBeginPast> begun_pasts;
    std::vector<std::uint64_t> gathered_keys;
    PinnedBuffer<std::uint64_t> begun_keys;
    std::uint32_t past_room = 0;  // that it had
    PinnedBuffer<TreeMoveHeader> headers;
    PinnedBuffer<TreeMove::Visits> visits;
    PinnedBuffer<TreeStepCounts> counts;
  };

  void use() const;
  void start(Step& step);
  void start_pasts(Step& step);
  void take(Step& step);
  void make_past_room(std::uint32_t room);

  const int device_;
  const Game& game_;
  NetView view_;
  NetPrecision precision_ = NetPrecision::bits16;
  std::unique_ptr<DeviceNet> net_;
  DeviceBuffer<TreeBoard> board_;
  DeviceBuffer<TreeSlot> slots_;
  DeviceBuffer<TreeStones> stones_;
  DeviceBuffer<TreeNode> nodes_;
  DeviceBuffer<TreeEdge> edges_;
  DeviceBuffer<std::uint8_t> points_;
  DeviceBuffer<float> outputs_;
  DeviceBuffer<TreeStepCounts> counts_;
  DeviceBuffer<TreePast> pasts_;
  DeviceBuffer<std::uint64_t> keys_;
  TreeRule rule_{};
  TreeTask task_{};
  Stream stream_;
  std::array<Step, 2> steps_;
  std::uint64_t started_ = 0;
  // By slot, as far as is known: whether there is a game. Steps are of the slots before taken_end_.
  std::vector<bool> is_taken_;
  std::uint32_t taken_end_ = 0;
  std::vector<TreeMove> moves_;
  std::int64_t evaluations_ = 0;
};

}  // namespace isthmus
