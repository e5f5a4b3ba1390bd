#include "template_name.cpp"  // its class has no header: nobody else needs one

#include <tactus/conformance/integrator.hpp>

TEST_CASE("template_name keeps every promise of an integrator") {
  tactus::conformance::check_integrator(
      [] { return std::make_unique<TemplateName>(TemplateName::Options{}); });
}

// Beside the promises of every integrator, write down what this one alone does: closed forms, limits,
// what it refuses.
