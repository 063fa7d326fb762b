#include "engine/coroutine.hpp"

#include <cstddef>
#include <memory>
#include <utility>

#include <boost/context/fixedsize_stack.hpp>
#include <boost/context/preallocated.hpp>

#if defined(__SANITIZE_ADDRESS__)
#define ISTHMUS_TELL_STACKS
#elif defined(__SANITIZE_THREAD__)
#define ISTHMUS_TELL_FIBERS
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define ISTHMUS_TELL_STACKS
#elif __has_feature(thread_sanitizer)
#define ISTHMUS_TELL_FIBERS
#endif
#endif
#ifdef ISTHMUS_TELL_STACKS
#include <sanitizer/common_interface_defs.h>
#endif
#ifdef ISTHMUS_TELL_FIBERS
#include <sanitizer/tsan_interface.h>
#endif

namespace isthmus {

namespace {

// A search keeps little on the stack; pages that it does not touch cost nothing.
constexpr std::size_t kStackBytes = 128 * 1024;

// AddressSanitizer has to be told of each change of stacks: an exception thrown on a stack that it
// does not know leaves the marks of the frames that it passed, and later frames trip over them.
// `kept` is what the left stack is told when it is gone on with; null where it never will be.
void leaving_for([[maybe_unused]] void** kept, [[maybe_unused]] const void* bottom,
                 [[maybe_unused]] std::size_t bytes) {
#ifdef ISTHMUS_TELL_STACKS
  __sanitizer_start_switch_fiber(kept, bottom, bytes);
#endif
}
void arrived([[maybe_unused]] void* kept, [[maybe_unused]] const void** left_bottom,
             [[maybe_unused]] std::size_t* left_bytes) {
#ifdef ISTHMUS_TELL_STACKS
  __sanitizer_finish_switch_fiber(kept, left_bottom, left_bytes);
#endif
}

// ThreadSanitizer notes the calls of each thread, and mixes up those of several stacks unless it is
// told of each change before it is made.
#ifdef ISTHMUS_TELL_FIBERS
void* new_stack() { return __tsan_create_fiber(0); }
void forget_stack(void* stack) { __tsan_destroy_fiber(stack); }
void* this_stack() { return __tsan_get_current_fiber(); }
void changing_to(void* stack) { __tsan_switch_to_fiber(stack, 0); }
#else
void* new_stack() { return nullptr; }
void forget_stack(void*) {}
void* this_stack() { return nullptr; }
void changing_to(void*) {}
#endif

// One function for all changes of stacks, so that what is noted of a call on one stack is taken
// back by the return of the other's.
[[gnu::noinline]] boost::context::fiber change_to(boost::context::fiber&& stack) {
  return std::move(stack).resume();
}

}  // namespace

Coroutine::Coroutine(std::function<void()> body)
    : body_(std::move(body)),
      stack_(boost::context::fixedsize_stack(kStackBytes).allocate()),
      inside_(std::allocator_arg, boost::context::preallocated(stack_.sp, stack_.size, stack_),
              boost::context::fixedsize_stack(kStackBytes),
              [this](boost::context::fiber&& outside) {
                begin(std::move(outside));
                return std::move(outside_);
              }),
      inside_known_as_(new_stack()) {}

Coroutine::~Coroutine() { forget_stack(inside_known_as_); }

void Coroutine::begin(boost::context::fiber&& outside) {
  arrived(nullptr, &outside_bottom_, &outside_bytes_);
  outside_ = std::move(outside);
  try {
    body_();
  } catch (const boost::context::detail::forced_unwind&) {
    throw;
  } catch (...) {
    failure_ = std::current_exception();
  }
  leaving_for(nullptr, outside_bottom_, outside_bytes_);
}

void Coroutine::resume() {
  void* kept = nullptr;
  outside_known_as_ = this_stack();
  leaving_for(&kept, static_cast<const char*>(stack_.sp) - stack_.size, stack_.size);
  changing_to(inside_known_as_);
  inside_ = change_to(std::move(inside_));
  if (has_returned()) changing_to(outside_known_as_);
  arrived(kept, nullptr, nullptr);
  if (failure_) std::rethrow_exception(std::exchange(failure_, nullptr));
}

void Coroutine::pause() {
  void* kept = nullptr;
  leaving_for(&kept, outside_bottom_, outside_bytes_);
  changing_to(outside_known_as_);
  outside_ = change_to(std::move(outside_));
  arrived(kept, &outside_bottom_, &outside_bytes_);
}

}  // namespace isthmus
