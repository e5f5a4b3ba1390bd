/// \file sha256.hpp  SHA-256 (FIPS 180-4): what a library or a configuration is known by.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

namespace tactus::core {

/// Takes bytes in pieces; hex() ends it.
class Sha256 {
 public:
  void add(std::string_view bytes);
  std::string hex();  ///< 64 digits, lower case; nothing may be added afterwards

 private:
  void block(const unsigned char* bytes);

  std::array<std::uint32_t, 8> state_{0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                      0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
  std::array<unsigned char, 64> rest_{};
  std::size_t filled_ = 0;
  std::uint64_t bytes_ = 0;
};

std::string sha256(std::string_view bytes);

/// @throws FileError where the file cannot be read.
std::string sha256_of_file(const std::filesystem::path& file);

}  // namespace tactus::core
