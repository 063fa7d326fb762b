#pragma once

namespace isthmus {

// What main() does: runs the command that the arguments name, and returns the exit code.
int run_program(int count, char** arguments);

}  // namespace isthmus
