#include "protocols/http/site_reply.hpp"

#include <cstdint>  // which rfc7230.hpp of Boost 1.83 lacks
#include <string>

#include <boost/beast/core/string.hpp>
#include <boost/beast/http/rfc7230.hpp>

namespace isthmus {

namespace {

namespace http = boost::beast::http;

boost::beast::string_view view(std::string_view text) { return {text.data(), text.size()}; }

// Whether a list of codings names gzip, with no quality of 0 (RFC 9110, 12.5.3).
bool takes_gzip(std::string_view accept_encoding) {
  for (const auto& [coding, parameters] : http::ext_list(view(accept_encoding))) {
    if (!boost::beast::iequals(coding, "gzip")) continue;
    for (const auto& [name, value] : parameters) {
      const bool is_quality = boost::beast::iequals(name, "q");
      if (is_quality && value.find_first_not_of("0.") == value.npos) return false;
    }
    return true;
  }
  return false;
}

// The tag is unlike any part of another, so that there is no need to take the list apart.
bool has_already(std::string_view if_none_match, std::string_view etag) {
  return if_none_match == "*" || if_none_match.find(etag) != if_none_match.npos;
}

}  // namespace

Reply site_reply(const SiteFile& file, std::string_view accept_encoding,
                 std::string_view if_none_match) {
  Reply reply{.type = std::string(file.type),
              .fields = {
                  {"ETag", std::string(file.etag)},
                  {"Cache-Control", "no-cache"},  // ask each time whether it is still the same
                  {"Vary", "Accept-Encoding"},
                  {"Content-Security-Policy",
                   "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; "
                   "img-src 'self' blob: data:; connect-src 'self'; worker-src 'self'; "
                   "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"},
                  {"X-Content-Type-Options", "nosniff"},
                  {"Referrer-Policy", "no-referrer"},
                  // Only so may a page share memory with its workers.
                  {"Cross-Origin-Opener-Policy", "same-origin"},
                  {"Cross-Origin-Embedder-Policy", "require-corp"},
                  {"Cross-Origin-Resource-Policy", "same-origin"},
              }};
  if (has_already(if_none_match, file.etag)) {
    reply.status = 304;
  } else if (takes_gzip(accept_encoding)) {
    reply.body = file.compressed;
    reply.fields.emplace_back("Content-Encoding", "gzip");
  } else {
    reply.body = file.content;
  }
  return reply;
}

}  // namespace isthmus
