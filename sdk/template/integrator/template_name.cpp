#include <tactus/increment_problem.hpp>
#include <tactus/integrator.hpp>
#include <tactus/plugin.hpp>

namespace {
using namespace tactus;

/// State scheme and source here. To start from: symplectic Euler with contact at the end of the
/// step, where a_n = M^-1 F(q_n) and the solver finds the contact forces f_c:
///   v_{n+1} = v_n + dt (a_n + M^-1 f_c),   q_{n+1} = q_n (+) dt v_{n+1}
/// In the increment u = dt v_{n+1} this is M (u - u_pre)/dt^2 = f_c with
///   u_pre = dt v_n + dt^2 a_n
class TemplateName final : public Integrator {
 public:
  struct Options {
    Real safety = 0.5;
    void describe(OptionVisitor& o) {
      o.real("safety", safety)
          .above(0)
          .at_most(1)
          .help("time step over the stable one, 2/omega_max");
    }
  };
  explicit TemplateName(const Options& o) : safety_(o.safety) {}

  /// Which problem a contact solver gets from here: increments, with a potential, and diagonal, so
  /// that contacts may be solved in groups that know nothing of each other.
  void capabilities(Capabilities& c) const override {
    for (auto name : {capability::increment, capability::potential, capability::separable})
      c.provides(name);
  }

 private:
  Real do_time_step_limit(const System& system, const StateView&) const override {
    return safety_ * system.critical_step();
  }

  /// Once: what the first step needs beyond q and v.
  Outcome do_start(System& system, const StateOut& s, Context& context) override {
    return system.acceleration({.q = s.q, .v = s.v, .time = s.time}, s.a, context);
  }

  /// Poses the step. `old` is never written: if the step is rejected, it begins here again.
  Outcome do_begin(Index, const StateView& old, const StateView&, System& system,
                   StepProblem*& problem, Context& context) override {
    const Real dt = context.step.dt, end = old.time + dt;
    IncrementProblem::Weights weights;
    weights.mass = 1 / (dt * dt);
    weights.at.q = old.q;
    weights.contact.time = end;
    const Out<Real> u = problem_.pose(system, weights);
    map(u) = dt * map(old.v) + dt * dt * map(old.a);
    problem_.prescribe();  // supports move as they are told to
    problem = &problem_;
    return {};
  }

  /// Reads the solution. The increment is w; forces are asked for once a step, at its end.
  Outcome do_finish(Index, const StateView& old, System& system, const StepResult& result,
                    const StateOut& next, StepReport& report, Context& context) override {
    system.move(old.q, result.w, next.q);
    map(next.v) = map(result.w) / context.step.dt;
    system.prescribe_velocity(next.time, next.v);
    // Work of contact: its impulse times the mean of the velocities before and after it.
    report.contact_work = 0;
    for (std::size_t i = 0; i < result.w.size(); ++i)
      report.contact_work += result.contact_impulse[i] * (old.v[i] + next.v[i]) / 2;
    report.reaction_old = 1, report.reaction_new = 0;  // supports held back F(q_n) over the step
    return system.acceleration({.q = next.q, .v = next.v, .time = next.time}, next.a, context);
  }

  Real safety_;
  IncrementProblem problem_;
};
}  // namespace

TACTUS_PLUGIN(TemplateName, "template_name", "What it is, and where it is published")
