#include "protocols/formats/sgf_tree.hpp"

#include <cctype>

#include "protocols/formats/game_file.hpp"

namespace isthmus {

namespace {

bool is_space(char c) { return std::isspace(static_cast<unsigned char>(c)) != 0; }
bool is_name_letter(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0; }
bool is_capital(char c) { return std::isupper(static_cast<unsigned char>(c)) != 0; }

class Parser {
 public:
  // Little Golem writes names of players as they are. Programs that write SGF name themselves
  // by AP; it does not.
  Parser(std::string_view text, std::size_t offset)
      : text_(text),
        at_(offset),
        unescaped_(text.find("littlegolem") != text.npos && text.find("AP[") == text.npos) {}

  SgfTree tree() {
    do {
      skip_spaces();
      const std::size_t offset = at_;
      switch (next("')'")) {
        case '(':
          open(offset);
          break;
        case ')':
          groups_.pop_back();
          break;
        case ';':
          if (groups_.back().has_variations) fail(offset, "a node behind variations");
          if (++nodes_ > kMaxSgfNodes) {
            fail(offset, "a game of more than " + std::to_string(kMaxSgfNodes) + " nodes");
          }
          tree_[groups_.back().line].nodes.push_back(read_node());
          break;
        default:
          fail(offset, "expected ';', '(' or ')'");
      }
    } while (!groups_.empty());
    return std::move(tree_);
  }

  std::size_t offset() const { return at_; }

 private:
  // What is between two parentheses that are still open.
  struct Group {
    std::size_t line;
    std::size_t after = 0;  // how many nodes the line has where the variations branch off
    bool has_variations = false;
  };

  [[noreturn]] void fail(std::size_t offset, const std::string& message) const {
    throw_format_error(text_, offset, message);
  }

  void open(std::size_t offset) {
    if (groups_.size() == kMaxSgfDepth) {
      fail(offset, "variations more than " + std::to_string(kMaxSgfDepth) + " deep");
    }
    if (groups_.empty()) {
      tree_.push_back({0, 0, {}});
      groups_.push_back({0});
      return;
    }
    Group& group = groups_.back();
    std::size_t line = group.line;
    if (group.has_variations) {
      line = tree_.size();
      tree_.push_back({group.line, group.after, {}});
    } else {
      group.has_variations = true;
      group.after = tree_[line].nodes.size();
    }
    groups_.push_back({line});
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

  SgfNode read_node() {
    SgfNode node;
    skip_spaces();
    while (at_ < text_.size() && is_name_letter(text_[at_])) {
      node.push_back(read_property());
      skip_spaces();
    }
    return node;
  }

  SgfProperty read_property() {
    SgfProperty property{{}, {}, at_};
    // Up to FF[3] names may hold small letters, which do not count: "Black[...]" is B.
    for (; at_ < text_.size() && is_name_letter(text_[at_]); ++at_) {
      if (is_capital(text_[at_])) property.name += text_[at_];
    }
    if (property.name.empty()) fail(property.offset, "a property's name has capitals, as in SZ");
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
    SgfValue value{{}, {}, at_};
    const std::size_t begin = at_;
    while (true) {
      if (at_ == text_.size()) fail(begin, "a value without an end; close it with ']'");
      char c = text_[at_++];
      if (c == ']' && (!unescaped_ || ends_value())) break;
      if (c == '\\' && !unescaped_) {
        if (at_ == text_.size()) continue;
        c = text_[at_++];
        if (c == '\n') continue;  // an escaped line break is none
      }
      value.text += c;
    }
    value.raw = unescaped_ ? sgf_escaped(value.text) : text_.substr(begin, at_ - 1 - begin);
    return value;
  }

  // Whether a ']' before this place closes its value: only if what follows may follow a value.
  bool ends_value() const {
    std::size_t at = at_;
    while (at < text_.size() && is_space(text_[at])) ++at;
    if (at == text_.size() || std::string_view("[;()").find(text_[at]) != std::string_view::npos) {
      // "Shumacher;]]": the first bracket is followed by the second.
      return true;
    }
    const std::size_t name = at;
    while (at < text_.size() && is_name_letter(text_[at])) ++at;
    return at > name && at < text_.size() && text_[at] == '[';
  }

  std::string_view text_;
  std::size_t at_;
  bool unescaped_;
  SgfTree tree_;
  std::vector<Group> groups_;  // the outermost first
  std::size_t nodes_ = 0;
};

}  // namespace

bool find_sgf_tree(std::string_view text, std::size_t& offset) {
  for (std::size_t at = text.find('(', offset); at != text.npos; at = text.find('(', at + 1)) {
    std::size_t node = at + 1;
    while (node < text.size() && is_space(text[node])) ++node;
    if (node < text.size() && text[node] == ';') {
      offset = at;
      return true;
    }
  }
  return false;
}

SgfTree read_sgf_tree(std::string_view text, std::size_t& offset) {
  if (!find_sgf_tree(text, offset)) {
    throw_format_error(text, 0, "this is no SGF: it has no '(;'");
  }
  Parser parser(text, offset);
  SgfTree tree = parser.tree();
  offset = parser.offset();
  return tree;
}

std::string sgf_escaped(std::string_view text) {
  std::string result;
  for (char c : text) {
    if (c == ']' || c == '\\') result += '\\';
    result += c;
  }
  return result;
}

}  // namespace isthmus
