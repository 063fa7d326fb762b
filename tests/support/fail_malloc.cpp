// To be loaded before the C library (LD_PRELOAD): at SIGUSR2 it begins to count allocations, and
// has FAIL_COUNT of them fail, from the FAIL_AT-th on.

#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstddef>
#include <cstdlib>

// The C library's own, under names that no one else takes.
extern "C" {
void* __libc_malloc(std::size_t bytes);
void* __libc_calloc(std::size_t count, std::size_t bytes);
void* __libc_memalign(std::size_t alignment, std::size_t bytes);
}

namespace {

std::atomic<bool> is_counting{false};
std::atomic<long> first{0}, count{0}, made{0};

long number(const char* name) {
  const char* text = std::getenv(name);
  return text == nullptr ? 0 : std::atol(text);
}

void begin(int) { is_counting = true; }

const bool is_set_up = [] {
  first = number("FAIL_AT");
  count = number("FAIL_COUNT");
  return std::signal(SIGUSR2, begin) != SIG_ERR;
}();

bool fails() {
  if (!is_counting) return false;
  const long now = ++made;
  if (now < first || now >= first + count) return false;
  errno = ENOMEM;
  return true;
}

}  // namespace

extern "C" {

void* malloc(std::size_t bytes) noexcept { return fails() ? nullptr : __libc_malloc(bytes); }
void* calloc(std::size_t items, std::size_t bytes) noexcept {
  return fails() ? nullptr : __libc_calloc(items, bytes);
}
void* aligned_alloc(std::size_t alignment, std::size_t bytes) noexcept {
  return fails() ? nullptr : __libc_memalign(alignment, bytes);
}
}
