#include "tools/base/read_file.hpp"

#include "engine/base/input_file.hpp"
#include "tools/base/bad_input.hpp"

namespace isthmus {

std::string read_file(const std::string& path, const std::string& advice, std::size_t most) {
  try {
    return path == "-" ? read_standard_input(most) : read_input_file(path, most, kPipeTimeout);
  } catch (const FileError& error) {
    throw BadInput(std::string(error.what()) + "; " + advice);
  }
}

}  // namespace isthmus
