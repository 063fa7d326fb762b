#include "engine/base/huge_pages.hpp"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>
#include <sstream>
#include <string>

#include <doctest/doctest.h>

using namespace isthmus;

namespace {

// Whether Linux says of the memory at an address that huge pages were asked for there (`hg`, man 5
// proc_pid_smaps).
bool is_asked_for(const char* at) {
  const auto wanted = reinterpret_cast<std::uintptr_t>(at);
  std::ifstream maps("/proc/self/smaps");
  bool is_there = false;
  for (std::string line; std::getline(maps, line);) {
    std::istringstream words(line);
    std::uintptr_t begin = 0, end = 0;
    char dash = 0;
    if (words >> std::hex >> begin >> dash >> end && dash == '-') {
      is_there = begin <= wanted && wanted < end;
    } else if (is_there && line.starts_with("VmFlags:")) {
      return (line + " ").find(" hg ") != std::string::npos;
    }
  }
  return false;
}

}  // namespace

TEST_CASE("huge pages are asked for where whole ones have room, and memory is as it was") {
  constexpr std::size_t kPages = 5;
  const std::unique_ptr<char, decltype(&std::free)> memory(
      static_cast<char*>(std::aligned_alloc(kHugePage, kPages * kHugePage)), &std::free);
  REQUIRE(memory);
  char* first = memory.get();
  prefer_huge_pages(first + 1, kPages * kHugePage - 2);  // the first and the last are not whole
  if (std::filesystem::exists("/sys/kernel/mm/transparent_hugepage") &&
      std::filesystem::exists("/proc/self/smaps")) {
    CHECK_FALSE(is_asked_for(first + kHugePage - 1));
    CHECK(is_asked_for(first + kHugePage));
    CHECK(is_asked_for(first + (kPages - 1) * kHugePage - 1));
    CHECK_FALSE(is_asked_for(first + (kPages - 1) * kHugePage));
  } else {
    MESSAGE("this system does not say which pages are huge");
  }
  std::fill_n(first, kPages * kHugePage, 'a');
  prefer_huge_pages(first, kPages * kHugePage);
  CHECK(std::count(first, first + kPages * kHugePage, 'a') ==
        static_cast<std::ptrdiff_t>(kPages * kHugePage));
  prefer_huge_pages(first, kHugePage - 1);  // no room for one
  prefer_huge_pages(nullptr, 0);
}
