#pragma once

#include <cstddef>
#include <exception>
#include <functional>
#include <mutex>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

#include "engine/base/linked_stop_source.hpp"

namespace isthmus {

// Threads that are stopped, waited for and fail together: one whose body throws stops the others,
// and what was thrown first is thrown to the thread that waits. They are also stopped by whoever
// stops what the group is a part of, which the group itself never stops. Its destructor stops all
// threads and waits for them, as that of std::jthread does. One thread at a time may call its
// functions, but token() and request_stop() are for any.
class ThreadGroup {
 public:
  using Body = std::function<void(const std::stop_token& stop)>;

  // Debuggers and `top -H` show the threads by this name, or its first 15 bytes. A stop of `stop`
  // stops the group, also one that came before: threads that are started are told so at once.
  explicit ThreadGroup(std::string name, const std::stop_token& stop = {})
      : name_(std::move(name)), stop_(stop) {}
  // The same with one thread.
  ThreadGroup(std::string name, Body body) : ThreadGroup(std::move(name)) {
    start(std::move(body));
  }
  ~ThreadGroup();
  ThreadGroup(const ThreadGroup&) = delete;
  ThreadGroup& operator=(const ThreadGroup&) = delete;

  // Runs a body in a new thread. Where none can be made, stops the others, waits for them and
  // throws std::system_error or std::bad_alloc.
  void start(Body body);
  // Runs a body in the thread that calls, as one of the group: it does not throw.
  void run(const Body& body);
  // Waits for all. Throws what the first that failed has thrown.
  void join();
  // Stops all, and waits as join() does.
  void stop();

  void request_stop() { stop_.request_stop(); }
  // Says whether the group is stopped, for whatever reason. The bodies are given it.
  std::stop_token token() const { return stop_.token(); }
  // How many threads were started.
  std::size_t size() const { return threads_.size(); }

 private:
  void end() noexcept;

  const std::string name_;
  LinkedStopSource stop_;
  std::mutex mutex_{};  // of what follows
  std::exception_ptr failure_{};
  std::vector<std::thread> threads_{};
};

// Runs body(i) for all i below count, which is at least 1, at once: body(0) in the thread that
// calls, the others in a group of this name, which `stop` stops. Throws as the group does, and that
// only when all have ended.
using NumberedBody = std::function<void(int i, const std::stop_token& stop)>;
void run_together(const char* name, int count, const std::stop_token& stop,
                  const NumberedBody& body);
// The same where nothing but a failure stops them.
void run_together(const char* name, int count, const NumberedBody& body);

}  // namespace isthmus
