/// \file friction/coulomb_law.hpp  What contact laws of Coulomb's kind have in common, however they find
/// the reaction of a contact: limits and counters of their iterations, their reach, and the projection
/// step that solvers may ask for.
#pragma once

#include "coulomb_batch.hpp"

namespace tactus::friction {

/// `Rule` has, for D = 2 and 3, step<D>: the projection step of LawProjection (friction/steps.hpp).
template <class Rule>
class CoulombLaw : public ContactLaw {
 public:
  void capabilities(Capabilities& c) const override {
    c.provides(capability::implicit_law);
    c.provides(capability::coulomb);
    c.provides(capability::linearised);
    c.provides(capability::projection);
  }
  void measure(MetricVisitor& m) const override { counters_.measure(m); }

 protected:
  explicit CoulombLaw(const LocalLimits& limits) : limits_(limits) {}

  const LocalLimits& limits() const { return limits_; }
  LocalCounters& counters() const { return counters_; }

 private:
  void do_project(const LawProjection& at, Context&) const override {
    with_dimension(at.problem->dim,
                   [&]<int D>(Dimension<D>) { project_batch<D>(at, Rule::template step<D>); });
  }
  Real do_reach(const Scales& scales) const override { return touching(scales); }

  LocalLimits limits_;
  mutable LocalCounters counters_;
};

}  // namespace tactus::friction
