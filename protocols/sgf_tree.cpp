#include "protocols/sgf_tree.hpp"

#include <algorithm>
#include <cctype>

#include "protocols/sgf.hpp"

namespace isthmus {

namespace {

bool is_space(char c) { return std::isspace(static_cast<unsigned char>(c)) != 0; }
bool is_letter(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0; }
bool is_capital(char c) { return std::isupper(static_cast<unsigned char>(c)) != 0; }

class Parser {
 public:
  explicit Parser(std::string_view text) : text_(text) {}

  std::vector<SgfNode> main_line() {
    find_tree();
    std::vector<SgfNode> nodes;
    // The first variation of every branch comes first in the text, so that the main line is all
    // that stands before the first closing parenthesis.
    int depth = 0;
    bool on_main_line = true;
    do {
      skip_spaces();
      const std::size_t offset = at_;
      switch (next("')'")) {
        case '(':
          ++depth;
          break;
        case ')':
          --depth;
          on_main_line = false;
          break;
        case ';': {
          SgfNode node = read_node();
          if (on_main_line) nodes.push_back(std::move(node));
          break;
        }
        default:
          fail(offset, "expected ';', '(' or ')'");
      }
    } while (depth > 0);
    if (nodes.empty()) fail(0, "the game has no nodes; it must begin with '(;'");
    return nodes;
  }

 private:
  [[noreturn]] void fail(std::size_t offset, const std::string& message) const {
    throw_sgf_error(text_, offset, message);
  }

  void skip_spaces() {
    while (at_ < text_.size() && is_space(text_[at_])) ++at_;
  }

  char next(const char* expected) {
    if (at_ == text_.size()) {
      fail(at_, std::string("the file ends too early; expected ") + expected);
    }
    return text_[at_++];
  }

  // Stops at the parenthesis of the first "(;".
  void find_tree() {
    for (at_ = text_.find('('); at_ != text_.npos; at_ = text_.find('(', at_ + 1)) {
      std::size_t node = at_ + 1;
      while (node < text_.size() && is_space(text_[node])) ++node;
      if (node < text_.size() && text_[node] == ';') return;
    }
    fail(0, "this is no SGF: it has no '(;'");
  }

  SgfNode read_node() {
    SgfNode node;
    skip_spaces();
    while (at_ < text_.size() && is_letter(text_[at_])) {
      node.push_back(read_property());
      skip_spaces();
    }
    return node;
  }

  SgfProperty read_property() {
    SgfProperty property{{}, {}, at_};
    // Up to FF[3] names may hold small letters, which do not count: "Black[...]" is B.
    for (; at_ < text_.size() && is_letter(text_[at_]); ++at_) {
      if (is_capital(text_[at_])) property.name += text_[at_];
    }
    for (skip_spaces(); at_ < text_.size() && text_[at_] == '['; skip_spaces()) {
      ++at_;
      property.values.push_back(read_value());
    }
    if (property.values.empty()) {
      fail(property.offset, "a property without a value; write it as in SZ[11]");
    }
    return property;
  }

  SgfValue read_value() {
    SgfValue value{{}, at_};
    const std::size_t begin = at_;
    while (true) {
      if (at_ == text_.size()) fail(begin, "a value without an end; close it with ']'");
      char c = text_[at_++];
      if (c == ']') return value;
      if (c == '\\') {
        if (at_ == text_.size()) continue;
        c = text_[at_++];
        if (c == '\n') continue;  // an escaped line break is none
      }
      value.text += c;
    }
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

}  // namespace

std::vector<SgfNode> sgf_main_line(std::string_view text) { return Parser(text).main_line(); }

void throw_sgf_error(std::string_view text, std::size_t offset, const std::string& message) {
  const std::string_view before = text.substr(0, offset);
  const auto line = 1 + std::count(before.begin(), before.end(), '\n');
  const std::size_t line_begin = before.rfind('\n') + 1;  // npos + 1 is 0
  throw SgfError("line " + std::to_string(line) + ", column " +
                 std::to_string(offset - line_begin + 1) + ": " + message);
}

}  // namespace isthmus
