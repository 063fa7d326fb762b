#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <exception>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>

#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/steady_timer.hpp>

#include "protocols/http/exchange.hpp"
#include "protocols/http/reply.hpp"
#include "protocols/http/request_reader.hpp"
#include "protocols/http/session.hpp"

namespace isthmus {

// A connection that speaks HTTP/1.1: one request after the other, each answered before the next is
// looked at. What comes in is read all the time, so that a client that goes away while its
// positions are searched is noticed, and its searches end; a client that closes its sending side
// counts as one.
class HttpSession : public Session, public std::enable_shared_from_this<HttpSession> {
 public:
  HttpSession(ServerContext& server, boost::asio::ip::tcp::socket socket);

  void start();
  // Answers without having read anything, and closes: there is no room.
  void refuse();

  void wind_down() override;
  void terminate() override;
  void abort() override;

 private:
  // What the connection waits for, and what its deadline is about. Where it is `inviting`, the
  // client is being sent 100 Continue, that it may send its body.
  enum class Phase { idle, head, inviting, body, answer, writing, lingering, closed };

  void await(Phase phase, Seconds most);
  void wait_for_request();
  void on_deadline();
  void read();
  void on_read(const boost::system::error_code& error, std::size_t count);
  void advance();
  void begin_request();
  bool check_head();
  void invite();
  void on_invited(const boost::system::error_code& error);
  void admit();
  std::optional<Reply> refusal_of_head() const;
  void answer();
  template <class Make, class Take>
  void offload(boost::asio::thread_pool& pool, Make make, Take take);
  void begin(Answer answer);
  void search(const Searches& searches);
  void fail(const std::exception& error);
  void respond(Reply reply, bool keeps_alive);
  void on_written(const boost::system::error_code& error);
  void upgrade();
  void close();
  std::string field(boost::beast::http::field name) const;
  std::string path() const;

  ServerContext& server_;
  boost::asio::ip::tcp::socket socket_;
  boost::asio::steady_timer deadline_;
  std::optional<Registration> registration_;  // until it is closed
  Phase phase_ = Phase::idle;
  std::array<char, 16384> chunk_;
  std::string input_;  // that is not part of a request yet
  bool is_reading_ = false;
  bool has_ended_ = false;  // the client sends no more
  std::optional<RequestReader> reader_;
  bool is_known_ = false;  // it has made a request that was let in
  std::optional<std::chrono::steady_clock::time_point> asked_;  // when all of the request was there
  std::stop_source stop_;                                       // what is under way for the request
  std::unique_ptr<Exchange> exchange_;
  std::string output_;
  std::string route_;  // of what is being written
  int status_ = 0;
  bool keeps_alive_ = false;
};

}  // namespace isthmus
