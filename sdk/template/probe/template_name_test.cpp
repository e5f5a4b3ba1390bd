#include "template_name.cpp"  // its class has no header: nobody else needs one

#include <tactus/conformance/probe.hpp>
#include <tactus/conformance/serial_context.hpp>

TEST_CASE("template_name keeps every promise of a probe") {
  tactus::conformance::check_probe(
      [] { return std::make_unique<TemplateName>(TemplateName::Options()); });
}

// Beside the promises of every probe, write down what this one alone measures.
TEST_CASE("template_name measures half the mass times the square of the speed") {
  TemplateName probe(TemplateName::Options{});
  const std::vector<Real> place{0, 0}, mass{3}, velocity{1, -2};
  probe.setup({.dim = 2, .reference = place, .mass = mass, .origin = place});
  std::vector<Real> row(1);
  tactus::conformance::SerialContext context;
  probe.sample({.position = place, .velocity = velocity}, row, context.context());
  CHECK(row[0] == Approx(7.5));
}
