#pragma once

#include <stdexcept>

namespace isthmus {

// What the user typed or handed over is wrong. The message is one line that says what, where and
// how to mend it; the program prints it and ends with exit code 2. All other exceptions mean that
// a job failed: exit code 1.
class BadInput : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace isthmus
