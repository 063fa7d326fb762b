#pragma once

#include <cstddef>
#include <string>

namespace isthmus {

// The contents of a file or pipe that the user named, or of standard input where that is "-", of
// at most `max_bytes` bytes. Throws BadInput, its message ending in `advice`, where it cannot be
// read: see read_input_file().
std::string read_file(const std::string& path, const std::string& advice, std::size_t max_bytes);

}  // namespace isthmus
