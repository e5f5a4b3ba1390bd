#include "core/scene/mesh_reader.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <filesystem>

#include "core/support/nearest_name.hpp"

namespace tactus::core {
namespace {

namespace fs = std::filesystem;

/// Reports what a generator says in settle() at the places of its options.
class SettledMesh final : public GeneratorReading {
 public:
  explicit SettledMesh(ObjectReader& object) : object_(object) {}
  std::filesystem::path folder() const override {
    return object_.reading().document.file().parent_path();
  }
  void problem(std::string_view option, std::string message) override {
    object_.problem(option, std::move(message));
  }
  void resolve(std::string_view option, const std::string& text) override {
    object_.resolve(option, Json::of(text));
  }

 private:
  ObjectReader& object_;
};

/// What is allowed in place of a mesh. One that is given as a mere word is shown as an object.
std::string mesh_in_words(const Json& value) {
  const std::string* text = value.if_text();
  if (!text) return "a mesh";
  if (find_section("mesh", *text))
    return fmt::format("a mesh: {{\"type\": {}, ...}}", in_quotes(*text));
  if (fs::path(*text).has_extension())
    return fmt::format("a mesh: {{\"type\": \"file\", \"path\": {}}}", in_quotes(*text));
  return fmt::format("a mesh with a \"type\"; {}", suggestion(*text, section_types("mesh")));
}

/// The generators for scenes of this dimension.
std::vector<std::string> fitting_types(int dim) {
  std::vector<std::string> names;
  for (const MeshGeneratorType& g : mesh_generators())
    if (g.dim == 0 || g.dim == dim) names.emplace_back(g.name);
  return names;
}

/// Reports a generator of meshes of the plane in a scene in space, and the other way round.
void refuse_other_dimension(ObjectReader& object, std::string_view type) {
  const int dim = object.reading().dim, own = find_mesh_generator(type)->dim;
  if (own == 0 || own == dim) return;
  object.misfit("type", fmt::format("\"{}\" makes a mesh {}, and \"dimension\" is {}; take {}",
                                    type, own == 2 ? "of the plane" : "in space", dim,
                                    fmt::join(fitting_types(dim), ", ")));
}

}  // namespace

MeshConfig read_mesh(Reading& reading, const Json& value, const std::string& pointer,
                     Json& resolved) {
  MeshConfig mesh;
  ObjectReader object(reading, value, pointer, mesh_in_words(value));
  const Section* section =
      object.readable() ? choose_section(object, "mesh", fitting_types(reading.dim)) : nullptr;
  if (!section) return mesh;
  mesh.type = section->type;
  refuse_other_dimension(object, section->type);
  mesh.generator = find_mesh_generator(mesh.type)->create();
  SettledMesh settled(object);
  if (object.options([&](OptionVisitor& o) { mesh.generator->describe(o); }))
    mesh.generator->settle(settled);
  object.finish();
  resolved = object.take_resolved();
  return mesh;
}

}  // namespace tactus::core
