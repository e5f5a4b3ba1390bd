#include "apps/report/vtk_blocks.hpp"

#include <zlib.h>

#include <cstdint>
#include <cstring>

namespace tactus::core {

std::optional<std::string> unpacked_blocks(std::string_view data) {
  constexpr std::size_t kWord = sizeof(std::uint64_t);
  constexpr std::uint64_t kMostShrunk = 1100;  // zlib shrinks by less
  const auto word = [&](std::uint64_t i) {
    std::uint64_t value = 0;
    std::memcpy(&value, data.data() + i * kWord, kWord);
    return value;
  };
  if (data.size() < 3 * kWord) return std::nullopt;
  const std::uint64_t blocks = word(0), each = word(1), last = word(2);
  if (blocks > data.size() / kWord - 3 || last > each) return std::nullopt;
  std::string result;
  std::size_t at = (3 + blocks) * kWord;
  for (std::uint64_t b = 0; b < blocks; ++b) {
    const std::uint64_t size = word(3 + b), wanted = b + 1 == blocks && last > 0 ? last : each;
    if (size > data.size() - at || wanted / kMostShrunk > size) return std::nullopt;
    const std::size_t before = result.size();
    result.resize(before + wanted);
    uLongf got = wanted;
    if (uncompress(reinterpret_cast<Bytef*>(result.data() + before), &got,
                   reinterpret_cast<const Bytef*>(data.data() + at), size) != Z_OK ||
        got != wanted)
      return std::nullopt;
    at += size;
  }
  return result;
}

}  // namespace tactus::core
