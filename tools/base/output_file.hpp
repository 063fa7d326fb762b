#pragma once

#include <filesystem>
#include <functional>
#include <string_view>

namespace isthmus {

// Throws std::runtime_error, its message for the user: `error`, as errno has it, came of writing to
// the file.
[[noreturn]] void fail_to_write(const std::filesystem::path& path, int error);

// A file that is written under a temporary name and renamed when it is complete: no half of it is
// ever found under its own name, and the old content stays until then.
class UnfinishedFile {
 public:
  // For the file that is to be at `path`. Makes no file yet; removes temporary files of it that
  // killed processes have left.
  explicit UnfinishedFile(std::filesystem::path path);
  // Removes the temporary file, and a journal of SQLite's beside it, unless it is finished.
  ~UnfinishedFile();
  UnfinishedFile(const UnfinishedFile&) = delete;
  UnfinishedFile& operator=(const UnfinishedFile&) = delete;

  // The temporary file: beside the final one, by a name that no other has.
  const std::filesystem::path& path() const { return unfinished_; }
  // Renames it to the final name, over what is there. Throws std::runtime_error.
  void finish();

 private:
  void remove() const;

  std::filesystem::path path_;
  std::filesystem::path unfinished_;
  bool is_finished_ = false;
};

// Writes a file as a whole, or not at all. A file that is replaced leaves its permissions to the
// new one, and links to it stay. Devices, pipes, and files in folders that take no new ones are
// written to in place, from their beginning. Throws std::runtime_error, its message for the user,
// where not all can be written.
void write_file(const std::filesystem::path& path, std::string_view text);

// Takes a part of what is to be written, behind those before.
using WritePart = std::function<void(std::string_view)>;

// Likewise what `write` hands to its argument; it is on the disk before it takes the place of what
// was there. Throws what `write` throws too.
void write_file_in_parts(const std::filesystem::path& path,
                         const std::function<void(const WritePart&)>& write);

// Whether write_file() could begin, to be asked before long work; no file is made or changed.
// Throws BadInput that names the path, and the option that it was given by, where it could not; but
// not for want of room.
void check_output_file(std::string_view option, const std::filesystem::path& path);

}  // namespace isthmus
