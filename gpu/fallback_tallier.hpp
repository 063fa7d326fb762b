#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <string>

#include "engine/tallier.hpp"

namespace isthmus {

// A line for the user.
using Notice = std::function<void(const std::string&)>;

// Has tasks tallied by one tallier until that fails, and from then on by another.
class FallbackTallier final : public Tallier {
 public:
  // `notice` is told, once, by which error the first tallier fell out.
  FallbackTallier(std::unique_ptr<Tallier> first, std::unique_ptr<Tallier> second, Notice notice);

  // The batch with which the first fails is tallied by the second as well.
  void tally(std::span<const FillTask> tasks, std::span<Tally> tallies) const override;
  int preferred_batch() const override;

 private:
  std::unique_ptr<Tallier> first_;
  std::unique_ptr<Tallier> second_;
  Notice notice_;
  mutable std::atomic<bool> failed_{false};
};

}  // namespace isthmus
