#pragma once

#include <algorithm>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

// What C++20 has in <stop_token>, and the C++ library of the build for browsers has not. Names and
// meaning are those of the standard ([thread.stoptoken]), of which there is what this program uses.
namespace isthmus::standard {

// What sources, tokens and callbacks share.
class StopState {
 public:
  // A function that is called once a stop is requested.
  class Callback {
   public:
    virtual ~Callback() = default;
    virtual void call() = 0;
  };

  bool is_requested() const {
    const std::lock_guard lock(mutex_);
    return is_requested_;
  }
  // Calls all callbacks, on this thread. Returns false where a stop was requested before.
  bool request() {
    std::unique_lock lock(mutex_);
    if (std::exchange(is_requested_, true)) return false;
    caller_ = std::this_thread::get_id();
    while (!callbacks_.empty()) {
      called_ = callbacks_.back();
      callbacks_.pop_back();
      lock.unlock();
      called_->call();
      lock.lock();
      called_ = nullptr;
      has_called_.notify_all();
    }
    return true;
  }
  // Returns false, and does nothing, where a stop was requested already.
  bool add(Callback* callback) {
    const std::lock_guard lock(mutex_);
    if (!is_requested_) callbacks_.push_back(callback);
    return !is_requested_;
  }
  // Once it returns the callback is not called, nor under way on another thread.
  void remove(Callback* callback) {
    std::unique_lock lock(mutex_);
    const auto found = std::find(callbacks_.begin(), callbacks_.end(), callback);
    if (found != callbacks_.end()) callbacks_.erase(found);
    if (caller_ == std::this_thread::get_id()) return;  // a callback may remove itself
    has_called_.wait(lock, [&] { return called_ != callback; });
  }

 private:
  mutable std::mutex mutex_;
  std::condition_variable has_called_;
  bool is_requested_ = false;
  std::vector<Callback*> callbacks_;
  Callback* called_ = nullptr;  // the one under way
  std::thread::id caller_;
};

class stop_token {
 public:
  stop_token() = default;

  bool stop_requested() const { return state_ && state_->is_requested(); }
  // Whether one was, or there is a source left that may.
  bool stop_possible() const { return stop_requested() || !source_.expired(); }

 private:
  friend class stop_source;
  template <class Function>
  friend class stop_callback;
  explicit stop_token(std::shared_ptr<StopState> state, std::weak_ptr<const void> source)
      : state_(std::move(state)), source_(std::move(source)) {}

  std::shared_ptr<StopState> state_;
  std::weak_ptr<const void> source_;
};

class stop_source {
 public:
  bool request_stop() { return state_->request(); }
  bool stop_requested() const { return state_->is_requested(); }
  stop_token get_token() const { return stop_token(state_, self_); }

 private:
  std::shared_ptr<StopState> state_ = std::make_shared<StopState>();
  std::shared_ptr<const void> self_ = std::make_shared<char>();  // of this one and its copies
};

template <class Function>
class [[nodiscard]] stop_callback : StopState::Callback {
 public:
  template <class Given>
  stop_callback(const stop_token& token, Given&& function)
      : function_(std::forward<Given>(function)), state_(token.state_) {
    if (state_ && !state_->add(this)) call();
  }
  ~stop_callback() override {
    if (state_) state_->remove(this);
  }
  stop_callback(const stop_callback&) = delete;
  stop_callback& operator=(const stop_callback&) = delete;

 private:
  void call() override { std::forward<Function>(function_)(); }

  Function function_;
  std::shared_ptr<StopState> state_;
};
template <class Function>
stop_callback(stop_token, Function) -> stop_callback<Function>;

}  // namespace isthmus::standard
