#pragma once

namespace isthmus {

// Gives the calling thread, and those that it starts from now on, the lowest priority: they run
// where other threads leave a processor idle, and get little of one that others want too. Does
// nothing where the system has no priorities of threads.
void yield_to_other_threads();

}  // namespace isthmus
