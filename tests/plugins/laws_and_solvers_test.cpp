// Every implicit law with every solver of reactions that takes it: a hundred contacts that stand alone,
// with and without restitution, and contacts that depend on each other.
#include "core/support/executor.hpp"
#include "tests/support/hybrid_of.hpp"
#include "tests/support/local_contacts.hpp"
#include "tests/support/reaction_chain.hpp"

using namespace tactus;
using namespace tactus::testing;

namespace {

const std::vector<std::string> kImplicitLaws{"nonsmooth_force", "projected_gradient",
                                             "de_saxce_feng", "nonsmooth_velocity"};

/// Contact solvers that take no reactions of implicit laws.
const std::vector<std::string> kOthers{"direct", "ipopt", "local_sqp", "penalty", "sqp"};

/// Which laws a solver takes, by the capabilities that it needs.
class Needs final : public Capabilities {
 public:
  explicit Needs(const Component& solver) { solver.capabilities(*this); }
  bool reactions() const { return has(capability::impulse); }
  bool met_by(const conformance::Claims& law) const {
    return std::all_of(needed_.begin(), needed_.end(), [&](const std::string& name) {
      return !name.starts_with("law.") || law.has(name);
    });
  }

 private:
  void provides(std::string_view) override {}
  void needs(std::string_view name) override { needed_.emplace_back(name); }
  void needs_one_of(std::initializer_list<std::string_view>) override {}
  void prefers(std::string_view, std::string_view) override {}
  bool has(std::string_view name) const {
    return std::find(needed_.begin(), needed_.end(), name) != needed_.end();
  }
  std::vector<std::string> needed_;
};

std::unique_ptr<ContactSolver> solver_named(const std::string& name, Real tolerance) {
  const OptionValues options{{"tolerance", tolerance}};
  if (name == "hybrid")
    return hybrid_of(make_component<ContactSolver>("projected_newton", options),
                     make_component<ContactSolver>("gauss_seidel", options));
  return make_component<ContactSolver>(name, options);
}

/// The solvers of this build that take reactions of implicit laws.
std::vector<std::string> solvers_for(const ContactLaw& law) {
  std::vector<std::string> list;
  for (const std::string& name : registry().names(Kind::contact_solver)) {
    if (!built(name)) continue;  // one that only tests use
    if (std::ranges::count(kOthers, name) > 0) continue;
    const auto solver = solver_named(name, 1e-8);
    if (Needs(*solver).met_by(conformance::Claims(law))) list.push_back(name);
  }
  return list;
}

/// Reactions of a problem in space, with restitution.
struct Solved {
  SolveStatus status = SolveStatus::stalled;
  std::vector<Real> R;
};

Solved solve(const core::FrictionProblem& p, const std::vector<Real>& restitution,
             const std::vector<Real>& U_old, const ContactLaw& law, ContactSolver& solver) {
  const core::StoredOperator W(p);
  const ContactLaw* const laws[] = {&law};
  core::Runtime runtime(1);
  core::ReactionData data;
  data.dim = p.dim, data.delassus = &W, data.diagonal_blocks = W.diagonal_blocks();
  data.resize(p.contacts);
  data.free_velocity = p.free_velocity, data.friction = p.friction;
  data.restitution = restitution, data.U_old = U_old;
  std::fill(data.law.begin(), data.law.end(), 0);
  Layout layout;
  solver.setup({.layout = &layout, .laws = laws}, runtime.context());
  ReactionSolution solution{.reactions = data.reactions};
  const Outcome outcome = solver.solve(data.problem(), laws, solution, runtime.context());
  if (!outcome) throw std::runtime_error(outcome.message);
  return {solution.report.status, data.reactions};
}

core::FrictionProblem alone(const conformance::LawScene<3>::Contact& c) {
  core::FrictionProblem p;
  p.contacts = 1, p.friction = {c.friction}, p.start = {0, 1}, p.column = {0};
  p.free_velocity.assign(c.free.data(), c.free.data() + 3);
  p.value.assign(c.W.data(), c.W.data() + 9);
  return p;
}

/// Eight contacts of one rigid body in space with two more bodies on it: W has couplings of all kinds,
/// and is singular.
core::FrictionProblem coupled(std::uint64_t seed, int dim) {
  conformance::Random random(seed);
  const Index n = 8, dofs = 12;
  Eigen::MatrixXd H(n * dim, dofs);
  for (Index i = 0; i < H.size(); ++i) H.data()[i] = random.between(-1, 1);
  Eigen::VectorXd v(dofs);
  for (Index i = 0; i < dofs; ++i) v[i] = random.between(-1, 1);
  const Eigen::MatrixXd W = H * H.transpose();
  Eigen::VectorXd q = H * v;
  core::FrictionProblem p;
  p.dim = dim, p.contacts = n;
  for (Index i = 0; i < n; ++i) {
    p.friction.push_back(0.1 + 0.2 * random());
    for (Index j = 0; j < n; ++j) {
      p.column.push_back(j);
      for (int a = 0; a < dim; ++a)
        for (int b = 0; b < dim; ++b) p.value.push_back(W(i * dim + a, j * dim + b));
    }
    p.start.push_back(static_cast<Index>(p.column.size()));
  }
  p.free_velocity.assign(q.data(), q.data() + q.size());
  return p;
}

}  // namespace

TEST_CASE("every implicit law fits every solver of reactions of implicit laws", "[contact_law]") {
  for (const std::string& name : kImplicitLaws) {
    INFO(name);
    const auto list = solvers_for(*make_component<ContactLaw>(name));
    for (const std::string solver :
         {"interior_point", "gauss_seidel", "projected_newton", "hybrid"})
      CHECK(std::find(list.begin(), list.end(), solver) != list.end());
  }
  CHECK(solvers_for(*make_component<ContactLaw>("spring_dashpot")).empty());
}

TEST_CASE("each law and solver solves all of a hundred contacts, with and without restitution",
          "[contact_law][contact_solver]") {
  const auto reference = reference_contacts();
  if (reference.empty()) return;
  const Real e = GENERATE(0., 0.5);
  for (const std::string& name : kImplicitLaws) {
    const auto law = make_component<ContactLaw>(name);
    for (const std::string& solver_name : solvers_for(*law)) {
      const auto solver = solver_named(solver_name, 1e-10);
      int solved = 0;
      for (ReferenceContact c : reference) {
        INFO(name << ", " << solver_name << ", e = " << e << ": " << c.id);
        const bool as_given = c.contact.restitution == e;
        c.contact.restitution = e;
        if (c.contact.U_old[0] == 0) c.contact.U_old[0] = c.contact.free[0];
        const auto& before = c.contact.U_old;
        const Solved s =
            solve(alone(c.contact), {e}, {before[0], before[1], before[2]}, *law, *solver);
        const Vec<3> R = point<3>(s.R, 0);
        CHECK(s.status == SolveStatus::converged);
        CHECK(c.residual(R) <= 1e-10);
        solved += s.status == SolveStatus::converged && c.residual(R) <= 1e-10;
        if (as_given && e == 0 && c.solutions.size() == 1)
          CHECK((R - c.solutions[0]).norm() <=
                1e-10 * c.condition * (c.solutions[0].norm() + c.b().norm() / c.contact.W.trace()));
      }
      CHECK(solved == 100);
    }
  }
}

TEST_CASE("Newton's method for all contacts at once takes the equation of every implicit law",
          "[contact_law][contact_solver]") {
  // One sweep is all that the laws themselves do; the rest is their equations.
  const int dim = GENERATE(2, 3);
  for (const std::string& name : kImplicitLaws) {
    const auto law = make_component<ContactLaw>(name);
    const auto solver =
        make_component<ContactSolver>("projected_newton", {{"sweeps", 1.}, {"tolerance", 1e-10}});
    core::Runtime runtime(1);
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
      INFO(name << " in " << dim << "D, seed " << seed);
      const auto s = core::solve_problem(coupled(seed, dim), *solver, *law, runtime.context());
      CHECK(s.status == SolveStatus::converged);
      CHECK(s.residual <= 1e-10);
      CHECK(s.iterations <= 30);
    }
  }
}
