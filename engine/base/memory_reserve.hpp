#pragma once

namespace isthmus {

// Keeps a megabyte back for the time when there is no more memory, and hands it out by small pieces
// to the caller of `new` that fails. So what fails is the large thing that asks for too much (trees
// and tables take theirs from malloc), and not what must not: nlohmann's JSON, for one, allocates
// where it is destroyed, and a failure there ends the program. Programs keep one; a library should
// not.
void keep_memory_reserve();

// Fills up again what has been handed out, as far as there is memory now; nothing where no reserve
// is kept.
void refill_memory_reserve() noexcept;

}  // namespace isthmus
