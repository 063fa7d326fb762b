#pragma once

#include <cstddef>
#include <exception>
#include <functional>

#include <boost/context/fiber.hpp>
#include <boost/context/stack_context.hpp>

namespace isthmus {

// A function that can be left in its middle and gone on with later, on a stack of its own.
class Coroutine {
 public:
  explicit Coroutine(std::function<void()> body);
  // The body must have returned, or never have begun.
  ~Coroutine() = default;
  Coroutine(const Coroutine&) = delete;
  Coroutine& operator=(const Coroutine&) = delete;

  // Goes on with the body until it pauses or returns; not to be called once it has returned. Always
  // to be called from one thread. Throws what the body threw, which then has returned.
  void resume();
  bool has_returned() const { return !inside_; }

  // Leaves the body, until resume() is called again. Only from the body.
  void pause();

 private:
  void begin(boost::context::fiber&& outside);

  std::function<void()> body_;
  boost::context::stack_context stack_;
  boost::context::fiber inside_;
  boost::context::fiber outside_;
  std::exception_ptr failure_;
  // The stack of whoever resumed last, for AddressSanitizer.
  const void* outside_bottom_ = nullptr;
  std::size_t outside_bytes_ = 0;
};

}  // namespace isthmus
