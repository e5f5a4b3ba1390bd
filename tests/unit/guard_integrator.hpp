/// \file guard_integrator.hpp  An integrator that does what it is told in one of its functions, and the problem
/// that it poses.
#pragma once

#include "tests/unit/guard_calls.hpp"

namespace tactus::guard_tests {

using namespace tactus::core;

class DoubleOperator final : public LinearOperator {
 public:
  Index size() const override {
    doing.in("operator size");
    return 2;
  }
  void apply(View<Real>, Out<Real>, Context&) const override { doing.in("operator apply"); }
  bool symmetric() const override {
    doing.in("operator symmetric");
    return true;
  }
  View<Real> diagonal() const override {
    doing.spoil("operator diagonal", diagonal_);
    return diagonal_;
  }
  const SparseView* sparse() const override {
    doing.in("operator sparse");
    return nullptr;
  }
  std::uint64_t pattern() const override {
    doing.in("operator pattern");
    return 0;
  }

 private:
  mutable std::vector<Real> diagonal_ = {1, 1};
};

class DoubleProblem final : public StepProblem {
 public:
  Unknown unknown() const override {
    doing.in("unknown");
    return Unknown::increment;
  }
  Structure structure() const override {
    doing.in("structure");
    return Structure::diagonal;
  }
  const ContactPoint& contact() const override {
    point_.fraction = doing.number("contact");
    return point_;
  }
  bool linear() const override {
    doing.in("linear");
    return true;
  }
  View<std::uint8_t> fixed() const override {
    doing.in("fixed");
    return fixed_;
  }
  View<Real> predictor() const override {
    doing.spoil("predictor", predictor_);
    return predictor_;
  }
  Outcome residual(View<Real>, Out<Real> r, Context&) const override {
    doing.spoil("residual", r);
    return {};
  }
  Outcome potential(View<Real>, Real& value, Context&) const override {
    value = doing.number("potential");
    return {};
  }
  CorrectionEnergy correction_energy(const Correction&, Context&) const override {
    return {.work = doing.number("correction_energy")};
  }
  Outcome tangent(View<Real>, const LinearOperator*& result, Context&) override {
    doing.in("tangent");
    result = &tangent_;
    return {};
  }

 private:
  std::vector<std::uint8_t> fixed_ = {0, 0};
  mutable std::vector<Real> predictor_ = {0, 0};
  mutable ContactPoint point_;
  DoubleOperator tangent_;
};

class DoubleIntegrator final : public Double<Integrator> {
  Outcome do_start(System&, const StateOut& state, Context&) override {
    doing.spoil("start", state.a);
    return {};
  }
  Real do_time_step_limit(const System&, const StateView&) const override {
    return doing.number("time_step_limit");
  }
  void do_setup(const Setup&, Context&) override { doing.in("setup"); }
  View<Stage> do_stages() const override {
    doing.in("stages");
    return kIncrementStage;
  }
  Outcome do_begin(Index, const StateView&, const StateView&, System&, StepProblem*& problem,
                   Context&) override {
    doing.in("begin");
    problem = &problem_;
    return {};
  }
  Outcome do_finish(Index, const StateView&, System&, const StepResult&, const StateOut& next,
                    StepReport&, Context&) override {
    doing.spoil("finish", next.v);
    return {};
  }
  Real do_energy_shift(const System&, const StateView&, Real) const override {
    return doing.number("energy_shift");
  }
  Mass do_mass() const override {
    doing.in("mass");
    return Mass::lumped;
  }
  Index do_extra_columns() const override {
    doing.in("extra_columns");
    return 0;
  }

  DoubleProblem problem_;
};

inline Calls calls_of(StepProblem& p, Given& g) {
  const auto tangent = [&] {
    const LinearOperator* found = nullptr;
    (void)p.tangent(g.w, found, g.context);
    return found;
  };
  return {call("unknown", [&] { (void)p.unknown(); }),
          call("structure", [&] { (void)p.structure(); }),
          numbers("contact", [&] { (void)p.contact(); }),
          call("linear", [&] { (void)p.linear(); }),
          call("fixed", [&] { (void)p.fixed(); }),
          call("predictor", [&] { (void)p.predictor(); }),
          numbers("residual", [&] { return p.residual(g.w, g.force, g.context); }),
          numbers("potential",
                  [&] {
                    Real value = 0;
                    return p.potential(g.w, value, g.context);
                  }),
          numbers("correction_energy", [&] { (void)p.correction_energy({}, g.context); }),
          call("tangent", [tangent] { (void)tangent(); }),
          call("operator size", [tangent] { (void)tangent()->size(); }),
          call("operator apply", [&, tangent] { tangent()->apply(g.w, g.force, g.context); }),
          call("operator symmetric", [tangent] { (void)tangent()->symmetric(); }),
          numbers("operator diagonal",
                  [&] {
                    const LinearOperator* found = nullptr;
                    return p.tangent(g.w, found, g.context);
                  }),
          call("operator sparse", [tangent] { (void)tangent()->sparse(); }),
          call("operator pattern", [tangent] { (void)tangent()->pattern(); })};
}

inline Outcome begin(Integrator& i, Given& g, StepProblem*& problem) {
  return i.begin(0, g.state, g.state, g.system, problem, g.context);
}

inline Calls calls_of(Integrator& i, Given& g) {
  return {call("setup", [&] { i.setup({}, g.context); }),
          numbers("start", [&] { return i.start(g.system, g.state, g.context); }),
          numbers("time_step_limit", [&] { (void)i.time_step_limit(g.system, g.state); }),
          call("stages", [&] { (void)i.stages(); }),
          call("begin",
               [&] {
                 StepProblem* problem = nullptr;
                 (void)begin(i, g, problem);
               }),
          numbers("predictor",
                  [&] {
                    StepProblem* problem = nullptr;
                    return begin(i, g, problem);
                  }),
          numbers("finish",
                  [&] { return i.finish(0, g.state, g.system, {}, g.state, g.report, g.context); }),
          numbers("energy_shift", [&] { (void)i.energy_shift(g.system, g.state, 1); }),
          call("mass", [&] { (void)i.mass(); }),
          call("extra_columns", [&] { (void)i.extra_columns(); })};
}

}  // namespace tactus::guard_tests
