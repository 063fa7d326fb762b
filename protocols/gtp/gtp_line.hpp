#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace isthmus {

// A line of the Go Text Protocol, version 2 (https://www.lysator.liu.se/~gunnar/gtp/).
struct GtpLine {
  std::string id;       // digits, or empty
  std::string command;  // empty where the line holds only an id
  std::vector<std::string> arguments;
};

// Takes a line apart after the protocol's preprocessing: control characters are dropped, tabs are
// spaces, comments from # on are cut. Nothing for a line that holds no more than that.
std::optional<GtpLine> parse_gtp_line(std::string_view text);

// The answer to a line, as it is sent, with the empty line at its end. Of a failure's text only
// the first 400 bytes are sent.
std::string gtp_success(std::string_view id, std::string_view text);
std::string gtp_failure(std::string_view id, std::string_view text);

// A success in pieces: its first line, with the beginning of the answer before it, and the last,
// which may be empty.
std::string gtp_first_line(std::string_view id, std::string_view text);
std::string gtp_last_line(std::string_view text);

}  // namespace isthmus
