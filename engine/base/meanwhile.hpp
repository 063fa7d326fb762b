#pragma once

#include <functional>
#include <utility>

namespace isthmus {

// Work that a thread would rather do than wait for a device. Code that is about to wait on that
// thread has it done by take(): once at the most, and only while this object lives. It is done
// amid the call that waits, so it must not call the device itself, nor throw.
class Meanwhile {
 public:
  explicit Meanwhile(std::function<void()> work)
      : work_(std::move(work)), before_(std::exchange(offered_, this)) {}
  Meanwhile(const Meanwhile&) = delete;
  Meanwhile& operator=(const Meanwhile&) = delete;
  ~Meanwhile() { offered_ = before_; }

  // Does what this thread offers, if anything.
  static void take() noexcept {
    if (offered_ == nullptr) return;
    if (const auto work = std::exchange(offered_->work_, nullptr)) work();
  }

 private:
  std::function<void()> work_;
  Meanwhile* before_;

  inline static thread_local Meanwhile* offered_ = nullptr;
};

}  // namespace isthmus
