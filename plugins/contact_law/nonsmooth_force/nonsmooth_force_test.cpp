// Tests of nonsmooth_force: the promises of every contact law, a hundred reference contacts, and
// the properties of its own method.
#include <tactus/conformance/random.hpp>
#include <tactus/friction/plane_pieces.hpp>

#include "tests/support/local_contacts.hpp"
#include "tests/support/make_component.hpp"

using namespace tactus;
using namespace tactus::testing;

namespace {
std::unique_ptr<ContactLaw> nonsmooth_force(OptionValues options = {}) {
  return make_component<ContactLaw>("nonsmooth_force", std::move(options));
}
}  // namespace

TEST_CASE("nonsmooth_force keeps every promise of a contact law",
          "[contact_law][nonsmooth_force]") {
  conformance::check_contact_law([] { return nonsmooth_force(); });
}

TEST_CASE("nonsmooth_force solves a hundred reference contacts, whatever it starts from",
          "[contact_law][nonsmooth_force]") {
  const auto one = nonsmooth_force();
  check_reference_contacts(*one);
  CHECK(Counted(*one)["law_direction_searches"] <=
        3);  // another rho was enough for most of the others
}

TEST_CASE("nonsmooth_force finds what sticks with one step of Newton's method",
          "[contact_law][nonsmooth_force]") {
  conformance::LawScene<3> scene;
  scene.contacts.resize(1);
  auto& c = scene.contacts[0];
  c.W << 1.5, .1, .2, .1, 2, .3, .2, .3, 3;
  c.free = {-1, .1, -.2}, c.friction = 0.5;
  const auto one_step = nonsmooth_force({{"newton", 1.}, {"projections", 0.}});
  CHECK(scene.solve_all(*one_step) == 0);
  CHECK(c.velocity().norm() <= 1e-15);
  const Counted counted(*one_step);
  CHECK(counted["law_newton"] == 1);
  CHECK(counted["law_fallbacks"] == 0);
}

TEST_CASE("nonsmooth_force counts the contacts that needed more than Newton's method",
          "[contact_law][nonsmooth_force]") {
  const auto short_of_steps = nonsmooth_force({{"newton", 1.}, {"projections", 0.}}),
             usual = nonsmooth_force();
  auto scene = conformance::LawScene<3>::of_all_regimes();
  for (auto& c : scene.contacts) c.friction = 0.3;
  scene.solve_all(*short_of_steps), scene.solve_all(*usual);
  CHECK(Counted(*usual)["law_solves"] == 72);
  CHECK(Counted(*usual)["law_fallbacks"] == 0);
  CHECK(Counted(*short_of_steps)["law_fallbacks"] > 0);
  CHECK(Counted(*short_of_steps)["law_direction_searches"] > 0);
}

TEST_CASE("in the plane the pieces of the law give the reaction at once, whatever it starts from",
          "[contact_law][nonsmooth_force]") {
  conformance::Random random(7);
  Index stuck = 0, slid[2] = {};
  for (int n = 0; n < 200; ++n) {
    friction::LocalContact<2> c;
    c.W << 2, 0.1, 0.1, 1;
    const Real speed = 0.1 + random();
    c.b << -speed, speed * random.between(-3, 3);
    c.mu = 0.7, c.enough = 1e-13 * c.b.norm();
    Vec<2> r(1, c.mu * static_cast<Real>(n % 3 - 1));  // on each piece that is closed
    Index steps = 0;
    REQUIRE(friction::solve_on_pieces(c, r, steps));
    CHECK(steps <= 3);
    CHECK(c.residual(r) <= 4 * c.enough);
    const bool slides = std::abs(std::abs(r[1]) - c.mu * r[0]) < 1e-12;
    slides ? ++slid[r[1] > 0] : ++stuck;
  }
  for (const Index seen : {stuck, slid[0], slid[1]}) CHECK(seen > 10);
}

TEST_CASE("a reaction by cases is found to either side, sticking and open",
          "[contact_law][nonsmooth_force]") {
  friction::LocalContact<2> c;
  c.W << 2, 0.4, 0.4, 1;
  c.mu = 0.5;
  const auto reaction = [&](Real normal, Real tangential) {
    c.b << normal, tangential;
    const Vec<2> r = friction::reaction_by_cases<2>(c);
    CHECK(c.residual(r) <= 1e-14);
    return r;
  };
  CHECK(reaction(-1, 3)[1] < 0);
  CHECK(reaction(-1, -3)[1] > 0);
  CHECK(reaction(-1, -0.2) == Vec<2>(0.5, 0));
  CHECK(reaction(1, 3) == Vec<2>::Zero());
}

TEST_CASE("no piece of the law gives a reaction that pulls or lies outside of the cone",
          "[contact_law][nonsmooth_force]") {
  // W_NN < mu |W_NT|: to one side sliding would need a pull.
  conformance::Random random(8);
  for (int n = 0; n < 200; ++n) {
    friction::LocalContact<2> c;
    const Real side = n % 2 ? 1 : -1;
    c.W << 1, 2.9 * side, 2.9 * side, 10;
    c.b << -0.1 - random(), random.between(-20, 20);
    c.mu = 1, c.enough = 1e-12 * c.b.norm();
    const Vec<2> before(random(), random.between(-1, 1));
    Vec<2> r = before;
    Index steps = 0;
    if (!friction::solve_on_pieces(c, r, steps)) {
      CHECK(r == before);
      continue;
    }
    CHECK(r[0] >= 0);
    CHECK(std::abs(r[1]) <= r[0] * (1 + 1e-15));
    CHECK(c.residual(r) <= 4 * c.enough);
  }
}
