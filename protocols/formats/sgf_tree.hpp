#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace isthmus {

// The text between brackets: unescaped, and as it stands; and where in the file it begins.
struct SgfValue {
  std::string text;
  std::string raw;
  std::size_t offset;
};

// A property: its name in capitals and at least one value.
struct SgfProperty {
  std::string name;
  std::vector<SgfValue> values;
  std::size_t offset;
};

using SgfNode = std::vector<SgfProperty>;

// Nodes that follow each other. A tree is its lines: a line goes on with the first variation of
// each branch, the others are lines of their own.
struct SgfLine {
  std::size_t parent;  // the line that it leaves, one before it in the tree; of line 0: itself
  std::size_t after;   // how many nodes of the parent it follows
  std::vector<SgfNode> nodes;
};

// Line 0, the main one, has at least one node.
using SgfTree = std::vector<SgfLine>;

inline constexpr std::size_t kMaxSgfDepth = 10'000;   // of parentheses in each other
inline constexpr std::size_t kMaxSgfNodes = 100'000;  // of one tree

// Reads the first game tree in the text from `offset` on, and moves `offset` behind it. Whatever
// stands before the tree is passed over. Throws FormatError, also where a limit is exceeded.
SgfTree read_sgf_tree(std::string_view text, std::size_t& offset);

// Moves `offset` to where the next game tree begins, at "(" and ";" with nothing but spaces
// between; returns false, and leaves it, where there is none.
bool find_sgf_tree(std::string_view text, std::size_t& offset);

// The text with the characters that mean something in SGF escaped.
std::string sgf_escaped(std::string_view text);

}  // namespace isthmus
