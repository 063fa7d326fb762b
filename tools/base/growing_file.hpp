#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>

#include "tools/base/output_file.hpp"

namespace isthmus {

// A file that texts are added to, each on the disk by the time that the next comes. What a process
// that was killed has left of one, behind `size` bytes, is cut off.
class GrowingFile {
 public:
  // Of what is at `path`, or a new file, the first `size` bytes stay. Throws std::runtime_error,
  // its message for the user, where it cannot be written to.
  GrowingFile(std::filesystem::path path, std::size_t size);
  ~GrowingFile();
  GrowingFile(const GrowingFile&) = delete;
  GrowingFile& operator=(const GrowingFile&) = delete;

  // Adds what `write` hands to its argument, all of it or nothing. Throws likewise where not all
  // can be written, and what `write` throws.
  void add(const std::function<void(const WritePart&)>& write);

 private:
  std::filesystem::path path_;
  int descriptor_;
  std::size_t size_;
};

}  // namespace isthmus
