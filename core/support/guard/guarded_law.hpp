/// \file guarded_law.hpp  Contact laws under supervision, whoever calls them.
#pragma once

#include <fmt/format.h>

#include <string_view>

#include "core/support/guard/guarded.hpp"
#include "tactus/contact_law.hpp"

namespace tactus::core {

class GuardedLaw final : public Guarded<ContactLaw> {
 public:
  using Guarded::Guarded;

 private:
  Index do_solve(const LawBatch& batch, Context& context) const override {
    const Index failed = call(&ContactLaw::solve, batch, context);
    const auto dim = static_cast<std::size_t>(batch.problem->dim);
    bool good = true;
    for (const Index i : batch.contacts)
      good &= all_finite(batch.R.subspan(static_cast<std::size_t>(i) * dim, dim));
    if (!good) blame("a reaction", batch.free);
    return failed;
  }
  void do_residual(const LawResidual& at, Context& context) const override {
    call(&ContactLaw::residual, at, context);
    if (!all_finite(at.residual) && all_finite(at.R)) blame("a residual", at.U);
  }
  void do_linearise(const LawLinearisation& at, Context& context) const override {
    call(&ContactLaw::linearise, at, context);
    const auto dim = static_cast<std::size_t>(at.problem->dim);
    const std::size_t numbers = at.contacts.size() * dim;
    if (!all_finite(at.R)) return;
    if (!all_finite({at.C, numbers})) blame("an equation", at.U);
    for (const Real* slope : {at.dC_dU, at.dC_dR})
      if (slope && !all_finite({slope, numbers * dim})) blame("a slope", at.U);
  }
  void do_project(const LawProjection& at, Context& context) const override {
    call(&ContactLaw::project, at, context);
    if (!all_finite(at.R)) blame("a reaction", at.U);
  }
  Real do_reach(const Scales& scales) const override {
    return number("a reach", call(&ContactLaw::reach, scales));
  }
  bool do_keeps_absent_history() const override { return call(&ContactLaw::keeps_absent_history); }
  Real do_time_step_limit(Real w_nn) const override {
    return number("a limit of the time step", call(&ContactLaw::time_step_limit, w_nn));
  }
  Real do_stored_energy(const LawBatch& batch) const override {
    return number("a stored energy", call(&ContactLaw::stored_energy, batch));
  }
  void do_history(HistoryVisitor& columns) const override { call(&ContactLaw::history, columns); }

  /// What follows from numbers that are not finite themselves is no fault of the law.
  void blame(std::string_view what, View<Real> given) const {
    if (all_finite(given))
      throw PluginFault(called(), fmt::format("it gave {} that is not finite", what));
  }
};

}  // namespace tactus::core
