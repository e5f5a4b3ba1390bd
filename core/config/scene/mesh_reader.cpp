#include "core/config/scene/mesh_reader.hpp"

namespace tactus::core {
namespace {

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

}  // namespace

MeshConfig read_mesh(Reading& reading, const Json& value, const std::string& pointer,
                     Json& resolved) {
  MeshConfig mesh;
  ObjectReader object(reading, value, pointer, "a mesh");
  const Section* section = object.readable() ? choose_section(object, "mesh") : nullptr;
  if (!section) return mesh;
  mesh.type = section->type;
  mesh.generator = find_mesh_generator(mesh.type)->create();
  SettledMesh settled(object);
  if (object.options([&](OptionVisitor& o) { mesh.generator->describe(o); }))
    mesh.generator->settle(settled);
  object.finish();
  resolved = object.take_resolved();
  return mesh;
}

}  // namespace tactus::core
