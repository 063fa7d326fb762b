#pragma once

#include <cstddef>
#include <exception>
#include <memory>
#include <optional>
#include <type_traits>
#include <utility>

#include <boost/asio/io_context.hpp>
#include <boost/asio/thread_pool.hpp>

#include "protocols/http/handler_memory.hpp"

namespace isthmus {

// What a function returned in another thread, or threw there.
template <class Value>
class Outcome {
 public:
  template <class Function>
  void set(Function&& function) {
    try {
      value_.emplace(function());
    } catch (...) {
      failure_ = std::current_exception();
    }
  }
  Value take() {
    if (failure_) std::rethrow_exception(failure_);
    return std::move(*value_);
  }

 private:
  std::optional<Value> value_;
  std::exception_ptr failure_;
};

// Runs `make` in a thread of the pool, and then `take` with its outcome in that of the context.
// Neither is run where the object that asked has gone by then: `take` gets a pointer to it.
template <class Owner, class Make, class Take>
void offload(boost::asio::thread_pool& pool, boost::asio::io_context& context,
             std::weak_ptr<Owner> owner, Make make, Take take) {
  struct Task {
    std::weak_ptr<Owner> owner;
    Make make;
    Take take;
    Outcome<std::invoke_result_t<Make&>> outcome = {};
    HandlerMemory there = {}, back = {};
  };
  // Made here, where there may be no memory for it: it is handed on without any more.
  const std::shared_ptr<Task> task(new Task{std::move(owner), std::move(make), std::move(take)});
  task->there.post(pool, [task, &context] {
    if (task->owner.expired()) return;
    task->outcome.set(task->make);
    task->back.post(context, [task] {
      if (const auto self = task->owner.lock()) task->take(self, task->outcome);
    });
  });
}

// Where the texts of clients are read, and answers put together that are long: not in the thread
// that all connections share. Large texts are read one after the other, and hold up no small ones.
class Parsers {
 public:
  boost::asio::thread_pool& for_text_of(std::size_t bytes) {
    constexpr std::size_t kLarge = std::size_t{64} << 10;
    return bytes < kLarge ? small_ : large_;
  }

 private:
  boost::asio::thread_pool small_{1}, large_{1};
};

}  // namespace isthmus
