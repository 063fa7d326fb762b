#pragma once

#include <cstddef>
#include <functional>
#include <mutex>
#include <utility>

namespace isthmus {

// One limit for the memory of many trees, which take from it as they grow. A tree that has nothing
// yet always gets its first piece; beyond that it may have at most eight times as much as it leaves
// to the others, so that no one tree has it all (the rule of dynamic thresholds: Choudhury and
// Hahne, 1998). May be used from several threads.
class TreeMemory {
 public:
  explicit TreeMemory(std::size_t max_bytes) : max_bytes_(max_bytes) {}
  TreeMemory(const TreeMemory&) = delete;
  TreeMemory& operator=(const TreeMemory&) = delete;

  // Takes bytes for a tree that has `own` bytes already. Returns false where it may not have them,
  // or the process would have no headroom left.
  bool take(std::size_t own, std::size_t bytes);
  void release(std::size_t bytes);

  // Whether the process can get 64 MB more, which is more than trees take at a time: where its
  // address space is limited, room must be left for all that is not a tree.
  bool has_headroom() const;

  // What all trees have together.
  std::size_t taken() const;

  // How memory that is not needed is freed where there is too little: called until there is enough,
  // or it returns false. It should release what a tree of no search has, from any thread.
  void set_reclaim(std::function<bool()> reclaim) { reclaim_ = std::move(reclaim); }

 private:
  static constexpr std::size_t kTimesLeft = 8;

  bool try_to_take(std::size_t own, std::size_t bytes);

  const std::size_t max_bytes_;
  std::function<bool()> reclaim_;
  mutable std::mutex mutex_;
  std::size_t taken_ = 0;
};

}  // namespace isthmus
