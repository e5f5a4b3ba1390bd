// Linear algebra of a finite element model: tangents, the change of forces along a direction, and the
// inverse of the mass.
#include "core/model/fem_system.hpp"

namespace tactus::core {
namespace {

/// Of conjugate gradients with the lumped mass as preconditioner, which makes the condition number less
/// than 6 on any mesh.
constexpr int kMassIterations = 200;
constexpr Real kMassAccuracy = 1e-15;

/// Internal forces of a body have no resultant, and what rounding leaves of one would change its momentum: in
/// steps many times as long as its vibrations visibly. It is taken off in proportion to the mass.
void remove_resultants(const Model& model, Out<Real> force) {
  const int dim = model.dim();
  for (const ModelBody& body : model.bodies())
    for (int d = 0; d < dim; ++d) {
      Real sum = 0, mass = 0;
      for (Index n = body.nodes.begin; n < body.nodes.end; ++n)
        sum += force[n * dim + d], mass += model.mass()[n * dim + d];
      if (!(mass > 0)) continue;
      for (Index n = body.nodes.begin; n < body.nodes.end; ++n)
        force[n * dim + d] -= sum / mass * model.mass()[n * dim + d];
    }
}

/// With the couplings of elements that resist something: those of obstacles do not.
std::unique_ptr<BlockMatrix> new_matrix(const Model& model) {
  const int corners = model.dim() + 1;
  std::vector<Index> elements;
  for (const ModelBody& body : model.bodies()) {
    if (!body.material) continue;
    const auto own =
        model.elements().subspan(static_cast<std::size_t>(body.elements.begin * corners),
                                 static_cast<std::size_t>(body.elements.size() * corners));
    elements.insert(elements.end(), own.begin(), own.end());
  }
  return std::make_unique<BlockMatrix>(model.dim(), model.nodes(), elements, corners);
}

Outcome no_rigid_bodies() {
  return Outcome::failed(Cause::unsupported,
                         "rigid bodies have no part in implicit steps yet; take an explicit "
                         "integrator, or make them deformable");
}

}  // namespace

std::unique_ptr<LinearOperator> FemSystem::new_tangent() { return new_matrix(model_); }

Outcome FemSystem::tangent(const ForceQuery& query, Mass kind, Real mass_weight, Real force_weight,
                           LinearOperator& into, Context& context) {
  if (!model_.kinds().empty()) return no_rigid_bodies();
  auto* matrix = dynamic_cast<BlockMatrix*>(&into);
  if (!matrix || matrix->size() != layout().dofs)
    return Outcome::failed(Cause::unsupported,
                           "tangents are written to operators that new_tangent() has made");
  return outcome_of([&] {
    const bool consistent = kind == Mass::consistent;
    matrix->set_symmetric(query.rule == nullptr);
    elements_.loop().stiffness(elements_.at(query, context), force_weight * query.fraction,
                               consistent ? mass_weight : 0, *matrix, context);
    for (std::size_t b = 0; b < model_.bodies().size(); ++b)
      if (!consistent || !model_.bodies()[b].material)
        matrix->add_diagonal(mass_weight, mass(), model_.bodies()[b].nodes);
    matrix->eliminate(query.fixed.empty() ? layout().prescribed : query.fixed);
  });
}

Outcome FemSystem::force_change(const ForceQuery& at, View<Real> x, Out<Real> change,
                                Context& context) {
  if (!model_.kinds().empty()) return no_rigid_bodies();
  if (!stiffness_) stiffness_ = new_matrix(model_);
  return outcome_of([&] {
    elements_.loop().stiffness(elements_.at(at, context), -1, 0, *stiffness_, context);
    stiffness_->apply(x, change, context);
    remove_resultants(model_, change);
  });
}

Outcome FemSystem::solve_mass(Mass kind, View<Real> b, Out<Real> x, Context& context) {
  const auto inverse = map(inverse_mass());
  map(x) = inverse.cwiseProduct(map(b));
  if (kind == Mass::lumped) return {};
  const Scratch::Frame frame(*context.scratch);
  const Index n = layout().dofs;
  const Out<Real> r = context.scratch->take<Real>(n), p = context.scratch->take<Real>(n),
                  Mp = context.scratch->take<Real>(n), z = context.scratch->take<Real>(n);
  // Only what can move has unknowns: directions are 0 elsewhere, because the inverse mass is.
  map(x).setZero();
  map(r) = map(b);
  map(z) = inverse.cwiseProduct(map(r));
  map(p) = map(z);
  Real rz = context.executor->dot(r, z);
  const Real enough = kMassAccuracy * kMassAccuracy * rz;
  for (int k = 0; rz > enough; ++k) {
    if (k == kMassIterations)
      return Outcome::retry(Cause::not_converged, "the consistent mass could not be inverted");
    apply_mass(kind, p, Mp, context);
    const Real step = rz / context.executor->dot(p, Mp), before = rz;
    map(x) += step * map(p);
    map(r) -= step * map(Mp);
    map(z) = inverse.cwiseProduct(map(r));
    rz = context.executor->dot(r, z);
    map(p) = map(z) + rz / before * map(p);
  }
  return {};
}

}  // namespace tactus::core
