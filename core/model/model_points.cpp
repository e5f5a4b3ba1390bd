// Bodies of a model without nodes: their places in its arrays, and where their points are. How
// messages name a node or an element.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <numeric>

#include "core/model/model.hpp"

namespace tactus::core {

/// Bodies of one kind follow each other, in the order of the configuration.
void Model::add_bodies_without_nodes(const Configuration& configuration,
                                     const std::vector<Mesh>& meshes) {
  std::vector<const BodyKindType*> types;
  for (const BodyConfig& body : configuration.bodies)
    if (body.kind && std::ranges::count(types, body.kind) == 0) types.push_back(body.kind);
  for (const BodyKindType* type : types) add_kind(*type, configuration, meshes);
}

void Model::add_kind(const BodyKindType& type, const Configuration& configuration,
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
bool Model::add_points(std::size_t body, const Mesh& mesh) {
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

void Model::add_velocities_without_nodes(const Configuration& configuration) {
  for (std::size_t b = 0; b < bodies_.size(); ++b)
    if (const ModelBody& body = bodies_[b]; body.kind)
      for (const VelocityConfig& entry : configuration.bodies[b].velocity)
        body.kind->add_velocity(entry, body.number_in_kind, start_, velocity_);
}

/// [points * dim] 1/kg, the diagonal of J M^-1 J'. Of a point of a body that may turn it is the mean over
/// directions, tr(J M^-1 J') / dim: which way the point is pushed more easily changes as the body turns.
std::vector<Real> Model::point_inverse_mass() const {
  const auto d = static_cast<std::size_t>(dim());
  std::vector<Real> inverse(places_.size());
  std::copy_n(inverse_mass_.begin(), static_cast<std::size_t>(nodes()) * d, inverse.begin());
  massless_.lend_mobility(layout_, inverse_mass_, inverse);
  std::array<Real, 3 * SurfaceMotion::kMostDofs> J;
  for (const auto& kind : kinds_)
    for (Index p = kind->ranges().points.begin; p < kind->ranges().points.end; ++p) {
      const Range dofs = kind->dofs_of(p);
      const auto columns = static_cast<std::size_t>(dofs.size());
      kind->jacobian({.q = start_}, p, nullptr, J.data());
      const auto of = inverse.begin() + p * dim();
      bool turns = false;
      std::fill_n(of, d, Real{0});
      for (std::size_t i = 0; i < d * columns; ++i) {
        const Index dof = dofs.begin + static_cast<Index>(i % columns);
        const Real mobility = inverse_mass_[static_cast<std::size_t>(dof)];
        turns = turns || (i % columns >= d && mobility > 0);
        of[static_cast<std::ptrdiff_t>(i / columns)] += J[i] * J[i] * mobility;
      }
      if (turns) std::fill_n(of, d, std::accumulate(of, of + dim(), Real{0}) / dim());
    }
  return inverse;
}

void Model::place_points(View<Real> q, Out<Real> x) const {
  std::copy_n(q.begin(), nodes() * dim(), x.begin());
  for (const auto& kind : kinds_) kind->place({.q = q}, x);
}

void Model::point_velocities(View<Real> q, View<Real> v, Out<Real> x) const {
  std::copy_n(v.begin(), nodes() * dim(), x.begin());
  for (const auto& kind : kinds_) kind->velocities(q, v, x);
}

std::size_t Model::body_of_node(Index node) const {
  std::size_t b = 0;
  const auto has = [&](const Range& nodes) { return node >= nodes.begin && node < nodes.end; };
  while (b + 1 < bodies_.size() && !has(bodies_[b].nodes)) ++b;
  return b;
}

std::string Model::element_name(Index element) const {
  const ModelBody& body =
      bodies_[static_cast<std::size_t>(element_body_[static_cast<std::size_t>(element)])];
  return fmt::format("element {} of body \"{}\"", element - body.elements.begin + 1, body.name);
}

std::string Model::node_name(Index node) const {
  const ModelBody& body = bodies_[body_of_node(node)];
  return fmt::format("node {} of body \"{}\"", node - body.nodes.begin + 1, body.name);
}

}  // namespace tactus::core
