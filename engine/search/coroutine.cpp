#include "engine/search/coroutine.hpp"

#include <cstddef>
#include <memory>
#include <utility>

#include <boost/context/fixedsize_stack.hpp>
#include <boost/context/preallocated.hpp>

#if defined(__SANITIZE_ADDRESS__)
#define ISTHMUS_TELL_STACKS
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define ISTHMUS_TELL_STACKS
#endif
#endif
#ifdef ISTHMUS_TELL_STACKS
#include <sanitizer/common_interface_defs.h>
#endif

namespace isthmus {

namespace {

// A search keeps little on the stack; pages that it does not touch cost nothing.
constexpr std::size_t kStackBytes = 128 * 1024;

// AddressSanitizer has to be told of each change of stacks: an exception thrown on a stack that it
// does not know leaves the marks of the frames that it passed, and later frames trip over them.
// `kept` is what the left stack is told when it is gone on with; null where it never will be.
// ThreadSanitizer finds races without a word, as a coroutine keeps to its thread; but of the calls
// that it tells, those above resume() alone are certain.
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

}  // namespace

Coroutine::Coroutine(std::function<void()> body)
    : body_(std::move(body)),
      stack_(boost::context::fixedsize_stack(kStackBytes).allocate()),
      inside_(std::allocator_arg, boost::context::preallocated(stack_.sp, stack_.size, stack_),
              boost::context::fixedsize_stack(kStackBytes),
              [this](boost::context::fiber&& outside) {
                begin(std::move(outside));
                return std::move(outside_);
              }) {}

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
  leaving_for(&kept, static_cast<const char*>(stack_.sp) - stack_.size, stack_.size);
  inside_ = std::move(inside_).resume();
  arrived(kept, nullptr, nullptr);
  if (failure_) std::rethrow_exception(std::exchange(failure_, nullptr));
}

void Coroutine::pause() {
  void* kept = nullptr;
  leaving_for(&kept, outside_bottom_, outside_bytes_);
  outside_ = std::move(outside_).resume();
  arrived(kept, &outside_bottom_, &outside_bytes_);
}

}  // namespace isthmus
