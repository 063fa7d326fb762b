#pragma once

#include <atomic>
#include <stop_token>

#include "engine/base/linked_stop_source.hpp"
#include "engine/base/thread_group.hpp"

namespace isthmus {

// While it lives, requests a stop once standard output has no reader any more: the other ends of
// its pipe or socket are closed, its terminal is gone, or it was closed from the first. For what is
// searched for an answer alone; to write that answer fails then, and says so.
class StopWithoutReader {
 public:
  // A stop of `other` is one of this too.
  explicit StopWithoutReader(const std::stop_token& other = {});

  std::stop_token token() const { return source_.token(); }
  // To be called where a stop has kept from writing anything at all: throws as print() does, if it
  // was for want of a reader.
  void expect_reader() const;

 private:
  void lose(int error);

  std::atomic<int> error_ = 0;  // that writing will come to, as errno has it
  LinkedStopSource source_;
  ThreadGroup waiting_{"reader"};
};

}  // namespace isthmus
