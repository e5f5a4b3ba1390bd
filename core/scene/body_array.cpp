#include "core/scene/body_array.hpp"

#include <cmath>

namespace tactus::core {

void ArrayConfig::describe(OptionVisitor& o) {
  o.reals("count", count)
      .at_least(1)
      .at_most(10000)
      .length(2)
      .required()
      .help("copies along x and along y");
  o.require(count[0] == std::floor(count[0]) && count[1] == std::floor(count[1]), "count",
            "numbers of copies are whole");
  o.require(count[0] * count[1] <= 1e4, "count", "more than 10000 copies");
  o.reals("spacing", spacing).unit("m").length(2).required().help("from one origin to the next");
}

std::vector<BodyConfig> expanded(const BodyConfig& body, const ArrayConfig& array) {
  const auto columns = static_cast<std::size_t>(array.count[0]);
  const auto rows = static_cast<std::size_t>(array.count[1]);
  std::vector<BodyConfig> copies;
  for (std::size_t k = 0; k < columns * rows; ++k) {
    BodyConfig copy = body;
    copy.array = body.name;
    copy.name = body.name + "_" + std::to_string(k + 1);
    copy.translate.resize(2, 0.0);
    const std::size_t column = k % columns, row = k / columns;
    copy.translate[0] += static_cast<Real>(column) * array.spacing[0];
    copy.translate[1] += static_cast<Real>(row) * array.spacing[1];
    copies.push_back(std::move(copy));
  }
  return copies;
}

}  // namespace tactus::core
