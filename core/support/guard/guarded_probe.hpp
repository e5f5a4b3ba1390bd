/// \file guarded_probe.hpp  Probes under supervision. What they measure may be no number.
#pragma once

#include "core/support/guard/guarded.hpp"
#include "tactus/probe.hpp"

namespace tactus::core {

class GuardedProbe final : public Guarded<Probe> {
 public:
  using Guarded::Guarded;

 private:
  void do_columns(int dim, ProbeVisitor& visitor) const override {
    call(&Probe::columns, dim, visitor);
  }
  void do_setup(const ProbeTarget& target) override { call(&Probe::setup, target); }
  void do_sample(const ProbeState& at, Out<Real> row, Context& context) const override {
    call(&Probe::sample, at, row, context);
  }
};

}  // namespace tactus::core
