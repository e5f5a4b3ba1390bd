// Assembled tangents against the sum over all elements, one after another, as a textbook writes it: random bodies in the
// plane and in space, each material with a tangent, symmetric and not.
#include <Eigen/LU>
#include <Eigen/SparseCore>
#include <array>
#include <catch2/catch.hpp>
#include <cmath>

#include "core/model/fem_system.hpp"
#include "core/scene/history_columns.hpp"
#include "core/support/executor.hpp"
#include "tests/property/random_numbers.hpp"
#include "tests/scene.hpp"
#include "tests/support/make_component.hpp"

using namespace tactus;
using namespace tactus::testing;
using core::FemSystem;
using core::Model;
using core::Runtime;
using property::RandomNumbers;
using Sparse = Eigen::SparseMatrix<Real>;

namespace {

const std::vector<std::string> kMaterials = {"neo_hookean", "st_venant_kirchhoff", "linear_elastic",
                                             "viscoelastic", "j2_plastic"};

/// A tangent that is not symmetric, and belongs to no energy: every entry depends on both ends of the step.
class Skew final : public StressRule {
 public:
  void evaluate(const Material&, const MaterialBatch& next, View<Tensor> F_old,
                Context&) const override {
    for (std::size_t t = 0; t < next.A.size(); ++t)
      for (int c = 0; c < 81; ++c)
        next.A[t].col(c) = std::sin(1. + c) * next.F[t].col(c % 9) +
                           std::cos(2. * c) * F_old[t].col(c / 9) + 0.1 * c;
  }
};

std::unique_ptr<Material> material_of(const std::string& name, RandomNumbers& random) {
  OptionValues values{{"young", random.logarithmic(1, 100)}, {"poisson", random.uniform(0, 0.45)}};
  if (name == "j2_plastic") values["yield_stress"] = 0.05;
  if (name == "viscoelastic")
    values["relaxation_times"] = std::vector<double>{0.1},
    values["fractions"] = std::vector<double>{0.5};
  return make_component<Material>(name, std::move(values));
}

/// Up to four bodies of one material, and between them an obstacle and a cloud of particles: nodes without elements
/// that deform.
test::Scene random_scene(int dim, const std::string& material, RandomNumbers& random) {
  test::Scene built(dim);
  const int bodies = 1 + random.pick(4);
  for (int b = 0; b < bodies; ++b) {
    // In one of four bodies there are more than 2048 elements, which make a chunk.
    const bool is_large = random.one_in(4);
    const int n = (is_large ? (dim == 2 ? 30 : 7) : 0) + 1 + random.pick(dim == 2 ? 12 : 4);
    const int m = (is_large ? 30 : 0) + 1 + random.pick(12);
    const core::Mesh mesh =
        dim == 2 ? test::rectangle(random.uniform(0.5, 2), 1, n, m, random.one_in(2) ? 2 : 4)
                 : test::cube(n);
    core::BodyConfig& body =
        built.body(fmt::format("body {}", b), mesh, built.material(material_of(material, random)));
    body.density = random.logarithmic(0.1, 10);
    if (dim == 2) body.thickness = random.uniform(0.2, 2);
    body.translate.assign(static_cast<std::size_t>(dim), 3. * b);
    if (b > 0 || dim == 3) continue;
    built.body("wall", test::rectangle(4, 1, 4, 1), 0).type = core::BodyConfigType::obstacle;
    core::BodyConfig& shot = built.body("shot", {}, 0);
    shot.type = core::BodyConfigType::particles;
    shot.points = {1, 2, 3, 2};
    shot.mass = 0.5;
  }
  return built;
}

std::vector<Real> moved(const Model& model, Real amplitude, RandomNumbers& random) {
  std::vector<Real> q(model.reference().begin(), model.reference().end());
  for (Real& x : q) x += random.uniform(-amplitude, amplitude);
  return q;
}

/// dP/dF of one element, with the memory that points have at the start.
Eigen::Matrix<Real, 9, 9> slope_of(const Model& model, std::size_t body, const Eigen::Matrix3d& F,
                                   const Eigen::Matrix3d& F_old, const StressRule* rule, bool plane,
                                   Context& context) {
  const Material& material = *model.bodies()[body].material;
  std::vector<Real> history;
  for (const core::HistoryColumn& column : core::history_columns(material, "of the test"))
    history.insert(history.end(), static_cast<std::size_t>(column.count * kLanes), column.initial);
  Tensor one, old;
  for (int a = 0; a < 9; ++a) one.col(a) = F(a % 3, a / 3), old.col(a) = F_old(a % 3, a / 3);
  std::vector<Tangent, Eigen::aligned_allocator<Tangent>> A(1, Tangent::Zero());
  MaterialBatch batch{.F = {&one, 1}, .A = {A.data(), 1}, .plane = plane};
  batch.columns = static_cast<Index>(history.size()) / kLanes;
  batch.history = history;
  if (rule)
    rule->evaluate(material, batch, {&old, 1}, context);
  else
    material.evaluate(batch, context);
  Eigen::Matrix<Real, 9, 9> slope;
  for (int a = 0; a < 9; ++a)
    for (int b = 0; b < 9; ++b) slope(a, b) = A[0](0, a + 9 * b);
  return slope;
}

struct Place {
  View<Real> q, q_old;  ///< [dofs] m
  const StressRule* rule = nullptr;
  std::vector<std::uint8_t> fixed;
};

/// weight K + mass M with the consistent mass where there are elements, then unit rows and columns.
template <int D>
Sparse textbook(const Model& model, const Place& at, Real weight, Real mass, Context& context) {
  std::vector<Eigen::Triplet<Real>> entries;
  const auto add = [&](Index row, Index column, Real value) {
    if (!at.fixed[static_cast<std::size_t>(row)] && !at.fixed[static_cast<std::size_t>(column)])
      entries.emplace_back(row, column, value);
  };
  const auto edges = [](View<Real> x, const Index* n) {
    Eigen::Matrix<Real, D, D> e;
    for (int k = 0; k < D; ++k)
      for (int i = 0; i < D; ++i) e(i, k) = x[n[k + 1] * D + i] - x[n[0] * D + i];
    return e;
  };
  for (Index e = 0; e < model.element_count(); ++e) {
    const auto body = static_cast<std::size_t>(model.element_body()[static_cast<std::size_t>(e)]);
    if (!model.bodies()[body].material) continue;
    const Index* n = model.elements().data() + e * (D + 1);
    const Eigen::Matrix<Real, D, D> X = edges(model.reference(), n), inverse = X.inverse();
    Eigen::Matrix3d F = Eigen::Matrix3d::Identity(), F_old = F;
    F.topLeftCorner<D, D>() = edges(at.q, n) * inverse;
    F_old.topLeftCorner<D, D>() = edges(at.q_old, n) * inverse;
    const auto A = slope_of(model, body, F, F_old, at.rule, D == 2, context);
    const Real volume = X.determinant() / (D == 2 ? 2 : 6) * model.bodies()[body].thickness;
    Eigen::Matrix<Real, D + 1, D> grad;
    grad.template bottomRows<D>() = inverse;
    grad.row(0) = -inverse.colwise().sum();
    for (int a = 0; a <= D; ++a)
      for (int b = 0; b <= D; ++b)
        for (int i = 0; i < D; ++i) {
          for (int k = 0; k < D; ++k) {
            Real sum = 0;
            for (int J = 0; J < D; ++J)
              for (int L = 0; L < D; ++L) sum += A(i + 3 * J, k + 3 * L) * grad(a, J) * grad(b, L);
            add(n[a] * D + i, n[b] * D + k, weight * volume * sum);
          }
          add(n[a] * D + i, n[b] * D + i,
              mass * model.bodies()[body].density * volume * (a == b ? 2 : 1) /
                  ((D + 1) * (D + 2)));
        }
  }
  for (const core::ModelBody& body : model.bodies())
    for (Index i = body.nodes.begin * D; !body.material && i < body.nodes.end * D; ++i)
      add(i, i, mass * model.mass()[static_cast<std::size_t>(i)]);
  const auto size = static_cast<Eigen::Index>(at.q.size());
  for (Eigen::Index i = 0; i < size; ++i)
    if (at.fixed[static_cast<std::size_t>(i)]) entries.emplace_back(i, i, 1);
  Sparse K(size, size);
  K.setFromTriplets(entries.begin(), entries.end());
  return K;
}

Sparse sparse(const LinearOperator& a) {
  const SparseView& s = *a.sparse();
  const Index b = s.block;
  std::vector<Eigen::Triplet<Real>> entries;
  for (Index i = 0; i < s.rows; ++i)
    for (Index k = s.start[i]; k < s.start[i + 1]; ++k)
      for (Index r = 0; r < b; ++r)
        for (Index c = 0; c < b; ++c)
          entries.emplace_back(i * b + r, s.column[k] * b + c, s.value[(k * b + r) * b + c]);
  Sparse m(a.size(), a.size());
  m.setFromTriplets(entries.begin(), entries.end());
  return m;
}

Real largest(const Sparse& m) {
  Real most = 0;
  for (Eigen::Index k = 0; k < m.nonZeros(); ++k) most = std::max(most, std::abs(m.valuePtr()[k]));
  return most;
}

}  // namespace

TEST_CASE("tangents are those of the textbook, element by element", "[implicit][tangent]") {
  const int dim = GENERATE(2, 3);
  const std::string material = GENERATE(from_range(kMaterials));
  const bool symmetric = GENERATE(true, false);
  if (!symmetric && material != "neo_hookean") return;  // the rule does not ask the material
  const Skew skew;
  for (unsigned seed = 1; seed <= 2; ++seed) {
    CAPTURE(dim, material, symmetric, seed);
    RandomNumbers random(seed);
    const test::Scene built = random_scene(dim, material, random);
    const auto model = built.model();
    FemSystem system(*model), other(*model);
    const auto matrix = system.new_tangent(), again = other.new_tangent();
    std::vector<Real> u(model->reference().size());
    const Real amplitude = 0.1 * model->scales().altitude;
    for (int repeat = 0; repeat < 3; ++repeat) {  // into the same matrix, with other things held
      const std::vector<Real> q_old = moved(*model, amplitude, random),
                              q = moved(*model, amplitude, random);
      for (std::size_t i = 0; i < u.size(); ++i) u[i] = q[i] - q_old[i];
      Place at{.q = q, .q_old = q_old, .rule = symmetric ? nullptr : &skew, .fixed = {}};
      at.fixed.assign(q.size(), 0);
      const int share = std::array{2, 7, 1000000}[repeat];
      for (auto& fixed : at.fixed) fixed = random.one_in(share);
      const Real mass = random.one_in(3) ? 0 : random.logarithmic(0.1, 1e3), weight = 0.7;
      // One runtime at a time: together they would have the threads of the smallest.
      const auto fill = [&](FemSystem& of, LinearOperator& to, int threads) {
        Runtime runtime(threads);
        REQUIRE(of.tangent({.q = q_old, .u = u, .rule = at.rule, .fixed = at.fixed},
                           Mass::consistent, mass, weight, to, runtime.context()));
      };
      fill(system, *matrix, 1);
      fill(other, *again, repeat == 1 ? 3 : 2);
      Runtime runtime(1);
      const Sparse expected = dim == 2 ? textbook<2>(*model, at, weight, mass, runtime.context())
                                       : textbook<3>(*model, at, weight, mass, runtime.context());
      const Sparse found = sparse(*matrix);
      CHECK(largest(found - expected) <= 1e-13 * largest(expected));
      CHECK(matrix->symmetric() == symmetric);
      if (symmetric) CHECK(largest(found - Sparse(found.transpose())) <= 1e-14 * largest(expected));
      if (!symmetric) CHECK(largest(found - Sparse(found.transpose())) > 1e-3 * largest(expected));
      for (Index i = 0; i < matrix->size(); ++i)
        REQUIRE(matrix->diagonal()[static_cast<std::size_t>(i)] == found.coeff(i, i));
      CHECK(std::ranges::equal(matrix->sparse()->value, again->sparse()->value));
    }
  }
}
