#include "protocols/http/web_socket_session.hpp"

#include <utility>

#include <boost/asio/post.hpp>
#include <boost/beast/core/buffers_to_string.hpp>

#include "protocols/json/analysis.hpp"
#include "protocols/json/json_text.hpp"

namespace isthmus {

namespace asio = boost::asio;
namespace websocket = boost::beast::websocket;

// Where the threads that search leave their answers.
struct WebSocketSession::Outbox {
  Outbox(asio::io_context& context_of_session, std::size_t most)
      : context(context_of_session), max_bytes(most) {}

  // Has the session do something in its own thread, if it is still there then.
  template <class Function>
  void post(Function&& function) {
    asio::post(context, [weak = session, function = std::forward<Function>(function)]() mutable {
      const auto self = weak.lock();
      if (self) self->site_.attempt(*self, [&] { function(*self); });
    });
  }

  void add(const std::string& line) {
    if (is_full) return;
    if ((bytes += line.size()) > max_bytes) {
      is_full = true;
      post([](WebSocketSession& self) {
        ++self.site_.desk.metrics.slow_readers;
        self.abort();
      });
      return;
    }
    post([line](WebSocketSession& self) mutable { self.send(std::move(line)); });
  }

  asio::io_context& context;
  const std::size_t max_bytes;
  std::weak_ptr<WebSocketSession> session = {};
  std::atomic<std::size_t> bytes{0};  // of answers that are not sent yet
  std::atomic<bool> is_full{false};
};

WebSocketSession::WebSocketSession(Site& site, asio::ip::tcp::socket socket)
    : site_(site),
      stream_(std::move(socket)),
      registration_(site, *this, site.desk.metrics.streams),
      outbox_(std::make_shared<Outbox>(site.context, site.options().max_unread_bytes)),
      client_(std::make_shared<AnalysisClient>(
          [outbox = outbox_](const std::string& line) { outbox->add(line); },
          [outbox = outbox_] {
            outbox->post([](WebSocketSession& self) {
              self.close_when_done();
              self.site_.changed();
            });
          })) {}

WebSocketSession::~WebSocketSession() {
  if (!client_->is_answered()) site_.service.terminate(client_);
}

void WebSocketSession::start(const HttpRequest& request) {
  outbox_->session = weak_from_this();
  const auto seconds = [](Seconds of) {
    return std::chrono::duration_cast<std::chrono::steady_clock::duration>(of);
  };
  websocket::stream_base::timeout timeout{};
  timeout.handshake_timeout = seconds(site_.options().reading);
  timeout.idle_timeout = seconds(site_.options().idle);
  timeout.keep_alive_pings = true;
  stream_.set_option(timeout);
  stream_.read_message_max(kMaxJsonBytes);
  stream_.text(true);
  stream_.async_accept(request,
                       [self = shared_from_this()](const boost::system::error_code& error) {
                         if (error) return self->abort();
                         self->is_open_ = true;
                         self->close_when_done();
                         self->read();
                       });
}

void WebSocketSession::read() {
  stream_.async_read(
      input_, [self = shared_from_this()](const boost::system::error_code& error, std::size_t) {
        // Also when the client has closed the stream, or a message was too long: that has been
        // told.
        if (error) return self->abort();
        self->site_.attempt(*self, [&] {
          self->on_message();
          self->read();
        });
      });
}

void WebSocketSession::on_message() {
  ++site_.desk.metrics.stream_messages;
  const std::string line = boost::beast::buffers_to_string(input_.data());
  input_.consume(input_.size());
  if (is_closing_) return;
  if (!stream_.got_text()) return close(websocket::close_code::unknown_data);
  if (line.find_first_not_of(" \t\r\n") == line.npos) return;
  if (site_.is_closing) {
    client_->answer(error_line(QueryError("", "the server is about to end")));
  } else {
    site_.service.submit(client_, line);
  }
}

void WebSocketSession::send(std::string line) {
  if (is_closing_ || !is_open_) return;
  lines_.push_back(std::move(line));
  if (lines_.size() == 1) write();
}

void WebSocketSession::write() {
  stream_.async_write(
      asio::buffer(lines_.front()),
      [self = shared_from_this()](const boost::system::error_code& error, std::size_t) {
        if (error) return self->abort();
        self->outbox_->bytes -= self->lines_.front().size();
        self->lines_.pop_front();
        self->site_.attempt(*self, [&] {
          if (!self->lines_.empty()) return self->write();
          self->close_when_done();
        });
      });
}

void WebSocketSession::wind_down() { close_when_done(); }

void WebSocketSession::terminate() { site_.service.terminate(client_); }

// Closes where the server is about to end and nothing is left to be sent.
void WebSocketSession::close_when_done() {
  if (!site_.is_closing || !is_open_ || !client_->is_answered() || outbox_->bytes > 0) return;
  close(websocket::close_code::going_away);
}

void WebSocketSession::close(websocket::close_code code) {
  if (is_closing_) return;
  is_closing_ = true;
  if (!client_->is_answered()) site_.service.terminate(client_);
  stream_.async_close(code, [self = shared_from_this()](const boost::system::error_code&) {});
}

void WebSocketSession::abort() {
  is_closing_ = true;
  is_open_ = false;
  if (!client_->is_answered()) site_.service.terminate(client_);
  boost::system::error_code ignored;
  stream_.next_layer().close(ignored);
}

}  // namespace isthmus
