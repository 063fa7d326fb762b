#include "tools/base/stop_on_signal.hpp"

#include <csignal>

namespace isthmus {

StopOnSignal::StopOnSignal() : signals_(context_, SIGINT, SIGTERM) {
  signals_.async_wait([this](const auto& error, int) {
    if (!error) source_.request_stop();
  });
  waiting_.start([this](const std::stop_token&) { context_.run(); });
}

StopOnSignal::~StopOnSignal() { context_.stop(); }

}  // namespace isthmus
