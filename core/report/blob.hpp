/// \file blob.hpp  Arrays as text of a page: bytes shuffled, compressed by zlib, in base64.
///
/// web/src/decode.ts undoes it. The bytes are little-endian, which is what browsers have.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tactus::core {

using Bytes = std::vector<std::uint8_t>;

/// Appends numbers as they are in memory.
template <class T>
void append(Bytes& bytes, std::span<const T> numbers) {
  const auto* first = reinterpret_cast<const std::uint8_t*>(numbers.data());
  bytes.insert(bytes.end(), first, first + numbers.size_bytes());
}

/// All first bytes of values of `width` bytes, then all second ones and so on: neighbours among
/// measured values share their upper bytes, and zlib finds that. @pre width divides the size.
Bytes shuffled(std::span<const std::uint8_t> bytes, std::size_t width);

/// Compresses and writes as base64. Empty for no bytes.
std::string blob(std::span<const std::uint8_t> bytes);

/// Base64 with padding.
std::string base64(std::span<const std::uint8_t> bytes);

/// Less each frame of `size` values the one before it, modulo the width of T.
template <class T>
std::vector<T> differences_of(std::span<const T> values, std::size_t size) {
  std::vector<T> result(values.begin(), values.end());
  for (std::size_t i = values.size(); size > 0 && i-- > size;)
    result[i] = static_cast<T>(values[i] - values[i - size]);
  return result;
}

}  // namespace tactus::core
