#pragma once

#include <atomic>
#include <cstddef>
#include <deque>
#include <memory>
#include <string>

#include <boost/asio/ip/tcp.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/websocket/stream.hpp>

#include "protocols/http/connection.hpp"
#include "protocols/http/request_reader.hpp"

namespace isthmus {

// A stream of queries and answers by WebSocket (RFC 6455): the protocol of `isthmus analyze
// --stream`, a text message a line. Answers wait for a client that reads slowly, but only so many:
// then the connection is cut, as it is when the client goes, and the searches end.
class WebSocketSession : public Connection, public std::enable_shared_from_this<WebSocketSession> {
 public:
  WebSocketSession(Site& site, boost::asio::ip::tcp::socket socket);
  ~WebSocketSession() override;

  void start(const HttpRequest& request);

  void wind_down() override;
  void terminate() override;
  void abort() override;

 private:
  struct Outbox;

  void read();
  void on_message();
  void send(std::string line);
  void write();
  void close_when_done();
  void close(boost::beast::websocket::close_code code);

  Site& site_;
  boost::beast::websocket::stream<boost::asio::ip::tcp::socket, false> stream_;  // not compressed
  Registration registration_;
  std::shared_ptr<Outbox> outbox_;
  std::shared_ptr<AnalysisClient> client_;
  boost::beast::flat_buffer input_;
  std::deque<std::string> lines_;  // to be sent; the first one is being sent
  bool is_open_ = false;
  bool is_closing_ = false;
};

}  // namespace isthmus
