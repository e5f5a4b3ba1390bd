#include "core/run/scene_picture.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <nlohmann/json.hpp>
#include <set>

#include "core/model/groups.hpp"
#include "core/model/meshes.hpp"
#include "core/model/model.hpp"
#include "core/record/model_frame.hpp"
#include "core/run/further_problems.hpp"
#include "core/scene/load.hpp"
#include "core/support/atomic_file.hpp"
#include "core/support/file_error.hpp"

namespace tactus::core {

namespace fs = std::filesystem;
using SceneJson = nlohmann::ordered_json;

namespace {

constexpr std::size_t kMostPoints = 400;  // of a support: more are not told apart
constexpr int kPathSamples = 100;

/// A vector of the scene as three numbers.
SceneJson in_space(View<Real> vector) {
  return {vector[0], vector[1], vector.size() > 2 ? vector[2] : 0.0};
}

/// Where the nodes of bodies are, in coordinates of the configuration.
class ScenePlaces {
 public:
  ScenePlaces(const Configuration& configuration, const Model& model,
              const std::vector<Mesh>& meshes)
      : configuration_(configuration), model_(model), meshes_(meshes), x_(model.places().size()) {
    model.place_points(model.initial_coordinates(), x_);
    for (std::size_t i = 0; i < x_.size(); ++i)
      x_[i] += model.centre()[i % static_cast<std::size_t>(model.dim())];
  }

  View<Real> all() const { return x_; }
  /// Whether points of the model are the nodes of the body's mesh.
  bool has_nodes(std::size_t body) const {
    return meshes_[body].nodes() == model_.bodies()[body].nodes.size();
  }
  /// Three numbers, also in the plane.
  SceneJson of(std::size_t body, Index node) const {
    const auto dim = static_cast<Index>(model_.dim());
    const Index point = model_.bodies()[body].nodes.begin + node;
    return in_space(View<Real>(x_).subspan(static_cast<std::size_t>(dim * point),
                                           static_cast<std::size_t>(dim)));
  }
  /// Points of a group, or of the whole body; some of them where there are many.
  SceneJson points(std::size_t body, const std::string& group) const {
    const Range nodes = model_.bodies()[body].nodes;
    std::vector<Index> wanted;
    if (has_nodes(body)) {
      wanted = nodes_of(meshes_[body], nodes.size(), group).value_or(std::vector<Index>{});
    } else {
      for (Index n = 0; n < nodes.size(); ++n) wanted.push_back(n);
    }
    const std::size_t every = std::max<std::size_t>(1, wanted.size() / kMostPoints);
    SceneJson list = SceneJson::array();
    for (std::size_t i = 0; i < wanted.size(); i += every) list.push_back(of(body, wanted[i]));
    return list;
  }
  /// Corners of the facets of a group, or of the whole boundary: in the plane edges with the body on their left, in
  /// space triangles that turn counter-clockwise, seen from outside.
  SceneJson facets(std::size_t body, const std::string& group) const {
    SceneJson list = SceneJson::array();
    const Mesh& mesh = meshes_[body];
    if (!has_nodes(body) || (!group.empty() && !mesh.group(group))) return list;
    const Boundary boundary = core::boundary(mesh);
    const auto size = static_cast<std::size_t>(mesh.dim);
    for (const Index f : facets_of(mesh, boundary, group)) {
      SceneJson corners = SceneJson::array();
      for (const Index node :
           View<Index>(boundary.facet).subspan(size * static_cast<std::size_t>(f), size))
        corners.push_back(of(body, node));
      list.push_back(std::move(corners));
    }
    return list;
  }
  const Mesh& mesh(std::size_t body) const { return meshes_[body]; }
  const Configuration& configuration() const { return configuration_; }

 private:
  const Configuration& configuration_;
  const Model& model_;
  const std::vector<Mesh>& meshes_;
  std::vector<Real> x_;
};

/// Groups of each body, and whether the configuration names them. Copies of an array count once.
SceneJson groups_of(const ScenePlaces& places) {
  const Configuration& c = places.configuration();
  std::set<std::pair<std::string, std::string>> named;
  for (const auto& s : c.supports) named.emplace(s.body, s.group);
  for (const auto& l : c.loads) named.emplace(l.body, l.group);
  for (const auto& p : c.probes) named.emplace(p.body, p.group);
  const auto add = [&](const BetweenConfig& between) {
    for (const std::string& name : between.names) {
      const SurfaceNameParts parts = split_surface_name(name);
      if (parts.has_group) named.emplace(parts.body, parts.group);
    }
  };
  for (const auto& law : c.contact.laws) add(law.between);
  for (const auto& constraint : c.contact.constraints) add(constraint.between);
  SceneJson list = SceneJson::array();
  std::set<std::string> arrays;
  for (std::size_t b = 0; b < c.bodies.size(); ++b) {
    const BodyConfig& body = c.bodies[b];
    if (!body.array.empty() && !arrays.insert(body.array).second) continue;
    if (!places.has_nodes(b)) continue;
    for (const Group& group : places.mesh(b).groups) {
      const std::string& owner = body.array.empty() ? body.name : body.array;
      const bool is_named = named.contains({owner, group.name}) ||
                            named.contains({body.name, group.name}) ||
                            named.contains({"*", group.name});
      list.push_back({{"body", body.name},
                      {"name", group.name},
                      {"named", is_named},
                      {"facets", places.facets(b, group.name)},
                      {"points", places.points(b, group.name)}});
    }
  }
  return list;
}

/// Displacements of a support over the run, with the angle by which it has turned; none where it stands still.
SceneJson way_of(const SupportConfig& s, Real end) {
  SceneJson way = SceneJson::array();
  for (int k = 0; k <= kPathSamples; ++k) {
    const Real time = end * k / kPathSamples;
    PathMotion motion;
    if (s.path.given()) {
      motion = s.path.at(time);
    } else if (s.velocity.empty()) {
      return way;
    } else {
      for (std::size_t d = 0; d < s.velocity.size(); ++d)
        motion.displacement[d] = ramped_way(s.velocity[d], time, s.ramp);
    }
    way.push_back(in_space(motion.displacement));
    way.back().push_back(motion.angle);
  }
  return way;
}

SceneJson supports_of(const ScenePlaces& places) {
  SceneJson list = SceneJson::array();
  for (const SupportConfig& s : places.configuration().supports) {
    const RotationPath* rotation = s.path.rotation();
    list.push_back({{"body", s.body},
                    {"group", s.group},
                    {"fix", s.fix},
                    {"points", places.points(s.body_index, s.group)},
                    {"way", way_of(s, places.configuration().time.end)},
                    {"about", rotation ? in_space(rotation->about) : SceneJson(nullptr)},
                    {"axis", in_space(s.path.at(0).axis)}});
  }
  return list;
}

/// A list of numbers among the options of a load is its vector; numbers keep their names.
void describe_plugin(const ScenePlaces& places, const LoadConfig& l, SceneJson& load) {
  load["type"] = l.load.type;
  const SceneJson options = SceneJson::parse(l.load.options);  // items() refers to it
  for (const auto& [name, value] : options.items()) {
    if (value.is_number()) load[name] = value;
    if (value.is_array() && value.size() >= 2 && value[0].is_number() && name != "at")
      load["vector"] = in_space(value.get<std::vector<Real>>());
  }
  if (l.surface)
    load["facets"] = places.facets(l.body_index, l.group);
  else
    load["points"] =
        l.at.empty() ? places.points(l.body_index, l.group) : SceneJson::array({in_space(l.at)});
}

SceneJson loads_of(const ScenePlaces& places) {
  SceneJson list = SceneJson::array();
  for (const LoadConfig& l : places.configuration().loads) {
    SceneJson load{{"body", l.body}, {"group", l.group}, {"constant", l.factor.is_constant()}};
    switch (l.type) {
      case LoadType::gravity:
        load["type"] = "gravity", load["vector"] = in_space(l.acceleration);
        break;
      case LoadType::plugin:
        describe_plugin(places, l, load);
        break;
      case LoadType::damping:
        load["type"] = "damping", load["rate"] = l.rate;
        break;
    }
    list.push_back(std::move(load));
  }
  return list;
}

SceneJson bodies_of(const Configuration& c) {
  SceneJson list = SceneJson::array();
  for (const BodyConfig& body : c.bodies) {
    const std::string_view type = body.kind                                ? body.kind->name
                                  : body.type == BodyConfigType::obstacle  ? "obstacle"
                                  : body.type == BodyConfigType::particles ? "particles"
                                                                           : "deformable";
    list.push_back({{"name", body.name}, {"type", type}});
  }
  return list;
}

fs::path new_folder() {
  std::string name = (fs::temp_directory_path() / "tactus-scene-XXXXXX").string();
  if (!mkdtemp(name.data()))
    throw FileError(fmt::format("cannot make a folder for temporary files, {}: {}", name,
                                std::strerror(errno)));
  return name;
}

void write_files(const fs::path& folder, const Configuration& configuration, const Model& model,
                 const ScenePlaces& places) {
  std::vector<Real> velocity(model.places().size());
  model.point_velocities(model.initial_coordinates(), model.initial_velocity(), velocity);
  ModelFrame frame(model);
  FrameWriter frames(folder, frame.mesh());
  frames.go_on();
  frames.write({.time = 0, .points = places.all(), .velocity = velocity});
  const auto write = [&](const char* name, const SceneJson& json) {
    write_file(folder / name, json.dump(-1, ' ', false, SceneJson::error_handler_t::replace));
  };
  write("resolved.json", {{"bodies", bodies_of(configuration)}});
  write("summary.json", {{"status", "completed"}});
  write("scene.json", {{"name", configuration.name},
                       {"groups", groups_of(places)},
                       {"supports", supports_of(places)},
                       {"loads", loads_of(places)}});
}

}  // namespace

fs::path write_scene(const fs::path& file, const std::vector<std::string>& sets) {
  LoadedConfiguration loaded =
      load_configuration(file, sets, {}, OwnPlugins::allowed, find_further_problems);
  Configuration& configuration = loaded.configuration;
  try {
    const std::vector<Mesh> meshes = make_meshes(configuration);
    const Model model(configuration, meshes);
    const ScenePlaces places(configuration, model, meshes);
    const fs::path folder = new_folder();
    try {
      write_files(folder, configuration, model, places);
    } catch (...) {
      std::error_code ignored;
      fs::remove_all(folder, ignored);
      throw;
    }
    return folder;
  } catch (const ModelError& e) {
    throw all_errors(e, configuration);
  }
}

}  // namespace tactus::core
