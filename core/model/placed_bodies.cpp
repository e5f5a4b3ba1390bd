#include "core/model/placed_bodies.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/mesh/check.hpp"
#include "core/model/groups.hpp"
#include "core/model/magnitudes.hpp"

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

void check(const PlacedBodies& model, const Configuration& configuration,
           const std::vector<Mesh>& meshes, const std::vector<std::vector<MeshProblem>>& flaws,
           std::vector<ModelProblem>& problems) {
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
    } else if (meshes[b].dim != model.dim()) {
      report("mesh", fmt::format("a mesh of dimension {} in a scene of dimension {}", meshes[b].dim,
                                 model.dim()));
    }
    for (const MeshProblem& p : flaws[b])
      report("mesh", fmt::format("body \"{}\": {}", body.name, p.message));
    if (flaws[b].empty() && !std::all_of(meshes[b].points.begin(), meshes[b].points.end(),
                                         [](Real x) { return std::isfinite(x); }))
      problems.push_back({pointer, fmt::format("body \"{}\" has its place beyond the numbers of a "
                                               "double; correct its size, scale or translate",
                                               body.name)});
    if (flaws[b].empty()) check_place(body.name, pointer, meshes[b], problems);
    const ModelBody& placed = model.bodies()[b];
    if (placed.material) {
      if (!(body.density > 0))
        report("density",
               fmt::format("{} kg/m^3: nodes without mass cannot be moved", body.density));
      const Real modulus = placed.material->p_wave_modulus();
      if (!(modulus > 0 && std::isfinite(modulus)))
        report("material", fmt::format("\"{}\" has a P-wave modulus of {} Pa; it is above 0",
                                       placed.plugin, modulus));
      else if (!has_square(modulus))
        report("material",
               fmt::format("\"{}\" has a P-wave modulus of {} Pa, whose square is no number of a "
                           "double; correct the units of its moduli",
                           placed.plugin, modulus));
    }
    for (const VelocityConfig& v : body.velocity)
      if (!v.group.empty() && !meshes[b].group(v.group))
        report("velocity", unknown_group(body.name, meshes[b], v.group));
  }
}

}  // namespace

bool has_mesh(const BodyConfig& body) {
  return body.type != BodyConfigType::particles && !body.is_round() && !body.is_half_space();
}

PlacedBodies::PlacedBodies(const Configuration& configuration, std::vector<Mesh>& meshes,
                           std::vector<ModelProblem>& problems) {
  expects(meshes.size() == configuration.bodies.size(), "one mesh a body");
  expects(!meshes.empty(), "a model has a body");
  layout_.dim = configuration.dim;
  std::vector<std::vector<MeshProblem>> flaws;  // reported with the coordinates of the mesh files
  for (std::size_t b = 0; b < meshes.size(); ++b)
    flaws.push_back(has_mesh(configuration.bodies[b]) ? core::check(meshes[b])
                                                      : std::vector<MeshProblem>{});
  origin_ = place_meshes(configuration, meshes);
  number(configuration, meshes);
  check(*this, configuration, meshes, flaws, problems);
  for (std::size_t b = 0; b < bodies_.size(); ++b) show_history(b, problems);
}

void PlacedBodies::number(const Configuration& configuration, const std::vector<Mesh>& meshes) {
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

/// Bodies of one kind follow each other, in the order of the configuration.
void PlacedBodies::add_bodies_without_nodes(const Configuration& configuration,
                                            const std::vector<Mesh>& meshes) {
  std::vector<const BodyKindType*> types;
  for (const BodyConfig& body : configuration.bodies)
    if (body.kind && std::ranges::count(types, body.kind) == 0) types.push_back(body.kind);
  for (const BodyKindType* type : types) add_kind(*type, configuration, meshes);
}

void PlacedBodies::add_kind(const BodyKindType& type, const Configuration& configuration,
                            const std::vector<Mesh>& meshes) {
  KindStart start{
      .dim = dim(), .point = points(), .coordinate = layout_.coordinates, .dof = layout_.dofs};
  std::vector<std::size_t> number;
  for (std::size_t b = 0; b < bodies_.size(); ++b) {
    const BodyConfig& config = configuration.bodies[b];
    if (config.kind != &type) continue;
    start.bodies.push_back({&config, &meshes[b], add_points(b, meshes[b]) || config.is_round()});
    number.push_back(b);
  }
  kinds_.push_back(type.make(start));
  const BodyKind& kind = *kinds_.back();
  for (std::size_t k = 0; k < number.size(); ++k) {
    bodies_[number[k]].kind = &kind;
    bodies_[number[k]].number_in_kind = static_cast<Index>(k);
    Body& body = layout_bodies_[number[k]];
    body.coordinates = kind.ranges().body(static_cast<Index>(k)).coordinates;
    body.dofs = kind.ranges().body(static_cast<Index>(k)).dofs;
    body.rotation = {body.dofs.begin + dim(), body.dofs.end};
    block_start_.push_back(body.dofs.end);
  }
  layout_.coordinates = kind.ranges().coordinates.end;
  layout_.dofs = kind.ranges().dofs.end;
  start_.resize(static_cast<std::size_t>(layout_.coordinates));
  kind.initial_coordinates(start_);
}

/// Adds the points and elements of a body without nodes. @returns whether the mesh has elements and
/// these have points; a faulty mesh is reported later, together with all others.
bool PlacedBodies::add_points(std::size_t body, const Mesh& mesh) {
  const Index first = points(), corners = dim() + 1;
  Range& elements = bodies_[body].elements;
  places_.insert(places_.end(), mesh.points.begin(), mesh.points.end());
  bodies_[body].nodes = {first, points()};
  elements.begin = element_count() + static_cast<Index>(shown_elements_.size()) / corners;
  for (const Index n : mesh.elements) shown_elements_.push_back(first + n);
  shown_body_.resize(shown_elements_.size() / static_cast<std::size_t>(corners),
                     static_cast<std::int32_t>(body));
  elements.end = elements.begin + mesh.element_count();
  return !mesh.elements.empty() &&
         std::ranges::all_of(mesh.elements, [&](Index n) { return n >= 0 && n < mesh.nodes(); });
}

void PlacedBodies::show_history(std::size_t body, std::vector<ModelProblem>& problems) {
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

std::size_t PlacedBodies::body_of_node(Index node) const {
  std::size_t b = 0;
  const auto has = [&](const Range& nodes) { return node >= nodes.begin && node < nodes.end; };
  while (b + 1 < bodies_.size() && !has(bodies_[b].nodes)) ++b;
  return b;
}

std::string PlacedBodies::element_name(Index element) const {
  const ModelBody& body =
      bodies_[static_cast<std::size_t>(element_body_[static_cast<std::size_t>(element)])];
  return fmt::format("element {} of body \"{}\"", element - body.elements.begin + 1, body.name);
}

std::string PlacedBodies::node_name(Index node) const {
  const ModelBody& body = bodies_[body_of_node(node)];
  return fmt::format("node {} of body \"{}\"", node - body.nodes.begin + 1, body.name);
}

}  // namespace tactus::core
