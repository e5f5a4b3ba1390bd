/// \file checksum.hpp  XXH3, a fast checksum of 64 bits: tells that a file was damaged or edited since it
/// was written, not that somebody forged it. What must not be forged is known by its SHA-256.
#pragma once

#include <memory>
#include <string_view>

#include "tactus/types.hpp"

struct XXH3_state_s;

namespace tactus::core {

/// Takes bytes in pieces.
class Checksum {
 public:
  Checksum();
  void add(std::string_view bytes);
  Index value() const;  ///< of what was added so far; more may follow

 private:
  struct Free {
    void operator()(XXH3_state_s* state) const;
  };
  std::unique_ptr<XXH3_state_s, Free> state_;
};

Index checksum(std::string_view bytes);

}  // namespace tactus::core
