#include "protocols/http/access.hpp"

#include <algorithm>
#include <cctype>
#include <string>

#include <boost/asio/ip/address.hpp>

#include "engine/base/lower_case.hpp"

namespace isthmus {

namespace {

// Whether a text is nothing, or a port as it follows a host: RFC 9110 lets it have no digits.
bool is_port(std::string_view text) {
  constexpr std::size_t kMaxDigits = 5;
  if (text.empty()) return true;
  const std::string_view digits = text.substr(1);
  return text[0] == ':' && digits.size() <= kMaxDigits &&
         std::all_of(digits.begin(), digits.end(), [](char c) { return c >= '0' && c <= '9'; });
}

// As in brackets: without a zone, which means something to its own machine alone.
bool is_ipv6_address(const std::string& text) {
  boost::system::error_code error;
  boost::asio::ip::make_address_v6(text, error);
  return !error && text.find('%') == text.npos;
}

bool is_name(const std::string& text) {
  return std::all_of(text.begin(), text.end(), [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '-' || c == '.' || c == '_';
  });
}

// The host in "name", "name:8080" or "[address]:8080", in lower case; empty where a text is none of
// these, such as "localhost@elsewhere", which others might read in another way.
std::string host_in(std::string_view text) {
  if (text.starts_with('[')) {
    const std::size_t end = text.find(']');
    if (end == text.npos) return "";
    const std::string address = lower_case(text.substr(1, end - 1));
    return is_ipv6_address(address) && is_port(text.substr(end + 1)) ? address : "";
  }
  const std::size_t end = std::min(text.find(':'), text.size());
  const std::string name = lower_case(text.substr(0, end));
  return is_name(name) && is_port(text.substr(end)) ? name : "";
}

bool is_address(const std::string& text) {
  boost::system::error_code error;
  boost::asio::ip::make_address(text, error);
  return !error;
}

}  // namespace

bool is_own_host(std::string_view host, const ServeOptions& options) {
  const std::string name = host_in(host);
  if (name.empty()) return false;
  if (name == "localhost" || name == lower_case(options.host) || is_address(name)) return true;
  return std::any_of(options.allowed_hosts.begin(), options.allowed_hosts.end(),
                     [&](const std::string& allowed) { return lower_case(allowed) == name; });
}

bool is_allowed_origin(std::string_view origin, std::string_view host,
                       const ServeOptions& options) {
  const std::string lower = lower_case(origin);
  for (const char* scheme : {"http://", "https://"}) {
    if (!host_in(host).empty() && lower == scheme + lower_case(host)) return true;
  }
  return std::any_of(options.allowed_origins.begin(), options.allowed_origins.end(),
                     [&](const std::string& allowed) { return lower_case(allowed) == lower; });
}

bool bears_token(std::string_view authorization, std::string_view token) {
  constexpr std::string_view kScheme = "bearer ";
  if (lower_case(authorization.substr(0, kScheme.size())) != kScheme) return false;
  const std::string_view given = authorization.substr(kScheme.size());
  volatile std::size_t difference = given.size() ^ token.size();
  for (std::size_t i = 0; i < given.size(); ++i) {
    const char expected = token.empty() ? '\0' : token[i % token.size()];
    difference = difference | static_cast<unsigned char>(given[i] ^ expected);
  }
  return difference == 0;
}

}  // namespace isthmus
