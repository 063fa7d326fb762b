#pragma once

#include <doctest/doctest.h>

namespace isthmus::test {

// What equals a number within a share of it. doctest's own Approx adds 1 to the number first, so
// that for small ones it takes almost anything. Zero equals nothing but zero.
inline doctest::Approx within(double share, double number) {
  return doctest::Approx(number).epsilon(share).scale(1e-9);
}

}  // namespace isthmus::test
