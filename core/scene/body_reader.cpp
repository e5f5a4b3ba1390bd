/// \file body_reader.cpp  Reads "bodies": meshes, materials, velocities, arrays of copies.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

#include "core/mesh/limits.hpp"
#include "core/scene/body_array.hpp"
#include "core/scene/mesh_reader.hpp"

namespace tactus::core {
namespace {

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

/// Reads a list of numbers, an object, or a list of objects.
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
  const auto is_number = [](const Json& entry) { return entry.if_number() != nullptr; };
  if (list && std::cmp_equal(list->size(), reading.dim) && std::ranges::all_of(*list, is_number)) {
    VelocityConfig velocity;
    for (const Json& entry : *list) velocity.constant.push_back(entry.if_number()->value);
    body.velocity.push_back(std::move(velocity));
    return value;
  }
  reading.problem(
      value, pointer,
      fmt::format(
          "{} given; allowed: a list of {} numbers [m/s], an object with "
          "\"constant\", \"spin\", \"gradient\", \"amplitude\", or a list of such objects{}",
          reading.document.shown(value), reading.dim,
          list && reading.dim == 3 ? "; \"dimension\" is 3" : ""));
  return {};
}

void read_mesh_of(ObjectReader& object, const Json& value, BodyConfig& body,
                  Configuration& configuration) {
  Json resolved;
  body.mesh = configuration.meshes.size();
  configuration.meshes.push_back(
      read_mesh(object.reading(), value, object.pointer_to("mesh"), resolved));
  object.resolve("mesh", std::move(resolved));
}

/// An obstacle has a mesh, or is a half-space.
void read_obstacle(ObjectReader& object, BodyConfig& body) {
  const Json* value = object.value().find("half_space");
  if (!value) {
    object.required_member("mesh",
                           fmt::format("an object with a \"type\": {}; or \"half_space\" instead: "
                                       "all that lies behind a plane",
                                       fmt::join(section_types("mesh"), ", ")));
    return;
  }
  if (object.value().find("mesh"))
    object.problem("half_space", "\"mesh\" is given, too; an obstacle has one of them");
  ObjectReader reader(object.reading(), *value, object.pointer_to("half_space"), "a half-space");
  if (!reader.readable()) return;
  reader.options([&](OptionVisitor& o) { body.half_space.describe(o); });
  reader.finish();
  object.resolve("half_space", reader.take_resolved());
  body.half_space.point.resize(static_cast<std::size_t>(object.reading().dim), 0);
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

/// What is wrong in parts of a body can be told whatever it is.
void read_parts(ObjectReader& object, BodyConfig& body, Configuration& configuration) {
  const Json *mesh = object.value().find("mesh"), *material = object.value().find("material");
  if (mesh) read_mesh_of(object, *mesh, body, configuration);
  if (material) read_material(object, *material, body, configuration);
}

/// The copies of a body with an "array"; none if the array has errors, which are reported.
std::vector<BodyConfig> copies(ObjectReader& object, const Json& value, const BodyConfig& body) {
  ArrayConfig array;
  ObjectReader reader(object.reading(), value, object.pointer_to("array"), "an array");
  const bool good = reader.options([&](OptionVisitor& o) { array.describe(o); });
  reader.finish();
  object.resolve("array", reader.take_resolved());
  if (!good) return {};
  return expanded(body, array);
}

/// Reports what a body says in settle() at the places of its options.
class SettledBody final : public BodyReading {
 public:
  explicit SettledBody(ObjectReader& object) : object_(object) {}
  bool has(std::string_view name) const override { return object_.value().find(name) != nullptr; }
  void problem(std::string_view name, std::string message) override {
    object_.problem(name, std::move(message));
  }

 private:
  ObjectReader& object_;
};

void choose_type(std::string_view type, BodyConfig& body) {
  if (const BodyKindType* kind = find_body_kind(type))
    body.become(*kind);
  else
    body.type = type == "deformable" ? BodyConfigType::deformable
                : type == "obstacle" ? BodyConfigType::obstacle
                                     : BodyConfigType::particles;
}

/// In space a body has the thickness of its mesh.
void refuse_thickness(ObjectReader& object) {
  if (object.reading().dim == 3 && object.member("thickness"))
    object.problem("thickness",
                   "\"dimension\" is 3, where a body is as thick as its mesh; take \"thickness\" "
                   "away, or give the mesh (\"box\", \"scale\") another size");
}

/// Reads one entry of "bodies".
void read_body(ObjectReader& object, Configuration& configuration) {
  const Section* section = choose_section(object, "body");
  BodyConfig body;
  body.pointer = object.pointer();
  if (!section) return read_parts(object, body, configuration);
  choose_type(section->type, body);
  // In space the sides of a crushed body reach each other without any sign on the outside.
  body.self_contact = object.reading().dim == 3 && body.type == BodyConfigType::deformable;
  object.options([&](OptionVisitor& o) { body.describe(o); });
  refuse_thickness(object);
  expect_members(object, *section);
  if (body.type == BodyConfigType::obstacle) read_obstacle(object, body);
  SettledBody settled(object);
  if (body.form) body.form->settle(settled);
  const auto has = [&](std::string_view key) {
    const bool is_member = std::ranges::count(section->members, key, &SectionMember::name) > 0;
    return is_member ? object.value().find(key) : nullptr;
  };
  Reading& reading = object.reading();
  if (const Json* mesh = has("mesh")) read_mesh_of(object, *mesh, body, configuration);
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

/// Reports names that two bodies share, including copies of arrays.
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

/// Reports a number of elements that exceeds the machine's capacity and is most likely a mistake.
void check_size(Reading& reading, const Configuration& configuration) {
  Real triangles = 0;
  for (const BodyConfig& b : configuration.bodies) {
    const MeshGenerator* mesh =
        b.mesh == kNoMesh ? nullptr : configuration.meshes[b.mesh].generator.get();
    const Real elements = mesh ? mesh->expected_elements() : 0;
    if (elements <= kMostElements) triangles += elements;  // otherwise it is reported
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
