#pragma once

#include <string>

namespace isthmus {

// The contents of a file that the user named. Throws BadInput, its message ending in `advice`,
// where it cannot be read.
std::string read_file(const std::string& path, const std::string& advice);

}  // namespace isthmus
