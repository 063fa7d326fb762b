#pragma once

#include <array>
#include <cstddef>
#include <new>
#include <utility>

#include <boost/asio/post.hpp>

namespace isthmus {

// Memory for one handler at a time, taken in advance: to post it asks for no more, and so cannot
// fail where there is none. It must be there until the handler is called, which may post the next.
class HandlerMemory {
 public:
  HandlerMemory() = default;
  HandlerMemory(const HandlerMemory&) = delete;
  HandlerMemory& operator=(const HandlerMemory&) = delete;

  // Has the context, of one kind or another, call a function without arguments.
  template <class Context, class Function>
  void post(Context& context, Function function) {
    boost::asio::post(context, Handler<Function>{std::move(function), this});
  }

 private:
  static constexpr std::size_t kBytes = 256;

  template <class T>
  struct Allocator {
    using value_type = T;

    explicit Allocator(HandlerMemory* of) : memory(of) {}
    template <class Other>
    explicit(false) Allocator(const Allocator<Other>& other) : memory(other.memory) {}
    T* allocate(std::size_t count) {
      if (count * sizeof(T) > kBytes) return static_cast<T*>(::operator new(count * sizeof(T)));
      return reinterpret_cast<T*>(memory->bytes_.data());
    }
    void deallocate(T* at, std::size_t count) {
      if (count * sizeof(T) > kBytes) ::operator delete(at);
    }
    friend bool operator==(const Allocator&, const Allocator&) = default;

    HandlerMemory* memory;
  };

  template <class Function>
  struct Handler {
    // What asio keeps beside the function is small.
    static_assert(sizeof(Function) + 64 <= kBytes);
    using allocator_type = Allocator<void>;

    allocator_type get_allocator() const noexcept { return allocator_type(memory); }
    void operator()() { function(); }

    Function function;
    HandlerMemory* memory;
  };

  alignas(std::max_align_t) std::array<std::byte, kBytes> bytes_;
};

}  // namespace isthmus
