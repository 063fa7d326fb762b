#pragma once

namespace isthmus {

// Has the calling thread, and those that it makes from now on, run on what other threads leave of
// the processors, and on little of one that all want. Does nothing where the system has no such
// way.
void yield_to_other_threads();

}  // namespace isthmus
