#include "template_name.cpp"  // its class has no header: nobody else needs one

#include <tactus/conformance/material.hpp>
#include <tactus/conformance/serial_context.hpp>

namespace {

std::unique_ptr<TemplateName> law() {
  TemplateName::Options options;
  options.elastic.lambda = 1.5, options.elastic.mu = 1;
  return std::make_unique<TemplateName>(options);
}

/// P_11 of the dilation F = s I.
Real stress_of_dilation(Real s) {
  std::vector<Tensor> F(1, Tensor::Zero()), P(1);
  for (const int diagonal : {0, 4, 8}) F[0].col(diagonal) = s;
  tactus::conformance::SerialContext context;
  law()->evaluate({.F = F, .P = P}, context.context());
  return P[0](0, 0);
}

}  // namespace

TEST_CASE("template_name keeps every promise of a material") {
  tactus::conformance::check_material(law);
}

// Beside the promises of every material, write down what this one alone does: closed forms, limits,
// what it refuses.
TEST_CASE("template_name is free of stress at rest") {
  CHECK(stress_of_dilation(1) == Approx(0).margin(1e-15));
}
