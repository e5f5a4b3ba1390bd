#include "core/step/equilibrium.hpp"

#include <cmath>
#include <limits>

#include "core/model/model.hpp"

namespace tactus::core {
namespace {

/// Of the stiffness of a node times a coordinate, both rounded: 1e-8 of this force is ten times their rounding.
constexpr Real kNextToNothing = 1e9 * std::numeric_limits<Real>::epsilon();

}  // namespace

Outcome Equilibrium::measure(StepProblem& problem, View<Real> w, View<Real> contact_force,
                             Context& context) {
  r_.resize(w.size());
  if (Outcome bad = problem.residual(w, r_, context); !bad) return bad;
  const LinearOperator* tangent = nullptr;
  if (Outcome bad = problem.tangent(w, tangent, context); !bad) return bad;
  const View<std::uint8_t> fixed = problem.fixed();
  const View<Real> diagonal = tangent->diagonal();
  facts_ = {};
  for (std::size_t i = 0; i < w.size(); ++i) {
    if (fixed[i]) continue;
    facts_.residual = std::max(facts_.residual, std::abs(r_[i] - contact_force[i]));
    facts_.force = std::max(facts_.force, std::abs(contact_force[i]));
    if (!diagonal.empty())
      facts_.force = std::max(facts_.force,
                              kNextToNothing * std::abs(diagonal[i]) * context.scales.coordinate);
    const Index d = model_.motion().direction_of(static_cast<Index>(i));
    if (d != kNone)
      facts_.force =
          std::max(facts_.force, std::abs(model_.mass()[static_cast<Index>(i)] *
                                          model_.gravity()[static_cast<std::size_t>(d)]));
  }
  return {};
}

void Equilibrium::add(const StepForces& forces, EquilibriumFacts& facts) {
  for (const View<Real> at_end : {forces.held(ForceLabel::end), forces.load(ForceLabel::end)})
    for (const Real force : at_end) facts.force = std::max(facts.force, std::abs(force));
}

}  // namespace tactus::core
