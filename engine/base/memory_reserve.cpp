#include "engine/base/memory_reserve.hpp"

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdlib>
#include <new>

namespace isthmus {

namespace {

constexpr std::size_t kPieces = 32, kPieceBytes = std::size_t{32} << 10;

std::array<std::atomic<void*>, kPieces> pieces{};

// Called by `new` where malloc fails, which then tries again.
void hand_out() {
  for (std::atomic<void*>& piece : pieces) {
    if (void* taken = piece.exchange(nullptr)) {
      std::free(taken);
      return;
    }
  }
  throw std::bad_alloc();
}

}  // namespace

void keep_memory_reserve() {
  std::set_new_handler(hand_out);
  refill_memory_reserve();
}

void refill_memory_reserve() noexcept {
  if (std::get_new_handler() != hand_out) return;  // where none is kept
  for (std::atomic<void*>& piece : pieces) {
    if (piece.load(std::memory_order_relaxed)) continue;
    void* const made = std::malloc(kPieceBytes);
    if (!made) return;
    void* none = nullptr;
    if (!piece.compare_exchange_strong(none, made)) std::free(made);
  }
}

}  // namespace isthmus
