#pragma once

#include <cctype>
#include <cerrno>
#include <cstdlib>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>

#include <boost/asio/buffer.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/write.hpp>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <sys/time.h>

// A response as it came; the names of its fields in lower case.
struct HttpResponse {
  int status = 0;
  std::map<std::string, std::string> fields = {};
  std::string body = {};
};

// A client that sends what it is given, be it HTTP or not, and reads responses. Its own parser
// shares nothing with the server's. It waits for minutes, as a machine may be busy; where nothing
// has come by then it throws, for a server that is silent has not closed the connection.
class HttpClient {
 public:
  // With little room for what it receives, and in small segments, if so given.
  explicit HttpClient(std::uint16_t port, int receive_buffer = 0, int segment = 0)
      : socket_(context_) {
    const boost::asio::ip::tcp::endpoint server(boost::asio::ip::address_v4::loopback(), port);
    socket_.open(server.protocol());
    if (receive_buffer > 0) {
      socket_.set_option(boost::asio::socket_base::receive_buffer_size(receive_buffer));
    }
    if (segment > 0) {
      setsockopt(socket_.native_handle(), IPPROTO_TCP, TCP_MAXSEG, &segment, sizeof segment);
    }
    socket_.connect(server);
    const timeval timeout{300, 0};
    setsockopt(socket_.native_handle(), SOL_SOCKET, SO_RCVTIMEO, &timeout, sizeof timeout);
  }

  void send(std::string_view text) {
    boost::asio::write(socket_, boost::asio::buffer(text.data(), text.size()));
  }

  void get(const std::string& path, const std::string& fields = "") {
    send("GET " + path + " HTTP/1.1\r\nHost: localhost\r\n" + fields + "\r\n");
  }
  void post(const std::string& path, const std::string& body, const std::string& fields = "") {
    send("POST " + path + " HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n" +
         fields + "Content-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body);
  }

  // The next response; nothing where the server has closed the connection. One to HEAD has no body.
  std::optional<HttpResponse> read(bool has_body = true) {
    std::size_t end;
    while ((end = input_.find("\r\n\r\n")) == input_.npos) {
      if (!read_more()) return std::nullopt;
    }
    HttpResponse response;
    response.status = std::atoi(input_.substr(9, 3).c_str());
    std::size_t begin = input_.find("\r\n") + 2;
    while (begin < end) {
      const std::size_t stop = input_.find("\r\n", begin), colon = input_.find(": ", begin);
      std::string name = input_.substr(begin, colon - begin);
      for (char& c : name) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
      response.fields[name] = input_.substr(colon + 2, stop - colon - 2);
      begin = stop + 2;
    }
    input_.erase(0, end + 4);
    if (!has_body) return response;
    const auto length =
        static_cast<std::size_t>(std::atol(response.fields["content-length"].c_str()));
    while (input_.size() < length) {
      if (!read_more()) return std::nullopt;
    }
    response.body = input_.substr(0, length);
    input_.erase(0, length);
    return response;
  }

  // Whether the server has closed the connection, and sent nothing more before.
  bool is_closed() { return input_.empty() && !read_more() && input_.empty(); }

  void close() { socket_.close(); }
  boost::asio::ip::tcp::socket& socket() { return socket_; }

 private:
  bool read_more() {
    char chunk[16384];
    const ssize_t count = ::recv(socket_.native_handle(), chunk, sizeof chunk, 0);
    if (count < 0 && errno == EAGAIN) throw std::runtime_error("the server is silent");
    if (count > 0) input_.append(chunk, static_cast<std::size_t>(count));
    return count > 0;
  }

  boost::asio::io_context context_;
  boost::asio::ip::tcp::socket socket_;
  std::string input_;
};
