/// \file target.hpp  What the fuzz targets share. A target is one function that takes any bytes; it
/// returns or, where a promise is broken, ends the process.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "tactus/error.hpp"

/// The entry that libFuzzer, and replay.cpp, call.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace tactus::fuzz {

/// Ends the process where `kept` is false: a finding.
inline void promise(bool kept, const char* what) {
  if (kept) return;
  std::fprintf(stderr, "broken: %s\n", what);
  std::abort();
}

/// Whether `work` went through. A refusal is an Error that says something; a PreconditionError is a
/// bug of ours, and so is every other exception: they end the process.
template <class Work>
bool accepted(Work&& work) {
  try {
    work();
    return true;
  } catch (const PreconditionError&) {
    throw;
  } catch (const Error& refusal) {
    promise(*refusal.what() != '\0', "a refusal says why");
    return false;
  }
}

inline std::string text_of(const std::uint8_t* data, std::size_t size) {
  return {reinterpret_cast<const char*>(data), size};
}

}  // namespace tactus::fuzz
