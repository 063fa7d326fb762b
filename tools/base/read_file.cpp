#include "tools/base/read_file.hpp"

#include "engine/base/input_file.hpp"
#include "tools/base/bad_input.hpp"

namespace isthmus {

std::string read_file(const std::string& path, const std::string& advice, std::size_t max_bytes) {
  try {
    return path == "-" ? read_standard_input(max_bytes)
                       : read_input_file(path, max_bytes, kPipeTimeout);
  } catch (const FileError& error) {
    throw BadInput(std::string(error.what()) + "; " + advice);
  }
}

}  // namespace isthmus
