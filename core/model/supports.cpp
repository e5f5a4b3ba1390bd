#include "core/model/supports.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "core/model/groups.hpp"

namespace tactus::core {
namespace {

int component_of(std::string_view name) {
  return name == "x" ? 0 : name == "y" ? 1 : name == "z" ? 2 : -1;
}

/// Of an arm [3] and the axis of a rotation: the arm less its part along the axis, and the axis
/// times the arm, in one component. About the third axis these are the formulas of the plane.
struct Across {
  Real arm, turned;
};

Across across(const PathMotion& motion, const Real* arm, int component) {
  const Real* n = motion.axis;
  if (n[2] == 1 && component < 2) return {arm[component], component == 0 ? -arm[1] : arm[0]};
  const int i = (component + 1) % 3, j = (component + 2) % 3;
  const Real along = n[0] * arm[0] + n[1] * arm[1] + n[2] * arm[2];
  return {arm[component] - along * n[component], n[i] * arm[j] - n[j] * arm[i]};
}

}  // namespace

Supports::Supports(const Configuration& configuration, View<Body> bodies,
                   const std::vector<Mesh>& meshes, View<Real> reference, View<Real> centre,
                   std::vector<ModelProblem>& problems)
    : prescribed_(reference.size(), 0), holder_(reference.size(), -1) {
  std::vector<Motion> motion(reference.size());
  for (std::size_t b = 0; b < bodies.size(); ++b)
    if (configuration.bodies[b].type == BodyConfigType::obstacle)
      std::fill(prescribed_.begin() + bodies[b].dofs.begin,
                prescribed_.begin() + bodies[b].dofs.end, 2);
  for (std::size_t s = 0; s < configuration.supports.size(); ++s) {
    const SupportConfig& support = configuration.supports[s];
    const std::string pointer = fmt::format("/supports/{}", s);
    holders_.push_back(
        {.support = static_cast<Index>(s), .body = static_cast<Index>(support.body_index)});
    if (support.body_index >= bodies.size())
      problems.push_back({pointer + "/body", fmt::format("there is no body \"{}\"", support.body)});
    else if (const BodyKindType* kind = configuration.bodies[support.body_index].kind)
      problems.push_back(misfit(
          pointer + "/body",
          fmt::format("\"{}\" is {}, and supports hold nodes, which it does not have; a body "
                      "that stands still or follows a path is one of type \"obstacle\"",
                      support.body, kind->name)));
    else if (configuration.bodies[support.body_index].is_half_space() && support.path.rotation())
      problems.push_back(
          misfit(pointer + "/path",
                 fmt::format(
                     "\"{}\" is a half-space, which may move along a path but never tilts; give it "
                     "a velocity or a path of displacements, or take an obstacle with a mesh",
                     support.body)));
    else
      add(support, pointer, bodies[support.body_index], meshes[support.body_index],
          configuration.dim, motion, problems);
  }
  add_obstacles(configuration, bodies);
  for (std::size_t i = 0; i < prescribed_.size(); ++i) {
    if (!prescribed_[i]) continue;
    prescribed_[i] = 1;
    dof_.push_back(static_cast<Index>(i));
    if (motion[i].path != kNone) {
      drive(static_cast<Index>(i), motion[i], reference, centre);
      continue;
    }
    plain_.push_back(static_cast<Index>(i));
    motion_.push_back(motion[i]);
    start_.push_back(reference[i]);
  }
}

void Supports::add_obstacles(const Configuration& configuration, View<Body> bodies) {
  for (std::size_t b = 0; b < bodies.size(); ++b) {
    if (configuration.bodies[b].type != BodyConfigType::obstacle) continue;
    for (Index dof = bodies[b].dofs.begin; dof < bodies[b].dofs.end; ++dof)
      if (std::int32_t& holder = holder_[static_cast<std::size_t>(dof)]; holder < 0)
        holder = static_cast<std::int32_t>(holders_.size());
    holders_.push_back({.support = kNone, .body = static_cast<Index>(b)});
  }
}

/// Adds the degrees of freedom of one support, which is the last entry of holders_.
void Supports::add(const SupportConfig& support, const std::string& pointer, const Body& body,
                   const Mesh& mesh, int dim, std::vector<Motion>& motion,
                   std::vector<ModelProblem>& problems) {
  const Index nodes = body.dofs.size() / dim;
  const auto selected = nodes_of(mesh, nodes, support.group);
  if (!selected) {
    problems.push_back({pointer + "/group", unknown_group(support.body, mesh, support.group)});
    return;
  }
  for (const std::string& name : support.fix) {
    const int c = component_of(name);
    if (c < 0 || c >= dim) {
      problems.push_back(
          {pointer + "/fix", fmt::format("\"{}\" is no direction in {} dimensions", name, dim)});
      continue;
    }
    const auto k = static_cast<std::size_t>(c);
    const Motion wanted{k < support.velocity.size() ? support.velocity[k] : 0, support.ramp,
                        support.path.given() ? number_of(support.path) : kNone};
    bool conflict = false;
    for (const Index node : *selected) {
      const auto dof = static_cast<std::size_t>(body.dofs.begin + node * dim + c);
      conflict = conflict || (prescribed_[dof] == 1 && motion[dof] != wanted);
      motion[dof] = wanted;
      prescribed_[dof] = 1;
      if (holder_[dof] < 0) holder_[dof] = static_cast<std::int32_t>(holders_.size()) - 1;
    }
    if (conflict)
      problems.push_back({pointer, fmt::format("another support moves nodes of body \"{}\", group "
                                               "\"{}\", in {} at another speed or on another path",
                                               support.body, support.group, name)});
  }
}

/// Equal paths share one number, so that supports with the same motion may prescribe the same
/// nodes.
Index Supports::number_of(const SupportPath& path) {
  const auto same = std::ranges::find_if(paths_, [&](const Path& p) { return p.path == path; });
  const auto number = static_cast<Index>(same - paths_.begin());
  if (same == paths_.end()) paths_.push_back({path, {}});
  return number;
}

void Supports::drive(Index dof, const Motion& motion, View<Real> reference, View<Real> centre) {
  Path& path = paths_[static_cast<std::size_t>(motion.path)];
  const auto dim = static_cast<Index>(centre.size());
  Driven driven{.dof = dof,
                .component = static_cast<int>(dof % dim),
                .start = reference[static_cast<std::size_t>(dof)],
                .arm = {}};
  if (const RotationPath* rotation = path.path.rotation())
    for (std::size_t d = 0; d < centre.size(); ++d)
      driven.arm[d] = reference[static_cast<std::size_t>(dof - dof % dim) + d] -
                      (rotation->about[d] - centre[d]);
  path.dofs.push_back(driven);
}

void Supports::prescribe(View<Real> q, Real time, Out<Real> u) const {
  for (std::size_t k = 0; k < plain_.size(); ++k) {
    const Motion& motion = motion_[k];
    const Real path = ramped_way(motion.velocity, time, motion.ramp);
    const auto i = static_cast<std::size_t>(plain_[k]);
    u[i] = start_[k] + path - q[i];
  }
  for (const Path& path : paths_) {
    const PathMotion at = path.path.at(time);
    const Real half = std::sin(at.angle / 2), sine = std::sin(at.angle);
    const Real cosine_less_one = -2 * half * half;
    for (const Driven& node : path.dofs) {
      const auto i = static_cast<std::size_t>(node.dof);
      const Across from = across(at, node.arm, node.component);
      const Real turned = cosine_less_one * from.arm + sine * from.turned;
      u[i] = node.start + (at.displacement[node.component] + turned) - q[i];
    }
  }
}

void Supports::prescribe_velocity(Real time, Out<Real> v) const {
  for (std::size_t k = 0; k < plain_.size(); ++k)
    v[static_cast<std::size_t>(plain_[k])] =
        ramped_speed(motion_[k].velocity, time, motion_[k].ramp);
  for (const Path& path : paths_) {
    const PathMotion at = path.path.at(time);
    const Real cosine = std::cos(at.angle), sine = std::sin(at.angle);
    for (const Driven& node : path.dofs) {
      const Across from = across(at, node.arm, node.component);
      const Real turning = cosine * from.turned - sine * from.arm;
      v[static_cast<std::size_t>(node.dof)] = at.velocity[node.component] + at.rate * turning;
    }
  }
}

}  // namespace tactus::core
