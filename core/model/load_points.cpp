// Finds the points of a load in the mesh of its body, and maps forces on them to degrees of freedom.
#include "core/model/load_points.hpp"

#include <algorithm>
#include <array>

#include "core/mesh/boundary.hpp"
#include "core/model/groups.hpp"
#include "core/model/model.hpp"

namespace tactus::core {

LoadPoints::LoadPoints(const Model& model, const LoadConfig& load, const Mesh& mesh)
    : model_(&model), body_(load.body_index) {
  const ModelBody& body = model.bodies()[body_];
  whole_ = !load.surface && load.group.empty() && load.at.empty();
  if (whole_ && body.kind) {
    take_centre();
    return;
  }
  if (load.surface)
    find_facets(load, mesh, body.nodes.begin);
  else
    find_nodes(load, mesh);
  describe_points();
}

void LoadPoints::find_facets(const LoadConfig& load, const Mesh& mesh, Index first) {
  const Boundary boundary = core::boundary(mesh);
  const auto corners = static_cast<std::size_t>(mesh.dim);
  for (const Index facet : facets_of(mesh, boundary, load.group))
    for (std::size_t k = 0; k < corners; ++k)
      facet_.push_back(first + boundary.facet[static_cast<std::size_t>(facet) * corners + k]);
  points_ = facet_;
  std::ranges::sort(points_);
  points_.erase(std::ranges::unique(points_).begin(), points_.end());
  for (Index& corner : facet_)
    corner = static_cast<Index>(std::ranges::lower_bound(points_, corner) - points_.begin());
}

void LoadPoints::find_nodes(const LoadConfig& load, const Mesh& mesh) {
  const Range all = model_->bodies()[body_].nodes;
  if (!load.at.empty()) {
    points_ = {nearest(load)};
  } else if (!load.group.empty()) {
    points_ = mesh.group(load.group)->nodes;
    for (Index& point : points_) point += all.begin;
  } else {
    for (Index point = all.begin; point < all.end; ++point) points_.push_back(point);
  }
}

/// A body without nodes is loaded as a whole where it translates: at its centre of mass.
void LoadPoints::take_centre() {
  const ModelBody& body = model_->bodies()[body_];
  centre_of_ = body.kind;
  const Range dofs = model_->layout().bodies[body_].dofs;
  mass_ = {0};
  for (Index dof = dofs.begin; dof < dofs.end; ++dof) {
    const Index direction = model_->motion().direction_of(dof);
    if (direction != kNone) centre_dofs_.push_back(dof);
    if (direction == 0) mass_[0] += model_->mass()[static_cast<std::size_t>(dof)];
  }
  std::vector<Real> q(static_cast<std::size_t>(model_->layout().coordinates));
  centre_of_->initial_coordinates(q);
  Real centre[3], axes[9];
  centre_of_->body_pose(q, body.number_in_kind, centre, axes);
  reference_.assign(centre, centre + model_->dim());
}

void LoadPoints::describe_points() {
  const auto dim = static_cast<std::size_t>(model_->dim());
  for (const Index point : points_) {
    const std::size_t first = static_cast<std::size_t>(point) * dim;
    for (std::size_t d = 0; d < dim; ++d) reference_.push_back(model_->places()[first + d]);
    mass_.push_back(point < model_->nodes() ? model_->mass()[first] : 0);
  }
}

Index LoadPoints::nearest(const LoadConfig& load) const {
  const Range points = model_->bodies()[body_].nodes;
  const auto dim = static_cast<std::size_t>(model_->dim());
  Index nearest = points.begin;
  Real least = kUnlimited;
  for (Index p = points.begin; p < points.end; ++p) {
    Real square = 0;
    for (std::size_t d = 0; d < dim; ++d) {
      const Real apart = model_->places()[static_cast<std::size_t>(p) * dim + d] -
                         (load.at[d] - model_->centre()[d]);
      square += apart * apart;
    }
    if (square < least) nearest = p, least = square;
  }
  return nearest;
}

LoadTarget LoadPoints::target() const {
  const ModelBody& body = model_->bodies()[body_];
  return {.dim = model_->dim(),
          .whole = whole_,
          .thickness = body.thickness,
          .reference = reference_,
          .mass = mass_,
          .facet = facet_,
          .origin = model_->centre()};
}

const BodyKind& LoadPoints::kind_of(Index point) const {
  for (const auto& kind : model_->kinds())
    if (point < kind->ranges().points.end) return *kind;
  return *model_->kinds().back();
}

void LoadPoints::place(const Placement& at, Out<Real> x) const {
  const Index dim = model_->dim();
  const auto moved = [&](Index i) {
    const auto k = static_cast<std::size_t>(i);
    return at.u.empty() ? at.q[k] : at.q[k] + at.fraction * at.u[k];
  };
  if (centre_of_) {
    Real axes[9], centre[3];
    centre_of_->body_pose(at.q, model_->bodies()[body_].number_in_kind, centre, axes);
    for (std::size_t d = 0; d < centre_dofs_.size(); ++d)
      x[d] = at.u.empty()
                 ? centre[d]
                 : centre[d] + at.fraction * at.u[static_cast<std::size_t>(centre_dofs_[d])];
    return;
  }
  Real* out = x.data();
  for (const Index point : points_) {
    if (point >= model_->nodes())
      kind_of(point).place_point(at, point, out);
    else
      for (Index d = 0; d < dim; ++d) out[d] = moved(point * dim + d);
    out += dim;
  }
}

void LoadPoints::push(const Placement& at, Index point, const Real* point_force,
                      Out<Real> force) const {
  const Index dim = model_->dim();
  if (point < model_->nodes()) {
    for (Index d = 0; d < dim; ++d) force[point * dim + d] += point_force[d];
    return;
  }
  const BodyKind& kind = kind_of(point);
  const Range dofs = kind.dofs_of(point);
  std::array<Real, 3 * SurfaceMotion::kMostDofs> J;
  kind.jacobian(at, point, nullptr, J.data());
  for (Index d = 0; d < dim; ++d)
    for (Index j = 0; j < dofs.size(); ++j)
      force[dofs.begin + j] += J[static_cast<std::size_t>(d * dofs.size() + j)] * point_force[d];
}

void LoadPoints::add_forces(const Placement& at, View<Real> point_force, Out<Real> force) const {
  for (std::size_t d = 0; d < centre_dofs_.size(); ++d) force[centre_dofs_[d]] += point_force[d];
  const Real* on_point = point_force.data();
  for (const Index point : points_) {
    push(at, point, on_point, force);
    on_point += model_->dim();
  }
}

std::vector<Index> LoadPoints::dofs() const {
  std::vector<Index> found = centre_dofs_;
  const Index dim = model_->dim();
  for (const Index point : points_) {
    const Range dofs = point < model_->nodes() ? Range{point * dim, (point + 1) * dim}
                                               : kind_of(point).dofs_of(point);
    for (Index dof = dofs.begin; dof < dofs.end; ++dof) found.push_back(dof);
  }
  return found;
}

}  // namespace tactus::core
