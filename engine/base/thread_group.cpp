#include "engine/base/thread_group.hpp"

#include <system_error>
#include <utility>

#ifdef __linux__
#include <pthread.h>
#endif

namespace isthmus {

namespace {

void name_this_thread([[maybe_unused]] const std::string& name) {
#ifdef __linux__
  constexpr std::size_t kMaxBytes = 15;
  pthread_setname_np(pthread_self(), name.substr(0, kMaxBytes).c_str());
#endif
}

}  // namespace

ThreadGroup::~ThreadGroup() {
  request_stop();
  end();
}

void ThreadGroup::start(Body body) {
  try {
    threads_.emplace_back([this, body = std::move(body)] {
      name_this_thread(name_);
      run(body);
    });
  } catch (const std::system_error& error) {
    const std::size_t made = threads_.size();
    request_stop();
    end();
    throw std::system_error(error.code(), "cannot start thread " + std::to_string(made + 1) +
                                              " for '" + name_ +
                                              "'; use fewer threads, or raise the limits of "
                                              "processes and memory (ulimit -u, -v)");
  } catch (...) {
    request_stop();
    end();
    throw;
  }
}

void ThreadGroup::run(const Body& body) {
  try {
    body(token());
  } catch (...) {
    {
      const std::lock_guard lock(mutex_);
      if (!failure_) failure_ = std::current_exception();
    }
    request_stop();
  }
}

void ThreadGroup::join() {
  end();
  if (failure_) std::rethrow_exception(std::exchange(failure_, nullptr));
}

void ThreadGroup::stop() {
  request_stop();
  join();
}

void ThreadGroup::end() noexcept {
  for (std::thread& thread : threads_) thread.join();
  threads_.clear();
}

void run_together(const char* name, int count, const std::stop_token& stop,
                  const NumberedBody& body) {
  ThreadGroup others(name, stop);
  for (int i = 1; i < count; ++i) {
    others.start([&body, i](const std::stop_token& token) { body(i, token); });
  }
  others.run([&body](const std::stop_token& token) { body(0, token); });
  others.join();
}

void run_together(const char* name, int count, const NumberedBody& body) {
  run_together(name, count, {}, body);
}

}  // namespace isthmus
