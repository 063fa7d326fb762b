#pragma once

#include <functional>
#include <thread>
#include <type_traits>
#include <utility>

#include "stop_token.hpp"

namespace isthmus::standard {

// As C++20 has it: asks its thread to stop, and waits for it, when it goes.
class jthread {
 public:
  jthread() = default;
  template <class Function, class... Arguments>
  requires(!std::is_same_v<std::remove_cvref_t<Function>, jthread>) explicit jthread(
      Function&& function, Arguments&&... arguments) {
    if constexpr (std::is_invocable_v<std::decay_t<Function>, stop_token,
                                      std::decay_t<Arguments>...>) {
      thread_ = std::thread(std::forward<Function>(function), stop_.get_token(),
                            std::forward<Arguments>(arguments)...);
    } else {
      thread_ =
          std::thread(std::forward<Function>(function), std::forward<Arguments>(arguments)...);
    }
  }
  ~jthread() { end(); }
  jthread(jthread&& other) noexcept = default;
  jthread& operator=(jthread&& other) noexcept {
    end();
    stop_ = std::move(other.stop_);
    thread_ = std::move(other.thread_);
    return *this;
  }

  bool joinable() const { return thread_.joinable(); }
  void join() { thread_.join(); }
  bool request_stop() { return stop_.request_stop(); }
  stop_token get_stop_token() const { return stop_.get_token(); }

 private:
  void end() {
    if (!joinable()) return;
    request_stop();
    join();
  }

  stop_source stop_;
  std::thread thread_;
};

}  // namespace isthmus::standard
