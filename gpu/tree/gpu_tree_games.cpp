#include "gpu/tree/gpu_tree_games.hpp"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <optional>
#include <string>
#include <utility>

#include "engine/base/backend_error.hpp"
#include "gpu/device/device_limits.hpp"
#include "gpu/device/timed_work.hpp"
#include "gpu/tree/tree_begin.hpp"
#include "gpu/tree/tree_board.hpp"
#include "gpu/tree/tree_kernels.hpp"

namespace isthmus {

namespace {

void use_device(int device) { check_cuda(cudaSetDevice(device), "use the device"); }

// The fastest net of the device for such views.
std::unique_ptr<DeviceNet> make_net(int device, const Net& net, const NetView& view,
                                    NetPrecision precision) {
  use_device(device);
  if (device_attribute(cudaDevAttrComputeCapabilityMajor) < 8) {
    throw BackendError("nets need a GPU of compute capability 8.0");
  }
  if (auto hopper = make_hopper_net(net, precision); hopper && hopper->takes(view)) {
    return hopper;
  }
  auto mma = make_mma_net(net);
  if (mma->takes(view)) return mma;
  throw BackendError("a board of " + std::to_string(view.columns) + " x " +
                     std::to_string(view.rows) + " is too large for a net of " +
                     std::to_string(net.channels) + " channels on the device");
}

// What a net sees of a game that is the same for both sides.
NetView view_of(const Game& game, bool has_ring) {
  return NetInput(game, {.has_ring = has_ring}).view(Colour::black);
}

// Memory that begins as zeros.
template <class T>
T* reserve(DeviceBuffer<T>& buffer, std::size_t size) {
  buffer.reserve(size);
  check_cuda(cudaMemset(buffer.data(), 0, size * sizeof(T)), "clear memory");
  return buffer.data();
}

}  // namespace

GpuTreeGames::GpuTreeGames(int device, const Game& game, const Net& net,
                           const TreeSettings& settings, int slots, NetPrecision precision)
    : GpuTreeGames(device, game, make_net(device, net, view_of(game, net.has_ring), precision),
                   settings, slots) {
  precision_ = precision;
}

GpuTreeGames::GpuTreeGames(int device, const Game& game, std::unique_ptr<DeviceNet> net,
                           const TreeSettings& settings, int slots)
    : device_(device),
      game_(game),
      view_((use(), view_of(game, net->reads().has_ring))),
      net_(std::move(net)),
      is_taken_(static_cast<std::size_t>(slots)) {
  const TreeBoard board = make_tree_board(game, net_->reads());
  const auto count = static_cast<std::size_t>(slots);
  rule_ = board.rule;
  task_.settings = settings;
  task_.inverse_temperature = static_cast<float>(1 / settings.net_temperature);
  task_.stride = tree_stride(board.cells);
  const std::size_t nodes = count * settings.nodes();
  TreeBoard* const on_device = reserve(board_, 1);
  check_cuda(cudaMemcpy(on_device, &board, sizeof board, cudaMemcpyHostToDevice), "copy a board");
  task_.board = on_device;
  task_.slots = reserve(slots_, count);
  task_.stones = reserve(stones_, count);
  task_.nodes = reserve(nodes_, nodes);
  task_.edges = reserve(edges_, nodes * task_.stride);
  task_.points = reserve(points_, count * view_of(game, true).points());  // of any net
  task_.outputs = reserve(outputs_, count * board.output_count);
  task_.counts = reserve(counts_, 1);
  if (rule_ == TreeRule::captures) {
    task_.past_room = first_past_room(board.cells);
    task_.pasts = reserve(pasts_, count);
    task_.keys = reserve(keys_, count * task_.key_room());
  }
  wait_for_default_stream();
  for (Step& step : steps_) {
    step.begun.reserve(count);
    step.headers.reserve(count);
    step.visits.reserve(count * task_.stride);
    step.counts.reserve(1);
    if (rule_ == TreeRule::captures) step.begun_pasts.reserve(count);
  }
}

GpuTreeGames::~GpuTreeGames() {
  if (cudaSetDevice(device_) == cudaSuccess) cudaStreamSynchronize(stream_.get());
}

void GpuTreeGames::use() const { use_device(device_); }

void GpuTreeGames::begin(int slot, const TreeGame& game) {
  is_taken_[static_cast<std::size_t>(slot)] = true;
  taken_end_ = std::max(taken_end_, static_cast<std::uint32_t>(slot) + 1);
  Step& step = steps_[started_ % 2];
  if (rule_ == TreeRule::captures) {
    const std::vector<std::uint64_t> keys = game.position.history.keys();
    step.begun_pasts[step.begun_count] = {make_tree_past(game, view_.columns),
                                          static_cast<std::uint32_t>(step.gathered_keys.size())};
    step.gathered_keys.insert(step.gathered_keys.end(), keys.begin(), keys.end());
  }
  step.begun[step.begun_count++] = make_tree_begin(slot, game, view_.columns);
}

void GpuTreeGames::set_net(const Net& net) {
  if (net.planes > net_planes(game_)) {
    throw BackendError("the net has more input planes than this version knows for its game");
  }
  const NetView view = view_of(game_, net.has_ring);
  std::unique_ptr<DeviceNet> made = make_net(device_, net, view, precision_);
  const TreeBoard board = make_tree_board(game_, net.reads());
  stream_.wait();  // the old one may be at work
  net_ = std::move(made);
  view_ = view;
  check_cuda(cudaMemcpy(board_.data(), &board, sizeof board, cudaMemcpyHostToDevice),
             "copy a board");
}

std::span<const TreeMove> GpuTreeGames::step() {
  use();
  Step& next = steps_[started_++ % 2];
  start(next);
  moves_.clear();
  Step& last = steps_[started_ % 2];
  if (last.is_under_way) take(last);
  return moves_;
}

void GpuTreeGames::start(Step& step) {
  while (taken_end_ > 0 && !is_taken_[taken_end_ - 1]) --taken_end_;
  task_.slot_count = std::max(taken_end_, 1U);
  task_.outbox = {step.headers.data(), step.visits.data()};
  std::optional<TimedWork> timed(std::in_place, stream_);
  if (step.begun_count > 0) {
    start_begin_games(task_, step.begun.data(), step.begun_count, stream_);
    if (rule_ == TreeRule::captures) start_pasts(step);
  }
  step.past_room = task_.past_room;
  check_cuda(cudaMemsetAsync(task_.counts, 0, sizeof(TreeStepCounts), stream_.get()),
             "clear memory");
  start_tree_step(task_, rule_, stream_);
  net_->start(view_, task_.points, outputs_.data(), static_cast<int>(task_.slot_count), stream_);
  check_cuda(cudaMemcpyAsync(step.counts.data(), task_.counts, sizeof(TreeStepCounts),
                             cudaMemcpyDeviceToHost, stream_.get()),
             "copy counts");
  timed.reset();
  check_cuda(cudaEventRecord(step.done, stream_.get()), "record an event");
  step.is_under_way = true;
}

// Hands over what the games remember that begin.
void GpuTreeGames::start_pasts(Step& step) {
  std::uint32_t most = 0;
  for (std::uint32_t i = 0; i < step.begun_count; ++i) {
    most = std::max(most, step.begun_pasts[i].past.key_count);
  }
  if (most > task_.past_room) make_past_room(std::bit_ceil(most));
  step.begun_keys.reserve(std::bit_ceil(step.gathered_keys.size()));
  std::copy(step.gathered_keys.begin(), step.gathered_keys.end(), step.begun_keys.data());
  step.gathered_keys.clear();
  start_begin_pasts(task_, step.begun.data(), step.begun_pasts.data(), step.begun_keys.data(),
                    step.begun_count, stream_);
}

// Makes room for more keys, and keeps those that are there.
void GpuTreeGames::make_past_room(std::uint32_t room) {
  const std::size_t slots = is_taken_.size(), old_bytes = sizeof(std::uint64_t) * task_.key_room();
  TreeTask larger = task_;
  larger.past_room = room;
  DeviceBuffer<std::uint64_t> keys;
  keys.reserve(slots * larger.key_room());
  check_cuda(
      cudaMemcpy2DAsync(keys.data(), sizeof(std::uint64_t) * larger.key_room(), task_.keys,
                        old_bytes, old_bytes, slots, cudaMemcpyDeviceToDevice, stream_.get()),
      "copy keys");
  stream_.wait();  // behind this the old ones go
  larger.keys = keys.data();
  keys_ = std::move(keys);
  task_ = larger;
}

// Waits for a step, and reads what it reports.
void GpuTreeGames::take(Step& step) {
  check_cuda(cudaEventSynchronize(step.done), "play games");
  step.is_under_way = false;
  step.begun_count = 0;
  evaluations_ += step.counts[0].evaluations;
  // Unless the step before has had it grow.
  if (step.counts[0].waiting > 0 && step.past_room == task_.past_room) {
    make_past_room(2 * task_.past_room);
  }
  for (std::size_t i = 0; i < step.counts[0].moves; ++i) {
    const TreeMoveHeader& header = step.headers[i];
    const TreeMove::Visits* visits = step.visits.data() + i * task_.stride;
    TreeMove move;
    move.slot = static_cast<int>(header.slot);
    move.end = static_cast<TreeMove::End>(header.end);
    if (move.end != TreeMove::End::none) is_taken_[header.slot] = false;
    move.cell = header.cell;
    move.value = header.value;
    move.is_full = header.is_full != 0;
    move.result = static_cast<Result>(header.result);
    move.would_have_won = static_cast<Result>(header.would_have_won);
    move.visits.assign(visits, visits + header.visits);
    moves_.push_back(std::move(move));
  }
}

}  // namespace isthmus
