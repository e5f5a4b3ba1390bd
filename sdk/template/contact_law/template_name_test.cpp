#include "template_name.cpp"  // its class has no header: nobody else needs one

#include <tactus/conformance/contact_law.hpp>

TEST_CASE("template_name keeps every promise of a contact law") {
  tactus::conformance::check_contact_law(
      [] { return std::make_unique<TemplateName>(TemplateName::Options{}); });
}

// Beside the promises of every contact law, write down what this one alone does: closed forms, limits,
// what it refuses.
