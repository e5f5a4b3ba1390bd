/// \file body_reader.cpp  "bodies": meshes, materials, velocities, arrays of copies.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "core/config/scene/body_array.hpp"
#include "core/config/scene/section_reader.hpp"
#include "core/mesh/limits.hpp"
#include "core/plugin/sha256.hpp"
#include "core/support/regular_file.hpp"

namespace tactus::core {
namespace fs = std::filesystem;
namespace {

/// A mesh belongs to what a run is known by: its SHA-256 is written down, and holds from then on.
void identify_mesh(ObjectReader& object, FileMesh& mesh) {
  const std::string found = sha256_of_file(mesh.path);
  if (!mesh.sha256.empty() && mesh.sha256 != found)
    object.problem("sha256", fmt::format("{} has changed: its SHA-256 is {}, wanted is {}; put the "
                                         "file back, or take \"sha256\" away to use it as it is",
                                         quoted_short(mesh.path, 200), found, mesh.sha256));
  mesh.sha256 = found;
  object.resolve("sha256", Json::of(found));
}

/// Looks whether the file is there and takes down which one it is. @throws Error where that fails.
void find_mesh_file(ObjectReader& object, FileMesh& mesh) {
  const std::string shown = quoted_short(mesh.path, 200);
  if (!fs::exists(status_of(mesh.path))) {
    const std::string wanted =
        mesh.sha256.empty() ? "" : fmt::format("; wanted is the one of SHA-256 {}", mesh.sha256);
    object.problem("path", fmt::format("there is no file {}; paths are relative to the folder of "
                                       "the configuration{}",
                                       shown, wanted));
    return;
  }
  if (const std::string why = why_no_file(mesh.path); !why.empty())
    object.problem("path", fmt::format("{} {}; give the path of a Gmsh file", shown, why));
  else
    identify_mesh(object, mesh);
}

/// Relative to the folder of the configuration.
void read_mesh_file(ObjectReader& object, FileMesh& mesh) {
  if (!object.options([&](OptionVisitor& o) { mesh.describe(o); })) return;
  const fs::path folder = object.reading().document.file().parent_path();
  const fs::path path = fs::absolute(folder / mesh.path).lexically_normal();
  mesh.path = path.string();
  object.resolve("path", Json::of(mesh.path));
  try {
    find_mesh_file(object, mesh);
  } catch (const Error& e) {
    object.problem("path", e.what());
  }
}

Json read_mesh(Reading& reading, const Json& value, const std::string& pointer, BodyConfig& body) {
  ObjectReader object(reading, value, pointer, "a mesh");
  const Section* section = object.readable() ? choose_section(object, "mesh") : nullptr;
  if (!section) return {};
  body.mesh_type = section->type;
  if (body.mesh_type == "file") {
    read_mesh_file(object, body.file);
  } else {
    object.options([&](OptionVisitor& o) {
      if (body.mesh_type == "rectangle") body.rectangle.describe(o);
      if (body.mesh_type == "disk") body.disk.describe(o);
      if (body.mesh_type == "polygon") body.polygon.describe(o);
    });
  }
  object.finish();
  return object.take_resolved();
}

Json read_velocity_object(Reading& reading, const Json& value, const std::string& pointer,
                          BodyConfig& body) {
  ObjectReader object(reading, value, pointer, "a velocity");
  if (!object.readable()) return {};
  VelocityConfig velocity;
  object.options([&](OptionVisitor& o) { velocity.describe(o); });
  object.finish();
  if (body.type == BodyConfigType::particles && !velocity.group.empty())
    object.problem("group", "particles have no groups; this holds for all of them or none");
  body.velocity.push_back(std::move(velocity));
  return object.take_resolved();
}

/// A list of numbers, an object, or a list of objects.
Json read_velocity(Reading& reading, const Json& value, const std::string& pointer,
                   BodyConfig& body) {
  if (value.if_object()) return read_velocity_object(reading, value, pointer, body);
  const Json::Array* list = value.if_array();
  if (list && !list->empty() && (*list)[0].if_object()) {
    Json resolved = Json::array();
    for (std::size_t i = 0; i < list->size(); ++i)
      resolved.if_array()->push_back(
          read_velocity_object(reading, (*list)[i], fmt::format("{}/{}", pointer, i), body));
    return resolved;
  }
  if (list && list->size() == 2 && (*list)[0].if_number() && (*list)[1].if_number()) {
    VelocityConfig velocity;
    velocity.constant = {(*list)[0].if_number()->value, (*list)[1].if_number()->value};
    body.velocity.push_back(std::move(velocity));
    return value;
  }
  reading.problem(value, pointer,
                  fmt::format("{} given; allowed: a list of 2 numbers [m/s], an object with "
                              "\"constant\", \"spin\", \"gradient\", or a list of such objects",
                              reading.document.shown(value)));
  return {};
}

/// Options of a body by its type.
void describe(BodyConfig& body, OptionVisitor& o) {
  switch (body.type) {
    case BodyConfigType::deformable:
      return body.describe_deformable(o);
    case BodyConfigType::obstacle:
      return body.describe_obstacle(o);
    case BodyConfigType::particles:
      return body.describe_particles(o);
    case BodyConfigType::rigid:
      return body.describe_rigid(o);
  }
}

void read_material(ObjectReader& object, const Json& value, BodyConfig& body,
                   Configuration& configuration) {
  Json resolved;
  const auto nothing_beside = [](OptionVisitor&) {};
  body.material = configuration.materials.size();
  configuration.materials.push_back(read_component(object.reading(), value,
                                                   object.pointer_to("material"), Kind::material,
                                                   nothing_beside, resolved));
  object.resolve("material", std::move(resolved));
}

std::vector<BodyConfig> copies(ObjectReader& object, const Json& value, const BodyConfig& body) {
  ArrayConfig array;
  ObjectReader reader(object.reading(), value, object.pointer_to("array"), "an array");
  const bool good = reader.options([&](OptionVisitor& o) { array.describe(o); });
  reader.finish();
  object.resolve("array", reader.take_resolved());
  if (!good) return {};
  if (array.count[0] * array.count[1] * static_cast<Real>(body.polygon.points.size()) > 1e7) {
    reader.problem("count", "so many copies of a polygon with so many corners do not fit");
    return {};
  }
  return expanded(body, array);
}

/// What no option says alone: shape and mass.
void check_rigid(ObjectReader& object, const BodyConfig& body) {
  const bool mesh = object.value().find("mesh") != nullptr;
  if (mesh == body.rigid.is_round())
    object.problem(mesh ? "radius" : "mesh",
                   mesh ? "a \"mesh\" and a \"radius\" are given; take one of them away"
                        : "missing; a rigid body has a \"mesh\", or is round and has a \"radius\"");
  if (!given(body.rigid.density) && !given(body.rigid.mass))
    object.problem("density", "missing; a rigid body has a \"density\" or a \"mass\"");
}

/// One entry of "bodies".
void read_body(ObjectReader& object, Configuration& configuration) {
  const Section* section = choose_section(object, "body");
  if (!section) return;
  BodyConfig body;
  body.pointer = object.pointer();
  body.type = section->type == "deformable" ? BodyConfigType::deformable
              : section->type == "obstacle" ? BodyConfigType::obstacle
              : section->type == "rigid"    ? BodyConfigType::rigid
                                            : BodyConfigType::particles;
  object.options([&](OptionVisitor& o) { describe(body, o); });
  expect_members(object, *section);
  if (body.type == BodyConfigType::rigid) check_rigid(object, body);
  const auto has = [&](std::string_view key) {
    const bool is_member = std::ranges::count(section->members, key, &SectionMember::name) > 0;
    return is_member ? object.value().find(key) : nullptr;
  };
  Reading& reading = object.reading();
  if (const Json* mesh = has("mesh"))
    object.resolve("mesh", read_mesh(reading, *mesh, object.pointer_to("mesh"), body));
  if (const Json* material = has("material")) read_material(object, *material, body, configuration);
  if (const Json* velocity = has("velocity"))
    object.resolve("velocity",
                   read_velocity(reading, *velocity, object.pointer_to("velocity"), body));
  if (const Json* array = has("array")) {
    for (BodyConfig& copy : copies(object, *array, body))
      configuration.bodies.push_back(std::move(copy));
  } else {
    configuration.bodies.push_back(std::move(body));
  }
  object.finish();
}

/// Names that two bodies have, copies of arrays included.
void check_names(Reading& reading, const Configuration& configuration) {
  std::map<std::string, const BodyConfig*> owners;
  for (const BodyConfig& b : configuration.bodies) {
    if (b.name.empty()) continue;
    const auto [owner, is_new] = owners.emplace(b.name, &b);
    if (is_new) continue;
    const std::string of = b.array.empty() ? "" : " (a copy in the array)";
    reading.problems.add(b.pointer + "/name",
                         fmt::format("the name {}{} is taken by {}", quoted_short(b.name), of,
                                     owner->second->pointer));
  }
}

/// A slip of the pen may ask for more than the machine has.
void check_size(Reading& reading, const Configuration& configuration) {
  Real triangles = 0;
  for (const BodyConfig& b : configuration.bodies) {
    const RectangleMesh& r = b.rectangle;
    const Real cells = r.cells[0] * r.cells[1] * static_cast<Real>(r.triangles);
    if (b.mesh_type == "rectangle" && cells <= kMostElements) triangles += cells;  // else reported
    if (b.mesh_type == "disk") triangles += 6 * std::pow(static_cast<Real>(b.disk.rings), 2);
  }
  if (triangles > kMostElements)
    reading.problems.add("/bodies", fmt::format("{:.0f} triangles in all; at most {:.0f} are taken",
                                                triangles, kMostElements));
}

}  // namespace

void read_bodies(Reading& reading, const Json& value, Configuration& configuration,
                 Json& resolved) {
  const Json::Array* list = entries(reading, value, "/bodies", "bodies");
  if (!list) return;
  if (list->empty())
    reading.problem(value, "/bodies", "an empty list given; allowed: at least one body");
  resolved = Json::array();
  for (std::size_t i = 0; i < list->size(); ++i) {
    ObjectReader object(reading, (*list)[i], fmt::format("/bodies/{}", i), "a body");
    if (object.readable()) read_body(object, configuration);
    resolved.if_array()->push_back(object.take_resolved());
  }
  check_names(reading, configuration);
  check_size(reading, configuration);
}

}  // namespace tactus::core
