/// \file guarded_load.hpp  Loads under supervision.
#pragma once

#include "core/support/guard/guarded.hpp"
#include "tactus/load.hpp"

namespace tactus::core {

/// Positions may be beyond what a load can compute with; a force from good ones is finite.
class GuardedLoad final : public Guarded<Load> {
 public:
  using Guarded::Guarded;

 private:
  void do_setup(const LoadTarget& target) override { call(&Load::setup, target); }
  void do_force(const LoadQuery& at, Out<Real> force, Context& context) const override {
    call(&Load::force, at, force, context);
    if (!all_finite(force) && all_finite(at.position))
      throw PluginFault(called(), "it gave a force that is not finite");
  }
  Real do_potential(const LoadQuery& at, Context& context) const override {
    return number("a potential", call(&Load::potential, at, context));
  }
  Real do_largest() const override { return number("the size of its force", call(&Load::largest)); }
};

}  // namespace tactus::core
