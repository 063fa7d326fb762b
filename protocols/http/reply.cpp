#include "protocols/http/reply.hpp"

#include <array>
#include <ctime>

#include <boost/beast/http/status.hpp>
#include <nlohmann/json.hpp>

namespace isthmus {

namespace {

std::string date() {
  const std::time_t now = std::time(nullptr);
  std::tm parts{};
  gmtime_r(&now, &parts);
  std::array<char, 64> text{};
  return {text.data(), std::strftime(text.data(), text.size(), "%a, %d %b %Y %T GMT", &parts)};
}

}  // namespace

Reply error_reply(int status, const std::string& message, const std::string& field) {
  const nlohmann::ordered_json json{{"error", message}, {"field", field}};
  return {.status = status,
          .body = json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) + '\n'};
}

Reply as_text(Reply error) {
  error.body = nlohmann::json::parse(error.body)["error"].get<std::string>();
  error.type = "text/plain; charset=utf-8";
  return error;
}

std::string response_text(const Reply& reply, bool keeps_alive, bool is_to_head) {
  namespace http = boost::beast::http;
  const auto reason =
      http::obsolete_reason(http::int_to_status(static_cast<unsigned>(reply.status)));
  std::string text = "HTTP/1.1 " + std::to_string(reply.status) + " " + std::string(reason) +
                     "\r\nServer: isthmus/" ISTHMUS_VERSION "\r\nDate: " + date() +
                     "\r\nConnection: " + (keeps_alive ? "keep-alive" : "close");
  for (const auto& [name, value] : reply.fields) text += "\r\n" + name + ": " + value;
  if (!reply.body.empty()) text += "\r\nContent-Type: " + reply.type;
  // A response that never has content (204, 304) must not give a length.
  if (reply.status != 204 && reply.status != 304)
    text += "\r\nContent-Length: " + std::to_string(reply.body.size());
  text += "\r\n\r\n";
  return is_to_head ? text : text + reply.body;
}

}  // namespace isthmus
