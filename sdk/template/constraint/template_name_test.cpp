#include "template_name.cpp"  // its class has no header: nobody else needs one

#include <tactus/conformance/constraint.hpp>

TEST_CASE("template_name keeps every promise of a constraint") {
  tactus::conformance::check_constraint(
      [] { return std::make_unique<TemplateName>(TemplateName::Options{}); });
}

// Beside the promises of every constraint, write down what this one alone does: closed forms, limits,
// what it refuses.
