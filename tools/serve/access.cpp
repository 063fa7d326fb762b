#include "tools/serve/access.hpp"

#include <algorithm>
#include <cctype>
#include <string>

#include <boost/asio/ip/address.hpp>

namespace isthmus {

namespace {

std::string lower_case(std::string_view text) {
  std::string lower(text);
  for (char& c : lower) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return lower;
}

// The host without its port, and an IPv6 address without its brackets.
std::string_view without_port(std::string_view host) {
  if (host.starts_with('[')) {
    const std::size_t end = host.find(']');
    return end == host.npos ? host : host.substr(1, end - 1);
  }
  return host.substr(0, host.find(':'));
}

bool is_address(const std::string& text) {
  boost::system::error_code error;
  boost::asio::ip::make_address(text, error);
  return !error;
}

}  // namespace

bool is_own_host(std::string_view host, const ServeOptions& options) {
  const std::string name = lower_case(without_port(host));
  if (name == "localhost" || name == lower_case(options.host) || is_address(name)) return true;
  return std::any_of(options.allowed_hosts.begin(), options.allowed_hosts.end(),
                     [&](const std::string& allowed) { return lower_case(allowed) == name; });
}

bool is_allowed_origin(std::string_view origin, std::string_view host,
                       const ServeOptions& options) {
  const std::string lower = lower_case(origin);
  for (const char* scheme : {"http://", "https://"}) {
    if (lower == scheme + lower_case(host)) return true;
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
