#pragma once

#include <cstddef>

namespace isthmus {

// Of x86-64, and of Arm with small pages of 4 KB.
constexpr std::size_t kHugePage = std::size_t{2} << 20;

// Asks the system to use huge pages where memory that was not written yet has room for whole ones:
// there are fewer to be made ready, and processors find their places faster. Where it refuses, or
// knows of none, pages are as small as ever.
void prefer_huge_pages(void* memory, std::size_t bytes);

}  // namespace isthmus
