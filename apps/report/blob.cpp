#include "apps/report/blob.hpp"

#include <zlib.h>

#include <new>

namespace tactus::core {

Bytes shuffled(std::span<const std::uint8_t> bytes, std::size_t width) {
  const std::size_t count = bytes.size() / width;
  Bytes result(bytes.size());
  for (std::size_t i = 0; i < count; ++i)
    for (std::size_t b = 0; b < width; ++b) result[b * count + i] = bytes[i * width + b];
  return result;
}

std::string base64(std::span<const std::uint8_t> bytes) {
  static constexpr char kDigits[] =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  text.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    const std::size_t left = bytes.size() - i;
    const std::uint32_t group = static_cast<std::uint32_t>(bytes[i]) << 16 |
                                (left > 1 ? static_cast<std::uint32_t>(bytes[i + 1]) << 8 : 0U) |
                                (left > 2 ? bytes[i + 2] : 0U);
    text += kDigits[group >> 18 & 63];
    text += kDigits[group >> 12 & 63];
    text += left > 1 ? kDigits[group >> 6 & 63] : '=';
    text += left > 2 ? kDigits[group & 63] : '=';
  }
  return text;
}

std::string blob(std::span<const std::uint8_t> bytes) {
  if (bytes.empty()) return {};
  uLongf size = compressBound(bytes.size());
  Bytes compressed(size);
  // Level 6; level 9 would take three times as long for a few percent.
  if (compress2(compressed.data(), &size, bytes.data(), bytes.size(), 6) != Z_OK)
    throw std::bad_alloc();  // the only possible error with a buffer of this size
  return base64(std::span(compressed).first(size));
}

}  // namespace tactus::core
