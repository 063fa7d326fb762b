#pragma once

#include <memory>

#include "gpu/net/device_net.hpp"

namespace isthmus::test {

// HashNet on a device.
std::unique_ptr<DeviceNet> make_hash_device_net(NetPlanes reads = {});

}  // namespace isthmus::test
