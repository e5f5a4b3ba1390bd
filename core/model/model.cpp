#include "core/model/model.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/mesh/mesh_error.hpp"
#include "core/mesh/place.hpp"
#include "core/model/element_geometry.hpp"
#include "core/model/groups.hpp"
#include "core/model/initial_velocity.hpp"
#include "core/model/magnitudes.hpp"
#include "core/model/probe_nodes.hpp"
#include "tactus/planes/plane_rows.hpp"

namespace tactus::core {
namespace {

const Material* material_of(const Configuration& configuration, const BodyConfig& body) {
  if (body.type != BodyConfigType::deformable) return nullptr;
  const auto* material =
      dynamic_cast<const Material*>(body.material < configuration.materials.size()
                                        ? configuration.materials[body.material].object.get()
                                        : nullptr);
  expects(material, "a deformable body has a material");
  return material;
}

bool has_mesh(const BodyConfig& body) {
  return body.type != BodyConfigType::particles && !body.is_round() && !body.is_half_space();
}

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

Real wave_modulus(const ModelBody& body) { return body.material->p_wave_modulus(); }

}  // namespace

Model::Model(const Configuration& configuration, std::vector<Mesh> meshes,
             const StartState* start) {
  expects(meshes.size() == configuration.bodies.size(), "one mesh a body");
  expects(!meshes.empty(), "a model has a body");
  layout_.dim = configuration.dim;
  std::vector<ModelProblem> problems;
  std::vector<std::vector<MeshProblem>> flaws;  // reported with the coordinates of the mesh files
  for (std::size_t b = 0; b < meshes.size(); ++b)
    flaws.push_back(has_mesh(configuration.bodies[b]) ? core::check(meshes[b])
                                                      : std::vector<MeshProblem>{});
  place(configuration, meshes);
  number_bodies(configuration, meshes);
  check(configuration, meshes, flaws, problems);
  for (std::size_t b = 0; b < bodies_.size(); ++b) show_history(b, problems);
  if (!problems.empty())  // groups of a faulty mesh may name missing nodes
    for (Mesh& mesh : meshes)
      for (Group& group : mesh.groups) group.nodes.clear();
  if (start) take_start(*start, problems);
  std::vector<Real> of_dofs = start_;  // only nodes can be prescribed
  of_dofs.resize(static_cast<std::size_t>(layout_.dofs));
  supports_ = Supports(configuration, layout_bodies_, meshes, of_dofs, centre_, problems);
  check_surface_groups(configuration, meshes, problems);
  find_probe_nodes(configuration, meshes, problems);
  check_load_groups(configuration, meshes, problems);
  if (!problems.empty()) throw ModelError(std::move(problems));
  layout_.prescribed = supports_.prescribed();
  name_surfaces(configuration, meshes);

  make_mass(configuration);
  massless_ =
      MasslessNodes(configuration, meshes, layout_, layout_bodies_, places_, mass_, problems);
  if (!problems.empty()) throw ModelError(std::move(problems));
  for (std::size_t i = 0; i < mass_.size(); ++i)
    inverse_mass_[i] = layout_.prescribed[i] || mass_[i] == 0 ? 0 : 1 / mass_[i];
  check_mass();
  velocity_ =
      start ? start->v
            : core::initial_velocity(configuration, meshes, layout_bodies_, start_, mass_, centre_);
  if (!start) add_velocities_without_nodes(configuration);
  supports_.prescribe_velocity(0, velocity_);
  std::vector<SurfaceBody> bodies;
  for (std::size_t b = 0; b < bodies_.size(); ++b) {
    const BodyConfig& body = configuration.bodies[b];
    const bool round = body.is_round();
    bodies.push_back({has_mesh(body) ? &meshes[b] : nullptr, bodies_[b].nodes.begin,
                      round ? 1 : bodies_[b].nodes.size(),
                      round ? body.scale * body.form->radius() : body.radius,
                      named_surfaces_.of_body(b), named_surfaces_.of_facets(b),
                      body.is_half_space() ? unit_normal(body, dim()) : std::vector<Real>()});
  }
  surface_ = SurfaceData(dim(), bodies, places_, point_inverse_mass(), layout_bodies_);
  surface_.name_patches(named_surfaces_.list());
  surface_.set_origin(centre_);
  layout_.origin = centre_;
  motion_ = SurfaceMotion(layout_, vertex_node(), nodes(), kinds_);
  make_loads(configuration, meshes);
  make_scales(meshes);
}

void Model::number_bodies(const Configuration& configuration, const std::vector<Mesh>& meshes) {
  std::size_t corners = 0;
  for (std::size_t b = 0; b < meshes.size(); ++b)
    if (configuration.bodies[b].type != BodyConfigType::of_kind)
      corners += meshes[b].elements.size();
  elements_.reserve(corners);
  for (std::size_t b = 0; b < meshes.size(); ++b) {
    const BodyConfig& from = configuration.bodies[b];
    const Mesh& mesh = meshes[b];
    ModelBody body;
    body.name = from.name;
    body.material = material_of(configuration, from);
    if (body.material) body.plugin = configuration.materials[from.material].type;
    if (body.material) body.history = MaterialHistory(*body.material, body.plugin);
    body.obstacle = from.type == BodyConfigType::obstacle;
    body.density = body.material ? from.density : 0;
    body.thickness = dim() == 2 ? from.thickness : 1;
    if (from.type == BodyConfigType::of_kind) {  // these come after all nodes
      layout_bodies_.emplace_back();
      bodies_.push_back(std::move(body));
      continue;
    }
    body.nodes.begin = points();
    body.elements.begin = element_count();
    for (const Index n : mesh.elements) elements_.push_back(body.nodes.begin + n);
    places_.insert(places_.end(), mesh.points.begin(), mesh.points.end());
    body.nodes.end = points();
    body.elements.end = element_count();
    element_body_.resize(static_cast<std::size_t>(body.elements.end), static_cast<std::int32_t>(b));
    const Range dofs{body.nodes.begin * dim(), body.nodes.end * dim()};
    layout_bodies_.push_back({.coordinates = dofs,
                              .dofs = dofs,
                              .vertices = {},
                              .self_contact = from.self_contact,
                              .rotation = {}});
    bodies_.push_back(std::move(body));
  }
  nodes_ = points();
  for (Index n = 0; n <= nodes(); ++n) block_start_.push_back(n * dim());
  layout_.coordinates = layout_.dofs = nodes() * dim();
  start_ = places_;
  add_bodies_without_nodes(configuration, meshes);
  layout_.block_start = block_start_;
  layout_.bodies = layout_bodies_;
}

void Model::check(const Configuration& configuration, const std::vector<Mesh>& meshes,
                  const std::vector<std::vector<MeshProblem>>& flaws,
                  std::vector<ModelProblem>& problems) const {
  for (std::size_t b = 0; b < meshes.size(); ++b) {
    const BodyConfig& body = configuration.bodies[b];
    const std::string pointer = fmt::format("/bodies/{}", b);
    const auto report = [&](std::string_view member, std::string message) {
      problems.push_back({fmt::format("{}/{}", pointer, member), std::move(message)});
    };
    if (body.form) body.form->check(body, pointer, problems);
    if (body.type == BodyConfigType::particles) {
      if (!(body.mass > 0)) report("mass", fmt::format("{} kg is not above 0", body.mass));
      if (body.points.empty()) report("points", "a body of particles has at least one point");
    } else if (meshes[b].dim != dim()) {
      report("mesh", fmt::format("a mesh of dimension {} in a scene of dimension {}", meshes[b].dim,
                                 dim()));
    }
    for (const MeshProblem& p : flaws[b])
      report("mesh", fmt::format("body \"{}\": {}", body.name, p.message));
    if (flaws[b].empty() && !std::all_of(meshes[b].points.begin(), meshes[b].points.end(),
                                         [](Real x) { return std::isfinite(x); }))
      problems.push_back({pointer, fmt::format("body \"{}\" has its place beyond the numbers of a "
                                               "double; correct its size, scale or translate",
                                               body.name)});
    if (flaws[b].empty()) check_place(body.name, pointer, meshes[b], problems);
    if (bodies_[b].material) {
      if (!(body.density > 0))
        report("density",
               fmt::format("{} kg/m^3: nodes without mass cannot be moved", body.density));
      const Real modulus = wave_modulus(bodies_[b]);
      if (!(modulus > 0 && std::isfinite(modulus)))
        report("material", fmt::format("\"{}\" has a P-wave modulus of {} Pa; it is above 0",
                                       bodies_[b].plugin, modulus));
      else if (!has_square(modulus))
        report("material",
               fmt::format("\"{}\" has a P-wave modulus of {} Pa, whose square is no number of a "
                           "double; correct the units of its moduli",
                           bodies_[b].plugin, modulus));
    }
    for (const VelocityConfig& v : body.velocity)
      if (!v.group.empty() && !meshes[b].group(v.group))
        report("velocity", unknown_group(body.name, meshes[b], v.group));
  }
}

void Model::show_history(std::size_t body, std::vector<ModelProblem>& problems) {
  for (const HistoryColumn& column : bodies_[body].history.columns()) {
    if (!column.is_shown()) continue;
    const auto known = std::ranges::find(shown_history_, column.name, &HistoryColumn::name);
    if (known == shown_history_.end())
      shown_history_.push_back(column);
    else if (!column.is_like(*known))
      problems.push_back(misfit(
          fmt::format("/bodies/{}/material", body),
          fmt::format("\"{}\" shows a column \"{}\" [{}] of {} numbers, and another material one "
                      "of this name [{}] of {} numbers; frames hold one field by a name",
                      bodies_[body].plugin, column.name, column.unit, column.count, known->unit,
                      known->count)));
  }
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
  for (const ModelBody& body : bodies_) first.push_back(body.nodes.begin);
  probe_nodes_ = core::probe_nodes(configuration, meshes, first, centre_, problems);
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
  sides_ = bodies_.size() + outside;
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
  for (const auto& kind : kinds_) kind->mass(mass_);
  const auto d = static_cast<std::size_t>(dim());
  const auto corners = static_cast<std::size_t>(dim() + 1);
  const auto add = [&](Index node, Real mass) {
    for (std::size_t i = 0; i < d; ++i) mass_[static_cast<std::size_t>(node) * d + i] += mass;
  };
  for (std::size_t b = 0; b < bodies_.size(); ++b) {
    const ModelBody& body = bodies_[b];
    if (configuration.bodies[b].type == BodyConfigType::particles)
      for (Index n = body.nodes.begin; n < body.nodes.end; ++n)
        add(n, configuration.bodies[b].mass);
    if (!body.material) continue;
    for (Index e = body.elements.begin; e < body.elements.end; ++e) {
      const Index* node = elements_.data() + static_cast<std::size_t>(e) * corners;
      const Real volume = with_dimension(
          dim(), [&](auto dimension) { return simplex_volume<dimension.value>(places_, node); });
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

/// Checks quantities that are used as divisors. Masses that underflow or overflow would fix nodes
/// in space or make them massless.
void Model::check_mass() const {
  std::vector<ModelProblem> problems;
  for (std::size_t b = 0; b < bodies_.size(); ++b) {
    if (bodies_[b].obstacle) continue;
    const Range dofs = layout_bodies_[b].dofs;
    const bool nodes = !bodies_[b].kind;
    for (Index dof = dofs.begin; dof < dofs.end; dof += nodes ? dim() : 1) {
      const Real m = mass_[static_cast<std::size_t>(dof)];
      if (nodes && massless_.has(dof / dim())) continue;
      if (m > 0 && has_square(m)) continue;
      problems.push_back(
          {fmt::format("/bodies/{}", b),
           fmt::format("{} has a mass of {} kg, {}; correct the units of the body's density, size "
                       "and scale, or of its mass",
                       nodes ? node_name(dof / dim())
                             : fmt::format("body \"{}\" (or its inertia)", bodies_[b].name),
                       m,
                       m > 0 && std::isfinite(m) && std::isfinite(1 / m)
                           ? "whose square is no number of a double"
                           : "which cannot be divided by")});
      break;
    }
  }
  if (!problems.empty()) throw ModelError(std::move(problems));
}

}  // namespace tactus::core
