#include "protocols/http/server.hpp"

#include <algorithm>
#include <chrono>
#include <exception>
#include <new>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/thread_pool.hpp>

#include "protocols/http/handler_memory.hpp"
#include "protocols/http/http_session.hpp"
#include "protocols/http/session.hpp"

namespace isthmus {

namespace asio = boost::asio;
using asio::ip::tcp;

namespace {

// Connections beyond the limit that are answered so at the same time; others are just closed.
constexpr std::size_t kMaxRefusals = 64;
// Where there is a token, the part of the connections that clients who have not shown it may hold.
constexpr std::size_t kUnauthenticatedPart = 4;
// How long answers may take to be sent after searches were ended, and until another attempt to
// accept connections where the system has no more to give.
constexpr std::chrono::milliseconds kSending{700};
constexpr std::chrono::milliseconds kPause{100};

tcp::endpoint find_endpoint(asio::io_context& context, const ServeOptions& options) {
  boost::system::error_code error;
  const auto found = tcp::resolver(context).resolve(options.host, std::to_string(options.port),
                                                    tcp::resolver::passive, error);
  if (error) {
    throw std::runtime_error("cannot listen on '" + options.host + "': " + error.message());
  }
  const tcp::endpoint endpoint = found.begin()->endpoint();
  if (!endpoint.address().is_loopback() && options.token.empty()) {
    throw std::runtime_error("on " + endpoint.address().to_string() +
                             " anybody who can reach it could ask: give a token (--token-file, or "
                             "the environment variable ISTHMUS_TOKEN), or listen on 127.0.0.1");
  }
  return endpoint;
}

}  // namespace

class Server::Implementation {
 public:
  Implementation(ServeOptions options, AnalysisService::Options service)
      : options_(std::move(options)),
        settings_(service.settings),
        service_(std::move(service)),
        server_{.context = context_,
                .service = service_,
                .parsers = parsers_,
                .jobs = jobs_,
                .route_context = {.options = options_, .settings = settings_, .service = service_}},
        acceptor_(context_),
        pause_(context_),
        grace_(context_) {
    listen(find_endpoint(context_, options_));
    server_.changed = [this] { on_change(); };
  }

  // Sessions refer to what is destroyed here, so that they must go first.
  ~Implementation() {
    begin_end();
    for_each(&Session::abort);
    context_.restart();
    context_.poll();
  }

  tcp::endpoint endpoint() const { return acceptor_endpoint_; }

  void run() {
    serve();
    if (service_.failure()) std::rethrow_exception(service_.failure());
  }

  void stop() {
    asio::post(context_, [this] { begin_end(); });
  }

 private:
  // What there was no memory for has cost one connection, whose deadline closes it, but no more.
  void serve() {
    while (true) {
      try {
        if (!is_accepting_ && !server_.is_closing) accept();
        context_.run();
        if (server_.is_closing) return;
      } catch (const std::bad_alloc&) {
        ++server_.route_context.metrics.out_of_memory;
        std::this_thread::sleep_for(std::chrono::milliseconds(1));  // others give some back
      }
      // Where nothing was left to be done but what has failed, the context has stopped.
      if (!server_.is_closing) context_.restart();
    }
  }

  void listen(const tcp::endpoint& endpoint) {
    try {
      acceptor_.open(endpoint.protocol());
      acceptor_.set_option(tcp::acceptor::reuse_address(true));
      acceptor_.bind(endpoint);
      acceptor_.listen();
      acceptor_endpoint_ = acceptor_.local_endpoint();
    } catch (const boost::system::system_error& error) {
      throw std::runtime_error("cannot listen on " + endpoint.address().to_string() + ", port " +
                               std::to_string(endpoint.port()) + ": " + error.code().message());
    }
  }

  void accept() {
    acceptor_.async_accept([this](const boost::system::error_code& error, tcp::socket socket) {
      is_accepting_ = false;
      if (server_.is_closing) return;
      if (error) return pause();
      accept();
      admit(std::move(socket));
    });
    is_accepting_ = true;
  }

  // Accepts connections again after a while.
  void pause() {
    pause_.expires_after(kPause);
    pause_.async_wait([this](const boost::system::error_code& error) {
      is_accepting_ = false;
      if (!error && !server_.is_closing) accept();
    });
    is_accepting_ = true;
  }

  void admit(tcp::socket socket) {
    boost::system::error_code ignored;
    socket.set_option(tcp::no_delay(true), ignored);
    make_room();
    const std::size_t open = server_.sessions.size();
    const bool has_room = open < options_.max_connections;
    if (!has_room) ++server_.route_context.metrics.refused_connections;
    if (open >= options_.max_connections + kMaxRefusals) return;
    const auto session = std::make_shared<HttpSession>(server_, std::move(socket));
    has_room ? session->start() : session->refuse();
  }

  // Closes the connection that can best be spared, where there is no room for another one.
  void make_room() {
    const std::size_t most = options_.max_connections;
    const std::size_t max_unauthenticated =
        options_.token.empty() ? most : std::max<std::size_t>(1, most / kUnauthenticatedPart);
    const bool is_full = server_.sessions.size() >= most;
    if (server_.unauthenticated.size() >= max_unauthenticated ||
        (is_full && !server_.unauthenticated.empty())) {
      server_.unauthenticated.front()->abort();
    } else if (is_full && !server_.silent.empty()) {
      server_.silent.front()->abort();
    } else if (is_full && !server_.idle.empty()) {
      server_.idle.front()->abort();
    } else {
      return;
    }
    ++server_.route_context.metrics.displaced_connections;
  }

  void begin_end() {
    if (server_.is_closing) return;
    server_.is_closing = true;
    boost::system::error_code ignored;
    acceptor_.close(ignored);
    pause_.cancel();
    for_each(&Session::wind_down);
    after(options_.grace, [this] {
      for_each(&Session::terminate);
      after(kSending, [this] { end(); });
    });
    on_change();
  }

  // What is still under way is not waited for.
  void end() {
    for_each(&Session::abort);
    context_.stop();
  }

  template <class Function>
  void after(Seconds seconds, Function&& function) {
    grace_.expires_after(ticks(seconds));
    grace_.async_wait([function](const boost::system::error_code& error) {
      if (!error) function();
    });
  }

  // Sessions may go while others are called.
  void for_each(void (Session::*call)()) {
    const std::vector<Session*> all(server_.sessions.begin(), server_.sessions.end());
    for (Session* session : all) {
      if (server_.sessions.contains(session)) (session->*call)();
    }
  }

  void on_change() {
    if (!server_.is_closing && service_.failure() && !std::exchange(is_failing_, true)) {
      failing_.post(context_, [this] { begin_end(); });
    }
    if (server_.is_closing && server_.sessions.empty()) context_.stop();
  }

  ServeOptions options_;
  Settings settings_;
  asio::io_context context_;
  // These are destroyed before the context, to which their threads send answers, and the last two
  // before the rest, which they use. A connection has one job at the most, which waits for those of
  // others.
  AnalysisService service_;
  ServerContext server_;
  Parsers parsers_;
  asio::thread_pool jobs_{1};
  tcp::acceptor acceptor_;
  tcp::endpoint acceptor_endpoint_;
  asio::steady_timer pause_, grace_;
  bool is_accepting_ = false;  // or about to again
  bool is_failing_ = false;
  HandlerMemory failing_;
};

Server::Server(ServeOptions options, AnalysisService::Options service)
    : implementation_(std::make_unique<Implementation>(std::move(options), std::move(service))) {}
Server::~Server() = default;

std::string Server::address() const {
  const auto endpoint = implementation_->endpoint();
  const std::string host = endpoint.address().to_string();
  return "http://" + (endpoint.address().is_v6() ? "[" + host + "]" : host) + ":" +
         std::to_string(endpoint.port());
}
std::uint16_t Server::port() const { return implementation_->endpoint().port(); }
void Server::run() { implementation_->run(); }
void Server::stop() { implementation_->stop(); }

}  // namespace isthmus
