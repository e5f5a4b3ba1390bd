/// \file guarded_problem.hpp  The problem of a step under supervision: what a solver or the kernel calls on it is
/// laid to the integrator that posed it.
#pragma once

#include <utility>

#include "core/support/guard/calling.hpp"
#include "core/support/guard/finite.hpp"
#include "tactus/step_problem.hpp"

namespace tactus::core {

/// Passes calls on to an object that its owner gave to somebody else for a while.
template <class Interface, class Object = Interface>
class GuardedLoan : public Interface {
 public:
  explicit GuardedLoan(const Called& owner) : called_(owner) {}
  /// What is passed on from now on.
  void set(Object& object) { object_ = &object; }

 protected:
  const Called& called() const { return called_; }
  template <class Function, class... Arguments>
  decltype(auto) call(Function function, Arguments&&... arguments) const {
    return calling(called_, *object_, function, std::forward<Arguments>(arguments)...);
  }

 private:
  Called called_;
  Object* object_ = nullptr;
};

/// The tangent of a problem.
class GuardedOperator final : public GuardedLoan<LinearOperator, const LinearOperator> {
 public:
  using GuardedLoan::GuardedLoan;

  Index size() const override { return call(&LinearOperator::size); }
  void apply(View<Real> x, Out<Real> y, Context& context) const override {
    call(&LinearOperator::apply, x, y, context);
  }
  bool symmetric() const override { return call(&LinearOperator::symmetric); }
  View<Real> diagonal() const override { return call(&LinearOperator::diagonal); }
  const SparseView* sparse() const override { return call(&LinearOperator::sparse); }
  std::uint64_t pattern() const override { return call(&LinearOperator::pattern); }
};

class GuardedProblem final : public GuardedLoan<StepProblem> {
 public:
  explicit GuardedProblem(const Called& owner) : GuardedLoan(owner), tangent_(owner) {}

  Unknown unknown() const override { return call(&StepProblem::unknown); }
  Structure structure() const override { return call(&StepProblem::structure); }
  const ContactPoint& contact() const override {
    const ContactPoint& point = call(&StepProblem::contact);
    expect_number(called(), "a place of the contact rows", point.fraction);
    expect_number(called(), "a time of the contact rows", point.time);
    return point;
  }
  bool linear() const override { return call(&StepProblem::linear); }
  View<std::uint8_t> fixed() const override { return call(&StepProblem::fixed); }
  View<Real> predictor() const override { return call(&StepProblem::predictor); }
  Outcome residual(View<Real> w, Out<Real> r, Context& context) const override {
    Outcome outcome = call(&StepProblem::residual, w, r, context);
    return outcome ? finite_or_retry(called(), {of_dofs("a residual", r)}) : outcome;
  }
  Outcome potential(View<Real> w, Real& value, Context& context) const override {
    Outcome outcome = call(&StepProblem::potential, w, value, context);
    return outcome ? finite_or_retry(called(), {{"a potential", View<Real>(&value, 1)}}) : outcome;
  }
  CorrectionEnergy correction_energy(const Correction& part, Context& context) const override {
    const CorrectionEnergy energy = call(&StepProblem::correction_energy, part, context);
    expect_number(called(), "a work of contact", energy.work);
    expect_number(called(), "an energy of contact", energy.gain);
    return energy;
  }
  Outcome tangent(View<Real> w, const LinearOperator*& result, Context& context) override {
    const LinearOperator* found = nullptr;
    Outcome outcome = call(&StepProblem::tangent, w, found, context);
    if (outcome && !found) throw PluginFault(called(), "tangent() succeeded and gave no operator");
    if (!found) return outcome;
    tangent_.set(*found), result = &tangent_;
    if (!outcome) return outcome;
    const SparseView* const matrix = tangent_.sparse();
    return finite_or_retry(called(), {of_dofs("the diagonal of its tangent", tangent_.diagonal()),
                                      {.what = "a tangent",
                                       .numbers = matrix ? matrix->value : View<Real>{},
                                       .matrix = matrix,
                                       .item = Item::dof}});
  }

 private:
  GuardedOperator tangent_;
};

}  // namespace tactus::core
