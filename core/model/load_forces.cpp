// Evaluates loads: their forces at a configuration and a time, and the potential of those that have
// one.
#include <array>

#include "core/model/facet_area.hpp"
#include "core/model/loads.hpp"
#include "core/model/model.hpp"

namespace tactus::core {

const BodyKind& Loads::kind_of(Index point) const {
  for (const auto& kind : model_->kinds())
    if (point < kind->ranges().points.end) return *kind;
  return *model_->kinds().back();
}

void Loads::place(const Placement& at, Index point, Real* x) const {
  if (point >= model_->nodes()) return kind_of(point).place_point(at, point, x);
  for (int d = 0; d < model_->dim(); ++d) {
    const auto i = static_cast<std::size_t>(point * model_->dim() + d);
    x[d] = at.u.empty() ? at.q[i] : at.q[i] + at.fraction * at.u[i];
  }
}

/// force += J' (factor * force at the point), which does the same work as the force at the point.
void Loads::push(const Placement& at, const PointForce& load, Real factor, Out<Real> force) const {
  const int dim = model_->dim();
  if (load.point < model_->nodes()) {
    for (int d = 0; d < dim; ++d) force[load.point * dim + d] += factor * load.force[d];
    return;
  }
  const BodyKind& kind = kind_of(load.point);
  const Range dofs = kind.dofs_of(load.point);
  std::array<Real, 3 * SurfaceMotion::kMostDofs> J;
  kind.jacobian(at, load.point, nullptr, J.data());
  for (int d = 0; d < dim; ++d)
    for (Index j = 0; j < dofs.size(); ++j)
      force[dofs.begin + j] +=
          J[static_cast<std::size_t>(d * dofs.size() + j)] * factor * load.force[d];
}

/// Loads are added one after another in a fixed order. A following pressure p acts on the current
/// area of each facet: -p n da is shared equally by its nodes, which is exact for linear elements.
/// Gravity that changes over time is added for all nodes in parallel.
void Loads::force(const Placement& at, Real time, Out<Real> force, Context& context) const {
  const int dim = model_->dim();
  std::fill(force.begin(), force.end(), 0);
  for (const Dead& load : dead_) {
    const Real factor = load.factor.at(time);
    for (const PointForce& p : load.at_points) push(at, p, factor, force);
    for (const auto& [dof, f] : load.at_dofs) force[dof] += factor * f;
  }
  for (const Following& load : following_) {
    const Real share = -load.factor.at(time) * load.weight / dim;
    for (std::size_t f = 0; f < load.facets.size(); f += static_cast<std::size_t>(dim)) {
      const Index* const point = load.facets.data() + f;
      Real corner[3][3] = {};
      for (int k = 0; k < dim; ++k) place(at, point[k], corner[k]);
      const Vector3 area = facet_area(dim, corner);
      for (int k = 0; k < dim; ++k)
        push(at, {.point = point[k], .force = {area[0], area[1], area[2]}}, share, force);
    }
  }
  constexpr Index grain = 4096;
  for (const Varying& load : varying_) {
    const Real factor = load.factor.at(time);
    context.executor->for_each(static_cast<Index>(force.size()), grain, [&](Range dofs, Context&) {
      for (Index dof = dofs.begin; dof < dofs.end; ++dof)
        if (const Index d = model_->motion().direction_of(dof); d != kNone)
          force[dof] += factor * load.acceleration[static_cast<std::size_t>(d)] *
                        model_->mass()[static_cast<std::size_t>(dof)];
    });
  }
}

Real Loads::potential(const Placement& at, Real time) const {
  const int dim = model_->dim();
  const View<Real> start = model_->initial_coordinates();
  // In the plane, and for nodes in space, increments simply add up to coordinates.
  const auto moved = [&](Index dof) {
    const auto i = static_cast<std::size_t>(dof);
    return at.q[i] - start[i] + (at.u.empty() ? 0 : at.fraction * at.u[i]);
  };
  Real sum = 0;
  for (const Dead& load : dead_) {
    Real work = 0;
    for (const PointForce& p : load.at_points) {
      Real x[3] = {};
      place(at, p.point, x);
      for (int d = 0; d < dim; ++d)
        work += p.force[d] * (x[d] - model_->places()[static_cast<std::size_t>(p.point * dim + d)]);
    }
    for (const auto& [dof, force] : load.at_dofs) work += force * moved(dof);
    sum -= load.factor.at(time) * work;
  }
  for (const Varying& load : varying_) {
    Real work = 0;
    for (Index dof = 0; dof < model_->layout().dofs; ++dof)
      if (const Index d = model_->motion().direction_of(dof); d != kNone)
        work += model_->mass()[static_cast<std::size_t>(dof)] *
                load.acceleration[static_cast<std::size_t>(d)] * moved(dof);
    sum -= load.factor.at(time) * work;
  }
  return sum;
}

}  // namespace tactus::core
