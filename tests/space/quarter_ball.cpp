#include "quarter_ball.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <fstream>

#include "core/mesh/square_map.hpp"

namespace tactus::space_scenes {
namespace {

/// A conformal map of the unit ball onto itself, so that elements keep their shapes: the addition of
/// -b e_z in Poincare's model of hyperbolic space.
Vec<3> drawn_down(const Vec<3>& x, Real b) {
  const Vec<3> a(0, 0, -b);
  const Real ax = a.dot(x), square = x.squaredNorm();
  return ((1 + 2 * ax + square) * a + (1 - b * b) * x) / (1 + 2 * ax + b * b * square);
}

}  // namespace

QuarterBall::QuarterBall(Index cells, Real drawn) : cells_(cells), drawn_(drawn) {
  file_.version = 2;
  file_.names = {{{2, 1}, "x0"}, {{2, 2}, "y0"}, {{3, 3}, "ball"}};
  for (Index i = 0; i < cells; ++i)
    for (Index j = 0; j < cells; ++j)
      for (Index k = -cells; k < cells; ++k) add_cell({i, j, k});
}

void QuarterBall::write(const std::filesystem::path& file) const {
  std::ofstream(file) << testing::GmshWriter(file_).write();
}

std::int64_t QuarterBall::node(const At& at) {
  const auto [found, is_new] = number_.try_emplace(at, 0);
  if (!is_new) return found->second;
  const std::array<Real, 3> round = core::round_place<3>(at, cells_);
  const Vec<3> x = drawn_down({round[0], round[1], round[2]}, drawn_);
  file_.points.push_back({x[0], x[1], x[2]});
  return found->second = static_cast<std::int64_t>(file_.points.size());
}

Vec<3> QuarterBall::place(std::int64_t node) const {
  const auto& p = file_.points[static_cast<std::size_t>(node - 1)];
  return {p[0], p[1], p[2]};
}

/// Tetrahedra round the diagonal that leads outwards.
void QuarterBall::add_cell(const At& cell) {
  At inner = cell;
  const Index up = cell[2] < 0 ? -1 : 1;
  inner[2] += up < 0 ? 1 : 0;
  std::array<std::size_t, 3> axes{0, 1, 2};
  do {
    std::array<At, 4> corner{inner};
    for (std::size_t k = 0; k < 3; ++k) {
      corner[k + 1] = corner[k];
      corner[k + 1][axes[k]] += axes[k] == 2 ? up : 1;
    }
    add_tetrahedron(corner);
  } while (std::ranges::next_permutation(axes).found);
}

void QuarterBall::add_tetrahedron(const std::array<At, 4>& corner) {
  std::vector<std::int64_t> t;
  for (const At& at : corner) t.push_back(node(at));
  const Vec<3> origin = place(t[0]);
  const Real six = (place(t[1]) - origin).cross(place(t[2]) - origin).dot(place(t[3]) - origin);
  volume_ += std::abs(six) / 6;
  for (const std::size_t axis : {0u, 1u}) {
    std::vector<std::int64_t> face;
    for (std::size_t k = 0; k < 4; ++k)
      if (corner[k][axis] == 0) face.push_back(t[k]);
    if (face.size() == 3) file_.elements.push_back({2, static_cast<int>(axis) + 1, face});
  }
  if (six < 0) std::swap(t[2], t[3]);
  file_.elements.push_back({4, 3, t});
}

}  // namespace tactus::space_scenes
