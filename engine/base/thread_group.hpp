#pragma once

#include <cstddef>
#include <exception>
#include <functional>
#include <mutex>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

namespace isthmus {

// Threads that are stopped, waited for and fail together: one whose body throws stops the others,
// and what was thrown first is thrown to the thread that waits. Its destructor stops all threads
// and waits for them, as that of std::jthread does. One thread at a time may call its functions,
// but token() and request_stop() are for any.
class ThreadGroup {
 public:
  using Body = std::function<void(const std::stop_token& stop)>;

  // Debuggers and `top -H` show the threads by this name, or its first 15 bytes.
  explicit ThreadGroup(std::string name) : name_(std::move(name)) {}
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
  std::stop_token token() const { return stop_.get_token(); }
  // How many threads were started.
  std::size_t size() const { return threads_.size(); }

 private:
  void end() noexcept;

  const std::string name_;
  std::stop_source stop_{};
  std::mutex mutex_{};  // of what follows
  std::exception_ptr failure_{};
  std::vector<std::thread> threads_{};
};

// Runs body(i) for all i below count, which is at least 1, at once: body(0) in the thread that
// calls, the others in a group of this name. Throws as the group does, and that only when all have
// ended.
void run_together(const char* name, int count,
                  const std::function<void(int i, const std::stop_token& stop)>& body);

}  // namespace isthmus
