#include "protocols/http/web_socket_session.hpp"

#include <new>
#include <utility>

#include <boost/asio/post.hpp>
#include <boost/beast/core/buffers_to_string.hpp>

#include "protocols/http/handler_memory.hpp"
#include "protocols/json/analysis.hpp"
#include "protocols/json/json_text.hpp"

namespace isthmus {

namespace asio = boost::asio;
namespace websocket = boost::beast::websocket;

namespace {

// Until the client agrees to the end of the stream.
constexpr Seconds kClosing{2};

}  // namespace

// Where the threads that search leave their answers.
struct WebSocketSession::Outbox : std::enable_shared_from_this<WebSocketSession::Outbox> {
  Outbox(asio::io_context& context_of_session, std::size_t most)
      : context(context_of_session), max_bytes(most) {}

  // What has the session do something in its own thread, if it is still there then.
  template <class Function>
  auto in_session(Function function) {
    return [weak = session, function = std::move(function)]() mutable {
      const auto self = weak.lock();
      if (self) self->server_.attempt(*self, [&] { function(*self); });
    };
  }

  void add(const std::string& line) {
    if (is_full) return;
    const bool are_too_many = (bytes += line.size()) > max_bytes;
    try {
      if (!are_too_many) {
        asio::post(context, in_session([line](WebSocketSession& self) mutable {
                     self.send(std::move(line));
                   }));
        return;
      }
    } catch (const std::bad_alloc&) {
      // An answer is lost, and with it the session.
    }
    is_full = true;
    abortion.post(context, in_session([keeper = keep(), are_too_many](WebSocketSession& self) {
                    ++(are_too_many ? self.server_.route_context.metrics.slow_readers
                                    : self.server_.route_context.metrics.out_of_memory);
                    self.abort();
                  }));
  }

  // All that was asked for so far has its final answers.
  void end() {
    if (is_end_posted.exchange(true)) return;
    ending.post(context, [keeper = keep()] {
      keeper->is_end_posted = false;
      keeper->in_session([](WebSocketSession& self) {
        self.rest();
        self.server_.changed();
      })();
    });
  }

  // For a handler in memory of this.
  std::shared_ptr<Outbox> keep() { return shared_from_this(); }

  asio::io_context& context;
  const std::size_t max_bytes;
  std::weak_ptr<WebSocketSession> session = {};
  std::atomic<std::size_t> bytes{0};  // of answers that are not sent yet
  std::atomic<bool> is_full{false};
  std::atomic<bool> is_over{false};  // what the client asks for from now on is of no use
  std::atomic<bool> is_end_posted{false};
  HandlerMemory abortion, ending;
};

WebSocketSession::WebSocketSession(ServerContext& server, asio::ip::tcp::socket socket)
    : server_(server),
      stream_(std::move(socket)),
      deadline_(server.context),
      registration_(std::in_place, server, *this, server.route_context.metrics.streams),
      outbox_(std::make_shared<Outbox>(server.context, server.options().max_unread_bytes)),
      client_(std::make_shared<AnalysisClient>(
          [outbox = outbox_](const std::string& line) { outbox->add(line); },
          [outbox = outbox_] { outbox->end(); })) {}

WebSocketSession::~WebSocketSession() { abort(); }

// A handler that does something for the session, if it is not over by then; an error ends it.
template <class Function>
auto WebSocketSession::handler(Function function) {
  return
      [weak = weak_from_this(), function](const boost::system::error_code& error, std::size_t = 0) {
        const auto self = weak.lock();
        if (!self || !self->registration_) return;
        if (error) return self->abort();
        self->server_.attempt(*self, [&] { function(*self); });
      };
}

void WebSocketSession::start(const HttpRequest& request) {
  self_ = shared_from_this();
  outbox_->session = self_;
  websocket::stream_base::timeout timeout{};
  timeout.handshake_timeout = ticks(server_.options().reading);
  timeout.idle_timeout = ticks(server_.options().idle);
  timeout.keep_alive_pings = true;
  stream_.set_option(timeout);
  stream_.read_message_max(kMaxJsonBytes);
  stream_.text(true);
  await(server_.options().writing);
  stream_.async_accept(request, handler([](WebSocketSession& self) { self.on_open(); }));
}

// Ends the session after so long, unless something else is awaited by then.
void WebSocketSession::await(Seconds most) {
  deadline_.expires_after(ticks(most));
  deadline_.async_wait([weak = weak_from_this()](const boost::system::error_code& error) {
    const auto self = weak.lock();
    if (error || !self || self->deadline_.expiry() > std::chrono::steady_clock::now()) return;
    if (self->is_open_ && !self->is_closing_) ++self->server_.route_context.metrics.slow_readers;
    self->abort();
  });
}

void WebSocketSession::on_open() {
  is_open_ = true;
  deadline_.cancel();
  registration_->enter(server_.silent);
  if (server_.is_closing) return close(websocket::close_code::going_away);
  read();
}

void WebSocketSession::read() {
  // There is an error also when the client has closed the stream, or a message was too long: then
  // the client has been notified.
  stream_.async_read(input_, handler([](WebSocketSession& self) { self.on_message(); }));
}

void WebSocketSession::on_message() {
  ++server_.route_context.metrics.stream_messages;
  std::string line = boost::beast::buffers_to_string(input_.data());
  input_.consume(input_.size());
  if (is_closing_) return;
  if (!stream_.got_text()) return close(websocket::close_code::unknown_data);
  if (line.find_first_not_of(" \t\r\n") == line.npos) return read();
  if (server_.is_closing) {
    client_->answer(error_line(QueryError("", "the server is about to end")));
    return read();
  }
  registration_->leave();
  submit(std::move(line));
}

// The next message is read when this one is under way.
void WebSocketSession::submit(std::string line) {
  is_submitting_ = true;
  asio::thread_pool& parser = server_.parsers.for_text_of(line.size());
  offload(
      parser, server_.context, weak_from_this(),
      [&service = server_.service, client = client_, outbox = outbox_, line = std::move(line)] {
        service.submit(client, line);
        if (outbox->is_over) service.terminate(client);
        return true;
      },
      [](const std::shared_ptr<WebSocketSession>& self, auto& outcome) {
        if (!self->registration_) return;
        self->is_submitting_ = false;
        self->server_.attempt(*self, [&] {
          outcome.take();
          self->rest();
          if (!self->is_closing_) self->read();
        });
      });
}

void WebSocketSession::send(std::string line) {
  if (is_closing_ || !is_open_) return;
  lines_.push_back(std::move(line));
  if (lines_.size() == 1) write();
}

void WebSocketSession::write() {
  await(server_.options().writing);
  stream_.async_write(asio::buffer(lines_.front()),
                      handler([](WebSocketSession& self) { self.on_written(); }));
}

void WebSocketSession::on_written() {
  outbox_->bytes -= lines_.front().size();
  lines_.pop_front();
  if (is_closing_) return;
  if (!lines_.empty()) return write();
  deadline_.cancel();
  rest();
}

void WebSocketSession::wind_down() { rest(); }

void WebSocketSession::terminate() { server_.service.terminate(client_); }

// Where nothing is under way it closes if the server is about to end; else others may take its
// place, that of a session which has asked nothing yet first.
void WebSocketSession::rest() {
  if (!is_open_ || is_closing_ || is_submitting_) return;
  if (!client_->is_answered() || outbox_->bytes > 0) return;
  if (server_.is_closing) return close(websocket::close_code::going_away);
  if (!registration_->is_in(server_.silent)) registration_->enter(server_.idle);
}

void WebSocketSession::close(websocket::close_code code) {
  if (is_closing_) return;
  is_closing_ = true;
  outbox_->is_over = true;
  if (!client_->is_answered()) server_.service.terminate(client_);
  await(kClosing);
  stream_.async_close(code, handler([](WebSocketSession& self) { self.abort(); }));
}

void WebSocketSession::abort() {
  if (!registration_) return;
  // The session may be kept alive by this alone while it runs.
  const auto self = std::move(self_);
  is_closing_ = true;
  is_open_ = false;
  outbox_->is_over = true;
  if (!client_->is_answered()) server_.service.terminate(client_);
  deadline_.cancel();
  boost::system::error_code ignored;
  stream_.next_layer().close(ignored);
  registration_.reset();
}

}  // namespace isthmus
