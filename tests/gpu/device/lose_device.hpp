#pragma once

namespace isthmus {

// Starts a kernel on the device in use that takes all of it for some milliseconds and then fails,
// after which all that this program wants of it fails.
void lose_device();

}  // namespace isthmus
