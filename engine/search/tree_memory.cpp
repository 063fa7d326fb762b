#include "engine/search/tree_memory.hpp"

#include <algorithm>
#include <new>

#include <sys/mman.h>

namespace isthmus {

bool TreeMemory::take(std::size_t own, std::size_t bytes) {
  while (!has_headroom() || !try_to_take(own, bytes)) {
    if (!reclaim_ || !reclaim_()) return false;
  }
  return true;
}

bool TreeMemory::try_to_take(std::size_t own, std::size_t bytes) {
  const std::lock_guard lock(mutex_);
  const std::size_t after = taken_ + bytes;
  const std::size_t left = max_bytes_ - std::min(after, max_bytes_);
  const bool may_have = own == 0 || (after <= max_bytes_ && own + bytes <= kTimesLeft * left);
  if (may_have) taken_ = after;
  return may_have;
}

bool TreeMemory::has_headroom() const {
  constexpr std::size_t kHeadroom = std::size_t{64} << 20;
#ifdef __EMSCRIPTEN__
  // There mmap() writes all of what it returns.
  void* room = ::operator new(kHeadroom, std::nothrow);
  ::operator delete(room);
  return room != nullptr;
#else
  void* room = mmap(nullptr, kHeadroom, PROT_READ | PROT_WRITE,
                    MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  return room != MAP_FAILED && munmap(room, kHeadroom) == 0;
#endif
}

void TreeMemory::release(std::size_t bytes) {
  const std::lock_guard lock(mutex_);
  taken_ -= bytes;
}

std::size_t TreeMemory::taken() const {
  const std::lock_guard lock(mutex_);
  return taken_;
}

}  // namespace isthmus
