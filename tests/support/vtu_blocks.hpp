/// \file vtu_blocks.hpp  Arrays of a VTU file as VTK's description of the format has them: blocks that zlib
/// compressed behind a header of 64-bit numbers.
#pragma once

#include <zlib.h>

#include <cstdint>
#include <cstring>
#include <stdexcept>
#include <string>

namespace tactus::test {

/// The bytes of the array whose header is at byte `at` of the file.
inline std::string unpacked_array(const std::string& content, std::size_t at) {
  const auto number = [&](std::size_t i) {
    std::uint64_t value = 0;
    if (at + 8 * i + 8 > content.size()) throw std::out_of_range("the header of an array");
    std::memcpy(&value, content.data() + at + 8 * i, 8);
    return static_cast<std::size_t>(value);
  };
  const std::size_t blocks = number(0), each = number(1), last = number(2);
  std::size_t from = at + 8 * (3 + blocks);
  std::string result;
  for (std::size_t b = 0; b < blocks; ++b) {
    const std::size_t packed = number(3 + b), wanted = b + 1 == blocks && last > 0 ? last : each;
    std::string block(wanted, '\0');
    uLongf size = wanted;
    if (from + packed > content.size() ||
        uncompress(reinterpret_cast<Bytef*>(block.data()), &size,
                   reinterpret_cast<const Bytef*>(content.data() + from), packed) != Z_OK ||
        size != wanted)
      throw std::runtime_error("a block of an array is damaged");
    result += block;
    from += packed;
  }
  return result;
}

}  // namespace tactus::test
