#pragma once

namespace isthmus {

// Waits until all queries and actions that the engine was given have their answers. Only where it
// has threads, and by another than those of JavaScript.
void wait_until_answered();

}  // namespace isthmus
