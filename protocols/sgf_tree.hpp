#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace isthmus {

// The text between brackets, unescaped, and where in the file it begins.
struct SgfValue {
  std::string text;
  std::size_t offset;
};

// A property: its name in capitals and at least one value.
struct SgfProperty {
  std::string name;
  std::vector<SgfValue> values;
  std::size_t offset;
};

using SgfNode = std::vector<SgfProperty>;

// The nodes of the main line of the first game tree in the text, at least one. Whatever stands
// before the tree is passed over; the variations are, too, but must be well formed.
// Throws SgfError.
std::vector<SgfNode> sgf_main_line(std::string_view text);

// Throws SgfError with the place in front of the message.
[[noreturn]] void throw_sgf_error(std::string_view text, std::size_t offset,
                                  const std::string& message);

}  // namespace isthmus
