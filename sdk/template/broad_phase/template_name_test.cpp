#include "template_name.cpp"  // its class has no header: nobody else needs one

#include <tactus/conformance/broad_phase.hpp>

TEST_CASE("template_name keeps every promise of a broad phase") {
  tactus::conformance::check_broad_phase(
      [] { return std::make_unique<TemplateName>(TemplateName::Options{}); });
}

// Beside the promises of every broad phase, write down what this one alone does: closed forms, limits,
// what it refuses.
