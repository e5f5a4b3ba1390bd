/// \file sha256.hpp  SHA-256 (FIPS 180-4), by which libraries and configurations are identified.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

namespace tactus::core {

/// Computes the hash of bytes that arrive in pieces; hex() finishes it.
class Sha256 {
 public:
  Sha256();
  ~Sha256();
  Sha256(const Sha256&) = delete;
  Sha256& operator=(const Sha256&) = delete;

  void add(std::string_view bytes);
  std::string hex();  ///< 64 digits in lower case; nothing may be added afterwards

 private:
  struct State;
  std::unique_ptr<State> state_;
};

std::string sha256(std::string_view bytes);

/// @throws FileError if the file cannot be read.
std::string sha256_of_file(const std::filesystem::path& file);

}  // namespace tactus::core
