#include "core/support/checksum.hpp"

#include <xxhash.h>

#include <new>

namespace tactus::core {

Checksum::Checksum() : state_(XXH3_createState()) {
  if (!state_ || XXH3_64bits_reset(state_.get()) != XXH_OK) throw std::bad_alloc();
}

void Checksum::Free::operator()(XXH3_state_s* state) const { XXH3_freeState(state); }

void Checksum::add(std::string_view bytes) {
  XXH3_64bits_update(state_.get(), bytes.data(), bytes.size());
}

Index Checksum::value() const { return static_cast<Index>(XXH3_64bits_digest(state_.get())); }

Index checksum(std::string_view bytes) {
  return static_cast<Index>(XXH3_64bits(bytes.data(), bytes.size()));
}

}  // namespace tactus::core
