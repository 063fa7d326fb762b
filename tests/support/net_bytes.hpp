#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include "engine/net/net.hpp"

namespace isthmus::test {

// A number that binary16 can hold, or infinity, as its two bytes.
inline std::string half_bytes(float value) {
  int exponent = 0;  // the value is 0.5 to 1 times two to this
  const double fraction = std::frexp(std::abs(static_cast<double>(value)), &exponent);
  int bits = 0;
  if (std::isinf(value)) {
    bits = 31 << 10;
  } else if (value != 0 && exponent < -13) {
    bits = static_cast<int>(std::ldexp(fraction, exponent + 24));  // subnormal: units of 2^-24
  } else if (value != 0) {
    bits = (exponent + 14) << 10 | static_cast<int>(fraction * 2048 - 1024);
  }
  if (std::signbit(value)) bits |= 1 << 15;
  return {static_cast<char>(bits & 255), static_cast<char>(bits >> 8)};
}

// CRC-32 of ISO 3309, as zlib has it, a bit at a time.
inline std::uint32_t crc32_of(std::string_view bytes) {
  std::uint32_t rest = 0xffffffffU;
  for (char byte : bytes) {
    rest ^= static_cast<unsigned char>(byte);
    for (int bit = 0; bit < 8; ++bit) rest = rest >> 1U ^ ((rest & 1U) != 0 ? 0xedb88320U : 0U);
  }
  return ~rest;
}

// The file of a net whose weights are binary16 numbers, as engine/net/net_file.hpp describes it; of
// the engine it uses nothing but what a net is made of.
inline std::string net_bytes(const Net& net) {
  std::string payload;
  const auto write = [&](const NetLayer& layer) {
    for (float weight : layer.weights) payload += half_bytes(weight);
    for (float bias : layer.biases) payload += half_bytes(bias);
  };
  std::vector<std::size_t> pooled;
  write(net.input);
  for (std::size_t i = 0; i < net.blocks.size(); ++i) {
    write(net.blocks[i].conv1);
    if (net.blocks[i].is_pooled) {
      pooled.push_back(i);
      write(net.blocks[i].pool);
    }
    write(net.blocks[i].conv2);
  }
  for (const NetLayer* layer : {&net.policy, &net.policy_pool, &net.policy_out, &net.value,
                                &net.value_out, &net.ownership}) {
    write(*layer);
  }
  const nlohmann::json header{{"game", net.game},
                              {"blocks", net.blocks.size()},
                              {"channels", net.channels},
                              {"policyChannels", net.policy_channels},
                              {"valueHidden", net.value_hidden},
                              {"poolBlocks", pooled},
                              {"planes", net.planes},
                              {"ring", net.has_ring},
                              {"crc32", crc32_of(payload)},
                              {"payloadBytes", payload.size()},
                              {"training", nlohmann::json::parse(net.training)}};
  return "isthmus-net 1\n" + header.dump() + '\n' + payload;
}

}  // namespace isthmus::test
