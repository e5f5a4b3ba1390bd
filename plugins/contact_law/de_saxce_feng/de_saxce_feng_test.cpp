// Tests of de_saxce_feng: the promises of every contact law, a hundred reference contacts, and the
// properties of its own method.
#include "tests/support/local_contacts.hpp"
#include "tests/support/make_component.hpp"

using namespace tactus;
using namespace tactus::testing;

namespace {
std::unique_ptr<ContactLaw> de_saxce_feng(OptionValues options = {}) {
  return make_component<ContactLaw>("de_saxce_feng", std::move(options));
}
}  // namespace

TEST_CASE("de_saxce_feng keeps every promise of a contact law", "[contact_law][de_saxce_feng]") {
  conformance::check_contact_law([] { return de_saxce_feng(); });
}

TEST_CASE("de_saxce_feng solves a hundred reference contacts, whatever it starts from",
          "[contact_law][de_saxce_feng]") {
  check_reference_contacts(*de_saxce_feng());
}

TEST_CASE("de_saxce_feng without Newton's method is projection alone, and counts what it misses",
          "[contact_law][de_saxce_feng]") {
  check_projection_alone("de_saxce_feng");
}

TEST_CASE("de_saxce_feng says how many contacts Newton's method had to finish",
          "[contact_law][de_saxce_feng]") {
  check_finished_by_newton("de_saxce_feng");
}

TEST_CASE("the total cone is the product of the cones: each contact is projected on its own",
          "[contact_law][de_saxce_feng]") {
  // The first contact is in its cone, the second one is not. In the union, as printed, both would be.
  conformance::LawScene<3> scene;
  scene.contacts.resize(2);
  for (auto& c : scene.contacts) c.friction = 0.5;
  scene.contacts[0].R = {1, 0.2, 0.1}, scene.contacts[1].R = {-1, 0.1, 0};
  for (auto& c : scene.contacts) c.free = -c.W * c.R;  // U = 0
  const auto one = de_saxce_feng();
  conformance::LawCall<3> call(scene, *one);
  call.project({0, 1}, {1, 1});
  CHECK(point<3>(call.R, 0) == scene.contacts[0].R);
  CHECK(point<3>(call.R, 1) == Vec<3>::Zero());
}

TEST_CASE("de_saxce_feng's equation is what its projection changes, over rho",
          "[contact_law][de_saxce_feng]") {
  const auto one = de_saxce_feng();
  auto scene = conformance::LawScene<3>::of_all_regimes();
  conformance::Random random(6);
  for (auto& c : scene.contacts)
    for (int i = 0; i < 3; ++i) c.R[i] = random.between(-1, 1);
  for (const auto& c : scene.contacts) {
    const Real rho = 3 / c.W.trace();
    conformance::LawCall<3> call({{c}}, *one);
    const Vec<3> C = call.linearise(c.velocity(), c.R).C;
    call.project({0}, {rho});
    CHECK((C - (c.R - point<3>(call.R, 0)) / rho).norm() <= 1e-13);
  }
}
