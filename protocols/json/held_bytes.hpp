#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>

namespace isthmus {

// Counts the bytes of what was asked for and has no answer yet, and holds each owner to a limit,
// and all of them together. May be used from several threads.
class HeldBytes {
 public:
  HeldBytes(std::uint64_t max_each, std::uint64_t max_in_all)
      : max_each_(max_each), max_in_all_(max_in_all) {}

  // Counts this many for an owner; nothing where they would be too many. They count until the last
  // copy of what is returned has gone, which may be after this has.
  std::shared_ptr<void> hold(std::uint64_t owner, std::size_t bytes);

 private:
  struct Counts {
    std::mutex mutex = {};
    std::uint64_t all = 0;
    std::map<std::uint64_t, std::uint64_t> by_owner = {};

    void let_go(std::uint64_t owner, std::size_t bytes);
  };

  std::uint64_t max_each_, max_in_all_;
  std::shared_ptr<Counts> counts_ = std::make_shared<Counts>();
};

}  // namespace isthmus
