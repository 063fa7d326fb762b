#include "engine/coroutine.hpp"

#include <memory>
#include <utility>

#include <boost/context/fixedsize_stack.hpp>

namespace isthmus {

namespace {

// A search keeps little on the stack; pages that it does not touch cost nothing.
constexpr std::size_t kStackBytes = 128 * 1024;

}  // namespace

Coroutine::Coroutine(std::function<void()> body)
    : body_(std::move(body)),
      inside_(std::allocator_arg, boost::context::fixedsize_stack(kStackBytes),
              [this](boost::context::fiber&& outside) {
                outside_ = std::move(outside);
                try {
                  body_();
                } catch (const boost::context::detail::forced_unwind&) {
                  throw;
                } catch (...) {
                  failure_ = std::current_exception();
                }
                return std::move(outside_);
              }) {}

void Coroutine::resume() {
  inside_ = std::move(inside_).resume();
  if (failure_) std::rethrow_exception(std::exchange(failure_, nullptr));
}

void Coroutine::pause() { outside_ = std::move(outside_).resume(); }

}  // namespace isthmus
