#include "tools/read_file.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "tools/bad_input.hpp"

namespace isthmus {

std::string read_file(const std::string& path, const std::string& advice, std::size_t most) {
  std::ifstream file(path, std::ios::binary);
  // A folder can be opened, but not read.
  const bool is_folder = std::filesystem::is_directory(path);
  if (!file || is_folder) {
    throw BadInput("cannot read " + path + ": " + std::strerror(is_folder ? EISDIR : errno) + "; " +
                   advice);
  }
  return read_stream(file, most);
}

std::string read_stream(std::istream& in, std::size_t most) {
  constexpr std::size_t kPiece = std::size_t{1} << 16;
  std::string text;
  while (in && text.size() < most) {
    const std::size_t size = text.size(), piece = std::min(kPiece, most - size);
    text.resize(size + piece);
    in.read(text.data() + size, static_cast<std::streamsize>(piece));
    text.resize(size + static_cast<std::size_t>(in.gcount()));
  }
  return text;
}

}  // namespace isthmus
