// Tests of pressure: the promises of every load, and that it pushes inwards. What it does to bodies:
// tests/validation/loads_test.cpp.
#include <Eigen/Dense>
#include <tactus/conformance/load.hpp>
#include <tactus/conformance/serial_context.hpp>

#include "sdk/src/conformance/load_scene.hpp"
#include "tests/support/make_component.hpp"

using namespace tactus;
using namespace tactus::testing;

TEST_CASE("pressure keeps every promise of a load", "[load][pressure]") {
  const bool follows = GENERATE(true, false);
  const OptionValues options{{"pressure", 2e5}, {"follows", follows}};
  conformance::check_load([&] { return make_component<Load>("pressure", options); });
}

namespace {

/// m^3, of a body whose closed boundary these are: the simplices of the facets with the origin.
Real volume_of(const conformance::LoadScene& scene) {
  const Index D = scene.dim;
  Real sum = 0;
  for (std::size_t f = 0; f < scene.facet.size(); f += static_cast<std::size_t>(D)) {
    Eigen::MatrixXd corners(D, D);
    for (Index k = 0; k < D; ++k)
      for (Index d = 0; d < D; ++d)
        corners(d, k) = scene.reference[static_cast<std::size_t>(
            scene.facet[f + static_cast<std::size_t>(k)] * D + d)];
    sum += corners.determinant() / (D == 2 ? 2 : 6);
  }
  return sum * scene.target().thickness;
}

}  // namespace

TEST_CASE("pressure on a closed boundary pushes inwards with p times dim times the volume",
          "[load][pressure]") {
  const bool follows = GENERATE(true, false);
  const int dim = GENERATE(2, 3);
  const conformance::LoadScene scene(dim, false);
  const auto load = make_component<Load>("pressure", {{"pressure", 2e5}, {"follows", follows}});
  load->setup(scene.target());
  std::vector<Real> force(scene.reference.size());
  conformance::SerialContext context;
  load->force({.factor = 1, .time = 0, .position = scene.reference}, force, context.context());
  // The sum of f . x is that of -p n . x over the boundary, and div x = dim.
  Real virial = 0;
  for (std::size_t i = 0; i < force.size(); ++i) virial += force[i] * scene.reference[i];
  const Real volume = volume_of(scene);
  REQUIRE(volume > 0);
  CHECK(virial == Approx(-2e5 * dim * volume));
}
