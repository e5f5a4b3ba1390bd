// A linear elastic bar, held at its left end and pressed by a ram that stops at once: the work of the ram
// and its account beside those of the same finite elements as an ordinary differential equation, which
// this test assembles and integrates by itself with small steps (docs/theory/energy_account.md, "Contact
// with what supports drive").
#include <fmt/format.h>

#include <Eigen/Dense>
#include <catch2/catch.hpp>
#include <cmath>

#include "tests/support/energy_scenes.hpp"
#include "tests/support/generated_mesh.hpp"

using namespace tactus;
using namespace tactus::testing;

namespace {

constexpr Real kYoung = 1e8, kPoisson = 0.3, kDensity = 1000;
constexpr Real kSpeed = 1, kKink = 4e-3;  ///< m/s of the ram, until s
constexpr std::string_view kMesh = R"({"type": "rectangle", "size": [1, 0.5], "cells": [4, 2]})";

std::string pressed_bar(Real step) {
  return fmt::format(R"({{"bodies": [
    {{"name": "bar", "density": {}, "mesh": {},
      "material": {{"type": "linear_elastic", "young": {}, "poisson": {}}}}},
    {{"name": "ram", "type": "obstacle", "translate": [1, -0.5],
      "mesh": {{"type": "rectangle", "size": [0.5, 1.5], "cells": [1, 1]}}}}],
    "supports": [{{"body": "bar", "group": "left"}},
      {{"body": "ram", "path": {{"type": "table", "times": [0, {}, 1],
        "displacements": [[0, 0], [{}, 0], [{}, 0]]}}}}],
    "integrator": {{"type": "newmark", "impact": "stop"}}, {},
    "time": {{"end": {}, "step": {}}}}})",
                     kDensity, kMesh, kYoung, kPoisson, kKink, -kSpeed * kKink, -kSpeed * kKink,
                     kContact, 2 * kKink, step);
}

/// The bar until the ram stops: its right side has the speed of the ram, its left side none.
class Reference {
 public:
  Reference() : mesh_(generated(std::string(kMesh))) {
    const auto size = static_cast<Eigen::Index>(mesh_.points.size());
    K_ = Eigen::MatrixXd::Zero(size, size), m_ = Eigen::VectorXd::Zero(size);
    for (Index e = 0; e < mesh_.element_count(); ++e) add(e);
    free_ = Eigen::VectorXd::Ones(size), u_ = v_ = Eigen::VectorXd::Zero(size);
    for (Eigen::Index n = 0; 2 * n < size; ++n) {
      const Real x = mesh_.points[static_cast<std::size_t>(2 * n)];
      if (x == 0) free_[2 * n] = free_[2 * n + 1] = 0;
      // The blow with which the ram sets off gives its speed to the side at once.
      if (x == 1) free_[2 * n] = 0, v_[2 * n] = -kSpeed, side_.push_back(2 * n);
    }
    constexpr int kSteps = 8000;
    for (int k = 0; k < kSteps; ++k) advance(kKink / kSteps);
  }
  /// J. Nothing dissipates: all that the ram has done.
  Real energy() const { return (v_.dot(m_.cwiseProduct(v_)) + u_.dot(K_ * u_)) / 2; }
  /// N, with which the ram presses when it stops.
  Real force() const {
    const Eigen::VectorXd f = K_ * u_;
    Real sum = 0;
    for (const Eigen::Index dof : side_) sum -= f[dof];
    return sum;
  }

 private:
  void add(Index element) {
    Eigen::Matrix<Real, 2, 3> p;
    std::array<Index, 3> node{};
    for (int i = 0; i < 3; ++i) {
      node[static_cast<std::size_t>(i)] = mesh_.elements[static_cast<std::size_t>(3 * element + i)];
      for (int d = 0; d < 2; ++d)
        p(d, i) = mesh_.points[static_cast<std::size_t>(2 * node[static_cast<std::size_t>(i)] + d)];
    }
    const Real twice =
        (p(0, 1) - p(0, 0)) * (p(1, 2) - p(1, 0)) - (p(0, 2) - p(0, 0)) * (p(1, 1) - p(1, 0));
    Eigen::Matrix<Real, 3, 6> B = Eigen::Matrix<Real, 3, 6>::Zero();  // xx, yy, 2 xy
    for (int i = 0; i < 3; ++i) {
      const int j = (i + 1) % 3, k = (i + 2) % 3;
      const Real dx = (p(1, j) - p(1, k)) / twice, dy = (p(0, k) - p(0, j)) / twice;
      B(0, 2 * i) = B(2, 2 * i + 1) = dx;
      B(1, 2 * i + 1) = B(2, 2 * i) = dy;
    }
    const Real mu = kYoung / (2 * (1 + kPoisson)),
               lambda = kYoung * kPoisson / ((1 + kPoisson) * (1 - 2 * kPoisson));
    Eigen::Matrix3d D;
    D << lambda + 2 * mu, lambda, 0, lambda, lambda + 2 * mu, 0, 0, 0, mu;
    const Eigen::Matrix<Real, 6, 6> k = std::abs(twice) / 2 * B.transpose() * D * B;
    for (int i = 0; i < 6; ++i) {
      const Index row = 2 * node[static_cast<std::size_t>(i / 2)] + i % 2;
      m_[row] += kDensity * std::abs(twice) / 6;
      for (int j = 0; j < 6; ++j)
        K_(row, 2 * node[static_cast<std::size_t>(j / 2)] + j % 2) += k(i, j);
    }
  }
  Eigen::VectorXd acceleration(const Eigen::VectorXd& u) const {
    return -(K_ * u).cwiseQuotient(m_).cwiseProduct(free_);
  }
  /// Runge and Kutta's step.
  void advance(Real h) {
    const Eigen::VectorXd a1 = acceleration(u_), v2 = v_ + h / 2 * a1;
    const Eigen::VectorXd a2 = acceleration(u_ + h / 2 * v_), v3 = v_ + h / 2 * a2;
    const Eigen::VectorXd a3 = acceleration(u_ + h / 2 * v2), v4 = v_ + h * a3;
    const Eigen::VectorXd a4 = acceleration(u_ + h * v3);
    u_ += h / 6 * (v_ + 2 * v2 + 2 * v3 + v4);
    v_ += h / 6 * (a1 + 2 * a2 + 2 * a3 + a4);
  }

  core::Mesh mesh_;
  Eigen::MatrixXd K_;
  Eigen::VectorXd m_, free_, u_, v_;
  std::vector<Eigen::Index> side_;
};

/// What the program says.
struct Pressed {
  Real work = 0;    ///< J, of the ram until it stops
  Real energy = 0;  ///< J, T + U of the bar after the step that follows
};

Pressed pressed(Real step) {
  Simulation s(pressed_bar(step));
  Pressed out;
  while (s.time() < kKink - step / 2) s.step();
  out.work = -s.balance.external();
  s.step();
  out.energy = s.balance.now().kinetic + s.balance.now().strain;
  CHECK(-s.balance.external() == Approx(out.work).epsilon(1e-12));  // it has let go
  return out;
}

}  // namespace

TEST_CASE("what the work of a ram lacks where it stops at once, the bar lacks as well",
          "[validation][account]") {
  const Reference reference;
  const Real exact = reference.energy(), power = reference.force() * kSpeed;
  REQUIRE(power > 0);
  Real before[2] = {};
  for (const Real step : {4e-5, 2e-5, 1e-5}) {
    const Pressed now = pressed(step);
    const Real lacks = exact - now.work, half_step = step / 2 * power;
    CAPTURE(step, exact, now.work, now.energy, lacks, half_step);
    // The nodes let go half a step early; the rest of the difference is of second order, and so is
    // that of what the ram has done and what the bar has got.
    const Real rest[2] = {std::abs(lacks - half_step), std::abs(now.energy - now.work)};
    CHECK(lacks == Approx(half_step).epsilon(0.1));
    for (int i = 0; i < 2; ++i) {
      CHECK(rest[i] < 0.1 * half_step);
      if (before[i] > 0) CHECK(std::log2(before[i] / rest[i]) > 1.8);
      before[i] = rest[i];
    }
  }
}

TEST_CASE(
    "what contact gains while it opens a gap to its margin is the work of its force on that way",
    "[validation][account]") {
  Simulation s(pressed_bar(2e-5));
  const Surface& surface = s.model.surface();
  const auto right = [&](std::size_t v) {
    return surface.vertex_body[v] == 0 && surface.reference[2 * v] == 1;
  };
  const auto vertices = surface.vertex_body.size();
  std::vector<Real> points(surface.reference.size()), older(vertices, 0), old(vertices, 0);
  const Index ram = s.model.bodies()[1].nodes.begin;
  Real sum = 0, last = 0;
  s.run([&](Simulation& now) {
    now.model.motion().positions(now.stepper.state().q, points);
    const auto& force = now.stepper.facts().contact.forces.vertex_force;
    const Real face = now.stepper.state().q[static_cast<std::size_t>(2 * ram)];
    for (std::size_t v = 0; v < vertices; ++v) {
      if (!right(v)) continue;
      const Real gap = face - points[2 * v];
      if (now.time() < kKink && !force.empty()) sum -= force[2 * v] * (gap - older[v]) / 2;
      older[v] = old[v], old[v] = gap;
    }
    if (now.time() < kKink) last = now.balance.account().sum().contact;
  });
  const Real scale = s.balance.account().scale();
  CAPTURE(sum, last, scale);
  CHECK(sum > 1e-9 * scale);
  CHECK(std::abs(last - sum) <= 1e-12 * scale);
}

TEST_CASE("what a path that sets off and stops at once gives its own mass it takes back",
          "[validation][support]") {
  // 100 kg at rest, then at 5 m/s, then at rest. The second integrator has a mass that couples nodes.
  const std::string integrator =
      GENERATE(R"({"type": "newmark"})", R"({"type": "newmark", "beta": 0.25})",
               R"({"type": "modified_midpoint"})", R"({"type": "moreau_jean"})");
  const std::string held = GENERATE("", R"(, "group": "left")");
  CAPTURE(integrator, held);
  Simulation s(fmt::format(
      R"({{"bodies": [{{"name": "bar", "density": 1000,
        "material": {{"type": "linear_elastic", "young": 1e7, "poisson": 0.3}},
        "mesh": {{"type": "rectangle", "size": [1, 0.1], "cells": [10, 2]}}}}],
      "supports": [{{"body": "bar"{}, "path": {{"type": "table", "times": [0, 0.01, 0.05],
        "displacements": [[0, 0], [0, 0], [0.2, 0]]}}}}],
      "integrator": {}, "time": {{"end": 0.06, "step": 1e-4}}}})",
      held, integrator));
  Real most = 0, moving = 0;
  s.run([&](Simulation& now) {
    most = std::max(most, std::abs(now.balance.total()));
    moving = std::max(moving, now.balance.now().kinetic);
  });
  CHECK(moving >= 10);
  // Of a bar that vibrates explicit steps keep T + U to the second order alone.
  CHECK(most <= (held.empty() ? 1e-9 : 2e-3) * moving);
}
