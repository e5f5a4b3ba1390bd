// One component of each kind that does what another one does, and in one function of its interface something that
// it must not: it throws, crashes, or gives a number that is none. Options say in which function, and what.
#include <array>
#include <limits>
#include <memory>
#include <stdexcept>
#include <string>
#include <tactus/broad_phase.hpp>
#include <tactus/constraint.hpp>
#include <tactus/contact_law.hpp>
#include <tactus/contact_solver.hpp>
#include <tactus/copied.hpp>
#include <tactus/integrator.hpp>
#include <tactus/load.hpp>
#include <tactus/material.hpp>
#include <tactus/plugin.hpp>
#include <tactus/probe.hpp>
#include <vector>

namespace {
using namespace tactus;

enum class Deed { throws, crashes, spoils };

/// What is done, and where.
struct Plan {
  std::string at;
  Deed deed = Deed::throws;

  /// In the function of this name. @returns whether its numbers are to be spoilt
  bool in(std::string_view function) const {
    if (function != at) return false;
    if (deed == Deed::throws) throw std::runtime_error("my bug");
    if (deed == Deed::crashes) *static_cast<volatile int*>(nullptr) = 1;
    return deed == Deed::spoils;
  }
  Real number(std::string_view function, Real value) const {
    return in(function) ? std::numeric_limits<Real>::quiet_NaN() : value;
  }
  void spoil(Out<Real> numbers) const {
    for (Real& x : numbers) x = std::numeric_limits<Real>::quiet_NaN();
  }
};

/// What stands before the component that does the work.
template <class Interface>
class Faulty : public Interface {
 public:
  struct Options {
    std::vector<std::unique_ptr<Interface>> of;
    Plan plan;
    void describe(OptionVisitor& o) {
      static constexpr std::array<std::string_view, 3> kDeeds{"throws", "crashes", "spoils"};
      o.parts("of", of).required().length(1, 1).help("what does the work");
      o.text("function", plan.at).required().help("where");
      o.choice("deed", plan.deed).choices(kDeeds).help("what is done there");
    }
  };
  explicit Faulty(Options o) : of_(std::move(o.of)), plan(std::move(o.plan)) {}

  void capabilities(Capabilities& c) const override {
    plan.in("capabilities");
    for (const auto& part : of_) part->capabilities(c);
  }
  void measure(MetricVisitor&) const override { plan.in("measure"); }
  void accept() override {
    plan.in("accept");
    of().accept();
  }
  void reject() override {
    plan.in("reject");
    of().reject();
  }
  void save(Archive& archive) const override {
    plan.in("save");
    of().save(archive);
  }
  void load(Archive& archive) override {
    plan.in("load");
    of().load(archive);
  }

 protected:
  Interface& of() const { return *of_.front(); }

 private:
  std::vector<std::unique_ptr<Interface>> of_;

 protected:
  Plan plan;
};

class FaultyMaterial final : public Faulty<Material> {
 public:
  using Faulty::Faulty;

 private:
  void do_evaluate(const MaterialBatch& batch, Context& context) const override {
    const bool spoils = plan.in("evaluate"), slope = plan.in("its slope");
    of().evaluate(batch, context);
    for (Tensor& P : batch.P)
      if (spoils) P.setConstant(std::numeric_limits<Real>::quiet_NaN());
    for (Tangent& A : batch.A)
      if (slope) A.setConstant(std::numeric_limits<Real>::quiet_NaN());
  }
  Real do_p_wave_modulus() const override {
    return plan.number("p_wave_modulus", of().p_wave_modulus());
  }
  void do_history(HistoryVisitor& columns) const override {
    plan.in("history");
    of().history(columns);
  }
};

/// A sparse matrix without numbers.
class EmptyMatrix final : public LinearOperator {
 public:
  void set(const LinearOperator& of) {
    of_ = &of;
    view_ = *of.sparse();
    values_.assign(view_.value.size(), std::numeric_limits<Real>::quiet_NaN());
    view_.value = values_;
  }
  Index size() const override { return of_->size(); }
  void apply(View<Real>, Out<Real> y, Context&) const override {
    for (Real& one : y) one = std::numeric_limits<Real>::quiet_NaN();
  }
  const SparseView* sparse() const override { return &view_; }
  std::uint64_t pattern() const override { return of_->pattern(); }

 private:
  const LinearOperator* of_ = nullptr;
  SparseView view_;
  std::vector<Real> values_;
};

class FaultyProblem final : public StepProblem {
 public:
  explicit FaultyProblem(const Plan& plan) : plan_(plan), tangent_({}) {}
  void set(StepProblem& of) { of_ = &of; }

  Unknown unknown() const override {
    plan_.in("unknown");
    return of_->unknown();
  }
  Structure structure() const override {
    plan_.in("structure");
    return of_->structure();
  }
  const ContactPoint& contact() const override {
    point_ = copied(of_->contact());
    point_.fraction = plan_.number("contact", point_.fraction);
    return point_;
  }
  bool linear() const override {
    plan_.in("linear");
    return of_->linear();
  }
  View<std::uint8_t> fixed() const override {
    plan_.in("fixed");
    return of_->fixed();
  }
  View<Real> predictor() const override {
    predictor_.assign(of_->predictor().begin(), of_->predictor().end());
    if (plan_.in("predictor")) plan_.spoil(predictor_);
    return predictor_;
  }
  Outcome residual(View<Real> w, Out<Real> r, Context& context) const override {
    const bool spoils = plan_.in("residual");
    Outcome outcome = of_->residual(w, r, context);
    if (spoils) plan_.spoil(r);
    return outcome;
  }
  Outcome potential(View<Real> w, Real& value, Context& context) const override {
    Outcome outcome = of_->potential(w, value, context);
    value = plan_.number("potential", value);
    return outcome;
  }
  CorrectionEnergy correction_energy(const Correction& part, Context& context) const override {
    CorrectionEnergy energy = of_->correction_energy(part, context);
    energy.work = plan_.number("correction_energy", energy.work);
    return energy;
  }
  Outcome tangent(View<Real> w, const LinearOperator*& result, Context& context) override {
    const bool spoils = plan_.in("tangent");
    Outcome outcome = of_->tangent(w, result, context);
    if (plan_.in("its matrix")) matrix_.set(*result), result = &matrix_;
    if (!spoils) return outcome;
    diagonal_.assign(w.size(), std::numeric_limits<Real>::quiet_NaN());
    tangent_ = DiagonalOperator(diagonal_);
    result = &tangent_;
    return outcome;
  }

 private:
  const Plan& plan_;
  StepProblem* of_ = nullptr;
  mutable ContactPoint point_;
  mutable std::vector<Real> predictor_;
  std::vector<Real> diagonal_;
  DiagonalOperator tangent_;
  EmptyMatrix matrix_;
};

class FaultyIntegrator final : public Faulty<Integrator> {
 public:
  explicit FaultyIntegrator(Options o) : Faulty(std::move(o)), problem_(plan) {}

 private:
  Outcome do_start(System& system, const StateOut& state, Context& context) override {
    const bool spoils = plan.in("start");
    Outcome outcome = of().start(system, state, context);
    if (spoils) plan.spoil(state.a);
    return outcome;
  }
  Real do_time_step_limit(const System& system, const StateView& old) const override {
    return plan.number("time_step_limit", of().time_step_limit(system, old));
  }
  void do_setup(const Setup& setup, Context& context) override {
    plan.in("setup");
    of().setup(setup, context);
  }
  View<Stage> do_stages() const override {
    plan.in("stages");
    return of().stages();
  }
  Outcome do_begin(Index stage, const StateView& old, const StateView& next, System& system,
                   StepProblem*& problem, Context& context) override {
    plan.in("begin");
    Outcome outcome = of().begin(stage, old, next, system, problem, context);
    if (problem) problem_.set(*problem), problem = &problem_;
    return outcome;
  }
  Outcome do_finish(Index stage, const StateView& old, System& system, const StepResult& result,
                    const StateOut& next, StepReport& report, Context& context) override {
    const bool spoils = plan.in("finish");
    Outcome outcome = of().finish(stage, old, system, result, next, report, context);
    if (spoils) plan.spoil(next.v);
    if (plan.in("its places")) plan.spoil(next.q);
    if (plan.in("its accelerations")) plan.spoil(next.a);
    if (plan.in("its forces")) plan.spoil(report.more_force);
    if (plan.in("its weights")) plan.spoil(report.weight);
    if (plan.in("its account")) plan.spoil({&report.account.force_work, 1});
    return outcome;
  }
  Real do_energy_shift(const System& system, const StateView& state, Real dt) const override {
    return plan.number("energy_shift", of().energy_shift(system, state, dt));
  }
  Mass do_mass() const override {
    plan.in("mass");
    return of().mass();
  }
  Index do_extra_columns() const override {
    plan.in("extra_columns");
    return of().extra_columns();
  }

  FaultyProblem problem_;
};

class FaultyBroadPhase final : public Faulty<BroadPhase> {
 public:
  using Faulty::Faulty;

 private:
  void do_candidates(const BoxQuery& query, std::vector<Pair>& pairs, Context& context) override {
    plan.in("candidates");
    of().candidates(query, pairs, context);
  }
};

class FaultyConstraint final : public Faulty<Constraint> {
 public:
  using Faulty::Faulty;

 private:
  void do_detection(const Scales& scales, Detection& wanted) const override {
    of().detection(scales, wanted);
    wanted.reach = plan.number("detection", wanted.reach);
  }
  View<std::string_view> do_outside() const override {
    plan.in("outside");
    return of().outside();
  }
  void do_setup(const ConstraintSetup& setup, Context& context) override {
    plan.in("setup");
    of().setup(setup, context);
  }
  DetectResult do_detect(const DetectQuery& query, ContactSet& set, Context& context) override {
    plan.in("detect");
    return of().detect(query, set, context);
  }
  void do_evaluate(const RowQuery& query, const RowOutput& out, Context& context) const override {
    of().evaluate(query, out, context);
    if (query.rows.empty() || !plan.in("evaluate")) return;
    for (Real* first : {out.value, out.gradient, out.frame})
      if (first) plan.spoil({first, 1});
  }
  void do_hessian(const RowQuery& query, View<Real> weights, BlockSink& sink,
                  Context& context) const override {
    if (plan.in("hessian")) {
      const std::vector<Real> none(weights.size(), std::numeric_limits<Real>::quiet_NaN());
      return of().hessian(query, none, sink, context);
    }
    of().hessian(query, weights, sink, context);
  }
};

class FaultySolver final : public Faulty<ContactSolver> {
 public:
  using Faulty::Faulty;

 private:
  void do_setup(const Setup& setup, Context& context) override {
    plan.in("setup");
    of().setup(setup, context);
  }
  Outcome do_solve_increment(StepProblem& problem, ContactModel& contact, StepSolution& solution,
                             Context& context) override {
    const bool spoils = plan.in("solve");
    Outcome outcome = of().solve(problem, contact, solution, context);
    if (spoils) plan.spoil(solution.w);
    if (plan.in("its contact forces")) plan.spoil(solution.contact_force);
    if (plan.in("its multipliers")) plan.spoil(*solution.multiplier);
    solution.stored_energy = plan.number("its springs", solution.stored_energy);
    return outcome;
  }
  Outcome do_solve_reaction(const ReactionProblem& problem, View<const ContactLaw*> laws,
                            ReactionSolution& solution, Context& context) override {
    const bool spoils = plan.in("solve");
    Outcome outcome = of().solve(problem, laws, solution, context);
    if (spoils) plan.spoil(solution.reactions);
    return outcome;
  }
  void do_history(HistoryVisitor& columns) const override {
    plan.in("history");
    of().history(columns);
  }
};

class FaultyLaw final : public Faulty<ContactLaw> {
 public:
  using Faulty::Faulty;

 private:
  Index do_solve(const LawBatch& batch, Context& context) const override {
    const bool spoils = plan.in("solve");
    const Index failed = of().solve(batch, context);
    if (spoils) plan.spoil(batch.R);
    return failed;
  }
  void do_residual(const LawResidual& at, Context& context) const override {
    const bool spoils = plan.in("residual");
    of().residual(at, context);
    if (spoils) plan.spoil(at.residual);
  }
  bool do_keeps_absent_history() const override {
    plan.in("keeps_absent_history");
    return of().keeps_absent_history();
  }
  void do_linearise(const LawLinearisation& at, Context& context) const override {
    const bool spoils = plan.in("linearise");
    of().linearise(at, context);
    if (at.contacts.empty()) return;
    if (spoils) plan.spoil({at.C, 1});
    for (Real* slope : {at.dC_dU, at.dC_dR})
      if (plan.in("its slope") && slope) plan.spoil({slope, 1});
  }
  Real do_reach(const Scales& scales) const override {
    return plan.number("reach", of().reach(scales));
  }
  Real do_time_step_limit(Real w_nn) const override {
    return plan.number("time_step_limit", of().time_step_limit(w_nn));
  }
  Real do_stored_energy(const LawBatch& batch) const override {
    return plan.number("stored_energy", of().stored_energy(batch));
  }
  void do_history(HistoryVisitor& columns) const override {
    plan.in("history");
    of().history(columns);
  }
};

class FaultyLoad final : public Faulty<Load> {
 public:
  using Faulty::Faulty;

 private:
  void do_setup(const LoadTarget& target) override {
    plan.in("setup");
    of().setup(target);
  }
  void do_force(const LoadQuery& at, Out<Real> force, Context& context) const override {
    const bool spoils = plan.in("force");
    of().force(at, force, context);
    if (spoils) plan.spoil(force.first(1));
  }
  Real do_potential(const LoadQuery& at, Context& context) const override {
    return plan.number("potential", of().potential(at, context));
  }
  Real do_largest() const override { return plan.number("largest", of().largest()); }
};

/// What it measures may be no number, so that it only throws and crashes.
class FaultyProbe final : public Faulty<Probe> {
 public:
  using Faulty::Faulty;

 private:
  void do_columns(int dim, ProbeVisitor& visitor) const override {
    plan.in("columns");
    of().columns(dim, visitor);
  }
  void do_setup(const ProbeTarget& target) override {
    plan.in("setup");
    of().setup(target);
  }
  void do_sample(const ProbeState& at, Out<Real> row, Context& context) const override {
    plan.in("sample");
    of().sample(at, row, context);
  }
};

}  // namespace

TACTUS_PLUGINS(registration<FaultyMaterial>("faulty_material",
                                            "Does what another one does, but once"),
               registration<FaultyIntegrator>("faulty_integrator", "Likewise"),
               registration<FaultyBroadPhase>("faulty_broad_phase", "Likewise"),
               registration<FaultyConstraint>("faulty_constraint", "Likewise"),
               registration<FaultySolver>("faulty_contact_solver", "Likewise"),
               registration<FaultyLaw>("faulty_contact_law", "Likewise"),
               registration<FaultyLoad>("faulty_load", "Likewise"),
               registration<FaultyProbe>("faulty_probe", "Likewise"))
