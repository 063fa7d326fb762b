#include "tools/base/stop_on_signal.hpp"

#include <csignal>

#include <signal.h>

namespace isthmus {

StopOnSignal::StopOnSignal() : signals_(context_, SIGINT, SIGTERM) {
  struct sigaction hangup {};
  if (::sigaction(SIGHUP, nullptr, &hangup) == 0 && hangup.sa_handler != SIG_IGN) {
    signals_.add(SIGHUP);
  }
  signals_.async_wait([this](const auto& error, int) {
    if (!error) source_.request_stop();
  });
  waiting_.start([this](const std::stop_token&) { context_.run(); });
}

StopOnSignal::~StopOnSignal() { context_.stop(); }

}  // namespace isthmus
