#pragma once

#include <cstdint>
#include <span>

#include <boost/math/distributions/chi_squared.hpp>

namespace isthmus {

// The probability that counts drawn evenly differ from evenness by more than these do (Pearson's
// chi-square test).
inline double evenness(std::span<const std::uint64_t> counts) {
  double total = 0;
  for (std::uint64_t count : counts) total += static_cast<double>(count);
  const double expected = total / static_cast<double>(counts.size());
  double sum = 0;
  for (std::uint64_t count : counts) {
    const double difference = static_cast<double>(count) - expected;
    sum += difference * difference / expected;
  }
  const boost::math::chi_squared distribution(static_cast<double>(counts.size() - 1));
  return boost::math::cdf(boost::math::complement(distribution, sum));
}

// Seeds are fixed, so that a test which passes once does so always. Even counts fall below the
// limit once in ten thousand times.
inline constexpr double kMinEvenness = 1e-4;

}  // namespace isthmus
