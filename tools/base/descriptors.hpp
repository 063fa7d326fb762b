#pragma once

namespace isthmus {

// All files that this process has open from one number on, however many: close() them, or have exec
// do so. They make system calls alone, so that a child may call them between fork and exec.
void close_from(int first);
void close_on_exec_from(int first);

}  // namespace isthmus
