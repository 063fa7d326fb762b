#include "engine/theory/certificate_head.hpp"

#include <algorithm>

#include "engine/base/number_range.hpp"
#include "engine/board/move.hpp"

namespace isthmus {

namespace {

constexpr std::string_view kFirstLine = "isthmus-certificate 1\n";
constexpr std::size_t kMaxEcho = 80;  // characters of a word in a message

// The rest of the line that begins with this word, which is taken off the text.
std::string take_line(std::string_view& text, std::string_view word) {
  const std::size_t end = text.find('\n');
  if (end == text.npos || !text.starts_with(word)) {
    throw CertificateError("it is no certificate: there is no line '" + std::string(word) + "…'");
  }
  const std::string rest(text.substr(word.size(), end - word.size()));
  text.remove_prefix(end + 1);
  return rest;
}

int read_side(std::string_view text) {
  const auto side = NumberRange{1, kMaxSide, true}.parse(text);
  if (!side) {
    throw CertificateError("it is no certificate: '" + std::string(text.substr(0, kMaxEcho)) +
                           (text.size() > kMaxEcho ? "..." : "") + "' is no side of a board");
  }
  return static_cast<int>(*side);
}

}  // namespace

CertificateBoard read_certificate_board(std::string_view text) {
  if (!text.starts_with(kFirstLine)) {
    throw CertificateError("it is no certificate, or one of a later version");
  }
  text.remove_prefix(kFirstLine.size());
  const std::string game = take_line(text, "game ");
  if (game.size() > kMaxEcho) {
    throw CertificateError("it is no certificate: '" + game.substr(0, kMaxEcho) +
                           "...' is no game");
  }
  const std::string size = take_line(text, "board ");
  const std::size_t by = std::min(size.find('x'), size.size());
  const int columns = read_side(std::string_view(size).substr(0, by));
  const int rows = read_side(std::string_view(size).substr(std::min(by + 1, size.size())));
  return {game, {rows, columns}};
}

std::string certificate_head(std::string_view game, BoardSize size) {
  return std::string(kFirstLine) + "game " + std::string(game) + "\nboard " +
         std::to_string(size.columns) + "x" + std::to_string(size.rows) + '\n';
}

}  // namespace isthmus
