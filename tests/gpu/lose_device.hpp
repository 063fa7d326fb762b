#pragma once

namespace isthmus {

// Makes a kernel fail on the device in use, after which all that this program wants of it fails.
void lose_device();

}  // namespace isthmus
