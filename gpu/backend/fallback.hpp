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

// One that works until it throws BackendError, and another that then takes its place.
template <class T>
class Fallback {
 public:
  // `notice` is told, once, by which error the first fell out.
  Fallback(std::unique_ptr<T> first, std::unique_ptr<T> second, Notice notice)
      : first_(std::move(first)), second_(std::move(second)), notice_(std::move(notice)) {}

  // Calls work(one of them): with the first, and if that fails, or has failed before, with the
  // second. May be called from several threads at once.
  template <class Work>
  void run(Work&& work) const {
    if (!failed_) {
      try {
        work(*first_);
        return;
      } catch (const BackendError& error) {
        if (!failed_.exchange(true)) notice_(error.what());
      }
    }
    work(*second_);
  }

  // The one that the next run() begins with.
  const T& current() const { return failed_ ? *second_ : *first_; }

 private:
  std::unique_ptr<T> first_;
  std::unique_ptr<T> second_;
  Notice notice_;
  mutable std::atomic<bool> failed_{false};
};

}  // namespace isthmus
