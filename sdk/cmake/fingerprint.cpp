// Run at configuration: the hash that the name of the entry symbol carries, and what it hashes.
#include <cstdio>
#include <tactus/abi.hpp>

int main() {
  std::printf("%08x %s", tactus::fingerprint_hash(tactus::kFingerprint),
              tactus::kFingerprint.data());
}
