// Tests of force: the promises of every load. What it does to bodies: tests/validation/loads_test.cpp.
#include <tactus/conformance/load.hpp>

#include "tests/support/make_component.hpp"

using namespace tactus;
using namespace tactus::testing;

TEST_CASE("force keeps every promise of a load", "[load][force]") {
  const OptionValues options{{"force", std::vector<double>{3, -2, 5}}};
  conformance::check_load([&] { return make_component<Load>("force", options); });
}
