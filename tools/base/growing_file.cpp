#include "tools/base/growing_file.hpp"

#include <cerrno>
#include <utility>

#include <fcntl.h>
#include <sys/types.h>
#include <unistd.h>

#include "tools/base/write_all.hpp"

namespace isthmus {

GrowingFile::GrowingFile(std::filesystem::path path, std::size_t size)
    : path_(std::move(path)),
      descriptor_(::open(path_.c_str(), O_CREAT | O_WRONLY | O_APPEND | O_CLOEXEC, 0666)),
      size_(size) {
  if (descriptor_ < 0) fail_to_write(path_, errno);
  if (::ftruncate(descriptor_, static_cast<off_t>(size_)) == 0) return;
  const int error = errno;
  ::close(descriptor_);
  fail_to_write(path_, error);
}

GrowingFile::~GrowingFile() { ::close(descriptor_); }

void GrowingFile::add(const std::function<void(const WritePart&)>& write) {
  std::size_t added = 0;
  try {
    write([&](std::string_view part) {
      if (!write_all(descriptor_, part)) fail_to_write(path_, errno);
      added += part.size();
    });
    if (::fsync(descriptor_) != 0) fail_to_write(path_, errno);
  } catch (...) {
    [[maybe_unused]] const int cut = ::ftruncate(descriptor_, static_cast<off_t>(size_));
    throw;
  }
  size_ += added;
}

}  // namespace isthmus
