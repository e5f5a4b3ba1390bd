// Torque-free tops in space, moved by newmark as any body is: momentum in space to rounding, energy
// within a bound, second order in dt against Euler's equations.
#include <catch2/catch.hpp>
#include <cmath>
#include <tactus/integrator.hpp>
#include <tactus/rotation.hpp>

#include "core/model/fem_system.hpp"
#include "tactus/conformance/serial_context.hpp"
#include "tests/scene.hpp"
#include "tests/support/make_component.hpp"

using namespace tactus;
using conformance::SerialContext;
using testing::make_component;

namespace {

using V3 = Eigen::Vector3d;
using M3 = Eigen::Matrix3d;

/// The rotation of a unit quaternion wxyz, by its textbook formula.
M3 matrix(const Real* q) {
  const V3 u(q[1], q[2], q[3]);
  M3 x;
  x << 0, -u[2], u[1], u[2], 0, -u[0], -u[1], u[0], 0;
  return M3::Identity() + 2 * q[0] * x + 2 * x * x;
}

/// A rigid box of sides 1, 2 and 3 that stands askew: moments of inertia 5, 10 and 13 times m/12.
core::Mesh box() {
  core::Mesh mesh = test::cube(1);
  const M3 askew = rotation_of_vector({0.3, -0.5, 0.8});
  for (std::size_t i = 0; i < mesh.points.size(); i += 3) {
    const V3 x = askew * V3(mesh.points[i], 2 * mesh.points[i + 1], 3 * mesh.points[i + 2]);
    std::copy_n(x.data(), 3, mesh.points.data() + i);
  }
  return mesh;
}

class Top {
 public:
  explicit Top(const V3& spin) {
    core::BodyConfig& body = scene_.body("top", box(), 0);
    body.become(*core::find_body_kind("rigid"));
    model_ = scene_.model();
    system_ = std::make_unique<core::FemSystem>(*model_);
    q.assign(model_->initial_coordinates().begin(), model_->initial_coordinates().end());
    v.assign(6, 0), a.assign(6, 0);
    std::copy_n(spin.data(), 3, v.data() + 3);
    v[0] = 0.5;
    next_q_ = q, next_v_ = v, next_a_ = a;
    REQUIRE(integrator_->start(*system_, {0, q, v, a, {}}, serial_.context()));
  }
  void step(Real dt) {
    Context& context = serial_.context();
    context.step.dt = dt;
    StepProblem* problem = nullptr;
    const StateView old{time_, q, v, a, {}};
    const StateOut next{time_ + dt, next_q_, next_v_, next_a_, {}};
    StepReport report;
    good = good && integrator_->begin(0, old, next, *system_, problem, context);
    const StepResult result{.w = problem->predictor()};
    good = good && integrator_->finish(0, old, *system_, result, next, report, context);
    time_ += dt;
    put_in += report.account.force_work;
    std::swap(q, next_q_), std::swap(v, next_v_), std::swap(a, next_a_);
  }
  V3 inertia() const { return {system_->mass()[3], system_->mass()[4], system_->mass()[5]}; }
  V3 spin() const { return {v[3], v[4], v[5]}; }
  M3 turn() const { return matrix(q.data() + 3); }
  V3 momentum() const { return turn() * inertia().cwiseProduct(spin()); }
  Real energy() const { return spin().dot(inertia().cwiseProduct(spin())) / 2; }

  std::vector<Real> q, v, a;
  bool good = true;  ///< every step was made
  Real put_in = 0;   ///< J, by free flight, as newmark says

 private:
  test::Scene scene_{3};
  std::unique_ptr<core::Model> model_;
  std::unique_ptr<core::FemSystem> system_;
  std::unique_ptr<Integrator> integrator_ = make_component<Integrator>("newmark");
  SerialContext serial_;
  std::vector<Real> next_q_, next_v_, next_a_;
  Real time_ = 0;
};

/// Euler's equations with the orientation, by the classical Runge-Kutta rule.
struct Reference {
  Eigen::Vector4d q;
  V3 w, inertia;
  struct Rate {
    Eigen::Vector4d q;
    V3 w;
  };
  Rate rate(const Eigen::Vector4d& at, const V3& spin) const {
    const V3 u = at.tail<3>(), turned = at[0] * spin + u.cross(spin);
    Rate r;
    r.q << -u.dot(spin) / 2, turned / 2;
    r.w = inertia.cwiseProduct(spin).cross(spin).cwiseQuotient(inertia);
    return r;
  }
  void step(Real h) {
    const Rate k1 = rate(q, w), k2 = rate(q + h / 2 * k1.q, w + h / 2 * k1.w),
               k3 = rate(q + h / 2 * k2.q, w + h / 2 * k2.w), k4 = rate(q + h * k3.q, w + h * k3.w);
    q += h / 6 * (k1.q + 2 * k2.q + 2 * k3.q + k4.q);
    w += h / 6 * (k1.w + 2 * k2.w + 2 * k3.w + k4.w);
  }
};

}  // namespace

TEST_CASE("torque-free tops about all three axes, and one that tumbles, keep momentum and energy",
          "[validation][rigid]") {
  // The middle axis is unstable: a little off it, the top turns over again and again.
  const V3 spin = GENERATE(V3(1, 0, 0), V3(0, 1, 1e-3), V3(0, 0, 1), V3(0.5, 0.7, -0.5));
  Top top(spin);
  const V3 momentum = top.momentum();
  const Real energy = top.energy();
  Real momentum_error = 0, energy_error = 0, account_error = 0;
  for (int k = 0; k < 100000; ++k) {
    top.step(0.01);
    momentum_error = std::max(momentum_error, (top.momentum() - momentum).norm());
    energy_error = std::max(energy_error, std::abs(top.energy() - energy));
    account_error = std::max(account_error, std::abs(top.energy() - energy - top.put_in));
  }
  CHECK(top.good);
  CHECK(momentum_error < 1e-12 * momentum.norm());
  CHECK(energy_error < 1e-4 * energy);
  CHECK(account_error < 1e-11 * energy);            // newmark says where it went
  CHECK(top.q[0] == Approx(0.5 * 1000).margin(2));  // the centre flies on in a straight line
  CHECK(std::abs(Eigen::Map<const Eigen::Vector4d>(top.q.data() + 3).norm() - 1) < 1e-15);
}

TEST_CASE("a tumbling top converges to Euler's equations with the second order of dt",
          "[validation][rigid]") {
  const V3 spin(0.5, 2, -0.5);
  const Real end = 4;
  Reference reference;
  {
    const Top top(spin);
    reference = {Eigen::Map<const Eigen::Vector4d>(top.q.data() + 3), spin, top.inertia()};
  }
  for (int k = 0; k < 20000; ++k) reference.step(end / 20000);
  const auto errors = [&](int steps) {
    Top top(spin);
    for (int k = 0; k < steps; ++k) top.step(end / steps);
    return std::pair((top.turn() - matrix(reference.q.data())).norm(),
                     (top.spin() - reference.w).norm());
  };
  const auto [turn, rate] = errors(200);
  const auto [finer_turn, finer_rate] = errors(400);
  CHECK(turn < 2e-3);
  CHECK(turn / finer_turn == Approx(4).epsilon(0.05));
  CHECK(rate / finer_rate == Approx(4).epsilon(0.05));
}

TEST_CASE("drift and carry of a node are what they are for a position", "[validation][rigid]") {
  Top top(V3(0.1, 0.2, 0.3));
  const std::vector<Real> before = top.q;
  top.step(0.25);
  CHECK(top.q[0] == before[0] + 0.25 * 0.5);
}
