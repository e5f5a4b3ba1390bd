// What springs may gain: bodies of masses 1 to 100 that meet the ground and each other at several
// contacts each, with the law spring_dashpot and the solver direct. Gaps are linear in the motion, so
// that all energy is that of motion, weight and springs, and none may appear.
#include <catch2/catch.hpp>
#include <numeric>

#include "apps/solve/friction_problem.hpp"
#include "core/support/executor.hpp"
#include "tactus/conformance/random.hpp"
#include "tactus/contact_law.hpp"
#include "tactus/contact_solver.hpp"
#include "tests/support/make_component.hpp"

using namespace tactus;
using namespace tactus::testing;

namespace {

using Vector = Eigen::VectorXd;
using Matrix = Eigen::MatrixXd;

/// Bodies in the plane with x, y and a small rotation each; contact i has the rows 2 i (normal) and
/// 2 i + 1 of H, and the gap gap[i] at q = 0.
struct Bodies {
  Vector inverse_mass, weight, v, q;
  Matrix H;
  Vector gap;
  std::vector<Real> friction;

  /// A column of up to four bodies. Each stands on what is below it at two to five points.
  explicit Bodies(std::uint64_t seed, Real most_friction) {
    conformance::Random random(seed);
    const Index bodies = 1 + static_cast<Index>(4 * random());
    inverse_mass.resize(3 * bodies), weight.setZero(3 * bodies), v.resize(3 * bodies);
    q.setZero(3 * bodies);
    for (Index b = 0; b < bodies; ++b) {
      const Real mass = std::pow(100, random()), arm = random.between(0.3, 0.6);
      inverse_mass.segment<3>(3 * b) << 1 / mass, 1 / mass, 1 / (mass * arm * arm);
      weight[3 * b + 1] = -9.81 * mass;
      for (int d = 0; d < 3; ++d) v[3 * b + d] = random.between(-1, 1);
    }
    std::vector<Vector> rows;
    std::vector<Real> gaps;
    for (Index b = 0; b < bodies; ++b) {
      const Index points = 2 + static_cast<Index>(4 * random());
      for (Index k = 0; k < points; ++k) {
        const Real x = random.between(-0.5, 0.5), up = 0.5;  // m, from the centre of the body
        Vector normal = Vector::Zero(3 * bodies), tangent = normal;
        normal.segment<3>(3 * b) << 0, 1, x;
        tangent.segment<3>(3 * b) << 1, 0, up;
        if (b > 0) normal.segment<3>(3 * b - 3) << 0, -1, -x;
        if (b > 0) tangent.segment<3>(3 * b - 3) << -1, 0, up;
        rows.push_back(normal), rows.push_back(tangent);
        gaps.push_back(random.between(0, 2e-3));
        friction.push_back(most_friction * random());
      }
    }
    H.resize(static_cast<Index>(rows.size()), 3 * bodies);
    for (std::size_t i = 0; i < rows.size(); ++i) H.row(static_cast<Index>(i)) = rows[i];
    gap = Eigen::Map<Vector>(gaps.data(), static_cast<Index>(gaps.size()));
  }
  Real kinetic() const { return v.cwiseAbs2().cwiseQuotient(inverse_mass).sum() / 2; }
  Real energy() const { return kinetic() - weight.dot(q); }
};

/// Steps of Moreau and Jean, with the contacts whose gap is negative in the middle of the step.
class Run {
 public:
  Run(Bodies bodies, const ContactLaw& law, ContactSolver& solver)
      : b_(std::move(bodies)), law_(law), solver_(solver), width_(history_width(law)),
        history_(static_cast<std::size_t>(b_.gap.size() * width_), 0),
        reactions_(Vector::Zero(b_.H.rows())) {
    const Matrix normal = b_.H(Eigen::seq(0, Eigen::last, 2), Eigen::all);
    const Matrix W = normal * b_.inverse_mass.asDiagonal() * normal.transpose();
    dt = law.time_step_limit(W.cwiseAbs().rowwise().sum().maxCoeff());
  }
  Real dt = 0, stored = 0;
  Index most_sweeps = 0;
  Real energy() const { return b_.energy() + stored; }
  const Bodies& bodies() const { return b_; }

  void step() {
    const Vector free = b_.v + dt * b_.inverse_mass.cwiseProduct(b_.weight);
    const Vector middle = b_.q + dt / 2 * b_.v;
    std::vector<Index> rows;
    for (Index i = 0; i < b_.gap.size(); ++i)
      if (b_.gap[i] + b_.H.row(2 * i).dot(middle) < 0) rows.push_back(i);
    Vector v = free;
    stored = 0;
    if (!rows.empty()) v += solve(rows, middle, free);
    if (rows.empty()) std::fill(history_.begin(), history_.end(), 0), reactions_.setZero();
    b_.q += dt / 2 * (b_.v + v);
    b_.v = v;
    ++runtime_.context().step.step;
  }

 private:
  Vector solve(const std::vector<Index>& rows, const Vector& middle, const Vector& free) {
    const auto n = static_cast<Index>(rows.size());
    Matrix H(2 * n, b_.H.cols());
    for (Index i = 0; i < n; ++i)
      H.middleRows<2>(2 * i) = b_.H.middleRows<2>(2 * rows[static_cast<std::size_t>(i)]);
    const Matrix W = H * b_.inverse_mass.asDiagonal() * H.transpose();
    core::FrictionProblem blocks;
    blocks.dim = 2, blocks.contacts = n;
    std::vector<Real> gap, friction, old, R;
    for (Index i = 0; i < n; ++i) {
      const Index row = rows[static_cast<std::size_t>(i)];
      for (Index j = 0; j < n; ++j) {
        blocks.column.push_back(j);
        for (int a = 0; a < 4; ++a) blocks.value.push_back(W(2 * i + a / 2, 2 * j + a % 2));
      }
      blocks.start.push_back(static_cast<Index>(blocks.column.size()));
      gap.push_back(b_.gap[row] + b_.H.row(2 * row).dot(middle));
      friction.push_back(b_.friction[static_cast<std::size_t>(row)]);
      for (int d = 0; d < 2; ++d) R.push_back(reactions_[2 * row + d]);
      for (Index k = 0; k < width_; ++k)
        old.push_back(history_[static_cast<std::size_t>(row * width_ + k)]);
    }
    const core::StoredOperator delassus(blocks);
    const Vector B = H * free, U_old = H * b_.v;
    std::vector<Real> next = old;
    const std::vector<Real> rest(rows.size(), 0);
    const std::vector<std::int32_t> laws(rows.size(), 0);
    const std::vector<ContactKey> key(rows.size());
    ReactionProblem p{.dim = 2, .contacts = n, .dt = dt, .delassus = &delassus};
    p.delassus_diagonal = delassus.diagonal_blocks();
    p.free_velocity = {B.data(), R.size()}, p.U_old = {U_old.data(), R.size()};
    p.gap = gap, p.friction = friction, p.restitution = rest, p.law = laws, p.key = key;
    p.history_old = old, p.history_new = next, p.history_size = width_;
    const ContactLaw* const law[] = {&law_};
    ReactionSolution solution{.reactions = R};
    const Outcome outcome = solver_.solve(p, law, solution, runtime_.context());
    if (!outcome) throw std::runtime_error(outcome.message);
    most_sweeps = std::max(most_sweeps, solution.report.iterations);
    return taken(p, rows, R, next, H);
  }
  /// What the reactions add to the velocities; reactions and histories are kept for the next step.
  Vector taken(const ReactionProblem& p, const std::vector<Index>& rows, std::vector<Real>& R,
               const std::vector<Real>& next, const Matrix& H) {
    const Eigen::Map<const Vector> reactions(R.data(), static_cast<Index>(R.size()));
    const Vector impulse = H.transpose() * reactions;
    const Vector added = b_.inverse_mass.cwiseProduct(impulse);
    Vector own = Eigen::Map<const Vector>(p.free_velocity.data(), reactions.size()) + H * added;
    std::vector<Index> all(rows.size());
    std::iota(all.begin(), all.end(), Index{0});
    for (const Index i : all)
      own.segment<2>(2 * i) -= block<2>(p.delassus_diagonal, i) * reactions.segment<2>(2 * i);
    stored = law_.stored_energy(
        {.problem = &p, .contacts = all, .free = {own.data(), R.size()}, .R = R});
    std::fill(history_.begin(), history_.end(), 0);
    reactions_.setZero();
    for (std::size_t i = 0; i < rows.size(); ++i) {
      std::copy_n(next.begin() + static_cast<std::ptrdiff_t>(i) * width_, width_,
                  history_.begin() + rows[i] * width_);
      reactions_.segment<2>(2 * rows[i]) = reactions.segment<2>(2 * static_cast<Index>(i));
    }
    return added;
  }

  Bodies b_;
  const ContactLaw& law_;
  ContactSolver& solver_;
  Index width_;
  std::vector<Real> history_;
  Vector reactions_;
  core::Runtime runtime_{1};
};

OptionValues drawn(std::uint64_t seed, bool damped) {
  conformance::Random random(seed + 1000);
  const Real spring = std::pow(10, random.between(4, 7));
  OptionValues options{{"spring", spring}};
  if (damped) options["dashpot"] = random() * 2 * std::sqrt(spring);  // zeta 0 to 1 for 1 kg
  if (seed % 3 == 0) options["power"] = 1.5, options["depth"] = 1e-2;
  return options;
}

}  // namespace

TEST_CASE("springs of any bodies give no energy, whatever the phase in which contact begins",
          "[contact_law][spring_dashpot][direct]") {
  const bool damped = GENERATE(false, true);
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    INFO("seed " << seed << (damped ? ", damped" : ""));
    const auto law = make_component<ContactLaw>("spring_dashpot", drawn(seed, damped));
    const auto solver = make_component<ContactSolver>("direct", {{"tolerance", 1e-13}});
    Run run(Bodies(seed, 0), *law, *solver);
    const Real start = run.bodies().kinetic();
    Real before = run.energy(), worst = 0, scale = start;
    for (int n = 0; n < 400; ++n) {
      run.step();
      worst = std::max(worst, run.energy() - before);
      before = run.energy();
      scale = std::max(scale, run.bodies().kinetic() + run.stored);
    }
    CHECK(worst <= 1e-10 * scale);
  }
}

TEST_CASE("friction between springs gives no energy where several contacts share a body",
          "[contact_law][spring_dashpot][direct]") {
  const Real most_friction = GENERATE(0.4, 1.);
  int rubbed = 0;
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    INFO("seed " << seed << ", friction up to " << most_friction);
    const auto law = make_component<ContactLaw>("spring_dashpot", drawn(seed, seed % 2 == 0));
    const auto solver = make_component<ContactSolver>("direct");
    Run run(Bodies(seed, most_friction), *law, *solver);
    const Real start = run.energy(), scale = run.bodies().kinetic();
    Real highest = start;
    for (int n = 0; n < 400; ++n) {
      run.step();
      highest = std::max(highest, run.energy());
    }
    CHECK(highest - start <= 1e-6 * scale);
    CHECK(run.most_sweeps < 100);  // all steps settled
    rubbed += run.energy() < start - 1e-2 * scale;
  }
  CHECK(rubbed >= 40);  // the others part, or stick
}
