#pragma once

#include <memory>
#include <mutex>
#include <utility>
#include <vector>

namespace isthmus {

// Things that take long to make, as streams with their buffers, with which threads take turns.
template <class T>
class IdlePool {
 public:
  // An idle one; a new one, made of the arguments, where all are in use.
  template <class... Arguments>
  std::unique_ptr<T> take(Arguments&&... arguments) {
    {
      const std::scoped_lock lock(mutex_);
      if (!idle_.empty()) {
        std::unique_ptr<T> taken = std::move(idle_.back());
        idle_.pop_back();
        return taken;
      }
    }
    return std::make_unique<T>(std::forward<Arguments>(arguments)...);
  }
  void give_back(std::unique_ptr<T> taken) {
    const std::scoped_lock lock(mutex_);
    idle_.push_back(std::move(taken));
  }

 private:
  std::mutex mutex_;
  std::vector<std::unique_ptr<T>> idle_;
};

}  // namespace isthmus
