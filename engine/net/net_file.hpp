#pragma once

#include <cstddef>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <string_view>

#include "engine/net/net.hpp"

namespace isthmus {

// A file of a net: a line "isthmus-net 1", a line of JSON,
//
//   {"game": "hex", "blocks": 6, "channels": 64, "policyChannels": 32, "valueHidden": 64,
//    "poolBlocks": [1, 3, 5], "planes": 4, "ring": false, "crc32": 123, "payloadBytes": 912526,
//    "training": {...}}
//
// and the payload: all tensors, one after the other as for_each_tensor() visits them, as binary16
// numbers, the low byte first. crc32 is that of the payload, as zlib has it; poolBlocks count
// from 0; planes are 4 where they are not given, and there is a ring; training is free.

// What a file of a net may hold: the largest net has 105 MB.
inline constexpr std::size_t kMaxNetBytes = std::size_t{128} << 20;

// Why a net cannot be read: one line for the user.
class NetError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// Reads a net from the contents of a file. Throws NetError where they are no net file of this
// version, or not whole.
Net parse_net(std::string_view bytes);

// Reads no more than the header: the net without weights and checksum. Throws NetError where that
// is none of this version.
Net parse_net_shape(std::string_view bytes);

// Reads a net from a file. Throws NetError, which names the file, also where it cannot be read.
Net read_net(const std::filesystem::path& path);

}  // namespace isthmus
