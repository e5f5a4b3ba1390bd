/// \file blob.hpp  Encodes arrays as text for a page: bytes are shuffled, compressed by zlib and
/// written in base64.
///
/// web/src/decode.ts reverses this. Bytes are little-endian, as in browsers.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tactus::core {

using Bytes = std::vector<std::uint8_t>;

/// Appends the bytes of numbers as they are in memory.
template <class T>
void append(Bytes& bytes, std::span<const T> numbers) {
  const auto* first = reinterpret_cast<const std::uint8_t*>(numbers.data());
  bytes.insert(bytes.end(), first, first + numbers.size_bytes());
}

/// Reorders values of `width` bytes: all first bytes, then all second bytes, and so on. Consecutive
/// measured values share their upper bytes, so that zlib compresses this order better. @pre width
/// divides the size.
Bytes shuffled(std::span<const std::uint8_t> bytes, std::size_t width);

/// Compresses bytes and encodes them in base64. Empty if there are no bytes.
std::string blob(std::span<const std::uint8_t> bytes);

/// Base64 with padding.
std::string base64(std::span<const std::uint8_t> bytes);

/// Subtracts from each frame of `size` values the previous frame, modulo the range of T.
template <class T>
std::vector<T> differences_of(std::span<const T> values, std::size_t size) {
  std::vector<T> result(values.begin(), values.end());
  for (std::size_t i = values.size(); size > 0 && i-- > size;)
    result[i] = static_cast<T>(values[i] - values[i - size]);
  return result;
}

}  // namespace tactus::core
