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

// The connection of a client, by whichever protocol. All of it happens in the one thread of the
// server's context.
class Session {
 public:
  virtual ~Session() = default;

  // Takes no more requests, and closes when what is under way is answered.
  virtual void wind_down() = 0;
  // Ends what is under way: it is answered with what is known.
  virtual void terminate() = 0;
  // Closes at once.
  virtual void abort() = 0;
};

// What all sessions of a server share.
struct ServerContext {
  boost::asio::io_context& context;
  AnalysisService& service;
  Parsers& parsers;
  boost::asio::thread_pool& jobs;  // run beside the searches
  RouteContext route_context;
  std::unordered_set<Session*> sessions = {};
  // Those that may be closed to make room for others: sessions without an authenticated request yet
  // and streams by which nothing was asked, the first to come in front in both lists; and sessions
  // that ask for nothing now, the longest idle in front.
  std::list<Session*> unauthenticated = {};
  std::list<Session*> silent = {};
  std::list<Session*> idle = {};
  bool is_closing = false;
  // Called when a session has gone, and when a search may have failed.
  std::function<void()> changed = {};

  const ServeOptions& options() const { return route_context.options; }

  // Does what a session has to do. Where there is no memory for that, the session is aborted.
  template <class Function>
  void attempt(Session& session, Function&& function) {
    try {
      function();
    } catch (const std::bad_alloc&) {
      ++route_context.metrics.out_of_memory;
      session.abort();
    }
  }
};

// Keeps a session in the server's set while it lives, and perhaps in one of its lists of those
// that may have to make room.
class Registration {
 public:
  Registration(ServerContext& server, Session& session, std::int64_t& count)
      : server_(server), session_(session), count_(count) {
    server_.sessions.insert(&session_);
    ++count_;
  }
  ~Registration() {
    leave();
    server_.sessions.erase(&session_);
    --count_;
    server_.changed();
  }
  Registration(const Registration&) = delete;
  Registration& operator=(const Registration&) = delete;

  // Puts the session at the end of one of the server's sets, or takes it from that again.
  void enter(std::list<Session*>& list) {
    leave();
    place_ = list.insert(list.end(), &session_);
    list_ = &list;
  }
  bool is_in(const std::list<Session*>& list) const { return list_ == &list; }
  void leave() {
    if (list_) list_->erase(place_);
    list_ = nullptr;
  }

 private:
  ServerContext& server_;
  Session& session_;
  std::int64_t& count_;
  std::list<Session*>* list_ = nullptr;
  std::list<Session*>::iterator place_ = {};
};

}  // namespace isthmus
