#include "core/model/massless_nodes.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/model/groups.hpp"
#include "core/scene/capabilities.hpp"
#include "tactus/statics/massless.hpp"

namespace tactus::core {
namespace {

constexpr Index kWanted = -2;  ///< in place of a carrier: none is known yet

std::size_t at(Index i) { return static_cast<std::size_t>(i); }

}  // namespace

MasslessNodes::MasslessNodes(const Configuration& configuration, const std::vector<Mesh>& meshes,
                             const Layout& layout, const std::vector<Body>& bodies,
                             View<Real> places, Out<Real> mass,
                             std::vector<ModelProblem>& problems) {
  const Component* integrator = configuration.integrator.object.get();
  const bool moves = integrator && claims_of(*integrator).has(capability::massless_nodes);
  const auto named = [](const BodyConfig& body) { return !body.massless.empty(); };
  if (std::ranges::none_of(configuration.bodies, named)) {
    if (moves)
      problems.push_back(misfit(
          "/integrator", fmt::format("\"{}\" is for bodies with surfaces without mass, and no body "
                                     "names one as \"massless\": name one, or take \"newmark\"",
                                     configuration.integrator.type)));
    return;
  }
  carrier_.assign(layout.block_start.empty() ? 0 : places.size() / at(layout.dim), kNone);
  for (std::size_t b = 0; b < bodies.size(); ++b) {
    const BodyConfig& body = configuration.bodies[b];
    if (moves && !named(body) && configuration.contact.enabled &&
        body.type != BodyConfigType::obstacle)
      problems.push_back(misfit(
          fmt::format("/bodies/{}", b),
          fmt::format(
              "\"{}\" names no surface as \"massless\", and with \"{}\" contact pushes surfaces "
              "without mass alone: name those of \"{}\" that may be touched, make it an obstacle, "
              "or take \"newmark\" and leave \"massless\" out",
              body.name, configuration.integrator.type, body.name)));
    if (!named(body)) continue;
    const std::string pointer = fmt::format("/bodies/{}/massless", b);
    if (!moves)
      problems.push_back(misfit(
          pointer, fmt::format("\"{}\" does not move nodes without mass; take the integrator "
                               "\"mass_redistribution\", or leave \"massless\" out",
                               configuration.integrator.type)));
    else
      take(body, pointer, meshes[b], layout.dim, bodies[b].dofs.begin / layout.dim, layout, places,
           problems);
  }
  if (!problems.empty()) return;
  const Index dim = layout.dim;
  for (std::size_t n = 0; n < carrier_.size(); ++n)
    for (Index d = 0; carrier_[n] != kNone && d < dim; ++d) {
      Real& own = mass[n * at(dim) + at(d)];
      mass[at(carrier_[n] * dim + d)] += own;
      own = 0;
    }
}

void MasslessNodes::take(const BodyConfig& config, const std::string& pointer, const Mesh& mesh,
                         int dim, Index first, const Layout& layout, View<Real> places,
                         std::vector<ModelProblem>& problems) {
  for (std::size_t k = 0; k < config.massless.size(); ++k) {
    const auto nodes = nodes_of(mesh, mesh.nodes(), config.massless[k]);
    if (!nodes || config.massless[k].empty()) {
      problems.push_back(
          {fmt::format("{}/{}", pointer, k), unknown_group(config.name, mesh, config.massless[k])});
      return;
    }
    for (const Index n : *nodes) {
      const auto held = layout.prescribed.subspan(at((first + n) * dim), at(dim));
      if (std::ranges::count(held, 0) > 0) carrier_[at(first + n)] = kWanted;
    }
  }
  const Index lonely = find_carriers(mesh, dim, first, places);
  if (lonely != kNone)
    problems.push_back(misfit(
        pointer,
        fmt::format("node {} of body \"{}\" has no neighbour inside that could carry its mass, as "
                    "all nodes of its elements are to have none; take a finer mesh, or leave "
                    "\"massless\" out",
                    lonely - first + 1, config.name)));
}

Index MasslessNodes::find_carriers(const Mesh& mesh, int dim, Index first, View<Real> places) {
  const auto distance = [&](Index a, Index b) {
    Real square = 0;
    for (int d = 0; d < dim; ++d) {
      const Real apart = places[at(a * dim + d)] - places[at(b * dim + d)];
      square += apart * apart;
    }
    return square;
  };
  std::vector<Index> nearest(at(mesh.nodes()), kNone);
  const auto corners = static_cast<std::size_t>(dim + 1);
  for (std::size_t e = 0; e < mesh.elements.size(); e += corners)
    for (std::size_t i = 0; i < corners; ++i) {
      const Index a = first + mesh.elements[e + i];
      if (carrier_[at(a)] == kNone) continue;
      for (std::size_t j = 0; j < corners; ++j) {
        const Index b = first + mesh.elements[e + j];
        if (carrier_[at(b)] != kNone) continue;
        Index& best = nearest[at(a - first)];
        const Real new_one = distance(a, b), old = best == kNone ? kUnlimited : distance(a, best);
        if (new_one < old || (new_one == old && b < best)) best = b;
      }
    }
  for (Index n = 0; n < mesh.nodes(); ++n)
    if (carrier_[at(first + n)] != kNone && nearest[at(n)] == kNone) return first + n;
  for (Index n = 0; n < mesh.nodes(); ++n)
    if (carrier_[at(first + n)] != kNone) carrier_[at(first + n)] = nearest[at(n)];
  return kNone;
}

void MasslessNodes::lend_mobility(const Layout& layout, View<Real> of_dofs,
                                  Out<Real> inverse) const {
  const auto dim = at(layout.dim);
  for (std::size_t n = 0; n < carrier_.size(); ++n)
    for (std::size_t d = 0; carrier_[n] != kNone && d < dim; ++d)
      if (!layout.prescribed[n * dim + d])
        inverse[n * dim + d] = of_dofs[at(carrier_[n]) * dim + d];
}

}  // namespace tactus::core
