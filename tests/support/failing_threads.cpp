#include "tests/support/failing_threads.hpp"

#include <atomic>
#include <cerrno>
#include <cstddef>
#include <cstdlib>
#include <memory>
#include <new>

#include <dlfcn.h>
#include <pthread.h>

namespace {

std::atomic<int> made{0}, alive{0}, until_failure{0};
std::atomic<bool> are_starved_then{false};
thread_local bool is_starved = false;

struct Start {
  void* (*run)(void*);
  void* with;
  bool is_starved;
};

void* run(void* given) {
  const std::unique_ptr<Start> start(static_cast<Start*>(given));
  is_starved = start->is_starved;
  void* const result = start->run(start->with);
  is_starved = false;
  --alive;
  return result;
}

}  // namespace

extern "C" int pthread_create(pthread_t* thread, const pthread_attr_t* attributes,
                              void* (*start)(void*), void* with) noexcept {
  using Create = int (*)(pthread_t*, const pthread_attr_t*, void* (*)(void*), void*);
  static const auto create = reinterpret_cast<Create>(dlsym(RTLD_NEXT, "pthread_create"));
  if (until_failure > 0 && --until_failure == 0) return EAGAIN;
  auto given = std::make_unique<Start>(Start{start, with, are_starved_then});
  ++made;
  ++alive;
  return create(thread, attributes, run, given.release());
}

void* operator new(std::size_t bytes) {
  void* const memory = is_starved ? nullptr : std::malloc(bytes);
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }

namespace isthmus::test {

int take_threads_made() { return made.exchange(0); }
int threads_alive() { return alive; }
void fail_thread(int n) { until_failure = n; }
void starve_threads(bool are_starved) { are_starved_then = are_starved; }

}  // namespace isthmus::test
