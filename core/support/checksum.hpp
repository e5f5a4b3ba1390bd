/// \file checksum.hpp  XXH3, a fast 64-bit checksum. It shows that a file was damaged or edited
/// since it was written, but it does not protect against forgery. Where that matters, SHA-256 is
/// used.
#pragma once

#include <filesystem>
#include <memory>
#include <string_view>

#include "tactus/types.hpp"

struct XXH3_state_s;

namespace tactus::core {

/// Computes the checksum of bytes that arrive in pieces.
class Checksum {
 public:
  Checksum();
  void add(std::string_view bytes);
  Index value() const;  ///< checksum of all bytes added so far; more may follow

 private:
  struct Free {
    void operator()(XXH3_state_s* state) const;
  };
  std::unique_ptr<XXH3_state_s, Free> state_;
};

Index checksum(std::string_view bytes);

struct FileMark {
  Index bytes = 0, checksum = 0;
  bool operator==(const FileMark&) const = default;
};
/// Size and checksum of a file, which is read in pieces. @throws FileError
FileMark mark_of_file(const std::filesystem::path& path);

}  // namespace tactus::core
