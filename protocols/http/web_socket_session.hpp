#pragma once

#include <atomic>
#include <cstddef>
#include <deque>
#include <memory>
#include <optional>
#include <string>

#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/websocket/stream.hpp>

#include "protocols/http/request_reader.hpp"
#include "protocols/http/session.hpp"

namespace isthmus {

// A stream of queries and answers by WebSocket (RFC 6455): the protocol of `isthmus analyze
// --stream`, a text message a line. Answers wait for a client that reads slowly, up to a number and
// for a time: then the connection is cut, as it is when the client goes, and the searches end. It
// keeps itself while it is open. What is under way in the stream does not keep it: some of that
// would never end where a client breaks the protocol while the stream is being closed.
class WebSocketSession : public Session, public std::enable_shared_from_this<WebSocketSession> {
 public:
  WebSocketSession(ServerContext& server, boost::asio::ip::tcp::socket socket);
  ~WebSocketSession() override;

  void start(const HttpRequest& request);

  void wind_down() override;
  void terminate() override;
  void abort() override;

 private:
  struct Outbox;

  template <class Function>
  auto handler(Function function);
  void await(Seconds most);
  void on_open();
  void read();
  void on_message();
  void submit(std::string line);
  void send(std::string line);
  void write();
  void on_written();
  void rest();
  void close(boost::beast::websocket::close_code code);

  ServerContext& server_;
  boost::beast::websocket::stream<boost::asio::ip::tcp::socket, false> stream_;  // not compressed
  boost::asio::steady_timer deadline_;        // of the handshake, a line that is sent, or the end
  std::optional<Registration> registration_;  // until it is closed
  std::shared_ptr<WebSocketSession> self_;    // likewise
  std::shared_ptr<Outbox> outbox_;
  std::shared_ptr<AnalysisClient> client_;
  boost::beast::flat_buffer input_;
  std::deque<std::string> lines_;  // to be sent; the first one is being sent
  bool is_open_ = false;
  bool is_submitting_ = false;  // the last message
  bool is_closing_ = false;
};

}  // namespace isthmus
