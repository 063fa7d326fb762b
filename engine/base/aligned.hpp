#pragma once

#include <cstddef>
#include <vector>

namespace isthmus {

// An array of numbers, zero at first, that begins at a line of the cache: at a multiple of 64
// bytes.
template <class Number>
class Aligned {
 public:
  Aligned() = default;
  explicit Aligned(std::size_t size) : lines_((size + kOfLine - 1) / kOfLine) {}

  Number* data() { return lines_.empty() ? nullptr : lines_.front().numbers; }
  const Number* data() const { return lines_.empty() ? nullptr : lines_.front().numbers; }

 private:
  static constexpr std::size_t kOfLine = 64 / sizeof(Number);
  struct alignas(64) Line {
    Number numbers[kOfLine] = {};
  };
  std::vector<Line> lines_;
};

}  // namespace isthmus
