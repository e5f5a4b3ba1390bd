#include "core/scene/bodies_alike.hpp"

#include <map>

namespace tactus::core {

std::vector<std::size_t> two_of_each_kind(const Configuration& configuration) {
  std::map<std::vector<bool>, int> seen;
  std::vector<std::size_t> found;
  for (std::size_t b = 0; b < configuration.bodies.size(); ++b) {
    const BodyConfig& body = configuration.bodies[b];
    std::vector<bool> kind{body.type == BodyConfigType::obstacle, body.touches_itself()};
    for (const LawConfig& law : configuration.contact.laws)
      for (const SurfaceName* name : {&law.between.first, &law.between.second})
        kind.push_back(name->means_body(b));
    if (seen[kind]++ < 2) found.push_back(b);
  }
  return found;
}

}  // namespace tactus::core
