#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <string>
#include <utility>

#include "engine/base/backend_error.hpp"

namespace isthmus {

// A line for the user.
using Notice = std::function<void(const std::string&)>;

template <class T, class Run>
class FallbackOf;

// A T, which computes batches by its method run() and says by preferred_batch() how large they
// should be. It has them computed by one T until that throws BackendError, and from then on by
// another, the batch in which the first fails included. May be used by several threads at once.
template <class T>
using Fallback = FallbackOf<T, decltype(&T::run)>;

template <class T, class... Arguments>
class FallbackOf<T, void (T::*)(Arguments...) const> final : public T {
 public:
  // `notice` is called, once, with the error by which the first failed.
  FallbackOf(std::unique_ptr<T> first, std::unique_ptr<T> second, Notice notice)
      : first_(std::move(first)), second_(std::move(second)), notice_(std::move(notice)) {}

  void run(Arguments... arguments) const override {
    if (!failed_) {
      try {
        first_->run(arguments...);
        return;
      } catch (const BackendError& error) {
        if (!failed_.exchange(true)) notice_(error.what());
      }
    }
    second_->run(arguments...);
  }
  int preferred_batch() const override {
    return failed_ ? second_->preferred_batch() : first_->preferred_batch();
  }

 private:
  std::unique_ptr<T> first_;
  std::unique_ptr<T> second_;
  Notice notice_;
  mutable std::atomic<bool> failed_{false};
};

}  // namespace isthmus
