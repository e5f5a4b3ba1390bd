/// \file guard_law.hpp  A contact law that does what it is told in one of its functions.
#pragma once

#include "tests/unit/guard_calls.hpp"

namespace tactus::guard_tests {

using namespace tactus::core;

class DoubleLaw final : public Double<ContactLaw> {
  Index do_solve(const LawBatch& batch, Context&) const override {
    doing.spoil("solve", batch.R);
    return 0;
  }
  void do_residual(const LawResidual& at, Context&) const override {
    doing.spoil("residual", at.residual);
  }
  void do_linearise(const LawLinearisation& at, Context&) const override {
    doing.spoil("linearise", {at.C, 2});
  }
  void do_project(const LawProjection& at, Context&) const override {
    doing.spoil("project", at.R);
  }
  Real do_reach(const Scales&) const override { return doing.number("reach"); }
  bool do_keeps_absent_history() const override {
    doing.in("keeps_absent_history");
    return false;
  }
  Real do_time_step_limit(Real) const override { return doing.number("time_step_limit"); }
  Real do_stored_energy(const LawBatch&) const override { return doing.number("stored_energy"); }
  void do_history(HistoryVisitor&) const override { doing.in("history"); }
};

inline Calls calls_of(ContactLaw& l, Given& g) {
  const auto batch = [&g] {
    return LawBatch{.problem = &g.reactions, .contacts = g.contact, .free = g.U, .R = g.R};
  };
  return {numbers("solve", [&, batch] { (void)l.solve(batch(), g.context); }),
          numbers("residual",
                  [&] {
                    l.residual({.problem = &g.reactions,
                                .contacts = g.contact,
                                .U = g.U,
                                .R = g.R,
                                .residual = g.value},
                               g.context);
                  }),
          numbers("linearise",
                  [&] {
                    l.linearise({.problem = &g.reactions,
                                 .contacts = g.contact,
                                 .U = g.U,
                                 .R = g.R,
                                 .C = g.C.data()},
                                g.context);
                  }),
          numbers("project",
                  [&] {
                    l.project({.problem = &g.reactions,
                               .contacts = g.contact,
                               .rho = g.value,
                               .U = g.U,
                               .R = g.R},
                              g.context);
                  }),
          numbers("reach", [&] { (void)l.reach({}); }),
          call("keeps_absent_history", [&] { (void)l.keeps_absent_history(); }),
          numbers("time_step_limit", [&] { (void)l.time_step_limit(1); }),
          numbers("stored_energy", [&, batch] { (void)l.stored_energy(batch()); }),
          call("history", [&] { (void)history_width(l); })};
}

}  // namespace tactus::guard_tests
