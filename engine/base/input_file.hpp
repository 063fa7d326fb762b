#pragma once

#include <chrono>
#include <cstddef>
#include <filesystem>
#include <optional>
#include <stdexcept>
#include <string>

namespace isthmus {

// Why something cannot be read: one line that names it.
class FileError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// How long a named pipe is waited for that no process has opened to write.
inline constexpr std::chrono::milliseconds kPipeTimeout{10'000};

// The contents of a file that the user named, of at most `max_bytes` bytes. A pipe will do as well,
// as in `<(zcat file)`, where `pipe_timeout` says how long to wait for a process that writes to it;
// a writer that has begun is waited for as long as it takes. Throws FileError, before anything is
// read, for what is neither (a folder, a device), and for what is longer or cannot be read.
std::string read_input_file(const std::filesystem::path& path, std::size_t max_bytes,
                            std::optional<std::chrono::milliseconds> pipe_timeout = std::nullopt);

// All of standard input, of at most `max_bytes` bytes, whatever it is. Throws FileError.
std::string read_standard_input(std::size_t max_bytes);

}  // namespace isthmus
