// Components that are made well and break one promise of their kind each; and options that are
// declared badly. All in one library: check-plugin must find each of them.
#include <csignal>
#include <cstdlib>
#include <tactus/broad_phase.hpp>
#include <tactus/constraint.hpp>
#include <tactus/contact_law.hpp>
#include <tactus/contact_solver.hpp>
#include <tactus/increment_problem.hpp>
#include <tactus/integrator.hpp>
#include <tactus/material.hpp>
#include <tactus/plugin.hpp>

namespace {
using namespace tactus;

enum class Fault {
  none,
  stress,
  tangent,
  turned,
  neighbours,
  infinite,
  crashes,
  crashes_inverted,
  hangs,
  throws,
  missing_pair,
  false_pair,
  drift,
  writes_old,
  remembers,
  does_nothing,
  pulls,
  sticks,
  allocates
};

/// The law of St. Venant and Kirchhoff with lambda = 0 and 2 mu = 1 Pa: E = (F'F - I)/2, W = E:E/2, P = F E.
/// Objective, and without stress at F = I.
template <Fault fault>
class Linear final : public Material {
 public:
  using Options = NoOptions;
  explicit Linear(const Options&) {
    if (fault == Fault::throws) throw ConfigError("there is no such steel");
  }
  void capabilities(Capabilities& c) const override {
    for (auto name : {capability::energy, capability::tangent, capability::objective})
      c.provides(name);
  }

 private:
  Real do_p_wave_modulus() const override {
    for (volatile bool on = fault == Fault::hangs; on;) on = true;
    return fault == Fault::turned ? 2 : 1;
  }
  static Tensor product(const Tensor& A, const Tensor& B) {
    Tensor C = Tensor::Zero();
    for (int i = 0; i < 9; ++i)
      for (int k = 0; k < 3; ++k) C.col(i) += A.col(i / 3 * 3 + k) * B.col(3 * k + i % 3);
    return C;
  }
  static Tensor strain(const Tensor& F) {
    Tensor E = Tensor::Zero();
    for (int i = 0; i < 9; ++i) {
      for (int k = 0; k < 3; ++k) E.col(i) += F.col(3 * k + i / 3) * F.col(3 * k + i % 3) / 2;
      if (i % 4 == 0) E.col(i) -= 0.5;
    }
    return E;
  }
  /// dP_iJ/dF_kL = delta_ik E_JL + (F_iL F_kJ + (F F')_ik delta_JL)/2, rows and columns as in P and F.
  static Lanes slope(const Tensor& F, const Tensor& E, int row, int column) {
    const int i = row / 3, J = row % 3, k = column / 3, L = column % 3;
    Lanes value = F.col(3 * i + L) * F.col(3 * k + J) / 2;
    if (i == k) value += E.col(3 * J + L);
    for (int m = 0; J == L && m < 3; ++m) value += F.col(3 * i + m) * F.col(3 * k + m) / 2;
    return value;
  }
  void do_evaluate(const MaterialBatch& b, Context&) const override {
    if (fault == Fault::crashes) std::raise(SIGSEGV);
    std::unique_ptr<Real[]> memory;
    if (fault == Fault::allocates) memory = std::make_unique<Real[]>(b.F.size());
    for (std::size_t t = 0; t < b.F.size(); ++t) {
      const Tensor &F = b.F[t], cof = cofactor(F);
      const Lanes J = F.col(0) * cof.col(0) + F.col(1) * cof.col(1) + F.col(2) * cof.col(2);
      if (fault == Fault::crashes_inverted && J.minCoeff() < 0) std::raise(SIGSEGV);
      const Tensor E = strain(F);
      if (!b.W.empty()) b.W[t] = dot(E, E) / 2;
      if (fault == Fault::infinite && !b.W.empty()) b.W[t] = kUnlimited;
      if (!b.P.empty()) b.P[t] = product(F, E);
      if (fault == Fault::stress && !b.P.empty()) b.P[t].col(3) *= 1.001;
      if (fault == Fault::turned && !b.P.empty()) b.P[t].col(0) += F.col(0) - 1;
      if (fault == Fault::turned && !b.W.empty()) b.W[t] += (F.col(0) - 1).square() / 2;
      if (fault == Fault::neighbours && !b.P.empty()) b.P[t].row(7) *= 1 + 1e-9;
      if (b.A.empty()) continue;
      for (int a = 0; a < 81; ++a) b.A[t].col(a) = slope(F, E, a / 9, a % 9);
      if (fault == Fault::turned) b.A[t].col(0) += 1;
      if (fault == Fault::tangent) b.A[t].col(11) = b.A[t].col(19) = 0.001;
    }
  }
};

template <Fault fault>
class Pairs final : public BroadPhase {
 public:
  using Options = NoOptions;
  explicit Pairs(const Options&) {}

 private:
  void do_candidates(const BoxQuery& q, std::vector<Pair>& pairs, Context&) override {
    const Boxes &a = *q.first, &b = q.second ? *q.second : a;
    for (Index i = 0; i < a.count; ++i)
      for (Index j = q.second ? 0 : i + 1; j < b.count; ++j)
        if (a.overlap(i, b, j) && q.wanted(i, j)) pairs.push_back({i, j});
    if (pairs.empty()) return;
    if (fault == Fault::missing_pair && pairs.size() > 5) pairs.erase(pairs.begin() + 5);
    if (fault == Fault::false_pair) pairs.push_back({0, b.count});
  }
};

template <Fault fault>
class Euler final : public Integrator {
 public:
  using Options = NoOptions;
  explicit Euler(const Options&) {}

 private:
  View<Stage> do_stages() const override { return kIncrementStage; }
  Outcome do_begin(Index, const StateView& old, const StateView&, System& system,
                   StepProblem*& problem, Context& context) override {
    const Real dt = context.step.dt;
    IncrementProblem::Weights weights;
    weights.mass = 1 / (dt * dt);
    const Out<Real> u = problem_.pose(system, weights);
    const Outcome outcome = system.acceleration({.q = old.q}, u, context);
    map(u) = dt * map(old.v) + dt * dt * map(View<Real>(u));
    if (fault == Fault::drift) map(u) *= 1 + 1e-9;
    if (fault == Fault::remembers) map(u) *= 1 + 1e-15 * static_cast<Real>(++begun_);
    problem = &problem_;
    return outcome;
  }
  Outcome do_finish(Index, const StateView& old, System& system, const StepResult& result,
                    const StateOut& next, StepReport& report, Context& context) override {
    report.weigh(ForceLabel::start, 1);
    system.move(old.q, result.w, next.q);
    map(next.v) = map(result.w) / context.step.dt;
    if (fault == Fault::writes_old) const_cast<Real&>(old.v[0]) = 0;
    return {};
  }
  IncrementProblem problem_;
  Index begun_ = 0;
};

/// Sees nothing, if it comes to that.
template <Fault fault>
class Rows final : public Constraint {
 public:
  using Options = NoOptions;
  explicit Rows(const Options&) {}

 private:
  void do_detection(const Scales&, Detection& wanted) const override { wanted.facet_facet = true; }
  void do_setup(const ConstraintSetup&, Context&) override {
    if (fault == Fault::throws) throw Error("the table of rows is missing");
  }
  DetectResult do_detect(const DetectQuery&, ContactSet&, Context&) override {
    if (fault == Fault::crashes) std::raise(SIGFPE);
    for (volatile bool on = fault == Fault::hangs; on;) on = true;
    return {};
  }
  void do_evaluate(const RowQuery&, const RowOutput&, Context&) const override {}
};

/// Claims to be feasible and leaves the predictor as it is, or pulls without end.
template <Fault fault>
class Solver final : public ContactSolver {
 public:
  using Options = NoOptions;
  explicit Solver(const Options&) {}
  void capabilities(Capabilities& c) const override {
    if (fault == Fault::none) return;
    c.needs(capability::increment);
    c.provides(capability::feasible);
  }

 private:
  Outcome do_solve_increment(StepProblem&, ContactModel& contact, StepSolution& s,
                             Context& context) override {
    DetectResult found;
    const Outcome outcome = contact.detect(s.w, found, context);
    if (fault == Fault::crashes && found.added > 0) std::abort();
    for (volatile bool on = fault == Fault::hangs && found.added > 0; on;) on = true;
    s.multiplier->assign(static_cast<std::size_t>(contact.rows().count), 0);
    if (fault == Fault::pulls) s.w[0] += 1e-3;
    return outcome;
  }
};

/// Claims to solve Signorini's law and always sticks: R = -W^-1 free.
template <Fault fault>
class Law final : public ContactLaw {
 public:
  using Options = NoOptions;
  explicit Law(const Options&) {}
  void capabilities(Capabilities& c) const override {
    c.provides(capability::implicit_law);
    c.provides(capability::coulomb);
  }

 private:
  Index do_solve(const LawBatch& batch, Context&) const override {
    const auto dim = static_cast<std::size_t>(batch.problem->dim);
    for (std::size_t k = 0; k < batch.contacts.size(); ++k) {
      const auto i = static_cast<std::size_t>(batch.contacts[k]);
      batch.R[i * dim] = -batch.free[k * dim] / batch.problem->delassus_diagonal[i * dim * dim];
    }
    return 0;
  }
};

enum class Option { no_help, twice, default_out, bad_name, empty_choice };

/// A sound law behind options that are declared badly.
template <Option fault>
class Declared final : public Material {
 public:
  struct Options {
    Real a = 1, b = 1;
    void describe(OptionVisitor& o) {
      o.real("a", a).help("sound");
      if (fault == Option::no_help) o.real("b", b);
      if (fault == Option::twice) o.real("a", b).help("again");
      if (fault == Option::default_out) o.real("b", b).above(1).help("never as it starts");
      if (fault == Option::bad_name) o.real("Young's modulus", b).help("not for JSON");
      if (fault == Option::empty_choice) o.choice("c", c).help("of nothing");
    }
    enum class C { only } c = C::only;
  };
  explicit Declared(const Options&) {}

 private:
  Real do_p_wave_modulus() const override { return 1; }
  void do_evaluate(const MaterialBatch&, Context&) const override {}
};

/// Sound, but where its option is at the end of its range.
class AtAnEnd final : public Material {
 public:
  struct Options {
    Real share = 0.5;
    void describe(OptionVisitor& o) { o.real("share", share).above(0).at_most(1).help("of it"); }
  };
  explicit AtAnEnd(const Options& o) : sound_({}), wrong_({}), end_(o.share == 1) {}
  void capabilities(Capabilities& c) const override { sound_.capabilities(c); }

 private:
  Real do_p_wave_modulus() const override { return sound_.p_wave_modulus(); }
  void do_evaluate(const MaterialBatch& b, Context& context) const override {
    if (end_)
      wrong_.evaluate(b, context);
    else
      sound_.evaluate(b, context);
  }
  Linear<Fault::none> sound_;
  Linear<Fault::tangent> wrong_;
  bool end_;
};

}  // namespace

// NOLINTNEXTLINE(bugprone-macro-parentheses): the name of a template cannot be put into any
#define FAULT(kind, fault) ::tactus::registration<kind<Fault::fault>>(#fault, "Breaks its promise")
#define OPTION(fault) ::tactus::registration<Declared<Option::fault>>(#fault, "Badly declared")
TACTUS_PLUGINS(FAULT(Linear, none), FAULT(Linear, stress), FAULT(Linear, tangent),
               FAULT(Linear, turned), FAULT(Linear, neighbours), FAULT(Linear, infinite),
               FAULT(Linear, crashes), FAULT(Linear, crashes_inverted), FAULT(Linear, hangs),
               FAULT(Linear, throws), FAULT(Linear, allocates),
               ::tactus::registration<AtAnEnd>("at_an_end", "Wrong at an end"),
               FAULT(Pairs, missing_pair), FAULT(Pairs, false_pair), FAULT(Euler, drift),
               FAULT(Euler, writes_old), FAULT(Euler, remembers), FAULT(Solver, does_nothing),
               FAULT(Solver, pulls), FAULT(Solver, none), FAULT(Solver, crashes),
               FAULT(Solver, hangs), FAULT(Rows, none), FAULT(Rows, throws), FAULT(Rows, crashes),
               FAULT(Rows, hangs), FAULT(Law, sticks), OPTION(no_help), OPTION(twice),
               OPTION(default_out), OPTION(bad_name), OPTION(empty_choice))
