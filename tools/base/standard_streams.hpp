#pragma once

#include <string_view>

namespace isthmus {

// Makes the process fit to write, however it was started. To be called before anything is opened.
//   - Where one of the descriptors 0 to 2 is closed, /dev/null takes its place, or the next file
//     that is opened would: input ends at once, output cannot be written, errors are dropped.
//   - A write to a pipe without a reader (SIGPIPE), or beyond a limit on files (SIGXFSZ), is an
//     error, not the end of the program.
// Throws std::runtime_error where there is no /dev/null.
void prepare_standard_streams();

// Throws std::runtime_error, its message for the user: standard output cannot be written, for the
// reason that `error` is, as errno has it.
[[noreturn]] void fail_to_print(int error);

// Writes text to standard output, all of it at once. Everything that the program prints there goes
// this way. Throws as fail_to_print() does where it cannot be written.
void print(std::string_view text);

}  // namespace isthmus
