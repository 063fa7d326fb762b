#pragma once

#include <cstddef>
#include <string>

namespace isthmus {

// The contents of a file or pipe that the user named, or of standard input where that is "-", of
// `most` bytes at the most. Throws BadInput, its message ending in `advice`, where it cannot be
// read: see read_input_file().
std::string read_file(const std::string& path, const std::string& advice, std::size_t most);

}  // namespace isthmus
