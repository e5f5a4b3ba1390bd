// Contact solvers that let bodies overlap and push them apart by springs, wrong in one way each.
#include <tactus/conformance/contact_solver_promises.hpp>
#include <tactus/conformance/doubles.hpp>
#include <tactus/midpoint/capabilities.hpp>

#include "kill.hpp"
#include "tests/support/dense_algebra.hpp"

namespace {
using namespace tactus;
using namespace tactus::conformance;

enum class SpringFault : std::uint8_t { none, even_force, says_it_conserves, walls_at_rest };

/// Each row that is below zero pushes with k times its depth at the end of the step.
class Springs final : public ContactSolver {
 public:
  explicit Springs(SpringFault fault) : fault_(fault) {}
  void capabilities(Capabilities& c) const override {
    for (auto name : {capability::increment, capability::gap, capability::gradient}) c.needs(name);
    if (fault_ == SpringFault::says_it_conserves)
      c.prefers(capability::keeps_energy, "for the test");
  }

 private:
  static constexpr Real kStiffness = 50;  ///< N/m
  bool is(SpringFault fault) const { return fault_ == fault; }

  Outcome do_solve_increment(StepProblem& problem, ContactModel& contact, StepSolution& s,
                             Context& context) override {
    const auto n = static_cast<Eigen::Index>(s.w.size());
    const LinearOperator* mass = nullptr;
    if (Outcome bad = problem.tangent(s.w, mass, context); !bad) return bad;
    Eigen::VectorXd force;
    for (int k = 0; k < 60; ++k) {
      DetectResult found;
      if (Outcome bad = contact.detect(s.w, found, context); !bad) return bad;
      Eigen::MatrixXd K = map(mass->diagonal()).asDiagonal();
      force = Eigen::VectorXd::Zero(n);
      std::vector<Real> w(s.w.begin(), s.w.end());
      for (std::size_t i = 0; is(SpringFault::walls_at_rest) && i < w.size(); ++i)
        if (problem.fixed()[i]) w[i] = 0;
      if (Outcome bad = push(contact, w, s, force, K, context); !bad) return bad;
      std::vector<Real> r(s.w.size());
      if (Outcome bad = problem.residual(s.w, r, context); !bad) return bad;
      Eigen::VectorXd out = force - map(View<Real>(r));
      for (Eigen::Index i = 0; i < n; ++i)
        if (problem.fixed()[static_cast<std::size_t>(i)]) out[i] = 0, force[i] = 0;
      const Eigen::VectorXd step = testing::solved(K, out);
      map(s.w) += step;
      if (step.norm() <= 1e-14) break;
    }
    map(s.contact_force) = force;
    return {};
  }

  Outcome push(ContactModel& contact, View<Real> w, StepSolution& s, Eigen::VectorXd& force,
               Eigen::MatrixXd& K, Context& context) const {
    const ContactRows& rows = contact.rows();
    std::vector<Index> all(static_cast<std::size_t>(rows.count));
    for (std::size_t k = 0; k < all.size(); ++k) all[k] = static_cast<Index>(k);
    std::vector<Real> value(all.size()), gradient(rows.dof.size());
    if (Outcome bad =
            contact.evaluate(all, w, {.value = value.data(), .gradient = gradient.data()}, context);
        !bad)
      return bad;
    s.multiplier->assign(all.size(), 0);
    s.group->assign(all.empty() ? 0 : s.w.size(), kNone);
    for (const Index dof : rows.dof) (*s.group)[static_cast<std::size_t>(dof)] = 0;
    s.stored_energy = 0;
    for (std::size_t k = 0; k < all.size(); ++k) {
      if (!(value[k] < 0)) continue;
      const Real depth = is(SpringFault::even_force) ? std::min(-value[k], Real(0.002)) : -value[k];
      (*s.multiplier)[k] = kStiffness * depth;
      s.stored_energy += kStiffness * value[k] * value[k] / 2;
      Eigen::VectorXd G = Eigen::VectorXd::Zero(force.size());
      for (auto e = static_cast<std::size_t>(rows.start[k]);
           e < static_cast<std::size_t>(rows.start[k + 1]); ++e)
        G[rows.dof[e]] += gradient[e];
      force += (*s.multiplier)[k] * G;
      K += kStiffness * G * G.transpose();
    }
    return {};
  }

  SpringFault fault_;
};

struct SpringCase {
  std::string name;
  SpringFault fault;
  Expected expected;
};

}  // namespace

void tactus::conformance::add_springs(Kills& kills, Sounds& sounds) {
  const std::string work = "springs store the work that they took, and no more";
  const auto run = [](const SpringCase& c, Check& check) {
    contact_solver_promises([&] { return std::make_unique<Springs>(c.fault); }, check);
  };
  add(kills, "contact solver, springs", "a wrong answer",
      std::vector<SpringCase>{{"pushes no harder from some depth on",
                               SpringFault::even_force,
                               {"what is deeper is pushed harder", "with the predictor at"}},
                              {"finds the gap to a wall where the wall was",
                               SpringFault::walls_at_rest,
                               {"a wall that moves pushes as one at rest does", "at most 1e-07"}},
                              {"says that contact gives back what it takes, and does not",
                               SpringFault::says_it_conserves,
                               {work, "J and store"}}},
      run);
  sounds.push_back({"springs between bodies that overlap", 8, [](Check& check) {
                      contact_solver_promises(
                          [] { return std::make_unique<Springs>(SpringFault::none); }, check);
                    }});
}
