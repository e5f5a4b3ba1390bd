// Tests of viscous: the promises of every implicit law, and single contacts by hand.
#include "tests/support/local_contacts.hpp"
#include "tests/support/make_component.hpp"

using namespace tactus;
using namespace tactus::testing;
using tactus::conformance::LawScene;

namespace {

std::unique_ptr<ContactLaw> viscous(Real drag, Real area = 0) {
  return make_component<ContactLaw>("viscous", {{"drag", drag}, {"area", area}});
}

}  // namespace

TEST_CASE("viscous keeps every promise of an implicit law", "[contact_law][viscous]") {
  const Real drag = GENERATE(0., 1e4, 1e6, 1e9);  // 1e6 Pa s/m are about 1 N s for 1 m/s here
  conformance::check_contact_law([&] { return viscous(drag); });
}

TEST_CASE("a film resists in proportion to the speed at the end of the step, while it is pressed",
          "[contact_law][viscous]") {
  const auto law = viscous(1e4, 0.3);  // k = 1e4 0.3 1e-3 = 3 kg
  LawScene<3> scene;
  scene.contacts.resize(1);
  auto& c = scene.contacts[0];
  c.W /= 2, c.free << -0.5, 0.6, -0.8;  // 2 kg: what slides goes on with 2/5 of its speed
  scene.solve_all(*law);
  CHECK((c.velocity() - Vec<3>(0, 0.24, -0.32)).norm() < 1e-15);
  CHECK((c.R - Vec<3>(1, -0.72, 0.96)).norm() < 1e-15);
  c.free[0] = 0.1;
  scene.solve_all(*law);
  CHECK(c.R.isZero(0));
}

TEST_CASE("where drag lifts a contact it is as much of the film as suits its slow opening",
          "[contact_law][viscous]") {
  const auto law = viscous(1e6, 1);
  LawScene<2> scene;
  scene.contacts.resize(1);
  auto& c = scene.contacts[0];
  c.W << 1, -0.5, -0.5, 1;
  c.free << -0.1, 1;
  scene.solve_all(*law);
  CHECK(c.R[0] == Approx(0).margin(1e-15));
  // All of the film, 1000 kg, would take nearly 1 m/s from 1 kg, and very little of it is enough.
  const Real share = -c.R[1] / (1e3 * c.velocity()[1]);
  CHECK(c.velocity()[0] == Approx((2 - share) * 0.01 * 1000 / 1001));
  CHECK(c.R[1] == Approx(-0.2 - 0.04).epsilon(1e-3));
  CHECK(conformance::contact_law_tests::residual_of<2>(*law, c) < 1e-15);
}

TEST_CASE("without a step or an area there is no film", "[contact_law][viscous]") {
  LawScene<2> scene;
  scene.contacts.resize(1);
  scene.contacts[0].free[0] = -1, scene.contacts[0].area = 0;
  CHECK_THROWS_WITH(scene.solve_all(*viscous(1)), Catch::Contains("give its \"area\""));
  scene.dt = 0;
  CHECK_THROWS_AS(scene.solve_all(*viscous(1, 1)), PreconditionError);
}
