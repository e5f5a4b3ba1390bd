// Tests of spring_dashpot against closed forms, and of its corrections of the printed algorithm.
#include "tests/support/one_contact.hpp"

using namespace tactus;
using namespace tactus::testing;

TEST_CASE("spring_dashpot keeps every promise of a contact law", "[contact_law][spring_dashpot]") {
  const auto options = GENERATE(values<OptionValues>(
      {{},
       {{"spring", 1e6}, {"dashpot", 50.}},
       {{"spring", 1e6}, {"dashpot", 50.}, {"scheme", std::string("explicit")}},
       {{"spring", 1e6}, {"dashpot", 50.}, {"scheme", std::string("semi_explicit")}},
       {{"spring", 1e6}, {"dashpot", 50.}, {"cohesion", 100.}},
       {{"spring", 1e6}, {"dashpot", 50.}, {"cohesion", 100.}, {"largest_area", 1.}},
       {{"spring", 1e6}, {"dashpot", 50.}, {"cohesion", 100.}, {"largest_area", 1e-3}},
       {{"spring", 1e8}, {"power", 1.5}, {"depth", 1e-3}}}));
  conformance::check_contact_law([&] { return law(options); });
}

TEST_CASE("FRC-2 the worked step of (90), in impulses, and of line 6",
          "[contact_law][spring_dashpot]") {
  const OptionValue printed = std::string("semi_explicit");
  const auto linear = law({{"spring", 1e6}, {"dashpot", 50.}, {"scheme", printed}});
  const auto hertz = law({{"spring", 1e8}, {"power", 1.5}, {"depth", 1e-3}, {"scheme", printed}});
  const auto line_6 = law({{"spring", 1e6}, {"dashpot", 50.}, {"scheme", std::string("explicit")}});
  OneContact c(*linear), h(*hertz), e(*line_6);
  for (OneContact* one : {&c, &h, &e}) {
    one->dt = 1e-3, one->gap = -1e-4, one->W *= 800;
    one->B[0] = one->U_old[0] = -0.5;
  }
  h.U_old[0] = -0.4;
  CHECK(c.solve()[0] == Approx(1e-3 * 125 / 221).epsilon(1e-12));
  CHECK(h.solve()[0] == Approx(1e-3 * 0.4154280994).epsilon(1e-9));
  CHECK(e.solve()[0] == Approx(0.125).epsilon(1e-12));
  // (90) as printed, with W and not dt W in its denominator, is about another unit of mass.
  const Real as_printed = 1e-3 * 125 / (1 + (1e6 * 1e-3 / 4 + 25) * 800);
  CHECK(std::abs(c.R[0] - as_printed) > 0.9 * c.R[0]);
  // Slowed down within the step: the gap in its second half, and the mean of both velocities.
  c.B[0] = -0.3;  // g_1 = -1e-4 + dt/4 0.2 = -5e-5 m: (50 + 25 * 0.8) N over the same denominator
  CHECK(c.solve()[0] == Approx(1e-3 * 70 / 221).epsilon(1e-12));
}

TEST_CASE("one stiff step throws a body off by line 6, and not by (90)",
          "[contact_law][spring_dashpot]") {
  // omega dt = sqrt(1e6 * 800) 1e-3 = 28: far beyond what is stable with a force from what is at hand.
  const auto scheme = GENERATE(as<std::string>(), "conserving", "semi_explicit", "explicit");
  const auto one = law({{"spring", 1e6}, {"scheme", scheme}});
  OneContact c(*one);
  c.gap = -1e-4, c.W *= 800, c.B[0] = c.U_old[0] = -0.5;
  c.solve();
  if (scheme == "explicit") {
    CHECK(c.U[0] > 50);
  } else {
    CHECK(std::abs(c.U[0]) < 0.5);
    CHECK(c.R[0] > 0);
  }
}

TEST_CASE("spring_dashpot does nothing at a gap, where the listing's dashpot would push",
          "[contact_law][spring_dashpot]") {
  const auto one = law({{"spring", 1e6}, {"dashpot", 500.}});
  OneContact c(*one);
  c.mu = 0.5, c.B = c.U_old = Vec<2>(-1, 0.3);
  for (const Real gap : {0.0, 1e-9, 1e-3}) {
    c.gap = gap;
    CHECK(c.solve() == Vec<2>::Zero());
  }
  c.gap = -1e-12;
  CHECK(c.solve()[0] > 0);
  // Where the force would pull both parts are zero.
  c.B[0] = c.U_old[0] = 1;
  CHECK(c.solve() == Vec<2>::Zero());
}

TEST_CASE("friction of spring_dashpot stops what it can, and is mu R_N otherwise",
          "[contact_law][spring_dashpot]") {
  const auto one = law({{"spring", 1e6}});
  OneContact c(*one);
  c.W << 1, 0.2, 0.2, 2;
  c.gap = -1e-4, c.mu = 0.5;
  c.B = {0, 0.01};
  c.solve();
  CHECK(std::abs(c.U[1]) <= 1e-17);
  CHECK(c.R[1] * c.B[1] < 0);
  c.B = {0, 0.5}, c.R.setZero();
  c.solve();
  CHECK(c.R[1] == Approx(-0.5 * c.R[0]).epsilon(1e-14));
  // (90) estimates the normal velocity with the tangential reaction of the step before.
  const Real before = c.R[0];
  c.R = {0, 0.1};
  const Real B_n = 0.2 * 0.1, h = c.dt, s = 1e6;
  CHECK(c.solve()[0] == Approx(h * s * (1e-4 - h / 4 * B_n) / (1 + s * h / 4 * h)).epsilon(1e-12));
  CHECK(c.R[0] < before);
}

TEST_CASE("friction of spring_dashpot is mu R_N where the bodies cannot move tangentially",
          "[contact_law][spring_dashpot]") {
  const auto one = law();
  OneContact c(*one);
  c.W << 1, 0, 0, 0;
  c.gap = -1e-4, c.mu = 0.5, c.B = {0, 0.5};
  c.solve();
  CHECK(c.R[1] == Approx(-0.5 * c.R[0]).epsilon(1e-14));
  c.B[1] = 0;
  c.solve();
  CHECK(c.R[1] == 0);
}

TEST_CASE("HIT-1 to HIT-4 (a) Hertz's force, time and restitution of spheres",
          "[contact_law][spring_dashpot]") {
  struct Case {
    const char* id;
    Real R, E, nu, rho, speed;
    bool two;
    Real force, depth, time;
  };
  for (const Case& c :
       {Case{"HIT-1", 0.01, 4.8e10, 0.2, 2800, 10, true, 10696.89, 2.7411e-4, 40.339e-6},
        Case{"HIT-2", 0.01, 2e10, 0.25, 2500, 10, true, 7108.24, 3.6830e-4, 54.201e-6},
        Case{"HIT-3", 0.1, 7e10, 0.3, 2699, 0.2, false, 11369.86, 4.9717e-5, 731.657e-6},
        Case{"HIT-4", 0.1, 4e10, 0.35, 1800, 0.2, false, 7232.68, 5.2123e-5, 767.066e-6}}) {
    INFO(c.id);
    const Real both = c.two ? 2 : 1, radius = c.R / both;
    const Real modulus = c.E / (1 - c.nu * c.nu) / both;
    const Real mass = 4. / 3 * kPi * c.R * c.R * c.R * c.rho / both;
    const Real stiffness = 4. / 3 * modulus * std::sqrt(radius);
    const auto hertz = law({{"spring", stiffness}, {"power", 1.5}, {"depth", c.depth}});
    const Real dt = c.time / 1000;
    CHECK(dt < hertz->time_step_limit(1 / mass));
    CHECK(c.time / 10 > hertz->time_step_limit(1 / mass));
    const Impact found = impact(*hertz, mass, both * c.speed, dt, 1200);
    CHECK(found.force == Approx(c.force).epsilon(1e-3));
    CHECK(found.time == Approx(c.time).epsilon(5e-3));
    CHECK(found.restitution == Approx(1).epsilon(1e-4));
  }
}

TEST_CASE("a damped impact returns what it does where the force is zero, not the gap",
          "[contact_law][spring_dashpot]") {
  const Real mass = 2, spring = 1e6, omega = std::sqrt(spring / mass);
  for (const Real zeta : {0.05, 0.2, 0.5, 0.7}) {
    INFO("zeta = " << zeta);
    const Real q = std::sqrt(1 - zeta * zeta);
    const Real b = kPi - std::atan2(2 * zeta * q, 1 - 2 * zeta * zeta);
    const Real by_force = std::exp(-zeta / q * b), by_gap = std::exp(-kPi * zeta / q);
    const Real dt = kPi / omega / 20;
    const auto one = law({{"spring", spring}, {"dashpot", 2 * zeta * std::sqrt(spring * mass)}});
    const Impact found = impact(*one, mass, 1, dt, 40);
    CHECK(std::abs(found.restitution - by_force) <= 0.005);
    CHECK(std::abs(found.time - b / (omega * q)) <= dt);
    if (zeta > 0.1) CHECK(found.restitution > by_gap + 0.03);
    for (const Real phase : {0.25, 0.49, 0.75})
      CHECK(std::abs(impact(*one, mass, 1, dt, 40, phase).restitution - by_force) <= 0.03);
  }
}

TEST_CASE(
    "a spring gives and takes the same energy, whatever the phase of the step in which it touches",
    "[contact_law][spring_dashpot]") {
  const Real power = GENERATE(1., 1.5, 3.), mass = 2, speed = 1;
  const Real depth = 1e-3;  // m, where all energy of motion is stored
  const Real spring = (power + 1) * mass * speed * speed / 2 / std::pow(depth, power + 1);
  const Real steps = GENERATE(7., 20., 100.);
  const auto one = law({{"spring", spring}, {"power", power}, {"depth", depth}, {"steps", steps}});
  const Real dt = one->time_step_limit(1 / mass), start = mass / 2 * speed * speed;
  // The spring is left in the step whose middle is past it; what it holds then, it keeps. That is less
  // than at speed dt/2, the way in half of a step.
  const Real kept = spring / (power + 1) * std::pow(speed * dt / 2, power + 1);
  for (int n = 0; n < 50; ++n) {
    const Real phase = static_cast<Real>(n) / 50;
    INFO("power " << power << ", steps " << steps << ", phase " << phase);
    Mass m(*one, mass, dt);
    m.x = phase * speed * dt, m.v = -speed;
    Real highest = 0;
    for (int k = 0; k < 4 * steps; ++k) {
      m.step();
      highest = std::max(highest, mass / 2 * m.v * m.v + m.contact.energy);
    }
    CHECK(m.v > 0);
    CHECK(highest <= start * (1 + 1e-12));
    CHECK(mass / 2 * m.v * m.v >= (start - kept) * (1 - 1e-12));
  }
}

TEST_CASE(
    "(90) gives energy in the step in which contact begins, which the conserving force does not",
    "[contact_law][spring_dashpot]") {
  // A step that begins x above the plane borrows s x^2/2 from a spring that is not there yet.
  const Real mass = 2, spring = 1e6, x = 1e-4;
  const auto printed = law({{"spring", spring}, {"scheme", std::string("semi_explicit")}});
  const auto conserving = law({{"spring", spring}});
  const auto after = [&](const ContactLaw& one) {
    Mass m(one, mass, 4e-4);
    m.x = x, m.v = -1;
    m.step();
    return mass / 2 * m.v * m.v + m.contact.energy;
  };
  CHECK(after(*printed) == Approx(mass / 2 + spring / 2 * x * x).epsilon(1e-12));
  CHECK(after(*conserving) == Approx(mass / 2).epsilon(1e-12));
}

TEST_CASE("(90) with a linear spring keeps kinetic and stored energy while it is pressed",
          "[contact_law][spring_dashpot]") {
  const auto one = law({{"spring", 1e6}});
  Mass m(*one, 2, 1e-4);
  m.x = -1e-4, m.v = -1;
  const Real start = m.mass / 2 * m.v * m.v + 1e6 / 2 * m.x * m.x;
  int pressed = 0;
  for (; m.x + m.contact.dt / 2 * m.v < 0 && pressed < 1000; ++pressed) {
    m.step();
    if (m.x < 0) CHECK(m.mass / 2 * m.v * m.v + m.contact.energy == Approx(start).epsilon(1e-12));
  }
  CHECK(pressed > 20);
}

TEST_CASE("the stable step of spring_dashpot is a part of the time of contact",
          "[contact_law][spring_dashpot]") {
  const Real w = 4, omega = std::sqrt(1e6 * w);
  CHECK(law()->time_step_limit(w) == Approx(kPi / omega / 20));
  CHECK(law({{"steps", 50.}})->time_step_limit(w) == Approx(kPi / omega / 50));
  // A dashpot that lags behind by a step is stable up to 2/(d W) alone; (90) does not mind.
  const OptionValues damped{{"dashpot", 1e5}};
  OptionValues lagging = damped;
  lagging["scheme"] = std::string("explicit");
  CHECK(law(damped)->time_step_limit(w) == Approx(kPi / omega / 20));
  CHECK(law(lagging)->time_step_limit(w) == Approx(2 / (1e5 * w)).epsilon(0.01));
  // Hertz: at the depth that is expected.
  const auto hertz = law({{"spring", 1e8}, {"power", 1.5}, {"depth", 1e-4}});
  CHECK(hertz->time_step_limit(w) == Approx(kPi / std::sqrt(1.5e8 * 1e-2 * w) / 20));
}

TEST_CASE("spring_dashpot refuses what it cannot do, and says what to do",
          "[contact_law][spring_dashpot]") {
  CHECK_THROWS_WITH(law({{"power", 1.5}}), Catch::Contains("give the largest depth"));
  CHECK_THROWS_WITH(law({{"power", 1.5}, {"depth", 1e-3}, {"cohesion", 1.}}),
                    Catch::Contains("needs \"power\" 1"));
  const auto one = law();
  OneContact stand_alone(*one);
  stand_alone.dt = 0;
  CHECK_THROWS_WITH(stand_alone.solve(), Catch::Contains("Take an implicit law there"));
}
