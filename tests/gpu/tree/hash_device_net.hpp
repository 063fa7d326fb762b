#pragma once

#include <memory>

#include "gpu/net/device_net.hpp"

namespace isthmus::test {

// HashNet on a device.
std::unique_ptr<DeviceNet> make_hash_device_net();

// Starts a kernel in the default stream that takes some hundred milliseconds: what is given to no
// stream waits for it.
void occupy_default_stream();

}  // namespace isthmus::test
