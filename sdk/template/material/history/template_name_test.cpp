#include "template_name.cpp"  // its class has no header: nobody else needs one

#include <tactus/conformance/material.hpp>
#include <tactus/conformance/serial_context.hpp>

namespace {

std::unique_ptr<TemplateName> law() {
  TemplateName::Options options;
  options.elastic.lambda = 1.5, options.elastic.mu = 1;
  return std::make_unique<TemplateName>(options);
}

/// A point that goes from one dilation F = s I to the next.
struct Point {
  std::unique_ptr<TemplateName> of = law();
  std::vector<Real> history = std::vector<Real>(2 * kLanes, 0);

  /// @returns P_11
  Real go_to(Real s) {
    std::vector<Tensor> F(1, Tensor::Zero()), P(1);
    for (const int diagonal : {0, 4, 8}) F[0].col(diagonal) = s;
    std::vector<Real> next = history;
    tactus::conformance::SerialContext context;
    of->evaluate({.F = F, .columns = 2, .history = history, .history_next = next, .P = P, .dt = 1},
                 context.context());
    history = next;
    return P[0](0, 0);
  }
};

}  // namespace

TEST_CASE("template_name keeps every promise of a material") {
  tactus::conformance::check_material(law);
}

// Beside the promises of every material, write down what this one alone does: closed forms, limits,
// what it refuses.
TEST_CASE("template_name is softer on the way back, and as it was there a second time") {
  Point point;
  (void)point.go_to(1.1);
  const Real once = point.go_to(1.2), back = point.go_to(1.1);
  CHECK(back < Point().go_to(1.1));
  CHECK(point.go_to(1.2) == Approx(once));
}
