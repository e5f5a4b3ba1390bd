// How often the program has taken memory from the heap, plugins included: for tests that a warm
// step takes none. Defined in allocations.cpp, for the tests of plugins.
#pragma once

#include <cstddef>

namespace tactus::testing {

std::size_t allocations();

}  // namespace tactus::testing
