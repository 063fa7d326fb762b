#pragma once

#include <cstddef>
#include <functional>
#include <unordered_set>

#include <boost/asio/io_context.hpp>

#include "protocols/analysis_service.hpp"
#include "tools/serve/routes.hpp"

namespace isthmus {

// A client of the server. All of it happens in the one thread of the server's context.
class Connection {
 public:
  virtual ~Connection() = default;

  // Takes no more requests, and closes when what is under way is answered.
  virtual void wind_down() = 0;
  // Ends what is under way: it is answered with what is known.
  virtual void terminate() = 0;
  // Closes at once.
  virtual void abort() = 0;
};

// What all connections have in common.
struct Site {
  boost::asio::io_context& context;
  AnalysisService& service;
  Desk desk;
  std::unordered_set<Connection*> connections = {};
  bool is_closing = false;
  // Called when a connection has gone, and when a search may have failed.
  std::function<void()> changed = {};

  const ServeOptions& options() const { return desk.options; }
};

// Keeps a connection in the site's list while it lives.
class Registration {
 public:
  Registration(Site& site, Connection& connection, std::int64_t& count)
      : site_(site), connection_(connection), count_(count) {
    site_.connections.insert(&connection_);
    ++count_;
  }
  ~Registration() {
    site_.connections.erase(&connection_);
    --count_;
    site_.changed();
  }
  Registration(const Registration&) = delete;
  Registration& operator=(const Registration&) = delete;

 private:
  Site& site_;
  Connection& connection_;
  std::int64_t& count_;
};

}  // namespace isthmus
