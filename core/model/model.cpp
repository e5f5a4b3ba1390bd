#include "core/model/model.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/mesh/place.hpp"
#include "core/model/element_geometry.hpp"
#include "core/model/groups.hpp"
#include "core/model/initial_velocity.hpp"
#include "core/model/magnitudes.hpp"
#include "core/model/probe_nodes.hpp"
#include "tactus/planes/plane_rows.hpp"

namespace tactus::core {
namespace {

/// [dim] Of a half-space, outward and turned as the body is.
std::vector<Real> unit_normal(const BodyConfig& body, int dim) {
  Mesh mesh;
  mesh.dim = dim;
  mesh.points = body.half_space.normal;
  core::place(mesh, 1, body.rotate, {});
  std::vector<Real> normal = mesh.points;
  set_length_to_one(normal);
  return normal;
}

/// Checks quantities that are used as divisors. Masses that underflow or overflow would fix nodes
/// in space or make them massless.
void check_mass(const Model& model, const MasslessNodes& massless) {
  std::vector<ModelProblem> problems;
  const int dim = model.dim();
  for (std::size_t b = 0; b < model.bodies().size(); ++b) {
    const ModelBody& body = model.bodies()[b];
    if (body.obstacle) continue;
    const Range dofs = model.layout().bodies[b].dofs;
    const bool nodes = !body.kind;
    for (Index dof = dofs.begin; dof < dofs.end; dof += nodes ? dim : 1) {
      const Real m = model.mass()[static_cast<std::size_t>(dof)];
      if (nodes && massless.has(dof / dim)) continue;
      if (m > 0 && has_square(m)) continue;
      problems.push_back(
          {fmt::format("/bodies/{}", b),
           fmt::format("{} has a mass of {} kg, {}; correct the units of the body's density, size "
                       "and scale, or of its mass",
                       nodes ? model.node_name(dof / dim)
                             : fmt::format("body \"{}\" (or its inertia)", body.name),
                       m,
                       m > 0 && std::isfinite(m) && std::isfinite(1 / m)
                           ? "whose square is no number of a double"
                           : "which cannot be divided by")});
      break;
    }
  }
  if (!problems.empty()) throw ModelError(std::move(problems));
}

}  // namespace

Model::Model(const Configuration& configuration, std::vector<Mesh>& meshes, const StartState* start,
             std::vector<ModelProblem> problems)
    : PlacedBodies(configuration, meshes, problems) {
  if (!problems.empty())  // groups of a faulty mesh may name missing nodes
    for (Mesh& mesh : meshes)
      for (Group& group : mesh.groups) group.nodes.clear();
  if (start) take_start(*start, problems);
  std::vector<Real> of_dofs = start_;  // only nodes can be prescribed
  of_dofs.resize(static_cast<std::size_t>(layout_.dofs));
  supports_ = Supports(configuration, layout_bodies_, meshes, of_dofs, centre(), problems);
  check_surface_groups(configuration, meshes, problems);
  find_probe_nodes(configuration, meshes, problems);
  check_load_groups(configuration, meshes, problems);
  if (!problems.empty()) throw ModelError(std::move(problems));
  layout_.prescribed = supports_.prescribed();
  name_surfaces(configuration, meshes);

  make_mass(configuration);
  massless_ =
      MasslessNodes(configuration, meshes, layout_, layout_bodies_, places(), mass_, problems);
  if (!problems.empty()) throw ModelError(std::move(problems));
  for (std::size_t i = 0; i < mass_.size(); ++i)
    inverse_mass_[i] = layout_.prescribed[i] || mass_[i] == 0 ? 0 : 1 / mass_[i];
  check_mass(*this, massless_);
  velocity_ = start ? start->v
                    : core::initial_velocity(configuration, meshes, layout_bodies_, start_, mass_,
                                             centre());
  if (!start) add_velocities_without_nodes(configuration);
  supports_.prescribe_velocity(0, velocity_);
  std::vector<SurfaceBody> shapes;
  for (std::size_t b = 0; b < bodies().size(); ++b) {
    const BodyConfig& body = configuration.bodies[b];
    const bool round = body.is_round();
    shapes.push_back({has_mesh(body) ? &meshes[b] : nullptr, bodies()[b].nodes.begin,
                      round ? 1 : bodies()[b].nodes.size(),
                      round ? body.scale * body.form->radius() : body.radius,
                      named_surfaces_.of_body(b), named_surfaces_.of_facets(b),
                      body.is_half_space() ? unit_normal(body, dim()) : std::vector<Real>()});
  }
  surface_ = SurfaceData(dim(), shapes, places(), point_inverse_mass(), layout_bodies_);
  surface_.name_patches(named_surfaces_.list());
  surface_.set_origin(centre());
  layout_.origin = centre();
  motion_ = SurfaceMotion(layout_, vertex_node(), nodes(), kinds());
  make_loads(configuration, meshes);
  make_scales(meshes);
}

void Model::take_start(const StartState& start, std::vector<ModelProblem>& problems) {
  const auto coordinates = static_cast<std::size_t>(layout_.coordinates);
  const auto dofs = static_cast<std::size_t>(layout_.dofs);
  if (start.q.size() == coordinates && start.v.size() == dofs)
    start_ = start.q;
  else
    problems.push_back(misfit(
        "/start/from", fmt::format("its state has {} coordinates and {} velocities, the bodies of "
                                   "this configuration have {} and {}",
                                   start.q.size(), start.v.size(), coordinates, dofs)));
}

void Model::find_probe_nodes(const Configuration& configuration, const std::vector<Mesh>& meshes,
                             std::vector<ModelProblem>& problems) {
  std::vector<Index> first;
  for (const ModelBody& body : bodies()) first.push_back(body.nodes.begin);
  probe_nodes_ = core::probe_nodes(configuration, meshes, first, centre(), problems);
}

void Model::name_surfaces(const Configuration& configuration, const std::vector<Mesh>& meshes) {
  std::vector<ModelProblem> problems;
  named_surfaces_ = NamedSurfaces(configuration, meshes, problems);
  if (!problems.empty()) throw ModelError(std::move(problems));
  const auto& surfaces = named_surfaces_.list();
  PairedList laws{"/contact/laws", "law", {}}, constraints{"/contact/constraint", "", {}};
  for (const LawConfig& law : configuration.contact.laws) laws.entries.push_back(&law.between);
  for (const ConstraintConfig& c : configuration.contact.constraints)
    constraints.entries.push_back(&c.between);
  const std::size_t outside = configuration.contact.outside.size();
  law_pairs_ = SurfacePairs(laws.entries, surfaces, outside);
  constraint_pairs_ = SurfacePairs(constraints.entries, surfaces, outside);
  sides_ = bodies().size() + outside;
  std::vector<const BetweenConfig*> meeting = constraints.entries;
  for (const StageConfig& stage : configuration.contact.stages)
    if (stage.own_constraints)
      for (const ConstraintConfig& c : stage.constraints) meeting.push_back(&c.between);
  const SurfacePairs meetings(meeting, surfaces, outside);
  const auto check = [&](const PairedList& list, const SurfacePairs& pairs) {
    check_pairs(list, pairs, meetings, configuration, surfaces, problems);
  };
  if (!laws.entries.empty()) check(laws, law_pairs_);
  const auto says_something = [](const PairedList& list) {
    return list.entries.size() > 1 || (list.entries.size() == 1 && !list.entries[0]->is_any());
  };
  if (says_something(constraints)) check(constraints, constraint_pairs_);
  for (const StageConfig& stage : configuration.contact.stages) {
    if (!stage.own_constraints) continue;
    PairedList own{stage.pointer + "/constraint", "", {}};
    for (const ConstraintConfig& c : stage.constraints) own.entries.push_back(&c.between);
    if (says_something(own)) check(own, SurfacePairs(own.entries, surfaces, outside));
  }
  if (!problems.empty()) throw ModelError(std::move(problems));
}

/// Lumped: each node of an element gets an equal share of its mass. Inverse 0: no force moves it.
void Model::make_mass(const Configuration& configuration) {
  mass_.assign(static_cast<std::size_t>(layout_.dofs), 0);
  for (const auto& kind : kinds()) kind->mass(mass_);
  const auto d = static_cast<std::size_t>(dim());
  const auto corners = static_cast<std::size_t>(dim() + 1);
  const auto add = [&](Index node, Real mass) {
    for (std::size_t i = 0; i < d; ++i) mass_[static_cast<std::size_t>(node) * d + i] += mass;
  };
  for (std::size_t b = 0; b < bodies().size(); ++b) {
    const ModelBody& body = bodies()[b];
    if (configuration.bodies[b].type == BodyConfigType::particles)
      for (Index n = body.nodes.begin; n < body.nodes.end; ++n)
        add(n, configuration.bodies[b].mass);
    if (!body.material) continue;
    for (Index e = body.elements.begin; e < body.elements.end; ++e) {
      const Index* node = elements().data() + static_cast<std::size_t>(e) * corners;
      const Real volume = with_dimension(
          dim(), [&](auto dimension) { return simplex_volume<dimension.value>(places(), node); });
      const Real share = body.density * body.thickness * volume / static_cast<Real>(corners);
      for (std::size_t k = 0; k < corners; ++k) add(node[k], share);
    }
  }
  inverse_mass_.resize(mass_.size());
}

void Model::make_loads(const Configuration& configuration, const std::vector<Mesh>& meshes) {
  std::vector<ModelProblem> problems;
  loads_ = Loads(*this, configuration, meshes, problems);
  if (!problems.empty()) throw ModelError(std::move(problems));
}

}  // namespace tactus::core
