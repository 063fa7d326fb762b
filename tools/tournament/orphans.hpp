#pragma once

#include <string>
#include <vector>

#include <sys/types.h>

namespace isthmus::tournament {

// Processes that engines leave behind, also in sessions of their own. Each engine runs with a mark
// in its environment, which what it starts inherits; and this process becomes the parent of those
// whose own has ended (PR_SET_CHILD_SUBREAPER), so that they are found without a search.

// The variable of the environment that holds the mark.
inline constexpr auto kMarkVariable = "ISTHMUS_ENGINE";

// A mark that no other process has; all of this one begin alike. Makes this process a subreaper.
std::string new_mark();

// The children of this process with this mark that run: after the end of an engine that has it,
// those that the engine left behind.
std::vector<pid_t> orphans_of(const std::string& mark);
// Ends those with SIGKILL, and what turns up when they have ended.
void end_orphans(const std::string& mark);

// While it lives, a process of its own waits for the end of this one, also by SIGKILL, and then
// ends all that has a mark of it. To be made while there is one thread. When it goes, all children
// that are left end, marked or not.
class OrphanGuard {
 public:
  OrphanGuard();
  ~OrphanGuard();
  OrphanGuard(const OrphanGuard&) = delete;
  OrphanGuard& operator=(const OrphanGuard&) = delete;

 private:
  int pipe_ = -1;  // whose other end the guard reads
  pid_t guard_ = -1;
};

}  // namespace isthmus::tournament
