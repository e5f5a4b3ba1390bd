#include "rigid_reflection.hpp"

#include <algorithm>
#include <cmath>

namespace newmark {

/// Sorts the contact problems by what their degrees of freedom belong to.
void RigidReflection::sort_out(const Step& step) {
  const StepResult& result = step.result;
  problems_.assign(result.component_fraction.size(), {});
  for (const Body& body : step.system.layout().bodies)
    for (Index i = body.dofs.begin; i < body.dofs.end; ++i) {
      if (result.component[i] == kNone) continue;
      Problem& problem = problems_[static_cast<std::size_t>(result.component[i])];
      if (body.rotation.empty()) problem.rigid = false;
      if (result.group[i] != kNone) problem.held = false;
    }
}

/// Contact problems that supports or obstacles act on, whose angular momentum is not restored, and
/// all problems where it is not.
void RigidReflection::add_held(const Step& step, View<Real> v) {
  const Layout& layout = step.system.layout();
  const View<Real> mass = step.system.mass();
  for (const Body& body : layout.bodies) {
    if (body.rotation.empty()) continue;
    for (Index i = body.dofs.begin; i < body.dofs.end; ++i) {
      const Index c = step.result.component[i];
      if (c == kNone) continue;
      Problem& problem = problems_[static_cast<std::size_t>(c)];
      const Real md = mass[i] * step.d[i];
      problem.energy.constant -= md * step.abar[i];
      problem.motion += mass[i] * v[i] * v[i];
      problem.square += md * step.d[i];
      if (i == body.dofs.begin) problem.mass += mass[i];
      if (step.restore && !problem.held) continue;
      problem.energy.square += md * step.d[i] / 2;
      problem.energy.linear += md * v[i];
    }
  }
  for (std::size_t c = 0; c < problems_.size(); ++c)
    problems_[c].energy.linear += step.dt / 2 * step.result.handed_on[c];
}

/// Free contact problems, with the rotation that restores their angular momentum.
void RigidReflection::add_free(const Step& step, View<Real> v, AngularMomentum& momentum) {
  const View<Index> group = step.result.group;
  free_group_.assign(group.begin(), group.end());
  bool any = false;
  for (Index& g : free_group_) {
    // Zones, whose groups come after all contact problems, reflect by themselves.
    const bool reflects = g >= 0 && g < static_cast<Index>(problems_.size()) &&
                          problems_[static_cast<std::size_t>(g)].rigid;
    if (!reflects) g = kNone;
    any = any || g != kNone;
  }
  if (!any) return;
  kinetic_.assign(problems_.size(), {});
  momentum.kinetic_energy({.layout = step.system.layout(),
                           .mass = step.system.mass(),
                           .group = free_group_,
                           .groups = static_cast<Index>(problems_.size()),
                           .x = step.x,
                           .w = step.w,
                           .d = step.d},
                          v, kinetic_);
  for (std::size_t c = 0; c < problems_.size(); ++c) {
    problems_[c].energy.square += kinetic_[c].square;
    problems_[c].energy.linear += kinetic_[c].linear;
    problems_[c].energy.constant += kinetic_[c].constant;
  }
}

/// The larger root; where bodies do not approach each other, 2/dt. Without a root the least energy:
/// a body at rest on a support has a double root, which rounding may remove.
Real RigidReflection::rate_of(const Problem& problem, const Step& step) {
  const QuadraticOfRate& e = problem.energy;
  const Real usual = 2 / step.dt;
  if (!problem.rigid || !(e.square > 0) || !(e.linear < 0)) return usual;
  const Real discriminant = e.linear * e.linear - 4 * e.square * e.constant;
  const Real rate = (std::sqrt(std::max<Real>(0, discriminant)) - e.linear) / (2 * e.square);
  if (!problem.held) return rate;
  // A support can give any energy. Rows that nearly balance each other, those of a body that is
  // squeezed, would ask for any speed; a reflection never changes the velocity by more than this.
  const Real most = 2 * (std::sqrt(problem.motion) + step.support_speed * std::sqrt(problem.mass)) /
                    std::sqrt(problem.square);
  return std::min(rate, std::max(usual, most));
}

void RigidReflection::find(const Step& step, View<Real> v, AngularMomentum& momentum) {
  sort_out(step);
  add_held(step, v);
  if (step.restore) add_free(step, v, momentum);
  rates_.assign(problems_.size(), 2 / step.dt);
  for (std::size_t c = 0; c < problems_.size(); ++c) {
    if (!problems_[c].rigid) continue;
    rates_[c] = rate_of(problems_[c], step);
    step.result.component_fraction[c] = rates_[c] * step.dt / 2;
  }
}

/// The energy is the sum of m dv . (v + dv/2), the exact change of the kinetic energy.
Real RigidReflection::apply(const System& system, const StepResult& result, View<Real> d, Real dt,
                            Out<Real> v) const {
  if (rates_.empty()) return 0;
  const View<Real> mass = system.mass();
  Real energy = 0;
  for (const Body& body : system.layout().bodies) {
    if (body.rotation.empty()) continue;
    for (Index i = body.dofs.begin; i < body.dofs.end; ++i) {
      const Index c = result.component[i];
      if (c == kNone || d[i] == 0) continue;
      const Real dv = (rates_[static_cast<std::size_t>(c)] - 2 / dt) * d[i];
      energy += mass[i] * dv * (v[i] + dv / 2);
      v[i] += dv;
    }
  }
  return energy;
}

}  // namespace newmark
