#pragma once

#include <cstddef>
#include <istream>
#include <limits>
#include <string>

namespace isthmus {

// The contents of a file that the user named, up to `most` bytes. Throws BadInput, its message
// ending in `advice`, where it cannot be read.
std::string read_file(const std::string& path, const std::string& advice,
                      std::size_t most = std::numeric_limits<std::size_t>::max());

// The rest of a stream, up to `most` bytes.
std::string read_stream(std::istream& in, std::size_t most);

}  // namespace isthmus
