#pragma once

#include <stop_token>

#include <boost/asio/io_context.hpp>
#include <boost/asio/signal_set.hpp>

#include "engine/base/thread_group.hpp"

namespace isthmus {

// While it lives, Ctrl-C (SIGINT), SIGTERM and the end of the terminal (SIGHUP) request a stop
// instead of ending the program; the last not where it is ignored, as by nohup.
class StopOnSignal {
 public:
  StopOnSignal();
  ~StopOnSignal();
  StopOnSignal(const StopOnSignal&) = delete;
  StopOnSignal& operator=(const StopOnSignal&) = delete;

  std::stop_token token() const { return source_.get_token(); }

 private:
  std::stop_source source_;
  boost::asio::io_context context_;
  boost::asio::signal_set signals_;
  ThreadGroup waiting_{"signals"};
};

}  // namespace isthmus
