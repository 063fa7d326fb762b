#include "protocols/gtp/gtp_line.hpp"

#include <algorithm>
#include <sstream>

namespace isthmus {

namespace {

std::string preprocessed(std::string_view text) {
  std::string line;
  for (char c : text) {
    if (c == '#') break;
    if (c == '\t') c = ' ';
    const auto code = static_cast<unsigned char>(c);
    if (code >= 32 && code != 127) line += c;
  }
  return line;
}

bool is_id(std::string_view word) {
  return std::all_of(word.begin(), word.end(), [](char c) { return c >= '0' && c <= '9'; });
}

std::string answer(char status, std::string_view id, std::string_view text) {
  std::string result(1, status);
  result.append(id).append(" ").append(text);
  while (result.back() == '\n') result.pop_back();
  return result + "\n\n";
}

}  // namespace

std::optional<GtpLine> parse_gtp_line(std::string_view text) {
  std::istringstream words(preprocessed(text));
  GtpLine line;
  if (!(words >> line.command)) return std::nullopt;
  if (is_id(line.command)) {
    line.id = std::move(line.command);
    line.command.clear();
    words >> line.command;
  }
  for (std::string word; words >> word;) line.arguments.push_back(word);
  return line;
}

std::string gtp_success(std::string_view id, std::string_view text) {
  return answer('=', id, text);
}

std::string gtp_first_line(std::string_view id, std::string_view text) {
  return std::string("=").append(id).append("\n").append(text).append("\n");
}

std::string gtp_last_line(std::string_view text) {
  return text.empty() ? "\n" : std::string(text).append("\n\n");
}

std::string gtp_failure(std::string_view id, std::string_view text) {
  constexpr std::size_t kMost = 400;
  return answer('?', id, std::string(text.substr(0, kMost)) + (text.size() > kMost ? "..." : ""));
}

}  // namespace isthmus
