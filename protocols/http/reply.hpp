#pragma once

#include <string>
#include <utility>
#include <vector>

namespace isthmus {

// What is answered to a request.
struct Reply {
  int status = 200;
  std::string body = {};
  std::string type = "application/json";
  std::vector<std::pair<std::string, std::string>> fields = {};  // of the head, beside the usual
};

// An error as JSON: {"error": …, "field": …}.
Reply error_reply(int status, const std::string& message, const std::string& field = "");

// The same error as plain text, its message alone.
Reply as_text(Reply error);

// The reply as it is sent in HTTP/1.1, with what a response needs in its head; to HEAD, that alone.
std::string response_text(const Reply& reply, bool keeps_alive, bool is_to_head = false);

}  // namespace isthmus
