// Linked with tools/cli/memory_reserve.cpp, as the program is.

#include <array>
#include <cstddef>
#include <cstdlib>
#include <fstream>
#include <new>
#include <optional>
#include <utility>
#include <vector>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>
#include <sys/resource.h>
#include <unistd.h>

namespace {

std::size_t address_space() {
  std::size_t pages = 0;
  std::ifstream("/proc/self/statm") >> pages;
  return pages * static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
}

// Takes all memory that malloc can still give, until it goes.
class NoMemory {
 public:
  NoMemory() {
    getrlimit(RLIMIT_AS, &before_);
    rlimit now = before_;
    now.rlim_cur = address_space();
    setrlimit(RLIMIT_AS, &now);
    for (std::size_t bytes = std::size_t{1} << 20; bytes >= sizeof(Piece); bytes /= 2) {
      while (void* at = std::malloc(bytes)) first_ = new (at) Piece{first_};
    }
  }
  ~NoMemory() {
    while (first_) std::free(std::exchange(first_, first_->next));
    setrlimit(RLIMIT_AS, &before_);
  }
  NoMemory(const NoMemory&) = delete;
  NoMemory& operator=(const NoMemory&) = delete;

 private:
  struct Piece {
    Piece* next;
  };

  rlimit before_ = {};
  Piece* first_ = nullptr;
};

// As many bytes as could be had one piece after another, `most` at most, all given back.
std::size_t taken(std::size_t piece, std::size_t most, std::vector<char*>& pieces) {
  std::size_t bytes = 0;
  try {
    for (; bytes < most; bytes += piece) pieces.push_back(new char[piece]);
  } catch (const std::bad_alloc&) {
  }
  for (char* at : pieces) delete[] at;
  pieces.clear();
  return bytes;
}

}  // namespace

TEST_CASE("where there is no memory left, small pieces come from a reserve") {
  constexpr std::size_t kMegabyte = std::size_t{1} << 20;
  std::vector<char*> pieces;
  pieces.reserve(2 * kMegabyte);
  std::size_t large = 0, rounds = 0, all = 0, again = 0;
  {
    const NoMemory no_memory;
    large = taken(kMegabyte, kMegabyte, pieces);
    for (const std::size_t piece : std::to_array<std::size_t>({17, 400, 65'536})) {
      for (int i = 0; i < 2; ++i) rounds += taken(piece, kMegabyte, pieces) >= kMegabyte;
    }
    all = taken(30'000, 100 * kMegabyte, pieces);
    again = taken(30'000, 100 * kMegabyte, pieces);
  }
  CHECK(large == 0);
  CHECK(rounds == 6);
  CHECK(all > 10 * kMegabyte);
  CHECK(all < 32 * kMegabyte);
  CHECK(again == all);
}

TEST_CASE("JSON can be destroyed where there is no memory left") {
  auto json = std::make_optional(nlohmann::ordered_json::array());
  for (int i = 0; i < 1000; ++i) json->push_back({{"move", "a1"}, {"pv", {"b2", "c3", {1, 2}}}});
  {
    const NoMemory no_memory;
    json.reset();  // allocates, and may not throw
  }
  CHECK_FALSE(json);
}
