#pragma once

#include <cstdint>

#include "engine/captures/capture_shape.hpp"
#include "engine/captures/capture_task.hpp"

namespace isthmus {

// What the playouts of a task begin with.
struct CaptureStart {
  static constexpr int kMaxWords = capture_words(kMaxCaptureSide);

  // The sets below one after the other, each as a CaptureSet of as many words as the board has.
  enum Set { own, stones, top, left, candidates, kSets };
  std::uint32_t words[kSets * kMaxWords];
  std::uint64_t key;       // of CaptureRandom
  std::uint32_t playouts;  // of the task
  std::uint32_t is_white;  // whether White is to move
};
static_assert(CaptureStart::kMaxWords >= capture_words(16), "no board has more words");

// Throws std::invalid_argument for a task that is not as CaptureTask says. Of the sets, `own` has
// the stones of the side to move, `stones` those of both, `top` and `left` those of either colour
// that are joined to that side of the board by stones of their own, and `candidates` what the first
// move is drawn from.
CaptureStart make_capture_start(const CaptureTask& task);

}  // namespace isthmus
