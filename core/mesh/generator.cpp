#include "core/mesh/generator.hpp"

#include <algorithm>

namespace tactus::core {

const std::vector<MeshGeneratorType>& mesh_generators() {
  static const std::vector<MeshGeneratorType> table = [] {
    std::vector<MeshGeneratorType> types = listed_generators();
    std::ranges::stable_sort(types, {}, &MeshGeneratorType::rank);
    return types;
  }();
  return table;
}

const MeshGeneratorType* find_mesh_generator(std::string_view name) {
  const auto& types = mesh_generators();
  const auto found = std::ranges::find(types, name, &MeshGeneratorType::name);
  return found == types.end() ? nullptr : &*found;
}

}  // namespace tactus::core
