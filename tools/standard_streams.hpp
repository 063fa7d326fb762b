#pragma once

#include <string_view>

namespace isthmus {

// Makes a write that nobody reads (SIGPIPE), or beyond a limit on files (SIGXFSZ), an error, not the
// end of the program.
void prepare_standard_streams();

// Throws std::runtime_error, its message for the user: standard output cannot be written, for the
// reason that `error` is, as errno has it.
[[noreturn]] void fail_to_print(int error);

// Writes text to standard output, all of it at once. Everything that the program prints there goes
// this way. Throws as fail_to_print() does where it cannot be written.
void print(std::string_view text);

}  // namespace isthmus
