#include "protocols/http/request_reader.hpp"

#include <boost/asio/buffer.hpp>

namespace isthmus {

namespace http = boost::beast::http;

namespace {

constexpr std::uint32_t kMaxHeadBytes = 8192;

}  // namespace

RequestReader::RequestReader(std::size_t max_body_bytes) : max_body_bytes_(max_body_bytes) {
  parser_.header_limit(kMaxHeadBytes);
  parser_.body_limit(max_body_bytes);
}

std::size_t RequestReader::feed(std::string_view bytes) {
  std::size_t taken = 0;
  while (!failure_ && !is_complete() && taken < bytes.size()) {
    const bool had_head = has_head();
    boost::beast::error_code error;
    const std::size_t more =
        parser_.put(boost::asio::buffer(bytes.data() + taken, bytes.size() - taken), error);
    taken += more;
    if (had_head) body_bytes_ += more;
    const bool is_too_long = error == http::error::body_limit || body_bytes_ > max_body_bytes_;
    // What the parser leaves lying of a body is the line of a chunk's size, or trailers.
    const bool is_heap = had_head && bytes.size() - taken > kMaxHeadBytes;
    // Newer parsers give up themselves where the line of a chunk's size does not end.
    const bool is_endless = error == http::error::bad_chunk_extension &&
                            bytes.find('\n', taken) == std::string_view::npos;
    if (error == http::error::need_more && !is_too_long && !is_heap) break;
    if (is_too_long) {
      failure_ = error_reply(413, "a body may have " + std::to_string(max_body_bytes_) + " bytes");
    } else if (error == http::error::need_more || is_endless) {
      failure_ = error_reply(431, "the line of a chunk's size, and the trailers, may have " +
                                      std::to_string(kMaxHeadBytes) + " bytes");
    } else if (error == http::error::header_limit) {
      failure_ = error_reply(
          431, "the head of a request may have " + std::to_string(kMaxHeadBytes) + " bytes");
    } else if (error) {
      failure_ = error_reply(400, "this is no HTTP request: " + error.message());
    } else if (more == 0) {
      break;
    }
    // The head alone comes first, so that a request may be refused before its body.
    if (has_head() && !had_head) {
      parser_.eager(true);
      break;
    }
  }
  return taken;
}

}  // namespace isthmus
