// The rows and steps of a contact with friction up to a bound, beside the conditions that they linearise.
#include "disc_conditions.hpp"

#include <Eigen/Dense>
#include <catch2/catch.hpp>
#include <random>

using namespace interior_point;

namespace {

template <int D>
DiscState<D> drawn(unsigned seed, bool fades) {
  std::mt19937 random(seed);
  const auto uniform = [&](Real a, Real b) {
    return std::uniform_real_distribution<Real>(a, b)(random);
  };
  DiscState<D> c{.bound = uniform(0.1, 2), .fading_speed = fades ? uniform(0.01, 1) : 0};
  c.fading = {.radius = fades ? uniform(0.1, 0.9) * c.bound : c.bound,
              .below = uniform(0.1, 1),
              .above = uniform(0.1, 1)};
  for (int k = 0; k < D; ++k) c.u[k] = uniform(-1, 1), c.z[k] = uniform(-1, 1);
  c.z[0] = uniform(0.1, 1);
  c.z.template tail<D - 1>() *= 0.5 * c.fading.radius;
  c.y.setZero();
  c.y[0] = uniform(0.1, 1), c.y[1] = c.u.template tail<D - 1>().norm() + uniform(0.1, 1);
  return c;
}

/// One contact alone with block V: the step solves each condition, linearised.
template <int D>
void check_disc_step(unsigned seed, bool fades) {
  const DiscState<D> c = drawn<D>(seed, fades);
  Mat<D> V = Mat<D>::Random();
  V = Mat<D>(V * V.transpose()) + Mat<D>::Identity();
  const Real target = 0.1;
  const interior_point::ContactRows<D> rows = linearised<D>(c, target);
  const Vec<D> dz = Mat<D>(V + rows.A).inverse() * rows.b, du = V * dz;
  const DiscStep<D> step = other_steps<D>(c, dz, du, target);

  CHECK(c.y[0] + step.dy[0] == Approx(c.u[0] + du[0]));
  CHECK(c.z[0] * c.y[0] + c.y[0] * dz[0] + c.z[0] * step.dy[0] == Approx(target));
  Vec<D> dx = dz, dv = du;
  dx[0] = step.fading.radius, dv[0] = step.dy[1];
  const Vec<D> left = scaling<D>(c.x(), c.v()) * dx + c.v() + dv;
  CHECK((left - target * inverse<D>(c.x())).norm() <= 1e-10 * left.norm());
  if (!fades) {
    CHECK(step.fading.radius == 0);
    return;
  }
  const Fading &f = c.fading, &d = step.fading;
  CHECK(c.u[0] + du[0] - 2 * c.fading_speed + c.fading_speed / c.bound * (f.radius + d.radius) ==
        Approx(f.below + d.below - f.above - d.above));
  CHECK(f.below * f.radius + f.below * d.radius + f.radius * d.below == Approx(target));
  const Real rest = c.bound - f.radius;
  CHECK(f.above * rest - f.above * d.radius + rest * d.above == Approx(target));
}

}  // namespace

TEST_CASE("a contact's rows are Newton's method on friction that is bounded, and fades",
          "[interior_point][disc]") {
  const bool fades = GENERATE(false, true);
  for (unsigned seed = 1; seed <= 50; ++seed) {
    CAPTURE(seed);
    check_disc_step<2>(seed, fades);
    check_disc_step<3>(seed, fades);
  }
}

TEST_CASE("a step goes as far as the disc, its fading and its half-lines allow",
          "[interior_point][disc]") {
  DiscState<2> c{.bound = 2, .fading_speed = 1, .z = {1, 0.5}, .u = {0, 1}, .y = {1, 3}};
  c.fading = {.radius = 1, .below = 1, .above = 1};
  const auto way = [&](Vec<2> dz, Vec<2> du, Vec<2> dy, Fading d) {
    return step_to_boundary<2>(c, dz, du, DiscStep<2>{dy, d});
  };
  const Fading still{.radius = 0, .below = 0, .above = 0};
  const Vec<2> no = Vec<2>::Zero();
  CHECK(way({-2, 0}, no, no, still) == Approx(0.5));
  CHECK(way({0, 1}, no, no, still) == Approx(0.5));
  CHECK(way(no, {0, 4}, no, still) == Approx(0.5));
  CHECK(way(no, no, {-4, 0}, still) == Approx(0.25));
  CHECK(way(no, no, {0, -2}, still) == Approx(1));
  CHECK(way(no, no, no, {.radius = -1, .below = 0, .above = 0}) == Approx(0.5));
  CHECK(way(no, no, no, {.radius = 4, .below = 0, .above = 0}) == Approx(0.25));
  CHECK(way(no, no, no, {.radius = 0, .below = -2, .above = 0}) == Approx(0.5));
  CHECK(way(no, no, no, {.radius = 0, .below = 0, .above = -10}) == Approx(0.1));
}

TEST_CASE("a contact is moved inside of its disc, with the share of friction that it begins with",
          "[interior_point][disc]") {
  for (const bool fades : {false, true})
    for (const Real share : {0., 0.4, 1.}) {
      DiscState<2> c{.bound = 2, .fading_speed = fades ? 0.1 : 0, .z = {-1, 5}, .u = {-3, -4}};
      move_inside<2>(c, share, 0.25);
      CHECK(c.fading.radius == (fades ? 2 * std::clamp(share, 0.1, 0.9) : 2));
      CHECK(c.z[0] == 0.25);
      CHECK(c.z[1] == Approx(0.9 * c.fading.radius));
      move_velocity_inside<2>(c, 0.25);
      CHECK(c.y[0] == 0.25);
      CHECK(c.y[1] == Approx(1.1 * 4 + 0.25));
      CHECK(c.fading.below == 0.25);
      CHECK(c.fading.above > 0.25);
    }
}
