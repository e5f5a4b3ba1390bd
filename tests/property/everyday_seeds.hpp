// How many scenes of the families of explicit contact are drawn: bodies between jaws, heaps that
// are broken up.
#pragma once

#include <algorithm>
#include <cstdlib>
#include <string>

namespace tactus::property {

struct Seeds {
  unsigned first, last;
};

/// 60 in the ordinary tests. If TACTUS_EVERYDAY_SCENES is set, as in `./dev check everyday`,
/// others and as many as it says, but no more than 200: each is a run of thousands of steps.
/// TACTUS_EVERYDAY_FIRST is the first of these.
inline Seeds everyday_seeds() {
  const char* wanted = std::getenv("TACTUS_EVERYDAY_SCENES");
  if (!wanted) return {1, 60};
  const char* given = std::getenv("TACTUS_EVERYDAY_FIRST");
  const unsigned first = given ? static_cast<unsigned>(std::stoul(given)) : 1001;
  return {first, first + std::min(200u, static_cast<unsigned>(std::stoul(wanted))) - 1};
}

}  // namespace tactus::property
