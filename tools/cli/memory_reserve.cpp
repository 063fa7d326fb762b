// What `new` and `delete` are in the program: those of the system, with a reserve for the time when
// there is no more memory. So what fails is the large thing that asks for too much (trees and
// tables take theirs from malloc, and never get any of this), and not what must not: nlohmann's
// JSON, for one, allocates where it is destroyed, and a failure there ends the program. The reserve
// takes address space alone until it is needed. With sanitizers, which have a `new` of their own,
// this is left out.

#include <array>
#include <cstddef>
#include <cstdlib>
#include <functional>
#include <memory_resource>
#include <mutex>
#include <new>

namespace {

class MemoryReserve {
 public:
  // Memory of that many bytes, or nothing where they are too many or all is handed out.
  void* allocate(std::size_t bytes) noexcept {
    if (bytes > kLargest) return nullptr;
    const std::lock_guard lock(mutex_);
    try {
      auto* const at = static_cast<std::byte*>(pool_.allocate(kHead + bytes));
      new (at) std::size_t(bytes);
      return at + kHead;
    } catch (const std::bad_alloc&) {
      return nullptr;
    }
  }

  static bool has(const void* at) {
    constexpr std::less<const void*> is_before;
    return !is_before(at, bytes_.data()) && is_before(at, bytes_.data() + bytes_.size());
  }

  void deallocate(void* at) noexcept {
    const std::lock_guard lock(mutex_);
    auto* const head = static_cast<std::byte*>(at) - kHead;
    pool_.deallocate(head, kHead + *std::launder(reinterpret_cast<std::size_t*>(head)));
  }

 private:
  static constexpr std::size_t kBytes = std::size_t{32} << 20, kLargest = std::size_t{64} << 10;
  static constexpr std::size_t kHead = alignof(std::max_align_t);  // holds the number of bytes

  alignas(std::max_align_t) static inline std::array<std::byte, kBytes> bytes_;
  std::mutex mutex_;
  std::pmr::monotonic_buffer_resource buffer_{bytes_.data(), kBytes,
                                              std::pmr::null_memory_resource()};
  // Hands out again what came back. It takes an eighth of all at most at a time.
  std::pmr::unsynchronized_pool_resource pool_{
      {.max_blocks_per_chunk = 32, .largest_required_pool_block = 2 * kLargest}, &buffer_};
};

// Never destroyed: things are deleted to the very end of the program.
MemoryReserve& reserve = *new MemoryReserve;

}  // namespace

void* operator new(std::size_t bytes) {
  if (void* const at = std::malloc(bytes > 0 ? bytes : 1)) return at;
  if (void* const at = reserve.allocate(bytes)) return at;
  throw std::bad_alloc();
}

void operator delete(void* at) noexcept {
  if (MemoryReserve::has(at)) return reserve.deallocate(at);
  std::free(at);
}

void operator delete(void* at, std::size_t) noexcept { operator delete(at); }
