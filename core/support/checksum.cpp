#include "core/support/checksum.hpp"

#include <xxhash.h>

#include <new>
#include <vector>

#include "core/support/regular_file.hpp"

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

FileMark mark_of_file(const std::filesystem::path& path) {
  const Descriptor file = open_to_read(path);
  std::vector<char> piece(1 << 20);
  Checksum sum;
  FileMark mark;
  while (const std::size_t count = read_some(file, piece.data(), piece.size(), path)) {
    sum.add({piece.data(), count});
    mark.bytes += static_cast<Index>(count);
  }
  mark.checksum = sum.value();
  return mark;
}

}  // namespace tactus::core
