#pragma once

#include <cstddef>
#include <functional>
#include <list>
#include <new>
#include <unordered_set>

#include <boost/asio/io_context.hpp>
#include <boost/asio/thread_pool.hpp>

#include "protocols/http/parsers.hpp"
#include "protocols/http/routes.hpp"
#include "protocols/json/analysis_service.hpp"

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
  Parsers& parsers;
  boost::asio::thread_pool& jobs;  // run beside the searches
  RouteContext route_context;
  std::unordered_set<Connection*> connections = {};
  // Those that may be closed to make room for others: connections without an authenticated request
  // yet, streams by which nothing was asked, the first to come in front of both, and connections
  // that ask for nothing now, the longest idle in front.
  std::list<Connection*> unauthenticated = {};
  std::list<Connection*> silent = {};
  std::list<Connection*> idle = {};
  bool is_closing = false;
  // Called when a connection has gone, and when a search may have failed.
  std::function<void()> changed = {};

  const ServeOptions& options() const { return route_context.options; }

  // Does what a connection has to do. Where there is no memory for that the connection is closed.
  template <class Function>
  void attempt(Connection& connection, Function&& function) {
    try {
      function();
    } catch (const std::bad_alloc&) {
      ++route_context.metrics.out_of_memory;
      connection.abort();
    }
  }
};

// Keeps a connection in the site's list while it lives, and perhaps in one of the lists of those
// that may have to make room.
class Registration {
 public:
  Registration(Site& site, Connection& connection, std::int64_t& count)
      : site_(site), connection_(connection), count_(count) {
    site_.connections.insert(&connection_);
    ++count_;
  }
  ~Registration() {
    leave();
    site_.connections.erase(&connection_);
    --count_;
    site_.changed();
  }
  Registration(const Registration&) = delete;
  Registration& operator=(const Registration&) = delete;

  // Puts the connection at the end of one of the site's lists, or takes it from that again.
  void enter(std::list<Connection*>& list) {
    leave();
    place_ = list.insert(list.end(), &connection_);
    list_ = &list;
  }
  bool is_in(const std::list<Connection*>& list) const { return list_ == &list; }
  void leave() {
    if (list_) list_->erase(place_);
    list_ = nullptr;
  }

 private:
  Site& site_;
  Connection& connection_;
  std::int64_t& count_;
  std::list<Connection*>* list_ = nullptr;
  std::list<Connection*>::iterator place_ = {};
};

}  // namespace isthmus
