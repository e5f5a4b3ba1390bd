#include "core/support/sha256.hpp"

#include <fmt/format.h>
#include <nettle/sha2.h>

#include <array>
#include <vector>

#include "core/support/regular_file.hpp"

namespace tactus::core {

struct Sha256::State : sha256_ctx {};

Sha256::Sha256() : state_(std::make_unique<State>()) { sha256_init(state_.get()); }
Sha256::~Sha256() = default;

void Sha256::add(std::string_view bytes) {
  // NOLINTNEXTLINE(cppcoreguidelines-pro-type-reinterpret-cast): bytes, as the library names them
  sha256_update(state_.get(), bytes.size(), reinterpret_cast<const std::uint8_t*>(bytes.data()));
}

std::string Sha256::hex() {
  std::array<std::uint8_t, SHA256_DIGEST_SIZE> digest{};
  sha256_digest(state_.get(), digest.size(), digest.data());
  std::string text;
  for (const std::uint8_t byte : digest) text += fmt::format("{:02x}", byte);
  return text;
}

std::string sha256(std::string_view bytes) {
  Sha256 hash;
  hash.add(bytes);
  return hash.hex();
}

std::string sha256_of_file(const std::filesystem::path& file) {
  const Descriptor in = open_to_read(file);
  Sha256 hash;
  std::vector<char> buffer(1 << 16);
  while (const std::size_t count = read_some(in, buffer.data(), buffer.size(), file))
    hash.add({buffer.data(), count});
  return hash.hex();
}

}  // namespace tactus::core
