#include "core/model/magnitudes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/mesh/boundary.hpp"

namespace tactus::core {

bool has_square(Real x) { return x > 1e-150 && x < 1e150; }

void check_place(const std::string& body, const std::string& pointer, const Mesh& mesh,
                 std::vector<ModelProblem>& problems) {
  Real farthest = 0, thinnest = kUnlimited;
  for (const Real x : mesh.points) farthest = std::max(farthest, std::abs(x));
  if (!std::isfinite(farthest) || mesh.elements.empty()) return;
  for (const Real a : smallest_altitudes(mesh)) thinnest = std::min(thinnest, a);
  const Real apart = farthest * 0x1p-52;
  if (apart <= 1e-3 * thinnest) return;
  problems.push_back(
      {pointer, fmt::format("body \"{}\" is {:.3g} m from the origin, where numbers are "
                            "{:.2g} m apart: too coarse for the shape of its elements; bring the "
                            "bodies closer together, or make it larger",
                            body, farthest, apart)});
}

}  // namespace tactus::core
