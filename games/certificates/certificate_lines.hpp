#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>

#include "engine/theory/certificate_head.hpp"

namespace isthmus {

// The text of a certificate as lines and words. All of it throws CertificateError where it has not
// that form.

// The words of a line, one after the other, so that they take no memory.
class LineWords {
 public:
  // At the first word of the line, which has one.
  explicit LineWords(std::string_view line) : rest_(line) { next(); }

  bool at_end() const { return is_at_end_; }
  std::string_view word() const { return word_; }
  void next() {
    is_at_end_ = is_last_;
    if (is_at_end_) return;
    const std::size_t space = rest_.find(' ');
    is_last_ = space == rest_.npos;
    word_ = rest_.substr(0, space);
    if (word_.empty()) throw CertificateError("there is a space too many");
    if (!is_last_) rest_.remove_prefix(space + 1);
  }
  // The word, and goes on to the next; throws with `why` where there is none.
  std::string_view take(const char* why) {
    if (at_end()) throw CertificateError(why);
    const std::string_view taken = word_;
    next();
    return taken;
  }

 private:
  std::string_view rest_, word_;
  bool is_last_ = false, is_at_end_ = false;
};

// A text, line by line.
class CertificateLines {
 public:
  // `before` lines stand before the text.
  CertificateLines(std::string_view text, int before) : text_(text), number_(before) {}

  bool at_end() const { return text_.empty(); }
  int number() const { return number_; }
  // The words of the next line.
  LineWords next() {
    ++number_;
    const std::size_t end = text_.find('\n');
    if (std::min(end, text_.size()) > kMaxLine) throw CertificateError("the line is too long");
    if (end == text_.npos) throw CertificateError("the last line has no end");
    const std::string_view line = text_.substr(0, end);
    text_.remove_prefix(end + 1);
    return LineWords(line);
  }
  // The next line's words behind the first, which must be `name`.
  LineWords next(std::string_view name) {
    LineWords words = next();
    if (words.word() != name) {
      throw CertificateError("here '" + std::string(name) + "' should stand");
    }
    words.next();
    return words;
  }

 private:
  static constexpr std::size_t kMaxLine = std::size_t{1} << 16;  // bytes, without the end

  std::string_view text_;
  int number_;
};

}  // namespace isthmus
