/// \file polygon.cpp  Generates the mesh of a simple polygon; this makes the options of
/// core/mesh/polygon.hpp available.
#include "core/mesh/polygon.hpp"

#include <cmath>

#include "core/mesh/generator.hpp"

namespace tactus::core {
namespace {

class Polygon final : public MeshGenerator {
 public:
  void describe(OptionVisitor& o) override {
    o.rows("points", points_, 2)
        .unit("m")
        .required()
        .length(3, 1000000)
        .help("corners [x, y] of a polygon that does not cross itself, in either orientation");
    o.real("size", size_)
        .unit("m")
        .above(0)
        .required()
        .help("longest edge of the outline; inner edges reach 1.4 times it");
  }

 private:
  /// Estimated from the edges of the outline and equilateral triangles in its area.
  Real do_expected_elements() const override {
    Real twice_area = 0, edges = 0;
    const std::size_t n = points_.size() / 2;
    for (std::size_t k = 0; k < n; ++k) {
      const Real *a = points_.data() + 2 * k, *b = points_.data() + 2 * ((k + 1) % n);
      edges += std::ceil(std::hypot(b[0] - a[0], b[1] - a[1]) / size_);
      twice_area +=
          (a[0] - points_[0]) * (b[1] - points_[1]) - (a[1] - points_[1]) * (b[0] - points_[0]);
    }
    return edges + std::abs(twice_area) / 2 / (std::sqrt(3.) / 4 * size_ * size_);
  }
  Mesh do_make(int) const override { return polygon(points_, size_); }

  std::vector<Real> points_;
  Real size_ = 0;
};

}  // namespace

MeshGeneratorType polygon_generator() {
  return generator_type<Polygon>("A simple polygon; groups side_1, side_2, ...", 30);
}

}  // namespace tactus::core
