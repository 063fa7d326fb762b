#pragma once

#include <compare>
#include <cstdint>
#include <limits>

namespace isthmus {

// How many positions were looked into for what is known of one. It takes four bytes, of which zero
// ones are no work, counts as far as they go, and stays there: some work never becomes less.
class Work {
 public:
  static constexpr std::uint32_t kMost = std::numeric_limits<std::uint32_t>::max();

  constexpr Work() = default;
  constexpr explicit Work(std::uint32_t positions) : positions_(positions) {}

  constexpr std::uint32_t positions() const { return positions_; }
  constexpr bool is_some() const { return positions_ > 0; }
  // Of this many positions more, which are not negative.
  constexpr Work plus(std::int64_t positions) const {
    const bool fits = positions < std::int64_t{kMost} - positions_;
    return Work(fits ? static_cast<std::uint32_t>(positions_ + positions) : kMost);
  }
  friend constexpr auto operator<=>(const Work&, const Work&) = default;

 private:
  std::uint32_t positions_ = 0;
};

}  // namespace isthmus
