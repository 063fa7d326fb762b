#pragma once

#include <functional>
#include <utility>

namespace isthmus {

// Work that a thread would rather do than wait for a device. It is on offer while the object lives,
// and done once at the most: by what is about to wait on that thread, in between other calls, so
// that it must not call what waits itself, nor throw.
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
