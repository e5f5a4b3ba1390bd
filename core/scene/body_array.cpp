#include "core/scene/body_array.hpp"

#include <algorithm>
#include <cmath>

namespace tactus::core {

void ArrayConfig::describe(OptionVisitor& o) {
  o.axes("count", count).at_least(1).at_most(10000).required().help("copies along each axis");
  Real copies = 1;
  for (const Real along : count) copies *= along;
  o.require(std::ranges::all_of(count, [](Real c) { return c == std::floor(c); }), "count",
            "numbers of copies are whole");
  o.require(copies <= 1e4, "count", "more than 10000 copies");
  o.axes("spacing", spacing).unit("m").required().help("from one origin to the next");
}

std::vector<BodyConfig> expanded(const BodyConfig& body, const ArrayConfig& array) {
  std::size_t number = 1;
  for (const Real along : array.count) number *= static_cast<std::size_t>(along);
  std::vector<BodyConfig> copies;
  for (std::size_t k = 0; k < number; ++k) {
    BodyConfig copy = body;
    copy.array = body.name;
    copy.name = body.name + "_" + std::to_string(k + 1);
    copy.translate.resize(array.count.size(), 0.0);
    std::size_t rest = k;
    for (std::size_t d = 0; d < array.count.size(); ++d) {
      const auto along = static_cast<std::size_t>(array.count[d]);
      copy.translate[d] += static_cast<Real>(rest % along) * array.spacing[d];
      rest /= along;
    }
    copies.push_back(std::move(copy));
  }
  return copies;
}

}  // namespace tactus::core
