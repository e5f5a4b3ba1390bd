#include "template_name.cpp"  // its class has no header: nobody else needs one

#include <tactus/conformance/load.hpp>
#include <tactus/conformance/serial_context.hpp>

TEST_CASE("template_name keeps every promise of a load") {
  tactus::conformance::check_load(
      [] { return std::make_unique<TemplateName>(TemplateName::Options()); });
}

// Beside the promises of every load, write down what this one alone does.
TEST_CASE("template_name pulls back with its stiffness times the way") {
  TemplateName load(TemplateName::Options{.stiffness = 10});
  const std::vector<Real> reference{1, 2}, mass{1}, position{1.5, 2}, origin{0, 0};
  load.setup({.dim = 2, .reference = reference, .mass = mass, .origin = origin});
  std::vector<Real> force(2);
  tactus::conformance::SerialContext context;
  load.force({.factor = 2, .position = position}, force, context.context());
  CHECK(force[0] == Approx(-10));
  CHECK(force[1] == 0);
}
