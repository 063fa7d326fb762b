#pragma once

#include <doctest/doctest.h>

namespace isthmus::test {

// Of a test case that takes long and has one thread alone: ThreadSanitizer, which can find nothing
// there, leaves it out.
inline doctest::test_suite one_thread() { return doctest::test_suite("one thread"); }

}  // namespace isthmus::test
