// Tests of pressure: the promises of every load. What it does to bodies: tests/validation/loads_test.cpp.
#include <tactus/conformance/load.hpp>

#include "tests/support/make_component.hpp"

using namespace tactus;
using namespace tactus::testing;

TEST_CASE("pressure keeps every promise of a load", "[load][pressure]") {
  const bool follows = GENERATE(true, false);
  const OptionValues options{{"pressure", 2e5}, {"follows", follows}};
  conformance::check_load([&] { return make_component<Load>("pressure", options); });
}
