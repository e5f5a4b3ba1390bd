// Bonds of spring_dashpot: cohesion of bodies that touch at the start.
#include "tests/support/one_contact.hpp"

using namespace tactus;
using namespace tactus::testing;

TEST_CASE("a bond pulls with -s g up to its cohesion, then it is broken for ever",
          "[contact_law][spring_dashpot]") {
  const auto one = law({{"spring", 1e6}, {"cohesion", 100.}, {"scheme", std::string("explicit")}});
  CHECK(one->reach(Scales{}) == Approx(1e-4));
  CHECK(one->keeps_absent_history());
  OneContact c(*one);
  c.mu = 10;
  const auto force_at = [&](Real gap) {
    c.gap = gap;
    const Real force = c.solve()[0] / c.dt;
    c.accept();
    return force;
  };
  CHECK(force_at(0) == 0);
  CHECK(force_at(5e-5) == Approx(-50));  // with g_1 cut off at zero, as printed, it would be none
  CHECK(force_at(9.9e-5) == Approx(-99));
  CHECK(force_at(-1e-5) == Approx(10));
  CHECK(force_at(1.0001e-4) == 0);
  for (const Real gap : {9e-5, 1e-5, 0.0}) CHECK(force_at(gap) == 0);
  CHECK(force_at(-1e-5) == Approx(10));
  CHECK(force_at(1e-5) == 0);
}

TEST_CASE("a bond that a dashpot pulls beyond its cohesion holds with that in its last step",
          "[contact_law][spring_dashpot]") {
  const auto one = law(
      {{"spring", 1e6}, {"dashpot", 1e4}, {"cohesion", 100.}, {"scheme", std::string("explicit")}});
  OneContact c(*one);
  c.W << 1, 0.2, 0.2, 2;
  c.mu = 10, c.gap = 5e-5, c.U_old = {0.1, 0}, c.B = {0.1, 0.01};
  c.solve();  // it touches at t_n, and pulls with 50 N + 1000 N
  CHECK(c.R[0] == Approx(-100 * c.dt).epsilon(1e-14));
  // Line 9 comes before line 8: the tangential part belongs to the force that acts.
  CHECK(std::abs(c.U[1]) <= 1e-17);
  const Real from_uncut = -(0.01 + 0.2 * c.dt * (-1e6 * 5e-5 - 1e4 * 0.1)) / 2;
  CHECK(std::abs(c.R[1] - from_uncut) > 1e-3);
  c.accept();
  CHECK(c.solve() == Vec<2>::Zero());
}

TEST_CASE("friction opposes the slip of a bond that is pulled, and sliding breaks it",
          "[contact_law][spring_dashpot]") {
  const auto one = law({{"spring", 1e6}, {"cohesion", 100.}, {"scheme", std::string("explicit")}});
  OneContact c(*one);
  c.mu = 0.5;
  c.solve(), c.accept();
  c.gap = 5e-5, c.B = {0, 1};
  c.solve();
  CHECK(c.R[0] == Approx(-50 * c.dt));
  CHECK(c.R[1] == Approx(-25 * c.dt));  // with mu R_N, as printed, it would push the other way
  c.accept();
  c.B.setZero();
  CHECK(c.solve() == Vec<2>::Zero());
}

TEST_CASE("a bond exists only between bodies that touch at the start, and ends where they part",
          "[contact_law][spring_dashpot]") {
  const auto one = law({{"spring", 1e6}, {"cohesion", 100.}});
  OneContact at_start(*one), apart(*one), later(*one), away(*one);
  for (OneContact* c : {&at_start, &away}) c->gap = 0, c->solve(), c->accept(c == &away);
  apart.gap = 1e-5, apart.solve(), apart.accept();
  later.accept(5), later.gap = 0, later.solve(), later.accept();
  for (OneContact* c : {&at_start, &apart, &later, &away}) c->gap = 5e-5, c->solve();
  CHECK(at_start.R[0] < 0);
  CHECK(apart.R[0] == 0);
  CHECK(later.R[0] == 0);
  CHECK(away.R[0] == 0);  // beyond reach for one step, of which the law never heard
}

TEST_CASE("a hanging body falls if its weight is above the cohesion, or above half of it at once",
          "[contact_law][spring_dashpot]") {
  const Real cohesion = 100, mass = 1, dt = 2e-5;
  const auto one = law({{"spring", 1e6}, {"cohesion", cohesion}, {"steps", 20.}});
  CHECK(one->time_step_limit(1 / mass) == Approx(kPi / 1e3 / 20));
  const auto hangs = [&](Real weight, bool slowly) {
    Mass m(*one, mass, dt);
    const Index steps = static_cast<Index>(1 / dt), ramp = slowly ? steps / 2 : 1;
    for (Index k = 1; k <= steps; ++k) {
      m.force = weight * std::min(Real(1), static_cast<Real>(k) / static_cast<Real>(ramp));
      m.step();
    }
    return m.x < 2 * one->reach(Scales{});
  };
  CHECK(hangs(0.99 * cohesion, true));
  CHECK_FALSE(hangs(1.01 * cohesion, true));
  CHECK(hangs(0.49 * cohesion, false));
  CHECK_FALSE(hangs(0.51 * cohesion, false));
}

TEST_CASE(
    "per square metre spring, dashpot and cohesion are multiplied by the share of the contact",
    "[contact_law][spring_dashpot]") {
  const Real area = 0.02;
  const auto scheme = GENERATE(as<std::string>(), "semi_explicit", "explicit");
  const auto given =
      law({{"spring", 1e6}, {"dashpot", 500.}, {"cohesion", 100.}, {"scheme", scheme}});
  const auto per_area = law({{"spring", 1e6 / area},
                             {"dashpot", 500. / area},
                             {"cohesion", 100. / area},
                             {"largest_area", area},
                             {"scheme", scheme}});
  CHECK(per_area->reach(Scales{}) == Approx(given->reach(Scales{})));
  CHECK(per_area->time_step_limit(3) == Approx(given->time_step_limit(3)));
  OneContact one(*given), share(*per_area);
  share.area = area;
  for (OneContact* c : {&one, &share}) {
    c->mu = 0.5, c->gap = 0;
    c->solve(), c->accept();
  }
  for (const Real gap : {-1e-4, 5e-5, 9e-5}) {
    for (OneContact* c : {&one, &share}) {
      c->gap = gap, c->B = {-0.01, 1e-3};
      c->solve(), c->accept();
    }
    CHECK(share.R[0] == Approx(one.R[0]).epsilon(1e-12));
    CHECK(share.R[1] == Approx(one.R[1]).epsilon(1e-12));
    CHECK(share.energy == Approx(one.energy).epsilon(1e-12));
  }
  share.area = 0;
  CHECK_THROWS_WITH(share.solve() == Vec<2>::Zero(), Catch::Contains("remove \"largest_area\""));
}
