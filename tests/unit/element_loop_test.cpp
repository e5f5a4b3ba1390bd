// Forces, tangents, masses and critical steps of a model against the textbook, an element at a time.
#include <Eigen/Dense>
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>

#include "core/model/critical_step.hpp"
#include "core/model/element_state.hpp"
#include "core/model/fem_system.hpp"
#include "core/model/step_forces.hpp"
#include "core/support/executor.hpp"
#include "core/support/guard/guard.hpp"
#include "core/support/plugin_fault.hpp"
#include "tactus/conformance/memory_archive.hpp"
#include "tests/scene.hpp"
#include "tests/support/dense_algebra.hpp"

using namespace tactus;
using namespace tactus::core;
using test::Scene;

namespace {

/// Reproducible numbers in [-1, 1).
std::vector<Real> noise(Index count, std::uint64_t seed) {
  Context context;
  context.seed = seed;
  std::vector<Real> x(static_cast<std::size_t>(count));
  for (std::size_t i = 0; i < x.size(); ++i) x[i] = 2 * context.random(0, i) - 1;
  return x;
}

/// q of the model, moved by up to `amplitude` in each direction.
std::vector<Real> shaken(const Model& model, Real amplitude, std::uint64_t seed = 1) {
  std::vector<Real> q(model.reference().begin(), model.reference().end());
  const std::vector<Real> d = noise(static_cast<Index>(q.size()), seed);
  for (std::size_t i = 0; i < q.size(); ++i) q[i] += amplitude * d[i];
  return q;
}

Scene two_bodies(int dim, int cells) {
  Scene scene(dim);
  const std::size_t soft = scene.material({1.5, 1}), stiff = scene.material({20, 10});
  const Mesh mesh = dim == 2 ? test::rectangle(1, 1, cells, cells, 4) : test::cube(cells);
  scene.body("soft", mesh, soft).thickness = 0.5;
  BodyConfig& second = scene.body("stiff", mesh, stiff);
  second.translate.assign(static_cast<std::size_t>(dim), 2);
  second.density = 3;
  scene.configuration.loads.emplace_back().acceleration = {0.25, -9.81, 0.5};
  scene.configuration.loads.back().acceleration.resize(static_cast<std::size_t>(dim));
  return scene;
}

/// f_ext - f_int, an element at a time, in the words of the textbook: f_a = -V P grad N_a.
template <int D>
std::vector<Real> textbook_force(const Scene& scene, const Model& model, View<Real> q) {
  using M = Eigen::Matrix<Real, D, D>;
  std::vector<Real> f(q.size());
  for (std::size_t i = 0; i < f.size(); ++i) f[i] = model.mass()[i] * model.gravity()[i % D];
  for (Index e = 0; e < model.element_count(); ++e) {
    const auto b = static_cast<std::size_t>(model.element_body()[static_cast<std::size_t>(e)]);
    const Index* n = model.elements().data() + e * (D + 1);
    M X, x;
    for (int k = 0; k < D; ++k)
      for (int i = 0; i < D; ++i) {
        const auto at = [&](View<Real> y, Index node) {
          return y[static_cast<std::size_t>(node * D + i)];
        };
        X(i, k) = at(model.reference(), n[k + 1]) - at(model.reference(), n[0]);
        x(i, k) = at(q, n[k + 1]) - at(q, n[0]);
      }
    const M F = x * X.inverse();
    Eigen::Matrix3d full = Eigen::Matrix3d::Identity();
    full.topLeftCorner(D, D) = F;
    const auto [lambda, mu] = b == 0 ? Lame{1.5, 1} : Lame{20, 10};
    const Eigen::Matrix3d E = (full.transpose() * full - Eigen::Matrix3d::Identity()) / 2;
    const Eigen::Matrix3d P =
        full * (lambda * E.trace() * Eigen::Matrix3d::Identity() + 2 * mu * E);
    const Real thickness = D == 2 ? scene.configuration.bodies[b].thickness : 1;
    const Real volume = X.determinant() / (D == 2 ? 2 : 6) * thickness;
    const M g = -volume * P.topLeftCorner(D, D) * X.inverse().transpose();
    for (int k = 0; k < D; ++k)
      for (int i = 0; i < D; ++i) {
        f[static_cast<std::size_t>(n[k + 1] * D + i)] += g(i, k);
        f[static_cast<std::size_t>(n[0] * D + i)] -= g(i, k);
      }
  }
  return f;
}

Real largest(View<Real> x) {
  Real m = 0;
  for (const Real v : x) m = std::max(m, std::abs(v));
  return m;
}
Real difference(View<Real> a, View<Real> b) {
  Real m = 0;
  for (std::size_t i = 0; i < a.size(); ++i) m = std::max(m, std::abs(a[i] - b[i]));
  return m;
}

}  // namespace

TEST_CASE("forces are those of the textbook, element by element", "[element]") {
  Runtime runtime(2);
  const int dim = GENERATE(2, 3);
  // 33 x 33 x 4 = 4356 triangles: five chunks and a tail of tiles; 6 x 8^3 tetrahedra: three.
  const Scene scene = two_bodies(dim, dim == 2 ? 33 : 8);
  const auto model = scene.model();
  FemSystem system(*model);
  const std::vector<Real> q = shaken(*model, dim == 2 ? 0.003 : 0.01);
  std::vector<Real> f(q.size());
  REQUIRE(system.force({.q = q}, f, runtime.context()));
  const std::vector<Real> expected =
      dim == 2 ? textbook_force<2>(scene, *model, q) : textbook_force<3>(scene, *model, q);
  CHECK(difference(f, expected) <= 1e-13 * largest(expected));
}

TEST_CASE("forces and energies have the same bits for any number of threads", "[element]") {
  const int dim = GENERATE(2, 3);
  const Scene scene = two_bodies(dim, dim == 2 ? 60 : 10);
  const auto model = scene.model();
  const std::vector<Real> q = shaken(*model, 0.001);
  const auto run = [&](int threads) {
    Runtime runtime(threads);
    FemSystem system(*model);
    std::vector<Real> f(q.size());
    REQUIRE(system.force({.q = q}, f, runtime.context()));
    f.insert(f.end(), system.elements().strain_energy().begin(),
             system.elements().strain_energy().end());
    Real energy = 0;
    REQUIRE(system.potential({.q = q}, energy, runtime.context()));
    f.push_back(energy);
    const auto a = system.new_tangent();
    REQUIRE(system.tangent({.q = q}, Mass::consistent, 1, 1, *a, runtime.context()));
    f.insert(f.end(), a->sparse()->value.begin(), a->sparse()->value.end());
    REQUIRE(system.critical().renew(q, runtime.context()));
    f.push_back(system.critical_step());
    return f;
  };
  const std::vector<Real> one = run(1);
  for (const int threads : {2, 3, 7}) CHECK(run(threads) == one);
}

TEST_CASE("force is minus the gradient of the potential, tangent minus that of the force",
          "[element]") {
  Runtime runtime(1);
  const int dim = GENERATE(2, 3);
  const Real fraction = GENERATE(1.0, 0.5);
  const Scene scene = two_bodies(dim, 2);
  const auto model = scene.model();
  FemSystem system(*model);
  Context& context = runtime.context();
  const std::vector<Real> q = shaken(*model, 0.02), u = noise(model->layout().dofs, 5);
  const std::vector<Real> h = noise(model->layout().dofs, 6);
  const auto at = [&](Real s) {  // u = 0.02 (u + s h)
    std::vector<Real> x(u.size());
    for (std::size_t i = 0; i < x.size(); ++i) x[i] = 0.02 * (u[i] + s * h[i]);
    return x;
  };
  const auto potential = [&](Real s) {
    const std::vector<Real> x = at(s);
    Real value = 0;
    REQUIRE(system.potential({.q = q, .u = x, .fraction = fraction}, value, context));
    return value;
  };
  const auto force = [&](Real s) {
    const std::vector<Real> x = at(s);
    std::vector<Real> f(q.size());
    REQUIRE(system.force({.q = q, .u = x, .fraction = fraction}, f, context));
    return f;
  };
  std::vector<Real> f = force(0), kh(q.size());
  Real work = 0;  // of the force on the displacement fraction * 0.02 * h
  for (std::size_t i = 0; i < f.size(); ++i) work += f[i] * fraction * 0.02 * h[i];
  Real best = 1, best_tangent = 1;
  const std::vector<Real> u0 = at(0);
  const auto a = system.new_tangent();
  REQUIRE(system.tangent({.q = q, .u = u0, .fraction = fraction}, Mass::lumped, 0, 1, *a, context));
  std::vector<Real> step(h);
  for (Real& v : step) v *= 0.02;
  a->apply(step, kh, context);
  for (const Real e : {1e-2, 1e-3, 1e-4, 1e-5}) {
    best = std::min(best, std::abs((potential(e) - potential(-e)) / (2 * e) / -work - 1));
    std::vector<Real> df = force(e), minus = force(-e);
    for (std::size_t i = 0; i < df.size(); ++i) df[i] = (minus[i] - df[i]) / (2 * e);
    best_tangent = std::min(best_tangent, difference(df, kh) / largest(kh));
  }
  CHECK(best <= 1e-7);
  CHECK(best_tangent <= 1e-7);
}

TEST_CASE("tangent weighs mass and stiffness and has unit rows where motion is given",
          "[element]") {
  Runtime runtime(1);
  Scene scene = two_bodies(2, 3);
  scene.configuration.supports.emplace_back().body = "soft";
  scene.configuration.supports.back().group = "left";
  const auto model = scene.model();
  FemSystem system(*model);
  const std::vector<Real> q = shaken(*model, 0.01), x = noise(model->layout().dofs, 3);
  const auto applied = [&](Mass kind, Real mass, Real force) {
    const auto a = system.new_tangent();
    REQUIRE(system.tangent({.q = q}, kind, mass, force, *a, runtime.context()));
    std::vector<Real> y(x.size());
    a->apply(x, y, runtime.context());
    for (std::size_t i = 0; i < y.size(); ++i)
      if (model->layout().prescribed[i]) {
        CHECK(y[i] == x[i]);
        CHECK(a->diagonal()[i] == 1);
        y[i] = 0;
      }
    return y;
  };
  std::vector<Real> free = x, mx(x.size());
  for (std::size_t i = 0; i < x.size(); ++i)
    if (model->layout().prescribed[i]) free[i] = 0;
  const std::vector<Real> k = applied(Mass::lumped, 0, 1);
  const std::vector<Real> both = applied(Mass::consistent, 7, 2);
  system.apply_mass(Mass::consistent, free, mx, runtime.context());
  for (std::size_t i = 0; i < x.size(); ++i) {
    if (model->layout().prescribed[i]) continue;
    CHECK(both[i] == Approx(7 * mx[i] + 2 * k[i]).margin(1e-13));
  }
}

TEST_CASE("the change of forces along a direction is their slope, on supports as well",
          "[element]") {
  Runtime runtime(1);
  Scene scene = two_bodies(2, 3);
  scene.configuration.supports.emplace_back().body = "soft";
  scene.configuration.supports.back().group = "left";
  const auto model = scene.model();
  FemSystem system(*model);
  const std::vector<Real> q = shaken(*model, 0.01), x = noise(model->layout().dofs, 3);
  std::vector<Real> change(x.size()), slope(x.size()), ahead(x.size()), behind(x.size());
  REQUIRE(system.force_change({.q = q}, x, change, runtime.context()));
  Real best = 1;
  for (const Real e : {1e-3, 1e-4, 1e-5}) {
    REQUIRE(system.force({.q = q, .u = x, .fraction = e}, ahead, runtime.context()));
    REQUIRE(system.force({.q = q, .u = x, .fraction = -e}, behind, runtime.context()));
    for (std::size_t i = 0; i < x.size(); ++i) slope[i] = (ahead[i] - behind[i]) / (2 * e);
    best = std::min(best, difference(slope, change) / largest(change));
  }
  CHECK(best <= 1e-7);
  CHECK(change[static_cast<std::size_t>(model->supports().dofs()[0])] != 0);
}

TEST_CASE("a mass matrix and its inverse undo each other where things can move", "[element]") {
  Runtime runtime(1);
  Scene scene = two_bodies(2, 3);
  scene.configuration.supports.emplace_back().body = "soft";
  scene.configuration.supports.back().group = "left";
  const auto model = scene.model();
  FemSystem system(*model);
  const Mass kind = GENERATE(Mass::lumped, Mass::consistent);
  std::vector<Real> x = noise(model->layout().dofs, 3), mx(x.size()), back(x.size());
  for (const Index dof : model->supports().dofs()) x[static_cast<std::size_t>(dof)] = 0;
  system.apply_mass(kind, x, mx, runtime.context());
  REQUIRE(system.solve_mass(kind, mx, back, runtime.context()));
  CHECK(difference(x, back) <= 1e-13);
  for (const Index dof : model->supports().dofs()) CHECK(back[static_cast<std::size_t>(dof)] == 0);
}

TEST_CASE("consistent mass integrates products of linear fields exactly", "[element]") {
  Runtime runtime(1);
  Scene scene = two_bodies(2, 5);
  const auto model = scene.model();
  const FemSystem system(*model);
  // Field (X, 1) on the soft unit square of thickness 1/2, density 1; 0 on the other body.
  const auto nodes = static_cast<std::size_t>(model->bodies()[0].nodes.size());
  std::vector<Real> x(model->mass().size(), 0), mx(x.size()), lumped(x.size());
  for (std::size_t n = 0; n < nodes; ++n) {
    x[2 * n] = model->reference()[2 * n] - model->reference()[0];
    x[2 * n + 1] = 1;
  }
  system.apply_mass(Mass::consistent, x, mx, runtime.context());
  Real xx = 0, yy = 0;
  for (std::size_t n = 0; n < nodes; ++n) {
    xx += x[2 * n] * mx[2 * n];
    yy += mx[2 * n + 1];
  }
  CHECK(xx == Approx(0.5 / 3).epsilon(1e-14));  // integral of X^2
  CHECK(yy == Approx(0.5).epsilon(1e-14));      // its mass
  system.apply_mass(Mass::lumped, x, lumped, runtime.context());
  for (std::size_t i = 0; i < x.size(); ++i) CHECK(lumped[i] == model->mass()[i] * x[i]);
}

TEST_CASE("what supports hold back balances the loads", "[element]") {
  Runtime runtime(1);
  Scene scene = two_bodies(2, 6);
  scene.configuration.supports.emplace_back().body = "soft";
  scene.configuration.supports.back().group = "bottom";
  scene.configuration.supports.back().fix = {"y"};
  const auto model = scene.model();
  FemSystem system(*model);
  const std::vector<Real> q = shaken(*model, 0.01);
  std::vector<Real> f(q.size());
  REQUIRE(system.force({.q = q}, f, runtime.context()));
  Real total = 0;
  for (std::size_t i = 1; i < f.size(); i += 2) total += f[i];
  CHECK(total == Approx(-9.81 * (0.5 + 3)).epsilon(1e-12));  // internal forces add up to 0
  // What is held back is accelerated by nothing.
  std::vector<Real> a(q.size());
  REQUIRE(system.acceleration({.q = q}, a, runtime.context()));
  for (const Index dof : system.forces().held_dofs()) {
    CHECK(f[dof] != 0);
    CHECK(a[dof] == 0);
  }
}

TEST_CASE("forces are kept by their labels, and the end of a step is the start of the next",
          "[element]") {
  Runtime runtime(1);
  Scene scene = two_bodies(2, 6);
  scene.configuration.supports.emplace_back().body = "soft";
  scene.configuration.supports.back().group = "bottom";
  scene.configuration.supports.back().fix = {"y"};
  const auto model = scene.model();
  FemSystem system(*model);
  const StepForces& forces = system.forces();
  const auto held_at = [&](const std::vector<Real>& q) {
    std::vector<Real> f(q.size()), held;
    FemSystem other(*model);
    REQUIRE(other.force({.q = q}, f, runtime.context()));
    for (const Index dof : forces.held_dofs()) held.push_back(f[dof]);
    return held;
  };
  const auto kept = [&](ForceLabel label) {
    const View<Real> held = forces.held(label);
    return std::vector<Real>(held.begin(), held.end());
  };
  const auto ask = [&](ForceLabel label, const std::vector<Real>& q) {
    std::vector<Real> f(q.size());
    REQUIRE(system.force({.label = label, .q = q}, f, runtime.context()));
  };
  const auto commit = [&](const std::vector<Real>& q) {
    const std::vector<Real> still(q.size(), 0);
    REQUIRE(system.commit({0, q, still, still, {}}, runtime.context()));
  };
  const std::vector<Real> first = shaken(*model, 0.01), second = shaken(*model, 0.02),
                          third = shaken(*model, 0.03);
  commit(first);
  system.accept();
  CHECK(kept(ForceLabel::start) == held_at(first));

  system.forces().begin();
  CHECK_FALSE(forces.known(ForceLabel::a));
  ask(ForceLabel::a, second);
  ask(ForceLabel::trial, third);
  ask(ForceLabel::start, third);
  commit(third);
  CHECK(forces.known(ForceLabel::a));
  CHECK_FALSE(forces.known(ForceLabel::b));
  CHECK(kept(ForceLabel::start) == held_at(first));
  CHECK(kept(ForceLabel::a) == held_at(second));
  CHECK(kept(ForceLabel::end) == held_at(third));

  // The step may end where a labelled force was asked for; no force is evaluated again.
  system.forces().begin();
  ask(ForceLabel::b, second);
  commit(second);
  CHECK(kept(ForceLabel::end) == held_at(second));
  system.accept();
  CHECK(kept(ForceLabel::start) == held_at(second));
}

TEST_CASE("a material without a value at a point asks for a smaller step and names the element",
          "[element]") {
  Runtime runtime(2);
  const Scene scene = two_bodies(2, 33);
  const auto model = scene.model();
  FemSystem system(*model);
  std::vector<Real> q = shaken(*model, 0.001), f(q.size());
  // Pull one corner of element 4000 of the second body over the opposite edge.
  const Index element = model->bodies()[1].elements.begin + 4000 - 1;
  const Index* n = model->elements().data() + 3 * element;
  for (std::size_t d = 0; d < 2; ++d) {
    const auto at = [&](int k) { return static_cast<std::size_t>(2 * n[k]) + d; };
    q[at(0)] = q[at(1)] + q[at(2)] - q[at(0)];
  }
  const Outcome outcome = system.force({.q = q}, f, runtime.context());
  CHECK(outcome.status == Status::retry);
  CHECK(outcome.cause == Cause::inverted_element);
  CHECK(outcome.where.item == Item::element);
  // The corner belongs to other elements too, and one of them is named.
  const Index named = outcome.where.index;
  CHECK_THAT(outcome.message, Catch::Contains("material \"saint_venant\"") &&
                                  Catch::Contains(model->element_name(named)) &&
                                  Catch::Contains("of body \"stiff\""));
  const auto corners = model->elements().subspan(static_cast<std::size_t>(3 * named), 3);
  CHECK(std::find(corners.begin(), corners.end(), n[0]) != corners.end());
}

namespace {

/// Spoils its answers in the way asked for where F_11 > 1.5.
class Faulty final : public test::SaintVenant {
 public:
  enum class How { energy, stress, exception };
  explicit Faulty(How how) : SaintVenant({1, 1}), how_(how) {}

 private:
  void do_evaluate(const MaterialBatch& batch, Context& context) const override {
    SaintVenant::do_evaluate(batch, context);
    for (std::size_t t = 0; t < batch.F.size(); ++t)
      for (int l = 0; l < kLanes; ++l) {
        if (batch.F[t](l, 0) <= 1.5) continue;
        if (how_ == How::exception) throw std::logic_error("no idea");
        if (how_ == How::energy && !batch.W.empty()) batch.W[t][l] = kUnlimited;
        if (how_ == How::stress && !batch.P.empty())
          batch.P[t](l, 4) = std::numeric_limits<Real>::quiet_NaN();
      }
  }
  How how_;
};

}  // namespace

TEST_CASE("results that are not finite are caught and the element is named", "[element]") {
  Runtime runtime(1);
  const auto how = GENERATE(Faulty::How::energy, Faulty::How::stress, Faulty::How::exception);
  Scene scene;
  scene.body("good", test::rectangle(1, 1, 4, 4), scene.material());
  const std::size_t faulty =
      scene.material(guard(std::make_unique<Faulty>(how), Kind::material, "faulty"), "faulty");
  scene.body("bad", test::rectangle(1, 1, 4, 4), faulty);
  const auto model = scene.model();
  FemSystem system(*model);
  std::vector<Real> q(model->reference().begin(), model->reference().end()), f(q.size());
  REQUIRE(system.force({.q = q}, f, runtime.context()));
  // The lower right corner: alone in element 7 of its body (right of the diagonal of cell 4).
  const auto corner = static_cast<std::size_t>(2 * (model->bodies()[1].nodes.begin + 4));
  q[corner] += 0.2;
  if (how == Faulty::How::exception) {  // no step that did not work out, but a plugin's fault
    CHECK_THROWS_MATCHES(system.force({.q = q}, f, runtime.context()), PluginFault,
                         Catch::Predicate<PluginFault>([](const PluginFault& fault) {
                           const std::string_view what = fault.what();
                           return fault.kind == Kind::material && fault.type == "faulty" &&
                                  what.starts_with("no idea (in element ") &&
                                  what.find("of body \"bad\"") != what.npos;
                         }));
    return;
  }
  const Outcome outcome = system.force({.q = q}, f, runtime.context());
  CHECK_THAT(outcome.message, Catch::Contains("material \"faulty\""));
  CHECK(outcome.status == Status::retry);
  CHECK(outcome.cause == Cause::not_finite);
  CHECK_THAT(outcome.message, Catch::Contains("element 7 of body \"bad\""));
}

TEST_CASE("a stress rule sees both ends of the step and decides the force", "[element]") {
  /// Mean of the stresses at both ends: what energy-momentum methods build on.
  class Mean final : public StressRule {
    void evaluate(const Material& material, const MaterialBatch& next, View<Tensor> F_old,
                  Context& context) const override {
      Scratch& scratch = *context.scratch;
      const Scratch::Frame frame(scratch);
      const auto n = static_cast<Index>(F_old.size());
      MaterialBatch old{.F = F_old, .W = scratch.take<Lanes>(n), .P = scratch.take<Tensor>(n)};
      material.evaluate(old, context);
      material.evaluate(next, context);
      for (std::size_t t = 0; t < F_old.size(); ++t) next.P[t] = (next.P[t] + old.P[t]) / 2;
    }
  } mean;
  Runtime runtime(1);
  const Scene scene = two_bodies(2, 8);
  const auto model = scene.model();
  FemSystem system(*model);
  const std::vector<Real> q = shaken(*model, 0.005), end = shaken(*model, 0.005, 2);
  std::vector<Real> u(q.size()), a(q.size()), b(q.size()), with_rule(q.size());
  for (std::size_t i = 0; i < u.size(); ++i) u[i] = end[i] - q[i];
  REQUIRE(system.force({.q = q}, a, runtime.context()));
  REQUIRE(system.force({.q = end}, b, runtime.context()));
  REQUIRE(system.force({.q = q, .u = u, .rule = &mean}, with_rule, runtime.context()));
  for (std::size_t i = 0; i < a.size(); ++i) a[i] = (a[i] + b[i]) / 2;
  CHECK(difference(a, with_rule) <= 1e-13 * largest(a));
}

TEST_CASE("the critical step is 2/omega_max of the assembled model", "[element]") {
  Runtime runtime(1);
  const int dim = GENERATE(2, 3);
  Scene scene = two_bodies(dim, dim == 2 ? 3 : 2);
  if (dim == 2) {
    scene.configuration.supports.emplace_back().body = "stiff";
    scene.configuration.supports.back().body_index = 1;
    scene.configuration.supports.back().group = "left";
  }
  const auto model = scene.model();
  FemSystem system(*model);
  CHECK(system.critical_step() == kUnlimited);  // not asked for yet
  const auto a = system.new_tangent();
  REQUIRE(system.tangent({.q = model->reference()}, Mass::lumped, 0, 1, *a, runtime.context()));
  const auto n = model->layout().dofs;
  Eigen::MatrixXd k(n, n);
  for (Index j = 0; j < n; ++j) {
    std::vector<Real> e(static_cast<std::size_t>(n), 0), column(e);
    e[static_cast<std::size_t>(j)] = 1;
    a->apply(e, column, runtime.context());
    for (Index i = 0; i < n; ++i)
      k(i, j) = column[static_cast<std::size_t>(i)] *
                std::sqrt(model->inverse_mass()[static_cast<std::size_t>(i)] *
                          model->inverse_mass()[static_cast<std::size_t>(j)]);
  }
  const Real omega2 = testing::eigenvalues(k).maxCoeff();
  REQUIRE(system.critical().renew(model->reference(), runtime.context()));
  const Real first = system.critical_step() / (2 / std::sqrt(omega2));
  CHECK(first >= 1 - 1e-6);  // differences of forces
  CHECK(first <= 1.0001);
}

TEST_CASE("the critical step is of its elements alone and wears as they are crushed", "[element]") {
  Runtime runtime(1);
  const int dim = GENERATE(2, 3);
  const Scene scene = two_bodies(dim, 2), larger = two_bodies(dim, 3);
  const auto model = scene.model(), other = larger.model();
  const ElementState elements(*model), of_other(*other);
  CriticalStep critical(*model, elements);
  std::vector<Real> q(model->reference().begin(), model->reference().end());
  CHECK_FALSE(critical.is_outdated(q, runtime.context()));  // nothing is known that could be
  CHECK_FALSE(critical.is_wanted());
  CHECK(critical.ask() == kUnlimited);
  CHECK(critical.is_wanted());
  REQUIRE(critical.renew(q, runtime.context()));
  CHECK_FALSE(critical.is_outdated(q, runtime.context()));
  for (const Real left : {0.75, 0.65}) {  // 0.7 of an altitude
    std::vector<Real> crushed = q;
    for (Real& x : crushed) x *= left;
    CHECK(critical.is_outdated(crushed, runtime.context()) == (left < 0.7));
  }
  conformance::MemoryArchive archive;
  critical.save(archive);
  CriticalStep again(*model, elements), foreign(*other, of_other);
  again.load(archive);
  CHECK(again.ask() == critical.ask());
  CHECK_THROWS_WITH(foreign.load(archive), Catch::Contains("does not fit this model"));
}

TEST_CASE("critical step and forces of a scene twice as large have the same bits", "[element]") {
  Runtime runtime(1);
  const auto at_scale = [&](Real s) {
    Scene scene = two_bodies(2, 7);
    for (BodyConfig& body : scene.configuration.bodies) {
      body.scale = s;
      for (Real& t : body.translate) t *= s;
    }
    scene.configuration.loads.clear();
    const auto model = scene.model();
    FemSystem system(*model);
    const std::vector<Real> q = shaken(*model, 0.01 * s);
    std::vector<Real> f(q.size());
    REQUIRE(system.force({.q = q}, f, runtime.context()));
    REQUIRE(system.critical().renew(q, runtime.context()));
    for (Real& v : f) v /= s;
    f.push_back(system.critical_step() / s);
    return f;
  };
  const std::vector<Real> one = at_scale(1);
  CHECK(at_scale(1024) == one);
  CHECK(at_scale(0.0009765625) == one);
}

TEST_CASE("a model of particles and obstacles alone has forces and no limit of its step",
          "[element]") {
  Runtime runtime(1);
  Scene scene;
  scene.body("wall", test::rectangle(4, 1, 4, 1), 0).type = BodyConfigType::obstacle;
  BodyConfig& shot = scene.body("shot", {}, 0);
  shot.type = BodyConfigType::particles;
  shot.points = {1, 2, 3, 2};
  shot.mass = 0.5;
  scene.configuration.loads.emplace_back().acceleration = {0, -8};
  const auto model = scene.model();
  FemSystem system(*model);
  std::vector<Real> f(model->mass().size(), 99), table(8 * 5, 99);
  REQUIRE(system.force({.q = model->reference()}, f, runtime.context()));
  for (std::size_t i = 0; i < f.size(); ++i) CHECK(f[i] == (i == 21 || i == 23 ? -4 : 0));
  REQUIRE(system.critical().renew(model->reference(), runtime.context()));
  CHECK(system.critical_step() == kUnlimited);
  REQUIRE(system.elements().stress(model->reference(), table, runtime.context()));
  CHECK(largest(table) == 0);
  // Both particles at 2, positions as in the configuration: - 2 * 0.5 * (-8) * 2.
  Real energy = 0;
  REQUIRE(system.potential({.q = model->reference()}, energy, runtime.context()));
  CHECK(energy == 16);
}
