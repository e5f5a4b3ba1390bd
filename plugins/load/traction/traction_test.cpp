// Tests of traction: the promises of every load. What it does to bodies: tests/validation/loads_test.cpp.
#include <tactus/conformance/load.hpp>

#include "tests/support/make_component.hpp"

using namespace tactus;
using namespace tactus::testing;

TEST_CASE("traction keeps every promise of a load", "[load][traction]") {
  const OptionValues options{{"traction", std::vector<double>{3e5, -2e5, 1e4}}};
  conformance::check_load([&] { return make_component<Load>("traction", options); });
}
