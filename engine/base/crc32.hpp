#pragma once

#include <cstdint>
#include <iterator>

#include <boost/crc.hpp>

namespace isthmus {

// The CRC-32 of some bytes that lie side by side, as zlib has it.
template <class Bytes>
std::uint32_t crc32(const Bytes& bytes) {
  static_assert(sizeof(*std::data(bytes)) == 1);
  boost::crc_32_type crc;
  crc.process_bytes(std::data(bytes), std::size(bytes));
  return crc.checksum();
}

}  // namespace isthmus
