#include "tools/base/output_file.hpp"

#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <mutex>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tools/base/bad_input.hpp"
#include "tools/base/write_all.hpp"

namespace isthmus {

namespace {

namespace fs = std::filesystem;

fs::path folder_of(const fs::path& path) {
  return path.has_parent_path() ? path.parent_path() : fs::path(".");
}

// What a link leads to; nothing for the links by which the system names open files, as /dev/stdout.
std::optional<fs::path> follow_links(fs::path path) {
  constexpr int kMost = 40;  // as Linux has it
  std::error_code error;
  for (int i = 0; i < kMost && fs::is_symlink(path, error); ++i) {
    const fs::path folder = fs::canonical(folder_of(path), error);
    if (error || folder.native().starts_with("/proc/")) return std::nullopt;
    path = folder / fs::read_symlink(path, error);
  }
  return path;
}

// The file in whose place a new one may be put for this path; nothing where what is there can only
// be written to.
std::optional<fs::path> place_of(const fs::path& path) {
  struct stat there {};
  if (::stat(path.c_str(), &there) == 0) {
    // It may be in use by others, or written to where its folder may not.
    if (!S_ISREG(there.st_mode) || ::access(path.c_str(), W_OK) != 0) return std::nullopt;
    const auto place = follow_links(path);
    return place && ::access(folder_of(*place).c_str(), W_OK) == 0 ? place : std::nullopt;
  }
  return follow_links(path);
}

// A descriptor, closed with it.
class Descriptor {
 public:
  Descriptor(const fs::path& path, int flags)
      : descriptor_(::open(path.c_str(), flags | O_WRONLY | O_CLOEXEC, 0666)) {}
  ~Descriptor() {
    if (is_open()) ::close(descriptor_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;

  bool is_open() const { return descriptor_ >= 0; }
  int get() const { return descriptor_; }
  // Returns whether all that was written has arrived, as far as the system knows.
  bool close() { return ::close(std::exchange(descriptor_, -1)) == 0; }

 private:
  int descriptor_;
};

bool write_and_close(Descriptor& file, std::string_view text) {
  return file.is_open() && write_all(file.get(), text) && file.close();
}

// The new file is as the old one was, as far as may be.
void take_permissions(const Descriptor& file, const fs::path& from) {
  struct stat there {};
  if (::stat(from.c_str(), &there) != 0) return;
  [[maybe_unused]] const int owner = ::fchown(file.get(), there.st_uid, there.st_gid);
  ::fchmod(file.get(), there.st_mode & 07777);
}

std::string host_name() {
  std::array<char, 256> name{};
  return ::gethostname(name.data(), name.size() - 1) == 0 ? name.data() : "";
}

// What the names of unfinished files have behind their own, before the number of the process that
// writes them and another.
std::string mark_of_unfinished() { return ".new-" + host_name() + '-'; }

// The process that writes an unfinished file of this machine, or its journal; 0 for other names.
int writer_of(const std::string& name) {
  const std::string mark = mark_of_unfinished();
  const std::size_t at = name.rfind(mark);
  if (at == name.npos) return 0;
  int process = 0, count = 0, length = 0;
  const char* numbers = name.c_str() + at + mark.size();
  if (std::sscanf(numbers, "%d-%d%n", &process, &count, &length) != 2) return 0;
  const std::string_view rest = numbers + length;
  return rest.empty() || rest == "-journal" ? process : 0;
}

// Removes what processes of this machine that were killed have left in a folder. Once for each
// folder: that takes a look at all of it.
void remove_leftovers(const fs::path& folder) {
  static std::mutex mutex;
  static std::set<fs::path> known;
  {
    const std::lock_guard lock(mutex);
    if (!known.insert(folder).second) return;
  }
  std::error_code error;
  for (fs::directory_iterator file(folder, error), end; !error && file != end;
       file.increment(error)) {
    const int process = writer_of(file->path().filename().string());
    std::error_code ignored;
    if (process > 0 && ::kill(process, 0) != 0 && errno == ESRCH) fs::remove(*file, ignored);
  }
}

// Why write_file() could not begin, as errno has it; 0 if it could.
int find_obstacle(const fs::path& path) {
  if (const std::optional<fs::path> place = place_of(path)) {
    const UnfinishedFile unfinished(*place);
    return Descriptor(unfinished.path(), O_CREAT | O_EXCL).is_open() ? 0 : errno;
  }
  if (fs::is_directory(path)) return EISDIR;
  return ::access(path.c_str(), W_OK) == 0 ? 0 : errno;
}

}  // namespace

UnfinishedFile::UnfinishedFile(fs::path path) : path_(std::move(path)) {
  static std::atomic<int> count = 0;
  remove_leftovers(folder_of(path_));
  unfinished_ = path_.string() + mark_of_unfinished() + std::to_string(::getpid()) + "-" +
                std::to_string(++count);
  remove();  // what a process of the same number may have left
}

UnfinishedFile::~UnfinishedFile() {
  if (!is_finished_) remove();
}

void UnfinishedFile::remove() const {
  std::error_code ignored;
  fs::remove(unfinished_, ignored);
  fs::remove(unfinished_.string() + "-journal", ignored);
}

void UnfinishedFile::finish() {
  if (::rename(unfinished_.c_str(), path_.c_str()) != 0) fail_to_write(path_, errno);
  is_finished_ = true;
}

void fail_to_write(const fs::path& path, int error) {
  throw std::runtime_error("cannot write " + path.string() + ": " + std::strerror(error) +
                           "; make room there, or name another place");
}

void write_file(const fs::path& path, std::string_view text) {
  const std::optional<fs::path> place = place_of(path);
  if (!place) {
    Descriptor file(path, O_CREAT | O_TRUNC);
    if (!write_and_close(file, text)) fail_to_write(path, errno);
    return;
  }
  UnfinishedFile unfinished(*place);
  Descriptor file(unfinished.path(), O_CREAT | O_EXCL);
  if (file.is_open()) take_permissions(file, *place);
  if (!write_and_close(file, text)) fail_to_write(path, errno);
  unfinished.finish();
}

void write_file_in_parts(const fs::path& path, const std::function<void(const WritePart&)>& write) {
  const std::optional<fs::path> place = place_of(path);
  if (!place) fail_to_write(path, fs::is_directory(path) ? EISDIR : EACCES);
  UnfinishedFile unfinished(*place);
  Descriptor file(unfinished.path(), O_CREAT | O_EXCL);
  if (!file.is_open()) fail_to_write(path, errno);
  take_permissions(file, *place);
  write([&](std::string_view part) {
    if (!write_all(file.get(), part)) fail_to_write(path, errno);
  });
  if (::fsync(file.get()) != 0 || !file.close()) fail_to_write(path, errno);
  unfinished.finish();
  // The name as well; not all file systems can.
  const int folder = ::open(folder_of(*place).c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (folder < 0) return;
  ::fsync(folder);
  ::close(folder);
}

void check_output_file(std::string_view option, const fs::path& path) {
  const int obstacle = find_obstacle(path);
  if (obstacle == 0 || obstacle == ENOSPC || obstacle == EDQUOT) return;
  throw BadInput("option '--" + std::string(option) + "': cannot write " + path.string() + ": " +
                 std::strerror(obstacle) + "; name a file that can be written");
}

}  // namespace isthmus
