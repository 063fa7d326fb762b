#pragma once

#include <string_view>

#include "protocols/http/serve_options.hpp"

namespace isthmus {

// Whether the header Host, a name or a bracketed address with or without a port and nothing else,
// names this server: localhost, an address, the host that it listens on, or a name that is allowed.
// A web page can have its own name resolve to a loopback address (DNS rebinding), but then the name
// is in this header.
bool is_own_host(std::string_view host, const ServeOptions& options);

// Whether a web page may ask: one of this server itself, or of an origin that is allowed.
bool is_allowed_origin(std::string_view origin, std::string_view host, const ServeOptions& options);

// Whether the header Authorization bears the token. Takes as long for any text of its length, so
// that the time does not reveal how much of a guess is right.
bool bears_token(std::string_view authorization, std::string_view token);

}  // namespace isthmus
