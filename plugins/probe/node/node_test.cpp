// Tests of node: the promises of every probe, and a mean by hand.
#include <tactus/conformance/probe.hpp>

#include "tests/support/make_component.hpp"

using namespace tactus;
using namespace tactus::testing;

TEST_CASE("node keeps every promise of a probe", "[probe][node]") {
  conformance::check_probe([] { return make_component<Probe>("node"); });
}
