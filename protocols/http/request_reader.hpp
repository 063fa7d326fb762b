#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/string_body.hpp>

#include "protocols/http/reply.hpp"

namespace isthmus {

using HttpRequest = boost::beast::http::request<boost::beast::http::string_body>;

// Puts one request together from what comes in. Knows nothing of sockets.
class RequestReader {
 public:
  // A body may have `max_body_bytes`, counted as they are sent: where it comes in chunks, their
  // sizes, extensions and trailers are part of it.
  explicit RequestReader(std::size_t max_body_bytes);

  // Takes what belongs to the request from the beginning of `bytes`, and returns how much that was.
  // The rest, which is never more than a head may have, should come again with more behind it.
  std::size_t feed(std::string_view bytes);

  // Whether all of the head is there, and all of the request.
  bool has_head() const { return parser_.is_header_done(); }
  bool is_complete() const { return parser_.is_done(); }
  // What is to be answered to a request that is none, or too large. No more can be read then.
  const std::optional<Reply>& failure() const { return failure_; }

  bool keeps_alive() const { return parser_.keep_alive(); }
  const HttpRequest& request() const { return parser_.get(); }
  // The body, which is left empty.
  std::string take_body() { return std::move(parser_.get().body()); }

 private:
  boost::beast::http::request_parser<boost::beast::http::string_body> parser_;
  std::size_t max_body_bytes_;
  std::size_t body_bytes_ = 0;  // taken so far
  std::optional<Reply> failure_;
};

}  // namespace isthmus
