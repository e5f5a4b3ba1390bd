// Builds the loads of a model: converts entries of the configuration to forces at points and to
// facets with a following pressure.
#include "core/model/loads.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "core/mesh/boundary.hpp"
#include "core/model/facet_area.hpp"
#include "core/model/groups.hpp"
#include "core/model/model.hpp"

namespace tactus::core {
namespace {

Real component(const std::vector<Real>& vector, int d) {
  return static_cast<std::size_t>(d) < vector.size() ? vector[static_cast<std::size_t>(d)] : 0;
}

Real length_of(const Real* vector, int dim) {
  Real square = 0;
  for (int d = 0; d < dim; ++d) square += vector[d] * vector[d];
  return std::sqrt(square);
}

}  // namespace

Loads::Loads(const Model& model, const Configuration& configuration,
             const std::vector<Mesh>& meshes, std::vector<ModelProblem>& problems)
    : model_(&model), gravity_(static_cast<std::size_t>(model.dim()), 0) {
  for (std::size_t l = 0; l < configuration.loads.size(); ++l) {
    const LoadConfig& load = configuration.loads[l];
    const std::string pointer = fmt::format("/loads/{}", l);
    if (load.type == LoadType::gravity) {
      add_gravity(load);
      continue;
    }
    if (load.type == LoadType::damping) {
      add_damping(load);
      continue;
    }
    const Mesh& mesh = meshes[load.body_index];
    const BodyKind* kind = model.bodies()[load.body_index].kind;
    if (kind && !kind->why_no_loads().empty())
      problems.push_back(
          {pointer + "/body", fmt::format("\"{}\" {}", load.body, kind->why_no_loads())});
    else if (load.type == LoadType::force)
      add_force(load, mesh);
    else
      add_surface(load, mesh, pointer, problems);
  }
  find_dofs();
}

void Loads::find_dofs() {
  std::set<Index> found;
  const auto reach = [&](Index point) {
    const Index dim = model_->dim();
    Range dofs{point * dim, (point + 1) * dim};
    if (point >= model_->nodes()) dofs = kind_of(point).dofs_of(point);
    for (Index dof = dofs.begin; dof < dofs.end; ++dof) found.insert(dof);
  };
  for (const Dead& load : dead_) {
    for (const PointForce& p : load.at_points) reach(p.point);
    for (const auto& entry : load.at_dofs) found.insert(entry.first);
  }
  for (const Following& load : following_) std::ranges::for_each(load.facets, reach);
  for (Index dof = 0; dof < model_->layout().dofs && !varying_.empty(); ++dof)
    if (model_->motion().direction_of(dof) != kNone) found.insert(found.end(), dof);
  dofs_.assign(found.begin(), found.end());
}

void Loads::add_gravity(const LoadConfig& load) {
  const auto* constant = std::get_if<ConstantFactor>(&load.factor.shape);
  if (!constant) {
    varying_.push_back({load.factor, load.acceleration});
    Real mass = 0;
    for (Index dof = 0; dof < model_->layout().dofs; ++dof)
      if (model_->motion().direction_of(dof) == 0)
        mass += model_->mass()[static_cast<std::size_t>(dof)];
    largest_ += load.factor.largest() * mass * length_of(load.acceleration.data(), model_->dim());
    return;
  }
  for (std::size_t d = 0; d < std::min(gravity_.size(), load.acceleration.size()); ++d)
    gravity_[d] += constant->value * load.acceleration[d];
}

void Loads::add_damping(const LoadConfig& load) {
  damping_.resize(model_->bodies().size(), 0);
  for (std::size_t b = 0; b < damping_.size(); ++b)
    if (load.body.empty() || load.body_index == b) damping_[b] += load.rate;
}

void Loads::add_surface(const LoadConfig& load, const Mesh& mesh, const std::string& pointer,
                        std::vector<ModelProblem>& problems) {
  const Boundary boundary = core::boundary(mesh);
  const Index first = model_->bodies()[load.body_index].nodes.begin;
  const auto corners = static_cast<std::size_t>(mesh.dim);
  std::vector<Index> points;
  for (const Index facet : facets_of(mesh, boundary, load.group))
    for (std::size_t k = 0; k < corners; ++k)
      points.push_back(first + boundary.facet[static_cast<std::size_t>(facet) * corners + k]);
  if (points.empty())
    problems.push_back({pointer + "/group", no_facets(load.body, mesh, load.group)});
  Dead dead = dead_on_facets(load, points);
  if (load.type == LoadType::pressure && load.follows) {
    const Real weight = load.pressure * model_->bodies()[load.body_index].thickness;
    for (const PointForce& p : dead.at_points)
      largest_ += load.factor.largest() * length_of(p.force, mesh.dim);
    following_.push_back({load.factor, weight, std::move(points)});
    return;
  }
  note_largest(dead);
  dead_.push_back(std::move(dead));
}

/// Traction and pressure on the facets of the reference configuration, shared equally by their
/// nodes. For linear elements this is exact.
Loads::Dead Loads::dead_on_facets(const LoadConfig& load, const std::vector<Index>& facets) const {
  const int dim = model_->dim();
  const Real thickness = model_->bodies()[load.body_index].thickness;
  std::map<Index, PointForce> sums;
  for (std::size_t f = 0; f < facets.size(); f += static_cast<std::size_t>(dim)) {
    Real corner[3][3] = {};
    for (int k = 0; k < dim; ++k)
      for (int d = 0; d < dim; ++d)
        corner[k][d] = model_->places()[static_cast<std::size_t>(
            facets[f + static_cast<std::size_t>(k)] * dim + d)];
    const Vector3 area = facet_area(dim, corner);
    for (int k = 0; k < dim; ++k) {
      PointForce& at = sums[facets[f + static_cast<std::size_t>(k)]];
      at.point = facets[f + static_cast<std::size_t>(k)];
      for (int d = 0; d < dim; ++d)
        at.force[d] +=
            thickness / dim *
            (load.type == LoadType::pressure ? -load.pressure * area[d]
                                             : area.norm() * component(load.traction, d));
    }
  }
  Dead dead{.factor = load.factor, .at_points = {}, .at_dofs = {}};
  for (const auto& [point, force] : sums) dead.at_points.push_back(force);
  return dead;
}

void Loads::add_force(const LoadConfig& load, const Mesh& mesh) {
  Dead dead{.factor = load.factor, .at_points = {}, .at_dofs = {}};
  if (load.group.empty() && load.at.empty()) {
    dead = whole_body(load);
  } else {
    const Index first = model_->bodies()[load.body_index].nodes.begin;
    std::vector<Index> points{nearest_point(load)};
    if (load.at.empty()) {
      points = mesh.group(load.group)->nodes;
      for (Index& point : points) point += first;
    }
    for (const Index point : points) {
      PointForce force{.point = point, .force = {}};
      for (int d = 0; d < model_->dim(); ++d)
        force.force[d] = component(load.force, d) / static_cast<Real>(points.size());
      dead.at_points.push_back(force);
    }
  }
  note_largest(dead);
  dead_.push_back(std::move(dead));
}

/// Gives each node its share of the mass. Bodies without nodes are loaded where they translate, a
/// rigid one at its centre of mass.
Loads::Dead Loads::whole_body(const LoadConfig& load) const {
  Dead dead{.factor = load.factor, .at_points = {}, .at_dofs = {}};
  const Range dofs = model_->layout().bodies[load.body_index].dofs;
  Real mass = 0;
  for (Index dof = dofs.begin; dof < dofs.end; ++dof)
    if (model_->motion().direction_of(dof) == 0)
      mass += model_->mass()[static_cast<std::size_t>(dof)];
  for (Index dof = dofs.begin; dof < dofs.end; ++dof)
    if (const Index d = model_->motion().direction_of(dof); d != kNone)
      dead.at_dofs.emplace_back(dof, model_->mass()[static_cast<std::size_t>(dof)] / mass *
                                         component(load.force, static_cast<int>(d)));
  return dead;
}

Index Loads::nearest_point(const LoadConfig& load) const {
  const Range points = model_->bodies()[load.body_index].nodes;
  Index nearest = points.begin;
  Real least = kUnlimited;
  for (Index p = points.begin; p < points.end; ++p) {
    Real square = 0;
    for (int d = 0; d < model_->dim(); ++d) {
      const Real place = component(load.at, d) - model_->centre()[static_cast<std::size_t>(d)];
      const Real apart = model_->places()[static_cast<std::size_t>(p * model_->dim() + d)] - place;
      square += apart * apart;
    }
    if (square < least) nearest = p, least = square;
  }
  return nearest;
}

void Loads::note_largest(const Dead& load) {
  Real sum = 0;
  for (const PointForce& p : load.at_points) sum += length_of(p.force, model_->dim());
  for (const auto& [dof, force] : load.at_dofs) sum += std::abs(force);
  largest_ += load.factor.largest() * sum;
}

void check_load_groups(const Configuration& configuration, const std::vector<Mesh>& meshes,
                       std::vector<ModelProblem>& problems) {
  for (std::size_t l = 0; l < configuration.loads.size(); ++l) {
    const LoadConfig& load = configuration.loads[l];
    if (load.type == LoadType::gravity || load.group.empty()) continue;
    const Mesh& mesh = meshes[load.body_index];
    if (!mesh.group(load.group))
      problems.push_back(
          {fmt::format("/loads/{}/group", l), unknown_group(load.body, mesh, load.group)});
  }
}

}  // namespace tactus::core
