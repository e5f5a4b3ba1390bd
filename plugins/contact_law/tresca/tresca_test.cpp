// Tests of tresca: the promises of every implicit law, and single contacts by hand.
#include "tests/support/local_contacts.hpp"
#include "tests/support/make_component.hpp"

using namespace tactus;
using namespace tactus::testing;
using tactus::conformance::LawScene;

namespace {

std::unique_ptr<ContactLaw> tresca(Real limit, Real area = 0) {
  return make_component<ContactLaw>("tresca", {{"limit", limit}, {"area", area}});
}

/// A contact of unit mass that is pressed with 1 m/s and slides with `slip`.
LawScene<3> pressed(Vec<2> slip) {
  LawScene<3> scene;
  scene.contacts.resize(1);
  scene.contacts[0].free << -1, slip;
  return scene;
}

/// A contact that moves apart, and that its own friction pulls in.
LawScene<2> pulled_in() {
  LawScene<2> scene;
  scene.contacts.resize(1);
  scene.contacts[0].W << 1, 0.5, 0.5, 1;
  scene.contacts[0].free << 0.1, 1;
  return scene;
}

}  // namespace

TEST_CASE("tresca keeps every promise of an implicit law", "[contact_law][tresca]") {
  // 1 m/s are 1 N s here; the limits are about none of them, half of them, and all of them.
  const Real limit = GENERATE(0., 1e4, 5e5, 1e8);
  conformance::check_contact_law([&] { return tresca(limit); });
}

TEST_CASE("below its limit a contact sticks, above it friction is the limit against the slip",
          "[contact_law][tresca]") {
  const Real dt = 1e-3, area = 0x1p-10, bound = 0.5;  // N s
  const auto law = tresca(bound / (dt * area));
  auto scene = pressed({0.3, -0.4});
  scene.solve_all(*law);
  CHECK((scene.contacts[0].R - Vec<3>(1, -0.3, 0.4)).norm() < 1e-15);
  scene = pressed({1.2, -1.6});
  scene.solve_all(*law);
  CHECK((scene.contacts[0].R - Vec<3>(1, -0.3, 0.4)).norm() < 1e-15);
  CHECK((scene.contacts[0].velocity() - Vec<3>(0, 0.9, -1.2)).norm() < 1e-15);
}

TEST_CASE("friction is what the area gives, not what presses", "[contact_law][tresca]") {
  const auto law = tresca(100, 0.5);
  for (const Real speed : {0.1, 10., 1000.}) {
    auto scene = pressed({2, 0});
    scene.contacts[0].free[0] = -speed;
    scene.solve_all(*law);
    CHECK(scene.contacts[0].R[0] == Approx(speed));
    CHECK(scene.contacts[0].R[1] == Approx(-100 * 0.5 * 1e-3));
  }
}

TEST_CASE("a contact that nothing presses has all of its friction unless it opens",
          "[contact_law][tresca]") {
  const auto law = tresca(0.5 / (1e-3 * 0x1p-10));
  auto scene = pressed({0.6, -0.8});
  auto& c = scene.contacts[0];
  const Vec<3> all(0, -0.3, 0.4);
  c.free[0] = 0;
  scene.solve_all(*law);
  CHECK((c.R - all).norm() < 1e-15);
  for (const Real share : {0., 0.5, 0.9}) {  // less is no solution, by more than solvers allow
    c.R = share * all;
    CHECK(conformance::contact_law_tests::residual_of<3>(*law, c) > 4e-3);
  }
  c.R = Vec<3>::Zero(), c.free[0] = 0.02;
  scene.solve_all(*law);
  CHECK(c.R.isZero(0));
}

TEST_CASE("where friction lifts a contact it is as much of the limit as suits its slow opening",
          "[contact_law][tresca]") {
  // U_N = -0.1 + R_N - 0.5 R_T and U_T = 1 - 0.5 R_N + R_T: all of the friction, R_T = -0.5, lifts with
  // 0.25 m/s what comes in with 0.1 m/s; a fifth of a newton second is enough. The contact opens with once to
  // twice a hundredth of 0.5 m/s, which all of its friction takes from 1 kg.
  const auto law = tresca(0.5 / (1e-3 * 0x1p-10));
  LawScene<2> scene;
  scene.contacts.resize(1);
  auto& c = scene.contacts[0];
  c.W << 1, -0.5, -0.5, 1;
  c.free << -0.1, 1;
  scene.solve_all(*law);
  CHECK(c.R[0] == Approx(0).margin(1e-15));
  CHECK(c.R[1] == Approx(-0.2).epsilon(0.1));
  CHECK(c.velocity()[0] == Approx((2 + c.R[1] / 0.5) * 0.005));
  CHECK(conformance::contact_law_tests::residual_of<2>(*law, c) < 1e-15);
}

TEST_CASE("a contact whose own friction pulls it in stays pressed, or open, as it was",
          "[contact_law][tresca]") {
  // Open: U = (0.1, 1). Pressed: R = (0.15, -0.5), for which U_N = 0.1 + R_N + 0.5 R_T = 0.
  const auto law = tresca(0.5 / (1e-3 * 0x1p-10));
  LawScene<2> scene = pulled_in();
  auto& c = scene.contacts[0];
  for (const bool pressed : {false, true}) {
    c.R[0] = pressed ? 1 : 0;
    scene.solve_all(*law);
    CHECK((c.R - (pressed ? Vec<2>(0.15, -0.5) : Vec<2>(0, 0))).norm() < 1e-15);
    CHECK(conformance::contact_law_tests::residual_of<2>(*law, c) < 1e-15);
  }
}

TEST_CASE("a contact that lifts between open and pressed stays where its reaction solves it",
          "[contact_law][tresca]") {
  // The same contact. With a share f of friction it opens with 0.1 - 0.25 f = (2 - f) 0.005.
  const auto law = tresca(0.5 / (1e-3 * 0x1p-10));
  LawScene<2> scene = pulled_in();
  auto& c = scene.contacts[0];
  const Vec<2> lifts(0, -0.5 * 0.09 / 0.245);
  c.R = lifts;
  CHECK(conformance::contact_law_tests::residual_of<2>(*law, c) < 1e-15);
  scene.solve_all(*law);
  CHECK(c.R == lifts);
  c.R = 1.01 * lifts;
  scene.solve_all(*law);
  CHECK((c.R - Vec<2>(0.15, -0.5)).norm() < 1e-15);
}

TEST_CASE("a contact remembers how far it has slid", "[contact_law][tresca]") {
  const auto law = tresca(0.5 / (1e-3 * 0x1p-10));
  auto scene = pressed({2, 0});
  for (int step = 1; step <= 3; ++step) {
    scene.solve_all(*law);
    CHECK(scene.contacts[0].next.at(0) == Approx(step * 1.5e-3));
    scene.accept();
  }
}

TEST_CASE("without a step or an area there is no limit of force", "[contact_law][tresca]") {
  auto scene = pressed({1, 0});
  scene.dt = 0;
  CHECK_THROWS_AS(scene.solve_all(*tresca(1, 1)), PreconditionError);
  scene.dt = 1e-3, scene.contacts[0].area = 0;
  CHECK_THROWS_WITH(scene.solve_all(*tresca(1)), Catch::Contains("give its \"area\""));
}
