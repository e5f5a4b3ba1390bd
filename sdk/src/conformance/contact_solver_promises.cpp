// Tests what every contact solver promises, and what it promises by its claims: on explicit
// problems with contact rows, and on small problems in reactions.
//
// Lengths, masses and forces are of order one, but for the promise about units.
#include "tactus/conformance/contact_solver_promises.hpp"

#include "counts.hpp"
#include "coupled_promises.hpp"
#include "reaction_promises.hpp"
#include "solver_trial.hpp"
#include "tactus/midpoint/capabilities.hpp"
#include "worst.hpp"

namespace tactus::conformance {
namespace contact_solver_tests {
namespace {

using Solved = SolverTrial::Solved;

/// Both the bias of a gap and the tolerance of a nonlinear program are well below this.
constexpr Real kTolerance = 1e-7;

Finding without_contact_nothing_happens(const Make<ContactSolver>& make) {
  ProjectionCase c = random_linear_case(1, 6, 0);
  const Solved s = SolverTrial(make, c.dofs()).solve(c);
  if (!s.outcome) return broken(s.outcome.message);
  Real worst = 0;
  for (std::size_t i = 0; i < c.dofs(); ++i)
    raise_to(worst, std::abs(s.w[i] - c.predictor[i]), std::abs(s.force[i]));
  return within(worst, 1e-12);
}

/// Compares with the only active set, among all of them, that is feasible and has no negative
/// multipliers.
Finding linear_rows(const Make<ContactSolver>& make) {
  Real worst = 0;
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    const auto rows = static_cast<Index>(1 + seed % 6);
    const ProjectionCase c = random_linear_case(seed, 8, rows);
    Eigen::MatrixXd G = Eigen::MatrixXd::Zero(rows, 8);
    Eigen::VectorXd offset(rows);
    const std::vector<Real> zero(8, 0);
    for (Index k = 0; k < rows; ++k) {
      const RowFunction& row = c.rows[static_cast<std::size_t>(k)];
      std::vector<Real> g(row.dof.size());
      row.gradient(zero, g);
      for (std::size_t i = 0; i < g.size(); ++i) G(k, row.dof[i]) = g[i];
      offset[k] = row.value(zero);
    }
    const Eigen::VectorXd exact =
        solution_by_active_sets(DiagonalProblem(c.mass, c.predictor), LinearContact(G, offset, 0));
    const Solved s = SolverTrial(make, c.dofs()).solve(c);
    if (!s.outcome) return broken(text_of("problem ", seed, ": ", s.outcome.message));
    const Real off = largest_entry(map(View<Real>(s.w)) - exact);
    raise_to(worst, off);
    if (std::isnan(off)) break;
  }
  return within(worst, kTolerance);
}

Finding chain_of_beads(const Make<ContactSolver>& make) {
  Real worst = 0;
  for (const Index count : {2, 5, 12, 30}) {
    const ProjectionCase c = beads_case(static_cast<std::uint64_t>(count), count);
    const Solved s = SolverTrial(make, c.dofs()).solve(c);
    if (!s.outcome) return broken(text_of(count, " beads: ", s.outcome.message));
    const std::vector<Real> exact = solution_of_beads(c);
    raise_to(worst, largest_entry(map(View<Real>(s.w)) - map(View<Real>(exact))));
  }
  return within(worst, kTolerance);
}

/// Ten such chains side by side, some three hundred rows: each bead as in its own chain.
Finding hundreds_of_rows(const Make<ContactSolver>& make) {
  ProjectionCase many = beads_case(101, 30);
  std::vector<Real> exact = solution_of_beads(many);
  for (std::uint64_t seed = 102; seed <= 110; ++seed) {
    const ProjectionCase chain = beads_case(seed, 30);
    const std::vector<Real> one = solution_of_beads(chain);
    many = many.beside(chain);
    exact.insert(exact.end(), one.begin(), one.end());
  }
  const Solved s = SolverTrial(make, many.dofs()).solve(many);
  if (!s.outcome) return broken(s.outcome.message);
  return within(largest_entry(map(View<Real>(s.w)) - map(View<Real>(exact))), kTolerance);
}

std::vector<ProjectionCase> all_cases();

/// Where all lengths are some micrometres, and Scales says so, increments are the same in micrometres.
Finding units_do_not_matter(const Make<ContactSolver>& make) {
  constexpr Real micrometre = 0x1p-20;
  Real worst = 0;
  for (const ProjectionCase& c : all_cases()) {
    const Solved here = SolverTrial(make, c.dofs()).solve(c),
                 there = SolverTrial(make, c.dofs(), micrometre).solve(c.times(micrometre));
    if (!here.outcome) continue;
    if (!there.outcome)
      return broken("in micrometres there is no solution: " + there.outcome.message);
    for (std::size_t i = 0; i < c.dofs(); ++i)
      raise_to(worst, std::abs(there.w[i] / micrometre - here.w[i]));
  }
  return within(worst, kTolerance);
}

/// Problems with linear rows, a few and three times as many as degrees of freedom, and with nonlinear ones.
std::vector<ProjectionCase> all_cases() {
  std::vector<ProjectionCase> cases;
  for (std::uint64_t seed = 50; seed < 60; ++seed)
    for (const auto& [dofs, rows] : {std::pair<Index, Index>{8, 6}, {6, 18}})
      cases.push_back(random_linear_case(seed, dofs, rows));
  for (std::uint64_t seed = 1; seed <= 10; ++seed)
    cases.push_back(discs_case(seed, static_cast<Index>(2 + seed % 5)));
  return cases;
}

/// Applies `judge` to each of them and returns the worst number.
Finding in_all_cases(
    const Make<ContactSolver>& make, Real limit,
    FunctionRef<Real(const ProjectionCase&, const SolverTrial&, const Solved&)> judge) {
  return worst_of(
      make, all_cases(), limit,
      [](SolverTrial& trial, const ProjectionCase& c) { return trial.solve(c); }, judge);
}

/// No row is below zero, whether it was found or not.
Finding feasible(const Make<ContactSolver>& make) {
  return in_all_cases(make, 0, [](const ProjectionCase& c, const SolverTrial&, const Solved& s) {
    Real worst = -kUnlimited;
    for (const RowFunction& row : c.rows) {
      const Real value = row.value(s.w);
      raise_to(worst, -value);
    }
    return std::isnan(worst) ? worst : std::max(worst, Real(0));
  });
}

/// M (w - predictor) = contact_force = G' lambda.
Finding stationary(const Make<ContactSolver>& make) {
  return in_all_cases(
      make, kTolerance, [](const ProjectionCase& c, const SolverTrial& t, const Solved& s) {
        const Eigen::VectorXd force = pull(c, t, s);
        Real worst = largest_entry(map(View<Real>(s.force)) - force);
        for (std::size_t i = 0; i < c.dofs(); ++i)
          raise_to(worst, std::abs(c.mass[i] * (s.w[i] - c.predictor[i]) - s.force[i]));
        return worst;
      });
}

/// lambda >= 0 exactly: contact does not pull.
Finding dual_sign(const Make<ContactSolver>& make) {
  return in_all_cases(make, 0, [](const ProjectionCase&, const SolverTrial&, const Solved& s) {
    Real worst = 0;
    for (const Real lambda : s.multiplier) raise_to(worst, -lambda);
    return worst;
  });
}

/// lambda (value - lower) = 0: an open row has no force.
Finding complementary(const Make<ContactSolver>& make) {
  return in_all_cases(
      make, kTolerance, [](const ProjectionCase& c, const SolverTrial& t, const Solved& s) {
        Real worst = 0;
        for (std::size_t k = 0; k < s.multiplier.size(); ++k) {
          const RowFunction& row = c.rows[t.contact().found()[k]];
          const Real product = std::abs(s.multiplier[k] * (row.value(s.w) - row.lower));
          raise_to(worst, product);
        }
        return worst;
      });
}

/// w_1 >= w_0 - gap: a wall on a prescribed path, and a body in front of it.
RowFunction wall_row(Real gap) {
  RowFunction row = linear_row({0, 1}, {-1, 1}, gap, kMargin);
  row.dof = {1};
  row.gradient = [](View<Real>, Out<Real> g) { g[0] = 1; };
  row.hessian = [](View<Real>, Out<Real> H) { H[0] = 0; };
  row.held = [](View<Real> w) { return -w[0]; };
  return row;
}

/// A wall on a prescribed path pushes what it meets as one at rest pushes what comes as fast the other way.
Finding walls_may_move(const Make<ContactSolver>& make) {
  Real worst = 0;
  for (const Real by : {0.05, -0.25}) {
    const auto solve = [&](Real way) {
      const ProjectionCase c{
          .mass = {1, 2}, .predictor = {way, way - 0.3}, .rows = {wall_row(0.1)}, .fixed = {1, 0}};
      return SolverTrial(make, c.dofs()).solve(c);
    };
    const Solved still = solve(0), moving = solve(by);
    for (const Solved* s : {&still, &moving})
      if (!s->outcome) return broken("no solution: " + s->outcome.message);
    if (!(still.force[1] > 0)) return broken("a wall does not push what is behind it");
    raise_to(worst, std::abs(moving.w[1] - by - still.w[1]),
             std::abs(moving.force[1] - still.force[1]));
  }
  return within(worst, kTolerance);
}

/// A point whose predictor is deeper behind a wall is pushed back by a larger force, and none is where it
/// stays in front of it: for solvers that let things overlap.
Finding deeper_is_pushed_harder(const Make<ContactSolver>& make) {
  Real before = 0;
  for (const Real predictor : {0.5, -0.1, -0.2, -0.4}) {
    const ProjectionCase c{
        .mass = {1, 1}, .predictor = {predictor, 0}, .rows = {linear_row({0}, {1}, 0.05, kMargin)}};
    const Solved s = SolverTrial(make, c.dofs()).solve(c);
    if (!s.outcome) return broken(text_of("no solution: ", s.outcome.message));
    if (predictor > 0 ? s.force[0] != 0 : !(s.force[0] > before))
      return broken(text_of("with the predictor at ", predictor, " m the force is ", s.force[0],
                            " N, and was ", before, " N before"));
    before = s.force[0];
  }
  return kept();
}

/// A point is pressed into a wall, a little deeper in each step, and comes out again: the force grows with the
/// depth, and springs store no more than the work they took; a quarter is left to rules of first order. All of
/// it is stored by a solver that prefers integrators which keep energy. Contact begins and ends within steps. For
/// solvers that let things overlap.
Finding springs_work(const Make<ContactSolver>& make, bool conserve) {
  constexpr int kSteps = 16;
  constexpr Real kGap = 0.046, kStep = 0.01;
  const Real within = conserve ? 1e-6 : 0.25;
  SolverTrial trial(make, 2);
  const RowFunction wall = linear_row({0}, {1}, kGap, kMargin);
  const auto solve = [&](RowContact& rows, Real q, Real mass, Real predictor) {
    rows.begin(std::vector<Real>{q, 0});
    return trial.solve(ProjectionCase{.mass = {mass, 1}, .predictor = {predictor, 0}, .rows = {}},
                       rows);
  };
  RowContact trial_rows({wall}, history_width(trial.solver()));
  const Solved hit = solve(trial_rows, 0, 1, -4 * kGap);
  if (!hit.outcome || !(hit.force[0] > 0)) return broken("nothing pushes: " + hit.outcome.message);
  trial.solver().reject();
  // What hardly feels the springs, whose stiffness is about that of the trial.
  const Real mass = 1e3 * hit.force[0] / std::max(kStep, std::abs(hit.w[0] + kGap));
  RowContact rows({wall}, history_width(trial.solver()));
  Real q = 0, took = 0, most = 0, before = 0;
  for (int k = 0; k < 2 * kSteps; ++k) {
    const Real target = -kStep * static_cast<Real>(k < kSteps ? k + 1 : 2 * kSteps - 1 - k);
    const Solved s = solve(rows, q, mass, target - q + before / mass);
    if (!s.outcome) return broken(s.outcome.message);
    trial.solver().accept(), rows.accept();
    q += s.w[0], took -= s.force[0] * s.w[0], raise_to(most, took);
    const Real depth = -q - kGap, force = s.force[0];
    if (k < kSteps && depth > 2 * kStep && !(force > before))
      return broken(text_of(depth, " m deep it pushes with ", force, " N, and with ", before,
                            " N a step before"));
    if (!(s.stored >= 0 && s.stored <= took + within * most) ||
        (conserve && s.stored < took - within * most))
      return broken(text_of("springs took ", took, " J and store ", s.stored, " J"));
    before = force;
  }
  return kept(text_of("up to ", most, " J"));
}

/// Each problem has its own group: degrees of freedom with a force have a group, and those that
/// share a row have the same one.
Finding groups_are_those_of_rows(const Make<ContactSolver>& make) {
  for (const ProjectionCase& c : all_cases()) {
    SolverTrial trial(make, c.dofs());
    const Solved s = trial.solve(c);
    if (!s.outcome) return broken(s.outcome.message);
    if (s.group.empty() && s.multiplier.empty()) continue;
    if (s.group.size() != c.dofs())
      return broken(text_of(s.group.size(), " entries for ", c.dofs(), " degrees of freedom"));
    for (std::size_t i = 0; i < c.dofs(); ++i)
      if (s.force[i] != 0 && s.group[i] == kNone)
        return broken("a degree of freedom with a contact force belongs to no problem");
    for (const std::size_t found : trial.contact().found())
      for (const Index dof : c.rows[found].dof)
        if (s.group[static_cast<std::size_t>(dof)] !=
            s.group[static_cast<std::size_t>(c.rows[found].dof[0])])
          return broken("a row joins two problems");
  }
  return kept();
}

/// Two independent problems give the same bits solved together and alone.
Finding separable(const Make<ContactSolver>& make) {
  const std::vector<ProjectionCase> cases = all_cases();
  for (std::size_t k = 0; k + 1 < cases.size(); ++k) {
    const ProjectionCase &a = cases[k], &b = cases[k + 1], both = a.beside(b);
    const Solved first = SolverTrial(make, a.dofs()).solve(a),
                 second = SolverTrial(make, b.dofs()).solve(b),
                 together = SolverTrial(make, both.dofs()).solve(both);
    if (!first.outcome || !second.outcome || !together.outcome) return broken("no solution");
    const auto middle = static_cast<std::ptrdiff_t>(a.dofs());
    const auto is_two = [&](const std::vector<Real>& all, const std::vector<Real>& one,
                            const std::vector<Real>& two) {
      return std::equal(one.begin(), one.end(), all.begin(), all.begin() + middle) &&
             std::equal(two.begin(), two.end(), all.begin() + middle, all.end());
    };
    if (!is_two(together.w, first.w, second.w))
      return broken("two problems together have another solution than each alone");
    if (!is_two(together.force, first.force, second.force))
      return broken("two problems together have other forces than each alone");
    for (const Index group :
         View<Index>(together.group).first(together.group.empty() ? 0 : a.dofs()))
      if (group != kNone && std::find(together.group.begin() + middle, together.group.end(),
                                      group) != together.group.end())
        return broken("two problems that share nothing are one group");
  }
  return kept("bit for bit");
}

/// Infeasible problems are reported: w >= 1 and w <= -1; a row that depends on nothing that can
/// move; two fixed points that are too close, with a third one between them.
Finding infeasible_is_said(const Make<ContactSolver>& make) {
  const ProjectionCase apart{
      .mass = {1, 2},
      .predictor = {0, 0.5},
      .rows = {linear_row({0}, {1}, -1, kMargin), linear_row({0}, {-1}, -1, kMargin)}};
  ProjectionCase squeezed{
      .mass = {1, 1, 1}, .predictor = {0, 0.1, 0.5}, .rows = {}, .fixed = {1, 0, 1}};
  squeezed.rows = {linear_row({1}, {1}, -0.4, kMargin), linear_row({1}, {-1}, 0.1, kMargin)};
  ProjectionCase nothing{.mass = {1, 1}, .predictor = {0.5, -1}, .rows = {}, .fixed = {1, 0}};
  nothing.rows = {linear_row({1}, {1}, 0, kMargin), linear_row({}, {}, -1, kMargin)};
  for (const auto& [c, what] : {std::pair{apart, "rows that contradict each other"},
                                {squeezed, "a point squeezed between two walls"},
                                {nothing, "a row that nothing can satisfy"}}) {
    const Solved s = SolverTrial(make, c.dofs()).solve(c);
    if (s.outcome) return broken(text_of(what, " and the outcome is ok"));
    if (s.outcome.message.empty()) return broken(text_of(what, " and not a word about it"));
  }
  return kept();
}

/// Forwards calls; evaluate() has no value from its n-th call on.
class FailingContact final : public ContactModel {
 public:
  FailingContact(ContactModel& sound, int calls) : sound_(sound), calls_(calls) {}
  const ContactRows& rows() const override { return sound_.rows(); }
  const ContactVertices& vertices() const override { return sound_.vertices(); }
  const Violations& violations() const override { return sound_.violations(); }
  void allow(View<Remedy> remedy) override { sound_.allow(remedy); }
  void lift_bans() override { sound_.lift_bans(); }
  Outcome detect(View<Real> w, DetectResult& result, Context& c) override {
    return sound_.detect(w, result, c);
  }
  Outcome restart(View<Index> bans, Context& c) override { return sound_.restart(bans, c); }
  Outcome evaluate(View<Index> rows, View<Real> w, const RowBuffer& out,
                   Context& c) const override {
    if (--calls_ < 0) return Outcome::retry(Cause::not_finite, "this row has no value here");
    return sound_.evaluate(rows, w, out, c);
  }
  Outcome hessian(View<Index> rows, View<Real> weights, View<Real> w, BlockSink& sink,
                  Context& c) const override {
    return sound_.hessian(rows, weights, w, sink, c);
  }
  Outcome safe_fraction(View<Real> w0, View<Real> w1, Real& fraction, Context& c) override {
    return sound_.safe_fraction(w0, w1, fraction, c);
  }
  bool failed() const { return calls_ < 0; }

 private:
  ContactModel& sound_;
  mutable int calls_;
};

Finding failure_of_rows_is_said(const Make<ContactSolver>& make) {
  const ProjectionCase c = discs_case(3, 4);
  for (int calls = 0; calls < 4; ++calls) {
    SolverTrial trial(make, c.dofs());
    RowContact rows(c.rows, history_width(trial.solver()));
    rows.begin(std::vector<Real>(c.dofs(), 0));
    FailingContact contact(rows, calls);
    const Solved s = trial.solve(c, contact);
    if (contact.failed() && s.outcome)
      return broken("evaluate() had no value, and the outcome is ok");
  }
  return kept();
}

/// A wall pushes a body at rest that touches it already or not. The body's energy comes from the
/// wall. This must not be rejected, whether it is large compared with the energy so far, J, or the
/// first energy at all.
Finding wall_pushes(const Make<ContactSolver>& make) {
  Real worst = 0;
  for (const Real energy : {0., 1e-3})
    for (const Real gap : {0., 0.02}) {
      const ProjectionCase c{
          .mass = {1, 2}, .predictor = {0.05, 0}, .rows = {wall_row(gap)}, .fixed = {1, 0}};
      SolverTrial trial(make, c.dofs());
      trial.context().step.energy = energy;
      const Solved s = trial.solve(c);
      if (!s.outcome)
        return broken(text_of(energy == 0 ? "nothing has moved so far" : "there is little energy",
                              ", a wall pushes, and it says: ", s.outcome.message));
      const Real off = std::max(std::abs(s.w[0] - 0.05), std::abs(s.w[1] - (0.05 - gap)));
      raise_to(worst, off);
    }
  return within(worst, kTolerance);
}

/// Fixed degrees of freedom end at their predictor to the bit and have no contact force.
Finding fixed_stay(const Make<ContactSolver>& make) {
  const ProjectionCase c{.mass = {1, 2, 1},
                         .predictor = {0.05, -0.25, 1},
                         .rows = {wall_row(0.1)},
                         .fixed = {1, 0, 0}};
  const Solved s = SolverTrial(make, c.dofs()).solve(c);
  if (!s.outcome) return broken(s.outcome.message);
  if (s.w[0] != c.predictor[0] || s.force[0] != 0)
    return broken("a fixed degree of freedom was moved or pushed");
  return within(std::abs(s.w[1] + 0.05), kTolerance);
}

/// After solving other problems, also larger ones, and failing at some, a solver answers as a new
/// one does: discs, linear rows, beads, plates.
Finding nothing_is_remembered(const Make<ContactSolver>& make) {
  for (std::uint64_t seed = 1; seed <= 8; ++seed) {
    const std::vector<ProjectionCase> asked{discs_case(seed, 6), random_linear_case(seed, 12, 8),
                                            beads_case(seed, 12), plates_case(seed)};
    ProjectionCase hopeless = asked[1];
    hopeless.rows = {linear_row({0}, {1}, -1, kMargin), linear_row({0}, {-1}, -1, kMargin)};
    const std::vector<ProjectionCase> others{beads_case(seed + 20, 12), discs_case(seed + 20, 6),
                                             random_linear_case(seed + 20, 12, 12),
                                             plates_case(seed + 20), hopeless};
    for (const ProjectionCase& c : asked) {
      SolverTrial used(make, c.dofs());
      const Solved expected = SolverTrial(make, c.dofs()).solve(c);
      for (const ProjectionCase& other : others) {
        (void)used.solve(other);
        used.solver().reject();
        if (!used.solve(c).same_bits(expected))
          return broken("after a rejected attempt the solution is not that of a fresh object");
        used.solver().accept();
      }
    }
  }
  return kept("bit for bit");
}

/// Sixty independent problems are solved with chunks of work in another order, and on four threads.
Finding threads_do_not_matter(const Make<ContactSolver>& make) {
  ProjectionCase many = discs_case(1, 3);
  for (std::uint64_t seed = 2; seed <= 20; ++seed)
    many = many.beside(discs_case(seed, 2)).beside(random_linear_case(seed, 3, 2));
  const Solved expected = SolverTrial(make, many.dofs()).solve(many);
  if (!expected.outcome) return broken(expected.outcome.message);
  for (int k = 0; k < 6; ++k) {
    SolverTrial trial(make, many.dofs());
    BackwardExecutor backward(trial.context());
    ThreadsExecutor threads(4, trial.context());
    trial.context().executor = k == 0 ? static_cast<Executor*>(&backward) : &threads;
    if (!trial.solve(many).same_bits(expected))
      return broken(k == 0 ? "with chunks of work in another order the solution is another"
                           : "on four threads the solution is another");
  }
  return kept("bit for bit");
}

Finding increments_are_counted(const Make<ContactSolver>& make) {
  const ProjectionCase c = discs_case(2, 4), none = random_linear_case(1, 8, 0);
  SolverTrial trial(make, c.dofs());
  return counts_are_sound(
      trial.solver(), [&] { (void)trial.solve(c); }, [&] { (void)trial.solve(none); });
}

/// After a request to stop the outcome is "interrupted", or the problem was solved nevertheless.
Finding stops(const Make<ContactSolver>& make) {
  const ProjectionCase c = discs_case(4, 6);
  SolverTrial trial(make, c.dofs());
  const std::atomic<bool> stop = true;
  trial.context().stop = &stop;
  const Solved s = trial.solve(c);
  if (!s.outcome)
    return s.outcome.cause == Cause::interrupted ? kept() : broken("it says: " + s.outcome.message);
  for (const RowFunction& row : c.rows)
    if (row.value(s.w) < 0) return broken("a row is violated, and the outcome is ok");
  return kept();
}

void increment_promises(const Make<ContactSolver>& make, const Claims& claims, Check& check) {
  const auto promise = [&](std::string_view what, Finding (*test)(const Make<ContactSolver>&)) {
    return check.promise(what, [&] { return test(make); });
  };
  if (!promise("without contact the predictor is the solution", without_contact_nothing_happens))
    return;
  promise("an answer depends on the question alone", nothing_is_remembered);
  promise("threads and the order of work do not matter", threads_do_not_matter);
  promise("rows without a value are no success", failure_of_rows_is_said);
  promise("in micrometres increments are the same", units_do_not_matter);
  promise("what it counts begins at nothing and only rises", increments_are_counted);
  if (!claims.has(capability::feasible)) {
    promise("M (w - predictor) = contact force = G' lambda", stationary);
    promise("multipliers are not negative", dual_sign);
    promise("groups are those of the rows", groups_are_those_of_rows);
    promise("what is deeper is pushed harder", deeper_is_pushed_harder);
    promise("a wall that moves pushes as one at rest does", walls_may_move);
    const bool conserves = claims.prefers_it(capability::keeps_energy);
    check.promise("springs store the work that they took, and no more",
                  [&] { return springs_work(make, conserves); });
    check.skip("linear rows are solved as by trying all active sets",
               text_of(capability::feasible, " is not claimed"));
    return;
  }
  promise("linear rows are solved as by trying all active sets", linear_rows);
  promise("a chain of beads is solved as by pooling neighbours", chain_of_beads);
  promise("hundreds of rows are solved as a few are", hundreds_of_rows);
  promise("no row is left below zero", feasible);
  promise("M (w - predictor) = contact force = G' lambda", stationary);
  promise("multipliers are not negative", dual_sign);
  promise("what is open is not pushed", complementary);
  promise("fixed degrees of freedom stay", fixed_stay);
  promise("a wall may push what is at rest", wall_pushes);
  promise("what has no solution is said to have none", infeasible_is_said);
  promise("groups are those of the rows", groups_are_those_of_rows);
  promise("asked to stop it stops, and says so", stops);
  if (claims.has(capability::components))
    promise("problems that share nothing are solved apart", separable);
  else
    check.skip("problems that share nothing are solved apart",
               text_of(capability::components, " is not claimed"));
}

}  // namespace
}  // namespace contact_solver_tests

void contact_solver_promises(const Make<ContactSolver>& make, Check& check) {
  const Claims claims(*make());
  const bool increments = claims.needs_some(capability::increment),
             reactions = claims.needs_some(capability::impulse);
  if (!increments && !reactions)
    check.promise("says which kind of problem it solves",
                  [] { return broken("it needs neither problem.increment nor problem.impulse"); });
  if (increments) {
    contact_solver_tests::increment_promises(make, claims, check);
    coupled_promises(make, claims, check);
  }
  for (const int dim : {2, 3})
    if (reactions) contact_solver_tests::reaction_promises(make, claims, dim, check);
}

}  // namespace tactus::conformance
