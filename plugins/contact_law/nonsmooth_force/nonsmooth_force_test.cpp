#include "tests/support/local_contacts.hpp"
#include "tests/support/make_component.hpp"

using namespace tactus;
using namespace tactus::testing;

namespace {
std::unique_ptr<ContactLaw> law(OptionValues options = {}) {
  return make_component<ContactLaw>("nonsmooth_force", std::move(options));
}
}  // namespace

TEST_CASE("nonsmooth_force keeps every promise of a contact law",
          "[contact_law][nonsmooth_force]") {
  conformance::check_contact_law([] { return law(); });
}

TEST_CASE("nonsmooth_force solves a hundred reference contacts, whatever it starts from",
          "[contact_law][nonsmooth_force]") {
  const auto one = law();
  check_reference_contacts(*one);
  CHECK(Counted(*one)["law_by_cases"] <= 3);  // another rho was enough for most of the others
}

TEST_CASE("nonsmooth_force finds what sticks with one step of Newton's method",
          "[contact_law][nonsmooth_force]") {
  conformance::LawScene<3> scene;
  scene.contacts.resize(1);
  auto& c = scene.contacts[0];
  c.W << 1.5, .1, .2, .1, 2, .3, .2, .3, 3;
  c.free = {-1, .1, -.2}, c.friction = 0.5;
  const auto one_step = law({{"newton", 1.}, {"projections", 0.}});
  CHECK(scene.solve_all(*one_step) == 0);
  CHECK(c.velocity().norm() <= 1e-15);
  const Counted counted(*one_step);
  CHECK(counted["law_newton"] == 1);
  CHECK(counted["law_finished"] == 0);
}

TEST_CASE("nonsmooth_force counts the contacts that needed more than Newton's method",
          "[contact_law][nonsmooth_force]") {
  const auto short_of_steps = law({{"newton", 1.}, {"projections", 0.}}), usual = law();
  auto scene = conformance::LawScene<3>::of_all_regimes();
  for (auto& c : scene.contacts) c.friction = 0.3;
  scene.solve_all(*short_of_steps), scene.solve_all(*usual);
  CHECK(Counted(*usual)["law_solves"] == 72);
  CHECK(Counted(*usual)["law_finished"] == 0);
  CHECK(Counted(*short_of_steps)["law_finished"] > 0);
  CHECK(Counted(*short_of_steps)["law_by_cases"] > 0);
}
