#include "tools/read_file.hpp"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "tools/bad_input.hpp"

namespace isthmus {

std::string read_file(const std::string& path, const std::string& advice) {
  std::ifstream file(path, std::ios::binary);
  // A folder can be opened, but not read.
  const bool is_folder = std::filesystem::is_directory(path);
  if (!file || is_folder) {
    throw BadInput("cannot read " + path + ": " + std::strerror(is_folder ? EISDIR : errno) + "; " +
                   advice);
  }
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

}  // namespace isthmus
