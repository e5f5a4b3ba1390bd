// Builds the loads of a model: finds the points of each entry of the configuration and hands them to its
// plugin.
#include "core/model/loads.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "core/model/groups.hpp"
#include "core/model/model.hpp"

namespace tactus::core {
namespace {

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
          misfit(pointer + "/body", fmt::format("\"{}\" {}", load.body, kind->why_no_loads())));
    else
      add_acting(load, mesh, pointer, problems);
  }
  find_dofs();
}

void Loads::find_dofs() {
  std::set<Index> found;
  for (const Acting& load : acting_)
    for (const Index dof : load.points.dofs()) found.insert(dof);
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

void Loads::add_acting(const LoadConfig& load, const Mesh& mesh, const std::string& pointer,
                       std::vector<ModelProblem>& problems) {
  auto* const plugin = dynamic_cast<Load*>(load.load.object.get());
  expects(plugin, "an entry of loads has its plugin");
  Acting acting{load.factor, LoadPoints(*model_, load, mesh), plugin, load.has_potential};
  if (acting.points.count() == 0) {
    problems.push_back({pointer + "/group", no_facets(load.body, mesh, load.group)});
    return;
  }
  try {
    plugin->setup(acting.points.target());
  } catch (const ConfigError& refusal) {
    problems.push_back(misfit(pointer, refusal.what()));
    return;
  }
  largest_ += load.factor.largest() * plugin->largest();
  acting_.push_back(std::move(acting));
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
