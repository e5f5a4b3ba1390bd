#include "template_name.cpp"  // its class has no header: nobody else needs one

#include <tactus/conformance/contact_solver.hpp>

TEST_CASE("template_name keeps every promise of a contact solver") {
  tactus::conformance::check_contact_solver(
      [] { return std::make_unique<TemplateName>(TemplateName::Options{}); });
}

// Beside the promises of every contact solver, write down what this one alone does: closed forms, limits,
// what it refuses.
